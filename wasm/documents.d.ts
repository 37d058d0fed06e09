// The documents of the format, as npm run schemas makes them of their JSON Schemas.

/** Pages of the publisher for the people whose records were used. */
export interface PublisherLinksDocument {
  /** The publisher's treatment of data about people. */
  privacy?: string;
  /** Ways to ask for access, to object, to have data erased. */
  rights?: string;
  /** Ways to stay out of the next publication. */
  optOut?: string;
}

export interface PublisherDocument {
  /** The publisher. */
  name: string;
  /** Their address. */
  contact?: string;
  /** Pages for the people in the data. */
  "x-links"?: PublisherLinksDocument;
}

export interface LossDocument {
  /** Names the kind. */
  name: "logistic" | "squared" | "pseudo-huber" | "softmax";
  /** Residuals up to about this size count squared, larger ones linearly. */
  width?: number;
  classes?: number;
}

export interface LayerDocument {
  /** Names the kind. */
  kind:
    | "dense"
    | "conv2d"
    | "max-pool"
    | "average-pool"
    | "group-norm"
    | "layer-norm"
    | "relu"
    | "tanh"
    | "sigmoid"
    | "softplus"
    | "silu"
    | "gelu"
    | "flatten"
    | "reshape";
  out?: number;
  bias?: boolean;
  /** Height and width of a window. */
  kernel?: number | number[];
  /** From one window to the next; the kernel's size where it is left out. */
  stride?: number | number[];
  /** Zeros on either side. */
  padding?: number | number[];
  /** They divide the channels. */
  groups?: number;
  /** Whether scales and shifts are parameters. */
  affine?: boolean;
  epsilon?: number;
  shape?: number[];
}

/**
 * The scores that the loss takes. Theta has the parameters layer after layer, row-major, as
 * PyTorch's parameters() yields them.
 */
export interface NetworkDocument {
  /** The shape of x, numbers row by row. */
  input: number[];
  /** From x to the scores. */
  layers: LayerDocument[];
}

export interface AdaptiveDocument {
  epsilon: number;
  delta: number;
  smallestEigenvalue: number;
  logResidual: number;
}

export interface SamplingDocument {
  /** Names the kind. */
  kind: "full" | "poisson" | "shuffle";
  /** At least 2^-40. */
  rate?: number;
  /** Batches of an epoch; they divide the number of steps. */
  batches?: number;
}

/**
 * v = momentum v + (noisy sum + ridge theta)/divisor, theta = theta - rate v; or another public
 * rule, in words.
 */
export interface UpdateDocument {
  /** One number, or one for each step. */
  rate?: number | number[];
  momentum?: number;
  /**
   * Parameters are rounded to multiples of this power of two, at the start and after each step,
   * ties to even.
   */
  parameterStep?: number;
  ridge?: number;
  divisor?: number;
  /** Names the kind. */
  rule?: "other";
  /** The rule, in words. */
  words?: string;
}

export interface StartDocument {
  /** Public; of nothing but the start, whose generator is no other's. */
  seed?: number;
  /** How it was chosen, without the data. */
  words?: string;
}

