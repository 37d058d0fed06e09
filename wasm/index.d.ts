/**
 * Expost: what a published model revealed about one person, computed locally.
 *
 * All privacy losses are in nats. Bounds are conservative: `upper` is never meant to be below the
 * true value, `lower` never above it, with probability at least 1 − failureProbability over the
 * curator's noise.
 */
import type {
  FeatureDocument,
  GuaranteeDocument,
  ImageInputDocument,
  LabelDocument,
  LossDocument,
  PersonPromiseDocument,
  PublisherLinksDocument,
  SoftwareDocument,
} from "./documents.js";

/** The documents themselves, as they are written. */
export type { ReportDocument, StudyDocument } from "./documents.js";

declare global {
  // As TypeScript's own library has it from 5.2 on; with a reference to that, 5.1 would refuse
  // this file.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Why a call was refused. `message` is one sentence naming the place and what was expected. */
export class ExpostError extends Error {
  /** The subject of the error. */
  readonly type: "argument" | "report" | "record" | "study" | "data" | "ledger" | "numerics" | "internal";
  /** Stable, for programs: "missing", "not-a-number", "ambiguous-number", "unknown-level", … */
  readonly code: string;
  /** JSON pointer into the document at fault, "" where there is none. */
  readonly pointer: string;
}
/** The report is at fault; nothing was computed. */
export class ReportError extends ExpostError {
  readonly type: "report";
}

/** The loss functions that reports and studies can name. */
export type LossName = LossDocument["name"];
/** Whether the record was used: a member ("in"), a non-member ("out"), or either ("unknown"). */
export type Membership = "in" | "out" | "unknown";
/** How a bound is computed: Expost's ("sharp") or Redberg & Wang's ("redberg2021"). */
export type Method = "sharp" | "redberg2021";
/** A value as it stands in a file or form; null and "" are blanks. */
export type RawValue = string | number | boolean | null;
/** Raw values under the features' names, with the label under its own name. */
export type RawRecord = Record<string, RawValue>;
/**
 * In place of a value that isn't known: any number from one to another; one of these; or any value
 * that the field can have, blank where that is filled in.
 */
export type UnknownValue = { from: number | string; to: number | string } | { oneOf: RawValue[] } | { unknown: true };
/** A record of which some values may be unknown. */
export type PartlyKnownRecord = Record<string, RawValue | UnknownValue>;
/**
 * A record that is already coded: x has the report's dimension and norm at most 1; with softmax y
 * is the number of the class, from 0.
 */
export interface CodedRecord {
  /** Length: the report's dimension; ‖x‖₂ ≤ 1. */
  x: ArrayLike<number>;
  /**
   * In the domain of the loss function: −1 or 1, a number from −1 to 1, or the number of a class.
   */
  y: number;
}

/**
 * Options of `Report.bound` and `Report.boundRows`. Invalid ones are refused with an ExpostError of
 * type "argument".
 */
export interface BoundOptions {
  /** Default "unknown": the bound covers both. */
  member?: Membership;
  /**
   * Default "sharp" (mathematics.md 5); "redberg2021": Redberg & Wang 2021 with the errata applied,
   * refused (ExpostError of type "argument", code "unsupported") for everything but objective
   * perturbation of a generalised linear loss with normal noise.
   */
  method?: Method;
  /**
   * In (0, 1); default: the report's own, which is 0.05 at most. A bound that fails more often is
   * nothing to make a headline of.
   */
  failureProbability?: number;
  /**
   * "all": holds for every record tried; a number n: for n records chosen beforehand; default
   * "one" (mathematics.md 10). Sharp only. With Laplace-type noise every bound holds for all of
   * them anyway. "all" is refused (ExpostError of type "argument", code "unsupported") for noisy
   * gradient descent unless everybody took part in every step and every noisy sum follows from the
   * report (noisy-gradient-descent.md 7).
   */
  uniform?: "one" | "all" | number;
  /** δ of `releaseCost.pdp`; default: the report's guarantee, else 1e-6. */
  releaseCostDelta?: number;
  /** Failure probability of `releaseCost.expost`; default: failureProbability. */
  releaseCostFailureProbability?: number;
}

/** A closed interval; an end may be infinite. */
export interface Interval {
  /** At most the true value. */
  lower: number;
  /** At least the true value. */
  upper: number;
}

/** The parts of a bound, by the mechanism of the report: see `ReportSummary.mechanism`. */
export type Terms = LinearTerms | SoftmaxTerms | LaplaceTerms | OutputTerms | PosteriorTerms | DescentTerms;

/** Objective perturbation of a generalised linear loss with normal noise. */
export interface LinearTerms {
  /** μ̲, μ̄ of xᵀH⁻¹x, before f''. */
  leverage: Interval;
  /** q²/2. */
  gradientNorm: number;
  /** [c̲, c̄]. */
  gradient: Interval;
  /** f'(t; y) and f''(t; y) at t = xᵀθ̂. */
  firstDerivative: number;
  /** f''(t; y) ≥ 0. */
  secondDerivative: number;
}
/** Objective perturbation of softmax with normal noise. */
export interface SoftmaxTerms {
  /**
   * Bounds on −log det(I − UᵀH⁻¹U), 0 or above, of a member, and on −log det(I + UᵀH⁻¹U), 0 or
   * below, of others.
   */
  determinant: { in: [number, number]; out: [number, number] };
  /** q²/2, q = ‖∇ℓ‖/σ. */
  gradientNorm: number;
  /** [c̲, c̄]. */
  gradient: Interval;
}
/** Objective perturbation with Laplace-type noise. */
export interface LaplaceTerms {
  /** κ = log det(I + ∇²ℓ/λ). */
  determinant: number;
  /** η‖∇ℓ‖. */
  noise: number;
}
/** Output perturbation with normal noise. */
export interface OutputTerms {
  /** m̄: how far at most the record moves θ̂, in standard deviations. */
  shift: number;
  /** f̄ ≥ |f'(xᵀθ̂)|. */
  derivative: number;
}
/** One posterior sample. */
export interface PosteriorTerms {
  /** y − xᵀθ at the published θ. */
  publishedResidual: number;
  /**
   * With settings chosen from the data: e ≤ λ_min(XᵀX), but for a part of the failure probability.
   */
  dataEigenvalue?: number;
}
/** Noisy gradient descent (noisy-gradient-descent.md 1). */
export interface DescentTerms {
  /** V = Σ s_t², s_t = ‖g_t‖/σ, g_t the record's clipped gradient before step t; or more. */
  energy: number;
  /** μ_z²: the most that V could have been, known before the training. */
  energyCap: number;
  /** The largest s_t. */
  largestStep: number;
  /** T, the number of steps fixed beforehand. */
  steps: number;
}

/**
 * Bounds on the privacy loss of one record, in nats. Upper ends are never meant to be below the
 * truth, lower ends never above it, except with the stated failure probability (mathematics.md 4,
 * 5, 6).
 */
export interface Bound {
  /** The option as it was given. */
  method: Method;
  /** The option as it was given. */
  member: Membership;
  /**
   * ρ as asked; with method "redberg2021" the papers' bound can fail with probability
   * `modelFailureProbability` (3ρ where there is a release).
   */
  failureProbability: number;
  /** 0 with Laplace-type noise: the bound never fails. */
  modelFailureProbability: number;
  /** The option as it was given. */
  uniform: "one" | "all" | number;
  /**
   * The record as it was coded, of the report's dimension. Where values are unknown, that of the
   * records that there may be whose `total.upper` is the largest that was found; `terms` and
   * `components` are its too.
   */
  x: number[];
  /** As coded; with softmax the number of the class, from 0. */
  y: number;
  /**
   * Bound on |L| of the model alone (without the releases). Infinity where no bound can be given.
   */
  epsilon: Interval;
  /**
   * Signed ex-post loss L = log p_D − log p_{D±z}: [lower, upper], as a member and as a
   * non-member. Infinite for "redberg2021" where it gives none.
   */
  loss: { in: [number, number]; out: [number, number] };
  /** The parts that the bound is made of. */
  terms: Terms;
  /** 0 where nothing was released beside the model. */
  releaseCost: { pdp: { epsilon: number; delta: number }; expost: number };
  /**
   * Everything published, releases included: bound on |L|; fails with probability at most
   * `failureProbability` here, which is 0 with Laplace-type noise.
   */
  total: { lower: number; upper: number; failureProbability: number; loss: { in: [number, number]; out: [number, number] } };
  /**
   * The parts of `total.upper`: the end of the interval where it is attained, signed so that
   * leverage + gradientNorm + gradient + release adds up to total.upper (to rounding). null where
   * total.upper is infinite, method is "redberg2021", or the bound can't be split (a posterior
   * sample, noisy gradient descent).
   *
   * Normal noise in the objective: leverage is the log-determinant, gradientNorm q²/2, gradient c,
   * release what was published beside the model. Where one event bounds model and releases
   * together, what the noise does is told apart by the squares of how far the person moves each.
   * Laplace-type noise: leverage κ (or 0), gradient η‖∇ℓ‖. Output perturbation: gradientNorm m²/2,
   * gradient m·z. What isn't named is 0.
   */
  components: {
    member: "in" | "out";
    end: "lower" | "upper";
    leverage: number;
    gradientNorm: number;
    gradient: number;
    release: number;
  } | null;
  /**
   * The promise to everyone, from the report; null if it states none. δ may be 0 with Laplace-type
   * noise.
   */
  guarantee: { epsilon: number; delta: number; accountant?: string } | null;
  /**
   * The promise to a person with up to so many rows, from the report; null if it states nothing.
   * This bound is about one row: bounds of several may not be added up.
   */
  person: PersonPromise | null;
  /**
   * Values that were clamped, scaled or filled in, one sentence each; with `method: "redberg2021"`,
   * what its probability is.
   */
  notes: string[];
  /**
   * The same in parts, for words of one's own: what was done to the record, as it was in training.
   * Ends of ranges are clamped alike.
   */
  adjustments: Adjustment[];
  /**
   * Names of the fields whose values are unknown, the outcome last; absent where there are none.
   * The bound then holds for every record that there may be, and fails with no larger probability:
   * no upper end is below, and no lower end above, that of any of them.
   */
  unknown?: string[];
  /**
   * Those of them that hardly matter: where any one of them became known, the belief from 50 in 100
   * would be less than 1 in 100 lower, whatever its value. A field may be missing that hardly
   * matters, but none is here that does; there with `unknown`.
   */
  hardlyMatter?: string[];
  /**
   * How many nats, at most, `total.upper` is above the largest one of a record that there may be;
   * there with `unknown`.
   */
  gap?: number;
}

/**
 * A promise to a person with several rows, about all of them together: never below what group
 * privacy gives.
 */
export type PersonPromise = PersonPromiseDocument;

/**
 * A value that was raised to the report's minimum or lowered to its maximum, a blank that was
 * filled with the report's stand-in, or (last) the whole record scaled down to length 1. `field`
 * is the feature's or the label's name.
 */
export type Adjustment =
  | { code: "raised" | "lowered"; field: string; from: number; to: number }
  | { code: "filled"; field: string; to: number | string }
  | { code: "scaled" };

/**
 * A field of a record, as the report describes it. Words for people are in `label`, `unit` and
 * `levelLabels`.
 */
export interface Feature extends FeatureDocument {
  /** The question to a person. */
  label: string;
}
/**
 * `binary`: negative and positive; `number`: minimum and maximum; `category`: levels, one for each
 * class of softmax, in order.
 */
export interface Label extends LabelDocument {
  /** The question to a person. */
  label: string;
}
/** The records in a step of noisy gradient descent (noisy-gradient-descent.md 1 and 9). */
export type DescentSampling =
  /** Everybody. */
  | { kind: "full" }
  /** Every record on its own, with probability `rate`, in (0, 1). */
  | { kind: "poisson"; rate: number }
  /** Every record in exactly one of the `batches` steps of an epoch, in an order drawn anew. */
  | { kind: "shuffle"; batches: number };
/** A model of noisy gradient descent, with what is published of its path. */
export interface DescentMechanism {
  /** Tells the mechanism. */
  kind: "noisy-gradient-descent";
  /** The report's name for it. */
  name: "noisy-gradient-descent";
  /** C: no gradient counts for more. */
  clip: number;
  /** Standard deviation of the noise on each step's sum of clipped gradients. */
  sigma: number;
  /** T, fixed beforehand. */
  steps: number;
  /** Steps that were done: T, or fewer where a public rule ended the training. */
  stoppedAfter: number;
  /** The records in a step. */
  sampling: DescentSampling;
  /**
   * v ← momentum·v + (r_t + ridge·θ_t)/divisor, θ_{t+1} = θ_t − rate·v, `rate` null where it
   * differs from step to step; or another public rule, in words.
   */
  update:
    | { rule: "standard"; rate: number | null; momentum: number; ridge: number; divisor: number }
    | { rule: "other"; words: string };
  /** The model among θ_1, …, θ_T: the last, their mean, or something else made of the sums. */
  final: "last" | "average" | "other";
  /** Which iterates before steps are published. */
  path: "all" | "every" | "none";
  /** One of so many iterates is published; 1: all of them. */
  every: number;
  /** Another program drew the noise. */
  elsewhere: boolean;
  /** Whether the loss takes the scores of a neural network; else they are linear. */
  network: boolean;
  /**
   * Whether `uniform: "all"` is offered: everybody took part in every step, and each noisy sum
   * follows from the report.
   */
  boundsEverybody: boolean;
}
/** How the model was made private. All but descents have λ, the strength of the ridge. */
export type Mechanism =
  | DescentMechanism
  | { kind: "objective-gaussian"; name: "objective-perturbation"; noise: "gaussian"; sigma: number; lambda: number }
  | { kind: "objective-laplace"; name: "objective-perturbation"; noise: "laplace"; eta: number; lambda: number }
  | { kind: "output-gaussian"; name: "output-perturbation"; noise: "gaussian"; sigma: number; lambda: number }
  /**
   * `adaptive`: λ and γ were chosen from the data, within this budget (AdaOPS); `noise`: standard
   * deviations of the two numbers that they were chosen by.
   */
  | {
      kind: "posterior-sample" | "ada-ops";
      name: "posterior-sample";
      gamma: number;
      lambda: number;
      adaptive?: { epsilon: number; delta: number; noise: { dataEigenvalue: number; logResidual: number } };
    };
/**
 * Pages of a publisher: how data about people are treated, how to use one's rights, and how to stay
 * out of the next publication.
 */
export type PublisherLinks = PublisherLinksDocument;
/**
 * A weak spot of a report (docs/read-a-report.md, "Warning signs"): "epsilon" and "delta" are the
 * promise's, to a person where there is one; "people": they aren't stated, so δ can't be judged;
 * "seed", "digits" (the model has all digits of doubles) and "sample" are those of the summary.
 */
export interface ReportWarning {
  /** Stable, for programs. */
  code: "epsilon" | "delta" | "people" | "no-promise" | "no-publisher" | "seed" | "digits" | "sample";
  /** How much it weighs. */
  level: "note" | "warning" | "serious";
}

/**
 * A loaded report in the parts that a page shows: what was published, about which records, under
 * which promise.
 */
export interface ReportSummary {
  /** One line. */
  title: string;
  /** Says what the model is for. */
  description: string;
  /** `links`: https addresses of the publisher's pages for people, as the report states them. */
  publisher: { name: string; contact?: string; links: PublisherLinks } | null;
  /** The date, as year-month-day. */
  published: string;
  /** One record in words, such as "one person, one row". */
  unit: string;
  /**
   * True of everyone whose record was used, in one sentence in the report's language; "" where it
   * isn't stated.
   */
  membership: string;
  /** How many people it is about, roughly; null where it isn't stated. */
  people: number | null;
  /** Weak spots of the report that can be computed, the gravest first. */
  warnings: ReportWarning[];
  /**
   * The releases beside the model: nothing, the Hessian, gradient and Hessian, the smallest
   * eigenvalue too.
   */
  kind: "data-independent" | "hessian" | "data-dependent" | "adaptive";
  /** Coordinates of x; a softmax model has as many numbers for each class. */
  dimension: number;
  /** The loss function; `width` of pseudo-Huber, `classes` of softmax. */
  loss: { name: LossName; width?: number; classes?: number };
  /** How the model was made private. */
  mechanism: Mechanism;
  /** Noise levels (standard deviations) of the releases beside the model. */
  release: { gradient?: { sigma: number }; hessian?: { sigma: number }; smallestEigenvalue?: { sigma: number } };
  /**
   * The fields of a record; null where the report describes none: then only coded records can be
   * bounded.
   */
  features: Feature[] | null;
  /** The outcome; null as above. */
  label: Label | null;
  /** The input of a network; null where scores are linear. */
  input: NetworkInput | null;
  /** The promise to everyone: (ε, δ) for everything published; null if none is stated. */
  guarantee: GuaranteeDocument | null;
  /** The promise to a person with several rows; null if none is stated. */
  person: PersonPromise | null;
  /** ρ of the bounds unless another is asked for; in (0, 0.05]. */
  failureProbability: number;
  /** The noise came from a seed (x-insecure-seed): an experiment, not a publication. */
  insecureSeed: boolean;
  /**
   * The model has all digits of its numbers, neither rounded at random (x-rounding) nor on a grid:
   * a known attack on such digits is in no bound. Of noisy gradient descent: the noisy sums were
   * not on a grid.
   */
  fullDigits: boolean;
  /** Made-up data (x-sample). */
  sample: boolean;
  /** The program that wrote the report, as it states itself (x-software). */
  software: SoftwareDocument | null;
}

/** The input of a network. */
export interface NetworkInput {
  /** [features], or channels, height and width. */
  shape: number[];
  /** How an image becomes a record (x-input); null where the report doesn't say. */
  image: Required<ImageInputDocument> | null;
}

/** One bound for several publications about one person. */
export interface SeriesBound {
  /** Each report's own, in the order of the reports; each fails with a probability of its own. */
  bounds: Bound[];
  /** All of them together. */
  total: {
    /** |L| of everything published is at most this, in nats. */
    upper: number;
    /** Ends of L, whichever of them the record was in: 0 lies between them. */
    loss: [number, number];
    /** The probability with which it may fail: that of the first report's bound. */
    failureProbability: number;
  };
}

/** Bounds for many rows: one entry a row. */
export interface RowBounds {
  /** How many rows there are; the arrays have one entry a row, in nats. */
  rows: number;
  /** Lower end of |L| of the model alone. */
  lower: Float64Array;
  /** Upper end of |L| of the model alone. */
  upper: Float64Array;
  /** Upper end of |L| of everything published. */
  total: Float64Array;
  /** Lower end of L as a member, model alone. */
  inLower: Float64Array;
  /** Upper end of L as a member. */
  inUpper: Float64Array;
  /** Lower end of L as a non-member. */
  outLower: Float64Array;
  /** Upper end of L as a non-member. */
  outUpper: Float64Array;
  /**
   * With `unknown`: how many nats, at most, `total` is above the largest one of a record that the
   * row may be; 0 where all values are known.
   */
  gap?: Float64Array;
  /** Rows in which at least one value was clamped, and rows scaled onto the unit ball. */
  clamped: number;
  /** Rows scaled down to length 1. */
  scaled: number;
}

/**
 * Whom a promise is to: a record in raw values, whose label may be missing and isn't read; a coded
 * one; the length of a coded record, from 0 to 1; or all records of one person.
 */
export type PromisedTo = PartlyKnownRecord | { x: ArrayLike<number> } | number | PartlyKnownRecord[];

/**
 * The promise to one person (mathematics, section 7): what the mechanism guarantees her before its
 * noise is drawn, whatever the data, by the length of her record. Upper bounds, in nats, and never
 * above the promise to everybody.
 */
export interface PersonalPromise {
  /** Length of her longest coded record, from 0 to 1, rounded up. */
  length: number;
  /** ε of that record at `delta`; null where no finite ε is promised. */
  epsilon: number | null;
  /** δ of the guarantee; null without one. */
  delta: number | null;
  /**
   * Whether `epsilon` is below the guarantee's. Posterior samples and AdaOPS promise by no length.
   */
  byLength: boolean;
  /** The promise to everybody. */
  guarantee: ReportSummary["guarantee"];
  /**
   * Where the report promises something to a person with up to `rows` records: ε of all hers
   * together at `delta`, at most `guarantee`. Where only one was given, the others count as long as
   * a record may be.
   */
  person: { rows: number; epsilon: number; delta: number; guarantee: number } | null;
}

/** See Report.releaseCost: in nats. */
export interface ReleaseCost {
  /** Upper bound on |L| of the releases alone, for anybody. */
  expost: number;
  /** With how much probability it may be exceeded: the report's failureProbability. */
  failureProbability: number;
  /** ε at δ of the per-instance differential privacy that the releases cost anybody at most. */
  pdp: { epsilon: number; delta: number };
  /**
   * Some record of length 1 costs as much; otherwise it is a limit above what any of them costs.
   */
  attained: boolean;
}

/** One part of a document that can't be used. */
export interface DocumentError {
  /** Stable, for programs. */
  code: string;
  /** JSON pointer of the part: in a record "/<name of the field>". */
  pointer: string;
  /** One sentence for people. */
  message: string;
}

/** A record that was checked: its bound, or what is wrong with it. */
export type Checked = { bound: Bound; errors?: undefined } | { errors: DocumentError[]; bound?: undefined };

/**
 * A report that was read, checked and decomposed once. It holds memory of the module until `free`.
 */
export interface Report {
  /** The parts that a page shows. */
  readonly summary: ReportSummary;
  /**
   * The public key (RW…) that signed the report's text. Null where nobody did, where a parsed
   * document was given, and where there is no Ed25519 to find it out with. Anybody can make a key:
   * it says something only next to the one that the publisher shows.
   */
  readonly signer: string | null;
  /**
   * Bounds what everything published revealed about one record. Raw values are coded as in
   * training. Throws an ExpostError of type "record" whose pointer names the field, or "argument".
   */
  bound(record: PartlyKnownRecord | CodedRecord, options?: BoundOptions): Bound;
  /**
   * The bound of a record, or everything that `bound` would refuse in it, in the order of the
   * features: for a form that shows all errors at once. Throws an ExpostError of type "argument".
   */
  check(record: PartlyKnownRecord, options?: BoundOptions): Checked;
  /**
   * The promise to one person, before anything is drawn. Throws an ExpostError of type "record" as
   * `bound` does, or "argument".
   */
  promise(who: PromisedTo): PersonalPromise;
  /**
   * Bounds what the releases next to the model cost anybody at most, at the published model and
   * for a record chosen beforehand; never below the true largest cost. Null where nothing but the
   * model was published.
   */
  releaseCost(): ReleaseCost | null;
  /**
   * Returns the places of the columns that rows are read from, ascending, names trimmed as the
   * library does it: of the features and, unless `labels` is false, of the label. With `numbers`
   * only of those whose values are numbers. The values of the others may be blank. `kinds` as in
   * DataRows: of a column that is read, one that is no number, text or boolean throws an
   * ExpostError of type "data", code "wrong-type".
   */
  columnsOf(header: string[], options?: { kinds?: (string | null)[]; labels?: boolean; numbers?: boolean }): number[];
  /**
   * Raw rows under a header that names the features and the label (other columns are ignored), or a
   * block of them.
   */
  boundRows(header: string[], rows: RawValue[][] | RowBlock, options?: BoundOptions & RowOptions): RowBounds;
  /**
   * Predicts raw rows with the published model. The header names the features, with `labels` the
   * label too; other columns are ignored.
   */
  predictRows(header: string[], rows: RawValue[][] | RowBlock, options?: PredictOptions): RowPredictions;
  /**
   * Compares the published model with the labels of raw rows. The header names features and label;
   * other columns are ignored. Many rows take several calls: each passes the `sums` of the one
   * before.
   */
  scoreRows(header: string[], rows: RawValue[][] | RowBlock, options?: ScoreOptions): RowScores;
  /** The model in the units of the features. */
  coefficients(): Coefficients;
  /**
   * Gives the memory back; no other function may be called afterwards. Doing it twice is no error.
   */
  free(): void;
  /** The same as `free`, for `using`. */
  [Symbol.dispose](): void;
}

/** Options of `Report.boundRows` and `Report.predictRows`. */
export interface RowOptions {
  /** Number of the first row in messages. Default 1. */
  firstRow?: number;
  /** As in DataRows. */
  decimalComma?: boolean;
  /**
   * A text that stands for any value of its column, such as "?"; with it, numbers may also be
   * ranges, as "20..30". Refused (ExpostError of type "argument", pointer "/unknown") where it
   * reads as a value of a column. Without it nothing may be unknown.
   */
  unknown?: string;
}

/** Options of `Report.predictRows`. */
export interface PredictOptions extends RowOptions {
  /**
   * Also read each row's label, and say what the model's loss is there. Default false. Not with
   * `unknown`.
   */
  labels?: boolean;
}
/**
 * Predictions, each column one number a row. Classes are numbers from 0: of a binary label 0 is
 * `negative` and 1 is `positive`, of a category they are in the order of its levels.
 */
export interface RowPredictions {
  /** How many rows. */
  rows: number;
  /** xᵀθ; absent of softmax. */
  score?: Float64Array;
  /** That the label is `positive`; of a binary label. */
  probability?: Float64Array;
  /** One column a class, which add up to 1; of softmax. */
  probabilities?: Float64Array[];
  /**
   * The class whose probability is largest, the first of equal ones; absent of a number. With
   * `unknown` −1 where it isn't the same for all records that the row may be.
   */
  class?: Float64Array;
  /**
   * The predicted number in the label's unit (without features as it is coded), not clamped to its
   * range.
   */
  prediction?: Float64Array;
  /**
   * With `unknown`, in place of score, probability, probabilities and prediction: the least that
   * each may be of the records that the row may be, rounded down. Both ends are the number itself
   * where all values are known.
   */
  scoreLower?: Float64Array;
  /** The most, rounded up. */
  scoreUpper?: Float64Array;
  /** The least. */
  probabilityLower?: Float64Array;
  /** The most. */
  probabilityUpper?: Float64Array;
  /** The least of each class. */
  probabilitiesLower?: Float64Array[];
  /** The most of each class. */
  probabilitiesUpper?: Float64Array[];
  /** The least. */
  predictionLower?: Float64Array;
  /** The most. */
  predictionUpper?: Float64Array;
  /** With `labels`: the class that the row has, or its number, clamped to the label's range. */
  label?: Float64Array;
  /** With `labels`: the loss of the row at the model, in nats where it has classes. */
  loss?: Float64Array;
  /** Rows in which a value was clamped. */
  clamped: number;
  /** Rows that were scaled down to length 1. */
  scaled: number;
}
/** Options of `Report.scoreRows`. */
export interface ScoreOptions {
  /** Number of the first row in messages. Default 1. */
  firstRow?: number;
  /** As in DataRows. */
  decimalComma?: boolean;
  /** The `sums` of an earlier call, whose rows count too. */
  sums?: Record<string, number[]>;
}
/** An answer of `Report.scoreRows`. As secret as the rows are: no report's promise covers it. */
export interface RowScores {
  /** For the next call. */
  sums: Record<string, number[]>;
  /** Scores of all rows so far; null while there is none. */
  scores: ClassScores | NumberScores | null;
  /** Rows of this call in which a value was clamped. */
  clamped: number;
  /** Rows of this call that were scaled down to length 1. */
  scaled: number;
}
/** How well a model of two or more classes does. */
export interface ClassScores {
  /** How many rows. */
  rows: number;
  /** Share of rows whose class is the most probable one. */
  accuracy: number;
  /** Share of the class that most rows have. */
  commonest: number;
  /** Mean of −log of the probability of the row's class, in nats. */
  logLoss: number;
  /** The same where each probability is the class's share of these rows. */
  ownLogLoss: number;
  /** How many rows of a class (first) are said to be of another; null of more than 64 classes. */
  confusion: number[][] | null;
  /** Ten bins by probability: of `positive`, of softmax of the class that the model says. */
  calibration: CalibrationBin[];
}
/** Rows whose probability is from `from` to below `to`; the last bin has 1, too. */
export interface CalibrationBin {
  /** Least probability. */
  from: number;
  /** Where the next bin starts. */
  to: number;
  /** How many rows. */
  rows: number;
  /** Their mean probability; null of none. */
  mean: number | null;
  /** The share for which it is so; null of none. */
  share: number | null;
}
/** How well a model of a number does, in the unit of the label. */
export interface NumberScores {
  /** How many rows. */
  rows: number;
  /** Root mean square of label less prediction. */
  rootMeanSquaredError: number;
  /** Mean absolute value of label less prediction. */
  meanAbsoluteError: number;
  /** 1 − squared errors over squared distances from the mean; null where all labels are equal. */
  r2: number | null;
  /** Root mean square distance of the labels from their mean. */
  deviation: number;
}
/** The value that a coefficient is multiplied with. */
export interface CoefficientTerm {
  /** Name of the feature; without features "x1" to "xd". */
  feature: string;
  /** The level of a category: the term is 1 where the record has it and 0 elsewhere. */
  level?: string;
  /** Unit of a number, where the report has one. A boolean is 1 for yes and 0 for no. */
  unit?: string;
}
/**
 * θ with the feature map undone: the score is `intercept` + Σ `coefficients[i]` · (value of
 * `terms[i]`), for values inside their ranges. Of a label that is a number the sum is the
 * prediction in its unit.
 */
export interface Coefficients {
  /** In the order of the features, without constants, which are in the intercept. */
  terms: CoefficientTerm[];
  /** One; of softmax one a class. */
  outputs: { intercept: number; coefficients: number[] }[];
  /** Whether a record can be scaled down to length 1, so that the sum is not its score. */
  mayScale: boolean;
}

/** Options of `loadReport`. */
export interface LoadOptions {
  /**
   * The public key (RW…) that must have signed the report, which has to be given as text then.
   * Otherwise it is refused: "signature-missing", or "signature-unchecked" where there is no
   * Ed25519.
   */
  signedBy?: string | undefined;
  /**
   * The file beside the report that has its path, for a network whose path is long; by its name
   * where it is a function, which is asked only for such a report. Without it the report is
   * refused: "path-missing".
   */
  path?: PathSource | undefined;
}

/** The bytes of a file: compressed with gzip, or as a server uncompressed them. */
export type PathSource = PathBytes | ((name: string) => Promise<PathBytes>);
/** Bytes, a Blob, or a ReadableStream of bytes. */
export type PathBytes = Uint8Array | { size: number; arrayBuffer(): Promise<ArrayBuffer> } | { getReader(): unknown };

/** A file to publish beside a report. */
export interface PathFile {
  /** path-<16 digits of its SHA-256>.bin.gz */
  name: string;
  /** Compressed with gzip. */
  bytes: Uint8Array;
}

/**
 * Reads and prepares a report (JSON text, or the parsed document). The signature of a text is
 * checked, if it has one; a parsed document hasn't the bytes that were signed, so its signature is
 * not looked at. Throws ReportError: among its codes are "signature-wrong" (the text was changed
 * after it was signed), "signature-missing", "signature-unchecked", "duplicate-key" (in a text: a
 * parsed document has lost them), "too-deep", "control-character", "not-implied" for a
 * guarantee that no accountant gives from the noise stated, and "path-missing" for a path that is
 * in a file which isn't given.
 */
export function loadReport(report: string | object, options?: LoadOptions): Promise<Report>;

/**
 * Belief that the record was used, after seeing everything, from a prior belief in (0, 1) and a
 * bound ε ≥ 0 (mathematics.md 15).
 */
export function posterior(epsilon: number, prior: number): Promise<Interval>;

/** A plan to make: objective perturbation with Gaussian noise under a budget (ε, δ). */
export interface PlanOptions {
  /** The loss function; default "logistic". */
  loss?: Exclude<LossName, "softmax"> | { name: string; width?: number } | { name: "softmax"; classes: number };
  /** Objective perturbation with Gaussian noise; ModelPlanOptions for the other mechanisms. */
  mechanism?: "objective-perturbation";
  /** Gaussian; ModelPlanOptions for Laplace-type noise. */
  noise?: "gaussian";
  /** Above 0. */
  epsilon: number;
  /** In (0, 1). */
  delta: number;
  /** For softmax it must be given. */
  lambda?: number;
  /** Coordinates of a record. */
  dimension?: number;
  /**
   * Shares of ε for model, hessian, gradient, smallest eigenvalue; must add up to 1. Without them
   * the model has all of it.
   */
  shares?: { model: number; hessian?: number; gradient?: number; smallestEigenvalue?: number };
  /**
   * Default "joint". "radius", "shift" and "joint" for softmax, the first five for the other
   * losses.
   */
  accountant?: "kst2012" | "wang2021" | "redberg2023" | "shift" | "joint" | "radius";
  /**
   * "joint" (default): one guarantee for everything published; "basic": the papers' ε₁ + ε₂ + …,
   * not for softmax.
   */
  composition?: "joint" | "basic";
  /**
   * Makes ε and δ a promise to a person with up to so many rows, 1 to 2^20: a row gets its share of
   * them (mathematics.md 7.23).
   */
  personRows?: number;
}
/** The noise level that an accountant needs. */
export interface AccountantPlan {
  /** λ, the strength of the penalty. */
  lambda: number;
  /** Infinity where the target can't be reached; then `reason` says why. */
  sigma: number;
  /** One sentence, where there is no such noise level. */
  reason?: string;
}
/**
 * Worst case for a person at ‖x‖ = 1 before anything is released: beliefs after seeing everything.
 */
export type Beliefs = { prior: number; lower: number; upper: number }[];
/** Noise levels that keep a budget, for objective perturbation with Gaussian noise. */
export interface Plan {
  /** The mechanism planned. */
  mechanism: { kind: "objective-gaussian"; name: "objective-perturbation"; noise: "gaussian" };
  /** The option as it was given. */
  loss: LossName;
  /** Classes of softmax. */
  classes?: number;
  /** The option as it was given. */
  epsilon: number;
  /** The option as it was given. */
  delta: number;
  /**
   * The noise that each accountant of this loss needs for the model's share of (ε, δ) on its own.
   */
  accountants: Record<"shift" | "joint", AccountantPlan> &
    Partial<Record<"kst2012" | "wang2021" | "redberg2023" | "radius", AccountantPlan>>;
  /**
   * The noise to use, with the chosen accountant and composition. `epsilon`: what the model then
   * spends on its own.
   */
  model: AccountantPlan & { accountant: string; epsilon: number };
  /** Noise levels (standard deviations) of the releases, and the ε that each spends on its own. */
  release: Partial<Record<"gradient" | "hessian" | "smallestEigenvalue", { epsilon: number; sigma: number }>>;
  /** The (ε, δ) that everything published has with these levels; never above what was asked. */
  total: { epsilon: number; delta: number; composition: "joint" | "basic" };
  /**
   * With `dimension`: how far the Hessian's noise can push its eigenvalues, but for one release in
   * a million.
   */
  dimension?: number;
  /** In units of the Hessian. */
  hessianShift?: number;
  /** Beliefs that the promise allows. */
  beliefs: Beliefs;
  /** The promise to a person, where `personRows` was given; the rest is about one row. */
  person?: PersonPromise;
}
/** The mechanisms that publish the model alone, with one accountant each. */
export type ModelPlanOptions = {
  /**
   * Makes ε and δ a promise to a person with up to so many rows, 1 to 2^20: a row gets its share of
   * them (mathematics.md 7.23).
   */
  personRows?: number;
  loss?: PlanOptions["loss"];
  epsilon: number;
  /** λ > 0; an adaptive posterior sample chooses its own. */
  lambda?: number;
  dimension?: number;
} & (
  | { mechanism?: "objective-perturbation"; noise: "laplace"; delta?: 0 }
  | { mechanism: "output-perturbation"; noise?: "gaussian"; delta: number }
  | { mechanism: "posterior-sample"; adaptive: true; delta: number }
);
/** Noisy gradient descent (noisy-gradient-descent.md 6). */
export interface DescentPlanOptions {
  /** Noisy gradient descent. */
  mechanism: "noisy-gradient-descent";
  /** The loss function; default "logistic". */
  loss?: PlanOptions["loss"];
  /** Above 0. */
  epsilon: number;
  /** In (0, 1). */
  delta: number;
  /** C, above 0. */
  clip: number;
  /** T, at least 1. */
  steps: number;
  /** With Poisson sampling: the probability of taking part in a step, in (0, 1). */
  rate?: number;
  /** With shuffled epochs: batches of an epoch, of which `steps` is a multiple. */
  batches?: number;
  /**
   * "pld" (default) or "rdp" with Poisson sampling; "gaussian" (default) otherwise.
   */
  accountant?: DescentAccountant;
  /** Coordinates of a record: accounts for the grid of the noisy sums. */
  dimension?: number;
  /**
   * Makes ε and δ a promise to a person with up to so many rows, 1 to 2^20: a row gets its share of
   * them (mathematics.md 7.23).
   */
  personRows?: number;
}
/**
 * Accountants of noisy gradient descent: "gaussian" counts steps as one Gaussian mechanism, "rdp"
 * and "pld" are for Poisson sampling (noisy-gradient-descent.md 6).
 */
export type DescentAccountant = "gaussian" | "rdp" | "pld";
/** The noise of a mechanism that publishes the model alone. */
export interface ModelPlan {
  /** The mechanism planned. */
  mechanism: {
    kind: Mechanism["kind"];
    name: Mechanism["name"];
    noise?: Extract<Mechanism, { noise: string }>["noise"];
    adaptive?: true;
  };
  /** The option as it was given. */
  loss: LossName;
  /** Classes of softmax. */
  classes?: number;
  /** The option as it was given. */
  epsilon: number;
  /** 0 with Laplace-type noise: pure differential privacy. */
  delta: number;
  /**
   * `eta`: the rate of Laplace-type noise, absent where no rate meets the target; `sigma` is
   * Infinity then. `reason` says why, and why there is neither.
   */
  model: { lambda?: number; sigma?: number; eta?: number; epsilon: number; reason?: string };
  /** Nothing. */
  release: Record<string, never>;
  /** The (ε, δ) that the model has; never above what was asked. */
  total: { epsilon: number; delta: number; composition: "joint" };
  /** Beliefs that the promise allows. */
  beliefs: Beliefs;
  /** The promise to a person, where `personRows` was given; the rest is about one row. */
  person?: PersonPromise;
}
/** The noise of noisy gradient descent that keeps a budget. */
export interface DescentPlan {
  /** The mechanism planned. */
  mechanism: { kind: "noisy-gradient-descent"; name: "noisy-gradient-descent" };
  /** The option as it was given. */
  loss: LossName;
  /** Classes of softmax. */
  classes?: number;
  /** The option as it was given. */
  epsilon: number;
  /** The option as it was given. */
  delta: number;
  /** The training and its noise. */
  model: {
    clip: number;
    steps: number;
    sampling: DescentSampling;
    accountant: DescentAccountant;
    /** Infinity where no noise level is enough; then `reason` says why. */
    sigma: number;
    /** σ/C, the noise multiplier. */
    multiplier: number;
    /** ε of everything published, at `delta`. */
    epsilon: number;
    /**
     * The most that anybody's V can be: T·C²/σ², epochs·C²/σ² of shuffled epochs. null where no
     * noise level is enough.
     */
    energyCap: number | null;
    reason?: string;
  };
  /** Nothing: the path is the model's own. */
  release: Record<string, never>;
  /** The (ε, δ) that everything published has; never above what was asked. */
  total: { epsilon: number; delta: number; composition: "joint" };
  /** Beliefs that the promise allows. */
  beliefs: Beliefs;
  /** The promise to a person, where `personRows` was given; the rest is about one row. */
  person?: PersonPromise;
}
/**
 * Plans the noise levels of objective perturbation with Gaussian noise that give (ε,
 * δ)-differential privacy. Rejects with an ExpostError of type "argument" for options out of range
 * (mathematics.md 7).
 */
export function plan(options: PlanOptions): Promise<Plan>;
/**
 * Plans the noise of a mechanism that publishes the model alone: Laplace-type noise, output
 * perturbation, AdaOPS. Rejects as above (mathematics.md 12, 13).
 */
export function plan(options: ModelPlanOptions): Promise<ModelPlan>;
/**
 * Plans σ of noisy gradient descent; never below what the accountant needs. Rejects as above
 * (noisy-gradient-descent.md 6).
 */
export function plan(options: DescentPlanOptions): Promise<DescentPlan>;

/** Quantile t with P(λ_max((Z+Zᵀ)/√2) > t) ≤ tail; never below the true quantile. */
export function goeQuantile(dimension: number, tail: number): Promise<number>;
/**
 * Smallest σ of the Gaussian mechanism for (ε, δ)-DP at an ℓ₂ sensitivity (analytic; the safe end
 * of the root).
 */
export function gaussianSigma(epsilon: number, delta: number, sensitivity: number): Promise<number>;

/** (ε, δ)-differential privacy. */
export interface EpsilonDelta {
  /** ε ≥ 0, in nats. */
  epsilon: number;
  /** δ from 0 to 1. */
  delta: number;
}

/**
 * The promise of a publication, as it is composed with others about the same people: its (ε, δ),
 * and at most one form that composes more tightly.
 */
export interface CompositionPart extends EpsilonDelta {
  /** The publication is dominated by N(0, 1) against N(shift, 1), with the loss raised by slack. */
  gaussian?: { shift: number; slack: number };
  /** 1 to 100 promises that hold at once. */
  curve?: EpsilonDelta[];
  /** Poisson-sampled steps of noise multiplier σ/C, with the loss of all raised by slack. */
  sampled?: SampledSteps;
}

/** Poisson-sampled Gaussian steps (docs/noisy-gradient-descent.md, section 6). */
export interface SampledSteps {
  /** Noise over clip norm, σ/C > 0. */
  multiplier: number;
  /** The chance of a record to take part in a step, above 0 and below 1. */
  rate: number;
  /** How many, 1 to 1e9. */
  steps: number;
  /** The addition of grids to the loss of all, in nats, 0 or more. */
  slack: number;
}

/**
 * Returns the part that a report has in a composition, or null where it has no promise: its
 * (ε, δ), with `person` that of all rows of a person (mathematics.md 7.23); and a Gaussian pair
 * where one is proved, for objective perturbation else a curve, for Poisson sampling the steps.
 * Rejects as loadReport does (mathematics.md 7.19 and 7.25).
 *
 * @param report the document, parsed
 */
export function compositionPart(report: object): Promise<CompositionPart | null>;

/**
 * Returns an ε at δ that holds for publications about the same people together, never below the
 * truth and never above the sum of their ε where δ is the sum of theirs; infinite where δ is too
 * small for any. Data, features and loss of a publication may be chosen by what earlier ones
 * showed, but not its part, nor whether there is one: then only the sums hold. All parts must be
 * under one relation of neighbours: those of reports are, with one record more or less. Rejects
 * with an ExpostError of type "argument" (mathematics.md 7.20 to 7.22 and 7.25).
 *
 * @param parts at most 2,000
 * @param delta from 0 to 1, 1 excluded
 */
export function compose(parts: CompositionPart[], delta: number): Promise<number>;

/**
 * Returns what a publication of a study will promise, as `compositionPart` gives it of its report;
 * ε = ∞ and δ = 1 without a promise. No data are needed: the promise is the same for all. Rejects
 * with an ExpostError of type "study", or "argument" for the model.
 *
 * @param model one that was trained elsewhere, as `attach` takes it
 */
export function publicationPart(study: object, model?: TrainedModel): Promise<CompositionPart>;

/**
 * Bounds what several publications revealed about one record together (mathematics, 10.4), usually
 * less than the sum of their bounds. Holds for all publications of a series up to the last one
 * given, in the order of publication, however many there will be. Throws an ExpostError of type
 * "record" for a value that can't be read (`pointer` names it under /records/0, /records/1, …), and
 * "argument" for a publication that stands there twice ("duplicate").
 *
 * @param reports two or more
 * @param record raw values, of which each report takes those of its fields; or a list of one record
 *   for each report
 */
export function boundSeries(
  reports: Report[],
  record: PartlyKnownRecord | PartlyKnownRecord[],
  options?: BoundOptions,
): SeriesBound;

/**
 * Returns the promise of a study's publications to one person, as `Report.promise` says it of the
 * report; of a study for models that another program trains with the `model`. No data are needed.
 * Rejects with an ExpostError of type "study" where the budget can't be met.
 */
export function promiseOfStudy(study: object, who: PromisedTo, model?: TrainedModel): Promise<PersonalPromise>;

/** A limit on all publications of a ledger together; no delta: any δ. */
export interface LedgerLimit {
  /** ε of all together, above 0. */
  epsilon: number;
  /** δ of all together, from 0 to 1, 1 excluded. */
  delta?: number;
}

/** One publication in a ledger. Other keys begin with "x-". */
export interface LedgerEntry {
  /** The day, such as 2026-03-01. */
  published: string;
  /** The report's title. */
  title: string;
  /** SHA-256 of the report's text, in hexadecimal. */
  report: string;
  /** SHA-256 of `studyText`, in hexadecimal. */
  study: string;
  /** "Infinity" without a guarantee; then δ is 1. */
  epsilon: number | "Infinity";
  /** δ from 0 to 1. */
  delta: number;
  /** The name of the accountant, as the report states it. */
  accountant: string | null;
  /** An experiment: not published, and not counted. */
  seeded: boolean;
  /** Keyed fingerprint of the table; none in version 1. */
  data?: string;
  /** The Gaussian pair that dominates it, where one is proved. */
  gaussian?: { shift: number; slack: number };
  /** Promises that hold at once. */
  curve?: EpsilonDelta[];
  /** Poisson-sampled steps of a descent. */
  sampled?: SampledSteps;
  /** ε and δ are promised to a person with up to so many rows; none: to one row. */
  rows?: number;
}

/** Sums over the publications of a ledger, rounded up; experiments are not in them. */
export interface LedgerTotal extends EpsilonDelta {
  /** How many there are. */
  publications: number;
  /** Publications without a finite ε. */
  withoutGuarantee: number;
  /** Entries of seeded noise, which are not counted. */
  experiments: number;
  /** The sums of those with a finite ε. */
  promised: EpsilonDelta;
  /** Some promise something to a person, but not all: the sums hold for one row alone. */
  isOfRow: boolean;
  /** In English: "ε = 2, δ = 0.000002 (2 publications)". */
  words: string;
}

/** The same with what those with a finite ε have together. */
export interface ComposedLedgerTotal extends LedgerTotal {
  /** ε at the limit's δ, or else at the sum of δ; never above the sum of ε. */
  together: EpsilonDelta;
  /** Null where it says no more than the sums. */
  togetherInWords: string | null;
  /** The most that may be added to the sums without going beyond the limit, where there is one. */
  left?: LedgerLimit;
  /** In English: "ε = 0.7 with any δ". */
  leftInWords?: string;
}

/** Questions to a ledger. */
export interface LedgerQuestions {
  /** Lowers the ledger's own. */
  limit?: LedgerLimit;
  /** SHA-256 of `studyText`: was it published before? */
  study?: string;
  /** One more publication: would it go beyond the limit? */
  adds?: CompositionPart;
}

/** A ledger that was checked. */
export interface CheckedLedger {
  /** Sums over its publications. */
  total: LedgerTotal;
  /** The limit, lowered where that was asked for. */
  limit?: LedgerLimit;
  /** In English: "ε = 3 with any δ". */
  limitInWords?: string;
  /** A sentence about earlier publications of the study, or null. */
  repeat: string | null;
}

/** One more publication of a ledger. */
export interface LedgerAddition {
  /** 64 hexadecimal digits of a random key, for a ledger that has none. */
  key: string;
  /** As `ledgerEntry` gives it. */
  entry: LedgerEntry;
  /** HMAC-SHA-256 of the table with the ledger's key, in hexadecimal. */
  data?: string;
  /** Lowers the ledger's own. */
  limit?: LedgerLimit;
}

/** A ledger with one more publication. */
export interface EnteredLedger {
  /** The first keys of the ledger's file. Other keys of the ledger go behind them. */
  head: { format: string; version: number; key: string; limit?: LedgerLimit };
  /** The last entry of the ledger's file. */
  entry: LedgerEntry;
  /** The total without it. */
  before: LedgerTotal;
  /** The total with it. */
  total: ComposedLedgerTotal;
  /** The ledger's limit. */
  limit?: LedgerLimit;
  /** In English: "ε = 3 with any δ". */
  limitInWords?: string;
  /** A sentence about other data than those of earlier publications, or null. */
  doubt: string | null;
}

/**
 * Checks a ledger of any version. Rejects with an ExpostError of type "ledger" whose pointer names
 * the place, and with the code "beyond-limit" where `adds` would take the sums beyond the limit
 * (docs/publishing.md).
 *
 * @param ledger the document, parsed
 */
export function checkLedger(ledger: object, questions?: LedgerQuestions): Promise<CheckedLedger>;

/** Returns the total of a ledger, composed tightly too. Rejects as `checkLedger` does. */
export function ledgerTotal(ledger: object): Promise<ComposedLedgerTotal>;

/**
 * Returns the entry of a report, still without the data's fingerprint.
 *
 * @param hashes SHA-256 in hexadecimal, of the report's text and of `studyText`
 */
export function ledgerEntry(report: object, hashes: { report: string; study: string }): Promise<LedgerEntry>;

/**
 * Enters one more publication: returns what its file is to hold, and the totals. Rejects as
 * `checkLedger` does. The caller keeps others from the file meanwhile.
 */
export function enterLedger(ledger: object, addition: LedgerAddition): Promise<EnteredLedger>;

/**
 * Returns the sum of the decimals that numbers of 0 or more are written as, rounded up: 0.3 for 0.1
 * and 0.2, and never below the exact sum.
 */
export function sumUpward(values: number[]): Promise<number>;

/**
 * Returns a line for each row, by which ledgers know a table, whatever kind of file holds it: its
 * values as a JSON array of texts without white space at their ends, and a line feed. `header`:
 * names of the columns, as many as a row has values.
 */
export function tableLines(header: string[], rows: RawValue[][] | RowBlock): Promise<string>;

/**
 * Returns one text for a study, however its files are laid out: its JSON without blanks, keys in
 * order.
 */
export function studyText(study: object): Promise<string>;

/** Several rows at once, which are read many times faster than one by one. */
export type RowBlock =
  /**
   * A column for each name of the header, all of one length. Numbers are read fastest from a
   * Float64Array.
   */
  | { columns: (RawValue[] | Float64Array)[] }
  /** Rows that `openCsv` has read. */
  | CsvBlock;

/** Rows of a table of CSV, there until the next ones are read. */
export interface CsvBlock {
  /** The rows, each an array of texts. */
  rows(): string[][];
  /** The texts of the columns with these places, counted from 0, an array each. */
  texts(columns: number[]): string[][];
}

/** A table of CSV under way: what `publish`, `audit`, `profile` and `scaffold` take as data. */
export interface CsvTable extends DataRows {
  rows: AsyncIterable<CsvBlock>;
  /**
   * The line of the file on which the row starts that a pointer of an error names ("/7/age"), or
   * null where it names none.
   */
  lineOf(pointer: string): number | null;
  /**
   * Once the rows were read, the places of columns, ascending, whose points may stand for
   * thousands: three values or more have a point, and all of these look like "1.045" or
   * "1.234.567". The point is read as the decimal mark all the same. Empty before, with
   * `decimalComma`, and where commas separate columns. As secret as the rows.
   */
  thousands: number[];
  /** Frees the memory of the table. No line is known any more. */
  close(): Promise<void>;
}

/** Options of `openCsv`. */
export interface CsvOptions {
  /** As in DataRows: no comma separates columns then. */
  decimalComma?: boolean;
  /** Bytes of the whole file, where they are known, for `expectedRows`. */
  size?: number;
}

/**
 * Opens a table of CSV, by the rules of docs/publishing.md, "Tables": UTF-8, UTF-16 with a byte
 * order mark, or either inside gzip. `chunks` are a file's bytes, or pieces of text. Rejects, as
 * its rows do, with an ExpostError of type "data" for what is no table: its pointer is the place,
 * "/line/7" or "/line/7/column/2".
 */
export function openCsv(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  options?: CsvOptions,
): Promise<CsvTable>;

/**
 * Reads a text of a header and rows, as they are copied from a table, by the same rules. Rejects as
 * `openCsv` does, and with the codes "no-row", "several-rows" (more than 1000) and
 * "duplicate-column".
 */
export function readRecords(text: string): Promise<{ header: string[]; rows: string[][]; separator: string }>;

/** Rows of raw values. */
export interface DataRows {
  /** Names of the columns. */
  header: string[];
  /** A value for each column, or several rows at once; read once. */
  rows: Iterable<RawValue[] | RowBlock> | AsyncIterable<RawValue[] | RowBlock>;
  /**
   * About how many rows there will be, where that is known: memory is then asked for once instead
   * of in ever larger pieces.
   */
  expectedRows?: number;
  /**
   * Whether texts that are read as numbers have a decimal comma: "1,5" is 1.5 then, and "1.234",
   * which may be a thousand, is refused. Levels are texts as they are. Default false.
   */
  decimalComma?: boolean;
  /**
   * The name of each column's kind, as the file has it ("TIME_MICROS", "duration"), or null. Times
   * of day, durations, intervals and nested values are no numbers: a column that is read is refused
   * (ExpostError of type "data", code "wrong-type"), another one doesn't matter.
   */
  kinds?: (string | null)[];
  /**
   * Called before the rows are read, with the places of the columns whose values are looked at, of
   * those whose kinds can't be read, and of those of the first whose values are numbers (of
   * `scaffold` none, as no kind is known). The values of the others may be blank: nothing has to be
   * decoded for them. What it throws comes out.
   */
  select?: (columns: number[], unread: number[], numbers: number[]) => void;
}
/** Options of `scaffold`. */
export interface ScaffoldOptions {
  /** Name of the column that the model predicts. */
  label: string;
  /**
   * Called before the rows are read, for each column that is left out: `why` ends a sentence about
   * it, "is of the kind TIME_MICROS, which is no number, text or boolean".
   */
  onLeftOut?: (column: { name: string; why: string }) => void;
}
/** Options of `guessedKinds`. */
export interface GuessOptions {
  /** Called at most once a frame, and after the last row. */
  onProgress?: (progress: { phase: "reading"; rows: number }) => void;
  /** Aborting it rejects the promise with the signal's reason. */
  signal?: Signal;
}
/** A guess about a column. */
export interface GuessedKind {
  /** The column. */
  name: string;
  /** The kind that most of its values have the form of. */
  kind: "number" | "boolean" | "category";
  /** Whether every value is 0 or 1, yes or no, true or false, or blank. */
  twoValued: boolean;
  /** Whether a value is blank. */
  blanks: boolean;
}
/**
 * Everything that `publish` would refuse in a study before it sees a row, in the study's order and
 * at most one error for a key: for a form that shows all of them at once. Empty if the study is
 * taken.
 */
export function studyErrors(study: object): Promise<DocumentError[]>;
/**
 * A study to be filled in: an intercept and the columns' names, from the header alone, as a study
 * is published and what one row could change would tell of that row. `null` stands where only the
 * curator can know, from public knowledge: title, publisher.name and its three x-links, unit, the
 * kind of every column and of the label, the loss, scaling.norm, budget.epsilon and budget.delta.
 * `publish` refuses each until it is filled in (ExpostError of type "study", code "unfilled") or,
 * of x-links, deleted; `mechanism.lambda` may stay null. Columns without a name are left out.
 */
export function scaffold(
  data: Pick<DataRows, "header" | "kinds" | "select">,
  options: ScaffoldOptions,
): Promise<{ features: { name: string }[]; label: { name: string } }>;
/**
 * Guesses each named column's kind from the form of its values: for the curator alone, who
 * confirms it from a code book. One row can change a guess, so it must not go into a study unseen.
 */
export function guessedKinds(data: DataRows, options?: GuessOptions): Promise<GuessedKind[]>;

/** Options of `publish` and `attach`. */
export interface PublishOptions {
  /** Experiments only: the report is marked "x-insecure-seed". */
  seed?: number;
  /** Also return what the noise hides (`Published.secrets`): never publish it. */
  secrets?: boolean;
  /** Called with the first and the last piece of each phase, and once a frame in between. */
  onProgress?: (progress: Progress) => void;
  /** Aborting it rejects the promise with the signal's reason; nothing was published then. */
  signal?: Signal;
}
/**
 * The part of an AbortSignal that is used here; named so that neither DOM nor Node types are
 * needed.
 */
export interface Signal {
  /** Whether it was aborted. */
  readonly aborted: boolean;
  /** Thrown then. */
  readonly reason: any;
  /** Throws the reason if it was aborted. */
  throwIfAborted(): void;
}
/** Newton steps taken, with the length of the gradient left and the one to reach. */
export interface NewtonProgress {
  /** Training. */
  phase: "training";
  /** Newton steps taken. */
  step: number;
  /** Length of the gradient that is left. */
  residual: number;
  /** Length to reach. */
  tolerance: number;
  /** Not known beforehand. */
  ofSteps?: undefined;
}
/** Steps of noisy gradient descent taken, of `ofSteps`. */
export interface DescentProgress {
  /** Training. */
  phase: "training";
  /** Steps taken. */
  step: number;
  /** Steps in all. */
  ofSteps: number;
  /** Descents have none. */
  residual: null;
  /** Descents have none. */
  tolerance: null;
}
/** `rows` read so far; steps of training; `rows` audited of `total`. */
export type Progress =
  | { phase: "reading"; rows: number }
  | NewtonProgress
  | DescentProgress
  | { phase: "releasing" }
  | { phase: "auditing"; rows: number; total: number };
/**
 * Everything that a report's noise hides, for the curator's own audit, never to be published: for
 * objective perturbation the noise and what it hides; for noisy gradient descent its sums and who
 * took part in which step; for the other mechanisms the minimum that the noise was added to.
 */
export type Secrets =
  | { b: number[]; gradient: number[]; hessian: { upper: number[] }; smallestEigenvalue: number }
  | { minimiser: number[] }
  | DescentSecrets;
/** The secrets of noisy gradient descent: with them everybody's exact loss follows. */
export interface DescentSecrets {
  /** r_t of each step that was done, one step after the other: doubles in base64. */
  noisySums: string;
  /**
   * Poisson sampling alone: a bit for each row in base64, step by step, each step starting at a new
   * byte, the least significant bit first; 1: took part.
   */
  samples?: string;
  /**
   * Shuffled epochs alone: the number of each row's batch, epoch by epoch: 32-bit integers in
   * base64, the least significant byte first.
   */
  order?: string;
}
/** A report with what only the curator may see. */
export interface Published {
  /** The document to publish (docs/report-format.md). */
  report: object;
  /** A network's long path, to publish beside the report; undefined where the report has it all. */
  path?: PathFile;
  /** With `secrets: true` only: never publish it. */
  secrets?: Secrets;
  /** For the curator: rows, what was clamped, the residual, iterations. Not for publication. */
  notes: {
    /** Rows that were used. */
    rows: number;
    /** Rows that were left out by the study's `person`; only where it has one. */
    leftOut?: number;
    /**
     * The label that all rows have, where they have only one between them. It is no error: whether
     * there is a report must not depend on the data.
     */
    onlyLabel?: string;
    clamped: Record<string, number>;
    missing: Record<string, number>;
    scaled: number;
    iterations: number;
    /** 0 of noisy gradient descent, which has none; `iterations` are its steps. */
    residual: number;
    /**
     * Sentences about a model from elsewhere that doesn't fit the data; there is a report still.
     */
    doubts: string[];
  };
}
/**
 * Trains a model on the rows by the study's mechanism, draws the noise and writes the report.
 * Publish once: each report adds to everyone's privacy loss. Rejects with an ExpostError of type
 * "study" or "data", whose message names the place, or of type "numerics" where training doesn't
 * converge; nothing was published then.
 */
export function publish(data: DataRows, study: object, options?: PublishOptions): Promise<Published>;

/**
 * A model that was trained elsewhere by the study's mechanism. Scales may stand here or in the
 * study's `mechanism`.
 */
export type TrainedModel = {
  /**
   * θ, a row for each class, (classes, coordinates), or one class after the other. A transposed one
   * is refused.
   */
  theta: number[] | number[][];
  /**
   * Says that rows are classes, where classes are as many as coordinates and nothing else tells.
   */
  order?: "classes-first";
} & TrainedScales;
/** Scales and more of a `TrainedModel`, by its mechanism. */
export type TrainedScales =
  /**
   * Gaussian objective perturbation: θ̂ minimises J(θ; D) + bᵀθ, b ~ N(0, σ²I); and Gaussian
   * output perturbation, θ = θ̂ + N(0, σ²I), which has neither residual nor b.
   */
  | {
      /** mechanism.scales.model of the study. */
      sigma?: number;
      lambda?: number;
      /**
       * b itself, which is not published: mechanism.elsewhere.residual of the study is checked by
       * it.
       */
      b?: number[] | number[][];
    }
  /** Laplace-type noise: b of density ∝ e^{−η‖b‖}. */
  | { eta?: number; lambda?: number }
  /**
   * Logistic regression of IBM diffprivlib, by its own arguments: θ are its coefficients,
   * its data_norm must be the study's scaling.norm.
   */
  | { diffprivlib: { epsilon: number; dataNorm: number; C?: number; fitIntercept: false } }
  /** One posterior sample. */
  | { gamma?: number; lambda?: number }
  | TrainedDescent;
/** Numbers of each step: `count` × D doubles, one class after the other. */
export interface PathNumbers {
  /** Steps. */
  count: number;
  /** Base64 of doubles, 64 bits each, little-endian. */
  encoding: "base64-f64le";
  /** The numbers, step by step. */
  data: string;
  /** The shape of one step, (classes, coordinates): another is refused. */
  shape?: number[];
}
/**
 * Noisy gradient descent, the noise drawn by another program (noisy-gradient-descent.md 9). The
 * study states clip, steps, sampling and update, and `elsewhere: true` in its mechanism.
 */
export interface TrainedDescent {
  /** mechanism.scales.model of the study: the noise on the sum of clipped gradients. */
  sigma?: number;
  /** Steps that were done, where a public rule ended the training early. */
  stoppedAfter?: number;
  /** The iterates before every step, in order, as they were used. */
  iterates?: PathNumbers;
  /** Not published: the model is checked by them. */
  noisySums?: PathNumbers;
  /** Not published. Of Poisson sampling, as in `DescentSecrets`. */
  samples?: string;
}
/**
 * Releases about a model that was trained elsewhere, rounded at random. The study states
 * mechanism.elsewhere: rowsAtMost, a round number of rows, and with Gaussian objective perturbation
 * residual, a bound on the length of ∇J + b where training stops; not so for output perturbation.
 * Where theta can't have come from these data and noise of the stated scale (but for two models in
 * a billion), notes.doubts says so. Throws ExpostError, type "argument", code "unsupported" for an
 * adaptive posterior sample.
 */
export function attach(data: DataRows, study: object, model: TrainedModel, options?: PublishOptions): Promise<Published>;

/** Options of `audit`. */
export interface AuditOptions {
  /** ρ in (0, 1); default: the report's. */
  failureProbability?: number;
  /**
   * For noisy gradient descent, and required there: exact losses follow only from the noisy sums,
   * as `publish` with `secrets: true` gave them.
   */
  secrets?: DescentSecrets;
  /** Called with the first and the last piece of each phase, and once a frame in between. */
  onProgress?: PublishOptions["onProgress"];
  /** Aborting it rejects the promise with the signal's reason. */
  signal?: Signal;
}
/** An audit in a few numbers, as secret as the data. Losses are in nats. */
export interface AuditSummary {
  /** Rows audited. */
  rows: number;
  /** Rows whose exact loss lies outside its bound (method sharp, as members). */
  misses: number;
  /**
   * Rows whose exact loss is above the paper's bound in absolute value. Gaussian objective
   * perturbation of generalised linear losses only, as `redberg2021` below.
   */
  missesRedberg2021?: number;
  /** ρ of each bound. */
  failureProbability: number;
  /** Exact |L| over the rows. */
  exact: Quantiles;
  /** Upper bounds on |L| over the rows, by method. */
  bound: { sharp: Quantiles; redberg2021?: Quantiles };
  /** Bound divided by exact loss over the rows, by method. */
  ratio: { sharp: Quantiles; redberg2021?: Quantiles };
  /**
   * Output perturbation and posterior samples: ε of each row's per-instance differential privacy
   * at δ = pdpDelta, over the rows.
   */
  moments?: Quantiles & { mean: number; deviation: number };
  /** δ of `moments`. */
  pdpDelta?: number;
  /**
   * At most so far can leaving one row out move the mean of a loss between 0 and 1, averaged over
   * the rows.
   */
  generalisationGap?: number;
}
/** Quantiles over rows, by nearest rank. */
export interface Quantiles {
  /** Half of the rows are at most this. */
  median: number;
  /** 99 of 100 rows are at most this. */
  p99: number;
  /** All rows are at most this. */
  max: number;
}
/** An audit, row by row, as secret as the data. */
export interface Audit {
  /** The rows in a few numbers. */
  summary: AuditSummary;
  /**
   * exact: signed loss of each row as a member; lower, upper, ratio: sharp. redberg2021Upper,
   * redberg2021Ratio: Redberg & Wang's bound, where there is one. pdp, leverage (μ) and residual
   * (label less prediction of the model without the row; −f' for losses other than the squared
   * one): output perturbation and posterior samples.
   */
  rows: Record<"exact" | "lower" | "upper" | "ratio", Float64Array> &
    Partial<Record<"redberg2021Upper" | "redberg2021Ratio" | "pdp" | "leverage" | "residual", Float64Array>>;
}
/**
 * Computes the exact loss of every row as a member and compares it with the bounds of a report of
 * the same data and study. For the curator alone. Rejects with an ExpostError of type "study",
 * "data" or "argument" (mathematics.md 2, 8).
 */
export function audit(data: DataRows, study: object, report: Report, options?: AuditOptions): Promise<Audit>;

/**
 * How far a profile is: rows read, Newton steps, rows whose neighbour is known, rows whose typical
 * loss is known, models drawn.
 */
export type ProfileProgress =
  | { phase: "reading"; rows: number }
  | NewtonProgress
  | { phase: "neighbours"; rows: number; total: number }
  | { phase: "losses"; done: number; total: number }
  | { phase: "sampling"; done: number; total: number };
/** Options of `profile`. */
export interface ProfileOptions {
  /** λ = nΛ of the sum form; default: the study's mechanism.lambda. One of them must be there. */
  lambda?: number;
  /**
   * Values of ε, ascending, each from 1e-100 to 1e100, at most 1000; or `count` values from `from`
   * to `to`, equally spaced in log ε, each rounded to the nearest double. Default: 25 values from
   * 1e-2 to 1e4.
   */
  epsilons?: number[] | { from: number; to: number; count: number };
  /**
   * "exact" (default): trained without the row. "worst-case": the farthest point it can be at
   * (LeBlond et al. 2023), O(d) a row.
   */
  neighbours?: "exact" | "worst-case";
  /** Models drawn for `profile.sampled`, 0 (default: none) or 2 to 100,000. */
  samples?: number;
  /** ε of the sorted profile; default: the study's budget.epsilon, or 1 where it has none. */
  profileEpsilon?: number;
  /**
   * Rows that were not trained on, under a header of their own: accuracy against ε. Where they are
   * at fault an error's pointer begins with /heldOut. With a study of noisy gradient descent the
   * models are trained by its own descent, with the noise that each ε needs.
   */
  heldOut?: DataRows;
  /** Two coded coordinates, counted from 0, whose values by row are wanted. */
  coordinates?: [number, number];
  /** Also tell where in the model's own coordinates each row moves it. */
  modelCoordinates?: boolean;
  /** Experiments only: models are drawn from a seed, and the profile says so. */
  seed?: number;
  /** Called with the first and the last piece of each phase, and once a frame in between. */
  onProgress?: (progress: ProfileProgress) => void;
  /** Aborting it rejects the promise with the signal's reason. */
  signal?: Signal;
}
/**
 * A training set's privacy profile, row by row (mathematics.md 14): for the curator alone, as
 * secret as the data. The mechanism is output perturbation: the minimiser A(x) of (1/n)Σℓ +
 * (Λ/2)‖θ‖² plus noise of density ∝ e^{−β‖b‖}, β = nΛε/2. A row's loss at a model M is β(‖A(y_i) −
 * M‖ − ‖A(x) − M‖), y_i the data without the row; its typical loss is the mean of the absolute
 * value over M.
 */
export interface Profile {
  /** Marks the profile: never publish it. */
  private: true;
  /** Models were drawn from a seed. */
  seeded: boolean;
  /** n, rows of the training set. */
  rows: number;
  /** d, coordinates of a record. */
  dimension: number;
  /** λ = nΛ. */
  lambda: number;
  /**
   * G: no row's gradient is longer, and β = λε/(2G) is the rate of the noise that is (ε,
   * 0)-differentially private. 1 for logistic, the width for pseudo-huber, √2 for softmax, 1 +
   * √(rows/λ) for squared.
   */
  lipschitz: number;
  /** How neighbours were found. */
  neighbours: "exact" | "worst-case";
  /** ‖A(y_i) − A(x)‖ by row. */
  displacement: Float64Array;
  /**
   * Largest relative error of a displacement that its certificate allows, rounding aside; with
   * worst-case neighbours 0.
   */
  displacementError: number;
  /**
   * Largest distance of a worst-case point from the exact one, relative to the exact one's
   * displacement; null with worst-case neighbours.
   */
  worstCaseDeviation: number | null;
  /** Typical loss / (β displacement) for little and for much displacement: κ_d and 1. */
  plateaus: { low: number; high: number };
  /**
   * Between which ε anything changes; null with one coordinate: there is no transition then.
   * Infinity where a row moves nothing.
   */
  transition: {
    epsilonLow: number;
    epsilonHigh: number;
    /** β displacement at the two ends. */
    sLow: number;
    sHigh: number;
    /**
     * Data rows counted from 1: the row moved furthest decides epsilonLow, the one moved least
     * epsilonHigh.
     */
    lowRow: number;
    highRow: number;
  } | null;
  /** The values of ε, ascending. */
  epsilons: Float64Array;
  /** Typical loss over the rows at each ε: quantiles by nearest rank, and the mean. */
  typical: Record<"max" | "p99" | "p90" | "median" | "p10" | "min" | "mean", Float64Array>;
  /**
   * Held-out rows at each ε: mean over drawn models with its standard error, and without noise.
   * Accuracy is the share of right classes; the mean absolute error is in the label's own unit,
   * predictions outside its range counted as its ends. null without heldOut.
   */
  accuracy: {
    measure: "accuracy" | "mean-absolute-error";
    rows: number;
    /** How many models were drawn. */
    models: number;
    mean: Float64Array;
    standardError: Float64Array;
    nonPrivate: number;
  } | null;
  /** The sorted profile at one ε. */
  profile: {
    epsilon: number;
    /** Typical loss by row. */
    typical: Float64Array;
    quantiles: { max: number; p99: number; p90: number; median: number; mean: number };
    /**
     * Mean over drawn models of the sorted |loss|, smallest first, with its standard error; null
     * where no model was drawn.
     */
    sampled: { samples: number; mean: Float64Array; standardError: Float64Array } | null;
  };
  /**
   * The rows that move the model most, at most 20, furthest first, and what makes it: leverage μ,
   * f' at A(x), f' at A(y_i); for softmax ‖p − e_y‖ in place of f', and the leverage in the
   * direction of the row's gradient.
   */
  top: {
    row: number;
    displacement: number;
    typical: number;
    leverage: number;
    derivative: number;
    neighbourDerivative: number;
  }[];
  /** With `coordinates`: the two coded coordinates by row. */
  coordinates?: { first: Float64Array; second: Float64Array };
  /**
   * With `modelCoordinates`: of each number of the model what it belongs to, its value in A(x),
   * and by row how far A(y_i) is from it; 4 million numbers by row at most, for which the last
   * coordinates are left out.
   */
  modelCoordinates?: { name: string; base: number; displacement: Float64Array }[];
}
/**
 * Computes the privacy profile of a training set. For the curator alone: keep it as secret as the
 * data. Rejects with an ExpostError of type "study", "data" or "argument" (mathematics.md 14).
 */
export function profile(data: DataRows, study: object, options?: ProfileOptions): Promise<Profile>;

/** Options of `keptRows`. */
export interface KeptRowsOptions {
  /** Called with how many rows were read. */
  onProgress?: (progress: { phase: "reading"; rows: number }) => void;
  /** Stops the reading; the promise rejects with the signal's reason. */
  signal?: Signal;
}
/**
 * Finds which rows a study's `person` keeps, the first so many of each person: by row of the data 1
 * where it is kept, else 0. What `audit` and `profile` say by row is about the kept ones, in their
 * order. For the curator alone. Rejects with an ExpostError of type "study", "data" or "argument";
 * "argument" where the study has no `person`.
 */
export function keptRows(data: DataRows, study: object, options?: KeptRowsOptions): Promise<Uint8Array>;

/** Version of the package. */
export const version: string;
/** Version of the report format that this package writes and reads. */
export const formatVersion: number;
/**
 * Limits; what is larger is refused before any work is done with it: bytes of a report's or a
 * study's text, objects and arrays inside each other, coordinates of a record (times the classes of
 * softmax).
 */
export const limits: Readonly<{ textBytes: number; depth: number; dimension: number }>;