export interface MechanismDocument {
  /** Names the kind. */
  name: "objective-perturbation" | "output-perturbation" | "posterior-sample" | "noisy-gradient-descent";
  /** Names the kind. */
  noise?: "gaussian" | "laplace";
  /** Standard deviation of each coordinate's noise. */
  sigma?: number;
  /** Ridge term of the objective, in sum form. */
  lambda?: number;
  /**
   * Bound on the norm of gradient plus noise at theta, before theta was rounded; 0 where it isn't
   * given. Version 0.1.0 wrote a number here that depends on the data.
   */
  "x-residual"?: number;
  /** Theta was rounded at random to multiples of this power of two. */
  "x-rounding"?: number;
  /**
   * With x-rounding: the bounds hold for data of at most so many rows; chosen beforehand, whatever
   * their number is. At least 2^20 without x-noise.
   */
  "x-rows-at-most"?: number;
  /**
   * The model came from another program: rounded more coarsely, for nothing is known of its digits.
   */
  "x-noise"?: "elsewhere";
  /** Rate of the length of the noise vector b. */
  eta?: number;
  /**
   * The noisy sums were whole multiples of this power of two, and so is sigma; at most 2^-26 of it.
   */
  "x-grid"?: number;
  /** Inverse temperature. */
  gamma?: number;
  /**
   * AdaOPS: lambda and gamma were chosen from the data, privately; the records' and labels' bounds
   * are 1.
   */
  adaptive?: AdaptiveDocument;
  /** Norm that a record's gradient is clipped to. */
  clip?: number;
  /** The number of steps that was fixed beforehand. */
  steps?: number;
  /** Steps that were done, where a public rule ended the training earlier. */
  stoppedAfter?: number;
  /** The records that take part in a step. */
  sampling?: SamplingDocument;
  /** The rule by which a step uses its noisy sum. */
  update?: UpdateDocument;
  /**
   * The published model: the last iterate, the mean of all after the first, or something else made
   * of the noisy sums alone.
   */
  final?: "last" | "average" | "other";
  /**
   * A network's theta before the first step: made of a public seed, or in words how it was chosen
   * without the data. Others start at 0.
   */
  start?: StartDocument;
  /** The numbers in which another program computed a network's gradients. */
  arithmetic?: "float64" | "float32" | "tf32";
}

export interface ModelDocument {
  /** The loss that the model was trained with. */
  loss: LossDocument;
  /**
   * The network whose scores the loss takes; linear scores where there is none. Only with noisy
   * gradient descent.
   */
  network?: NetworkDocument;
  /** The mechanism that made the model private. */
  mechanism: MechanismDocument;
  /**
   * The published coefficients, one for each coordinate, for softmax class by class; or a network's
   * parameters.
   */
  theta: number[];
}

export interface FeatureDocument {
  /** The key in a raw record, and the header of its column. */
  name: string;
  /** In words, for people; else the name. */
  label?: string;
  /** Names the kind. */
  kind: "constant" | "number" | "boolean" | "category";
  value?: number;
  /** `label` in other languages. */
  labels?: Record<string, string>;
  unit?: string;
  minimum?: number;
  maximum?: number;
  /** Stands in for a blank; within [minimum, maximum]. */
  missing?: number | string;
  /** `unit` in other languages. */
  units?: Record<string, string>;
  levels?: string[];
  /**
   * Words for the levels, in their order; of a binary label negative, then positive. Records have
   * the levels themselves.
   */
  levelWords?: string[];
  /**
   * Other spellings of levels, and the level that each means. A spelling is no level itself, and
   * what it means is one.
   */
  aliases?: Record<string, string>;
  /** `levelWords` in other languages. */
  levelLabels?: Record<string, string[]>;
}

/**
 * Numbers go to range; then the record is divided by norm and, if it is longer than 1 still, scaled
 * onto the unit ball. Without features it has no effect.
 */
export interface ScalingDocument {
  /** Where minimum and maximum of a number go. */
  range?: number[];
  /**
   * Every record is divided by it. Left out with a network, no record is scaled onto the unit ball.
   */
  norm?: number;
}

export interface LabelDocument {
  /** The key in a raw record, and the header of its column. */
  name: string;
  /** In words, for people; else the name. */
  label?: string;
  /** Names the kind. */
  kind: "binary" | "number" | "category";
  negative?: string;
  positive?: string;
  /**
   * Words for the levels, in their order; of a binary label negative, then positive. Records have
   * the levels themselves.
   */
  levelWords?: string[];
  /**
   * Other spellings of levels, and the level that each means. A spelling is no level itself, and
   * what it means is one.
   */
  aliases?: Record<string, string>;
  /** `label` in other languages. */
  labels?: Record<string, string>;
  /** `levelWords` in other languages. */
  levelLabels?: Record<string, string[]>;
  unit?: string;
  minimum?: number;
  maximum?: number;
  /** `unit` in other languages. */
  units?: Record<string, string>;
  levels?: string[];
}

/**
 * The pixels of an image are a record's numbers, row by row, of three channels red, green and blue
 * one after the other: those of the features in their order, or x without features. With a network
 * whose input is [1, height, width] or [3, height, width], and features that are all numbers which
 * reach as far as the range.
 */
export interface ImageInputDocument {
  /** Names the kind. */
  kind: "image";
  /** The numbers of the darkest and of the lightest pixel; shades between are evenly spaced. */
  range: number[];
  /** Values that a pixel has in the data. */
  shades?: number;
}

export interface GradientDocument {
  /** The noise's standard deviation. */
  sigma: number;
  "x-grid"?: number;
  values: number[];
}

export interface PackedNumbersDocument {
  /** Names the kind. */
  encoding: "base64-f64le";
  /**
   * Little-endian doubles in base64 (RFC 4648, section 4), padded, without line ends, unused bits
   * 0.
   */
  data: string;
}

export interface HessianDocument {
  /** The noise's standard deviation. */
  sigma: number;
  "x-grid"?: number;
  /** The upper triangle with diagonal, row by row: d(d+1)/2 numbers. */
  upper: number[] | PackedNumbersDocument;
}

export interface SmallestEigenvalueDocument {
  /** The noise's standard deviation. */
  sigma: number;
  "x-grid"?: number;
  value: number;
}

/** The path of noisy gradient descent: the models before its steps, exactly as they were used. */
export interface IteratesDocument {
  /** Iterates in data: one for each step that was done, or one for every so many. */
  count: number;
  /** Theta before step 0, before step every, … are kept; 1 where it is left out. */
  every?: number;
  /**
   * For each step that was done, how far its theta is at most from the last one that is kept; 0 for
   * those. Only with an every of 2 or more.
   */
  distances?: number[] | PackedNumbersDocument;
  /**
   * Differences are of neighbours, in units of parameterStep; the first iterate before them is in
   * 32 bits.
   */
  encoding: "base64-f64le" | "base64-f32le" | "i8-differences" | "i16-differences" | "i32-differences";
  /**
   * count times as many numbers as theta, at most 4000000, iterate by iterate; a network may have
   * sha256 in its place.
   */
  data?: string;
  /**
   * In place of data, for a network: the bytes are in a file beside the report, and these are their
   * SHA-256.
   */
  sha256?: string;
}

export interface ReleaseDocument {
  gradient?: GradientDocument;
  hessian?: HessianDocument;
  smallestEigenvalue?: SmallestEigenvalueDocument;
  /** The path of noisy gradient descent. */
  iterates?: IteratesDocument;
}

/** The differential privacy that the curator states, epsilon in nats. */
export interface GuaranteeDocument {
  /** In nats. */
  epsilon: number;
  /** 0 for Laplace-type noise only. */
  delta: number;
  /** The way epsilon and delta were worked out; of noisy gradient descent gaussian, rdp or pld. */
  accountant?: string;
}

/**
 * The promise to a person with several rows, where the guarantee is about one row; at least what
 * group privacy gives.
 */
export interface PersonPromiseDocument {
  /** Rows of one person, at most. */
  rows: number;
  /** All rows of the person together, in nats. */
  epsilon: number;
  /** 0 where that of the guarantee is. */
  delta: number;
}

/** The program that wrote the report. */
export interface SoftwareDocument {
  /** The program. */
  name: string;
  /** Its version. */
  version?: string;
}

/**
 * The publisher's signature of the rest of the file (docs/report-format.md, Signature), by
 * minisign's rules. It is the last key of the file.
 */
export interface SignatureDocument {
  /** The public key: base64 of "Ed", 8 bytes of key number, 32 bytes of Ed25519 key. */
  key: string;
  /** Base64 of "Ed", the key number and the 64 bytes of the signature. */
  value: string;
  /** minisign's trusted comment. */
  comment: string;
  /** Base64 of the signature of the signature followed by the comment. */
  commentValue: string;
}

/**
 * The numbers and texts that a curator publishes beside a model which was made private by objective
 * perturbation, by output perturbation, by one posterior sample or by noisy gradient descent.
 * Nothing in it is meant to be secret. Keys of one's own start with x-; everything else that isn't
 * listed is refused. The reader also checks what goes with what (loss, mechanism, label, releases
 * and promise), lengths that depend on one another, and that the noise gives the promise.
 */
export interface ReportDocument {
  /** Names the kind. */
  format: "expost-report";
  /** The version of the format. */
  version: 1;
  /** One line. */
  title: string;
  /** Says what the model is for. */
  description?: string;
  /** The publisher of the report. */
  publisher?: PublisherDocument;
  /** The day of publishing. */
  published: string;
  /** Whom one unit of privacy stands for, as in: one person, one row. */
  unit: string;
  /** True of everyone whose record was used, in one sentence. */
  membership?: string;
  /**
   * How many people it is about, roughly: a round number that was fixed before the data were
   * counted.
   */
  people?: number;
  /** The model: its loss, how it was made private, and theta. */
  model: ModelDocument;
  /** From a raw record to its coordinates. Without them a record is x itself. */
  features?: FeatureDocument[];
  /** The scaling of numbers and records. */
  scaling?: ScalingDocument;
  /** The outcome; there where there are features. */
  label?: LabelDocument;
  /** A record is an image. */
  "x-input"?: ImageInputDocument;
  /**
   * The releases beside the model. Absent or empty: nothing. A Hessian alone, with a gradient, or
   * with gradient and smallest eigenvalue; of noisy gradient descent its iterates.
   */
  release?: ReleaseDocument;
  /** The promise to everyone, about one row. */
  guarantee?: GuaranteeDocument;
  /** The promise to a person with several rows. */
  person?: PersonPromiseDocument;
  /** The bounds' failure probability, unless the person asks for another. */
  failureProbability?: number;
  /** Anything but false: the noise came from a seed. An experiment, not a publication. */
  "x-insecure-seed"?: unknown;
  /** Anything but false: made-up data. */
  "x-sample"?: unknown;
  /** The program that wrote the report. */
  "x-software"?: SoftwareDocument;
  /** The publisher's signature, the last key of the file. */
  "x-signature"?: SignatureDocument;
}

/**
 * A model that another program trains (expost attach): what is stated of it beforehand. Its numbers
 * are published.
 */
export interface ElsewhereWithResidualDocument {
  /** A round number of rows that the data have at most: bounds hold for so many. */
  rowsAtMost: number;
  /** Bound on the length of gradient plus noise where training stops. */
  residual: number;
}

export interface ScalesDocument {
  model?: number;
  hessian?: number;
  gradient?: number;
  smallestEigenvalue?: number;
}

/**
 * A model that another program trains (expost attach): what is stated of it beforehand. Its numbers
 * are published.
 */
export interface ElsewhereDocument {
  /** A round number of rows that the data have at most: bounds hold for so many. */
  rowsAtMost: number;
}

export interface StudyMechanismDocument {
  /** Names the kind. */
  name: "objective-perturbation" | "output-perturbation" | "posterior-sample" | "noisy-gradient-descent";
  /** The loss that the model is trained with. */
  loss: LossDocument;
  /** Names the kind. */
  noise?: "gaussian" | "laplace";
  /** null or left out: the accountant picks it, or it comes with the model that is attached. */
  lambda?: number | null;
  /** Another program trains the model. */
  elsewhere?: ElsewhereWithResidualDocument | ElsewhereDocument | boolean;
  /**
   * Standard deviations fixed by the curator instead of calibrated from the budget; for the squared
   * loss, whose model and gradient have no finite sensitivity.
   */
  scales?: ScalesDocument;
  /** Rate of Laplace-type noise, fixed by the curator instead of calibrated from the budget. */
  eta?: number | null;
  adaptive?: false | true;
  /** Inverse temperature of the sample. */
  gamma?: number | null;
  /** The network whose scores the loss takes; linear scores where it is left out. */
  network?: NetworkDocument;
  /** Norm that a record's gradient is clipped to. */
  clip?: number;
  /** The number of steps that was fixed beforehand. */
  steps?: number;
  /** The records that take part in a step. */
  sampling?: SamplingDocument;
  /** The rule by which a step uses its noisy sum. */
  update?: UpdateDocument;
  /**
   * The published model: the last iterate, the mean of all after the first, or something else made
   * of the noisy sums alone.
   */
  final?: "last" | "average" | "other";
  /** One of the iterates is published every so many steps; 1 where it is left out. */
  every?: number;
  /**
   * A network's theta before the first step: made of a public seed, or in words how it was chosen
   * without the data. Others start at 0.
   */
  start?: StartDocument;
  /** The numbers in which another program computed a network's gradients. */
  arithmetic?: "float64" | "float32" | "tf32";
}

export interface SharesDocument {
  model: number;
  hessian?: number;
  gradient?: number;
  smallestEigenvalue?: number;
}

export interface BudgetDocument {
  /** In nats. */
  epsilon: number;
  /** Between 0 and 1. */
  delta?: number;
  /** joint where it is left out. */
  accountant?:
    "kst2012" | "wang2021" | "redberg2023" | "shift" | "joint" | "kifer" | "lecture" | "radius" | "gaussian" | "rdp" | "pld";
  /** The releases beside the model. */
  release?: "none" | "hessian" | "gradient+hessian" | "adaptive";
  /** Shares of epsilon, which add up to 1: of the model and of all that is released. */
  shares?: SharesDocument;
  /**
   * joint: model and releases as one mechanism; basic: the papers' sum of epsilons. whole and sum:
   * their names in Expost 0.2.
   */
  composition?: "joint" | "basic" | "whole" | "sum";
  /** The name of composition in Expost 0.2. */
  accounting?: "joint" | "basic" | "whole" | "sum";
}

/**
 * Several rows a person: the budget is promised to a person, of whose rows the first so many are
 * used.
 */
export interface StudyPersonDocument {
  /**
   * The column of the data that says whose row it is; no feature and not the label, and never
   * published.
   */
  column: string;
  /** Chosen without looking at the data. */
  rows: number;
}

/**
 * The curator's side of a report: what to train on which columns, and how the budget is split.
 * `expost init` leaves null where only the curator can know; such a study is not valid yet. The
 * reader also checks what goes with what (loss, mechanism, label, budget and its parts) and that
 * shares add up to 1.
 */
export interface StudyDocument {
  /** Names the kind. */
  format?: "expost-study";
  /** The version of the format. */
  version?: 1;
  /** One line. */
  title: string;
  /** Says what the model is for. */
  description?: string;
  /** The publisher of the report. */
  publisher?: PublisherDocument;
  /** The day of publishing. */
  published?: string;
  /** Whom one unit of privacy stands for, as in: one person, one row. */
  unit: string;
  /** True of everyone whose record was used, in one sentence. */
  membership?: string;
  /**
   * How many people it is about, roughly: a round number that was fixed before the data were
   * counted.
   */
  people?: number;
  /** From a raw record to its coordinates. */
  features: FeatureDocument[];
  /** The scaling of numbers and records. */
  scaling?: ScalingDocument;
  /** The outcome. */
  label: LabelDocument;
  /** A record is an image. */
  "x-input"?: ImageInputDocument;
  /** The mechanism that makes the model private. */
  mechanism: StudyMechanismDocument;
  /** The promise to everybody. One posterior sample has none; with eta it may be left out. */
  budget?: BudgetDocument;
  /** Several rows a person. */
  person?: StudyPersonDocument;
  /** The failure probability that the report will have. */
  failureProbability?: number;
  /** Anything but false: made-up data. */
  "x-sample"?: unknown;
}
