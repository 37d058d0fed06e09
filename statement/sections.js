// A statement as a document of headings, paragraphs, lists and tables: what the command line
// prints and a page shows. `say` is the language: its sentences, the check page's words, and how it
// writes numbers.
import { inShort } from "../wording/in-short.js";
import { nearest, plain, powerOfTwo, short, upward, upwardPower } from "../wording/figures.js";
import { presentName } from "../wording/earlier-names.js";
import { countInWords, personWords } from "../wording/headline.js";
import { coefficientsOf } from "../wording/mechanism.js";
import { descentInWords } from "../wording/descent.js";
import { BELIEF_PARTS, beliefCounts, inReleases } from "../wording/rounding.js";
import { stampsOf as stampsIn, titleStampsOf } from "../wording/stamps.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./language.js").StatementLanguage} StatementLanguage */
/** @typedef {import("expost").ReportSummary} ReportSummary */
/** @typedef {import("expost").Feature} Feature */
/** @typedef {Feature & Required<Omit<Feature, "unit" | "missing">>} FullFeature */
/** @typedef {import("expost").Label} Label */
/** @typedef {Label & Required<Omit<Label, "unit">>} FullLabel */
/** @typedef {NonNullable<ReportSummary["guarantee"]>} Guarantee */
/** @typedef {ReturnType<typeof statement>} Statement */
/** @typedef {{kind: "paragraph", text: string}} ParagraphBlock */
/** @typedef {{kind: "points" | "steps", items: string[]}} ListBlock */

/**
 * @typedef {{kind: "table" | "entries", caption: string, head: string[], rows: string[][]}}
 *   TableBlock
 */

/** @typedef {ParagraphBlock | ListBlock | TableBlock} Block */

/** @type {(text: string) => ParagraphBlock} */
const paragraph = (text) => ({ kind: "paragraph", text });
/** @type {(items: string[]) => ListBlock} */
const points = (items) => ({ kind: "points", items });
/** @type {(items: string[]) => ListBlock} */
const steps = (items) => ({ kind: "steps", items });
/**
 * Short cells, all but the first of them numbers.
 *
 * @param {string} caption
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {TableBlock}
 */
const table = (caption, head, rows) => ({ kind: "table", caption, head, rows });
/**
 * A name and a text of any length each.
 *
 * @param {string} caption
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {TableBlock}
 */
const entries = (caption, head, rows) => ({ kind: "entries", caption, head, rows });

/**
 * A failure probability as so many of so many publications, and the first as a number again.
 *
 * @param {number} probability
 * @param {StatementLanguage} say
 * @returns {[count: string, of: string, number: number]}
 */
const publications = (probability, say) => {
  const { count, of } = inReleases(probability);
  return [say.count(count), say.count(of), count];
};
/**
 * Whether one record can pull the model by any amount.
 *
 * @param {Facts} facts
 */
const isUnbounded = ({ summary, mechanism }) =>
  summary.loss.name === "squared" && mechanism !== "ada-ops" && mechanism !== "noisy-gradient-descent";
/**
 * The mechanism of noisy gradient descent; null for any other.
 *
 * @param {Pick<Facts, "summary">} facts
 */
const descentOf = ({ summary: { mechanism } }) => (mechanism.kind === "noisy-gradient-descent" ? mechanism : null);
/**
 * Whether the model is a posterior sample, of either kind.
 *
 * @param {Facts} facts
 */
const isSample = ({ summary }) => summary.mechanism.name === "posterior-sample";

/**
 * Someone's belief before, at least and at most after, in counts rounded outward.
 *
 * @param {{hundredths: number, after: import("expost").Interval}} belief
 * @param {StatementLanguage} say
 */
function beliefInWords({ hundredths, after }, say) {
  const { of, before, atMost, atLeast } = beliefCounts((hundredths * BELIEF_PARTS) / 100, after);
  return {
    before: say.sheet.result.inCount(say.count(before), say.count(of)),
    least: countInWords(atLeast, of, say, "fewer"),
    most: countInWords(atMost, of, say, "more"),
    // "More than 99 in 100" is no upper limit to say "at most" of.
    open: { least: atLeast.open, most: atMost.open },
  };
}

/**
 * Label of a feature or of the outcome in a language where the report has one in it, else its
 * usual one, else its name: as the check page asks.
 *
 * @param {Pick<Feature, "name" | "label" | "labels">} described
 * @param {StatementLanguage} say
 */
export const labelIn = ({ name, label, labels }, { sheet }) => labels?.[sheet.language] ?? (label || name);

/**
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function about({ summary, sha256, signer }, say) {
  const { about: own, notStated, madeFrom } = say.statement;
  const { theirs } = say;
  const { publisher, label } = summary;
  const contact = publisher?.contact;
  const publishedBy = publisher && (contact ? own.contact(theirs(publisher.name), theirs(contact)) : theirs(publisher.name));
  const rows = [
    [own.title, theirs(summary.title)],
    [own.publisher, publishedBy ?? notStated],
    [own.published, say.date(summary.published)],
    [own.description, summary.description ? theirs(summary.description) : notStated],
    [own.outcome, label === null ? notStated : theirs(labelIn(label, say))],
    [own.unit, theirs(summary.unit)],
  ];
  if (summary.software) {
    const { name, version } = summary.software;
    rows.push([own.software, theirs(version ? `${name} ${version}` : name)]);
  }
  if (sha256 !== null) rows.push([own.fingerprint, theirs(sha256)]);
  if (signer !== null) rows.push([own.signed, theirs(signer)]);
  return [paragraph(madeFrom), entries(own.caption, own.head, rows)];
}

const RELEASES = /** @type {const} */ (["gradient", "hessian", "smallestEigenvalue"]);
const SETTINGS = /** @type {const} */ (["dataEigenvalue", "logResidual"]);
/** Signs of the noise levels. */
const LEVELS = { model: "σ", gradient: "σ₂", hessian: "σ₃", smallestEigenvalue: "σ₄" };

/** @type {(name: string, numbers: number, noise: string) => [string, number, string]} */
const row = (...cells) => cells;
/** @type {(sign: string, value: number | null) => [string, number | null]} */
const constant = (...cells) => cells;

/**
 * Parts of what was released: [name, numbers in it, noise in words], the noise with `written`
 * digits.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @param {(value: number) => string} [written]
 * @returns {[name: string, numbers: number, noise: string][]}
 */
export function releasedParts({ summary, settings }, say, written = plain) {
  const { parts, level, deviation } = say.statement.released;
  const { release } = summary;
  const numbers = coefficientsOf(summary);
  /** @returns {[string, number, string]} */
  const model = () => {
    const { mechanism } = summary;
    const name = say.statement.mechanisms[mechanism.kind].model;
    if (mechanism.name === "posterior-sample") return [name, numbers, level("γ", written(mechanism.gamma))];
    if ("eta" in mechanism) return [name, numbers, level("η", written(mechanism.eta))];
    return [name, numbers, level(LEVELS.model, written(mechanism.sigma))];
  };
  const descent = descentOf({ summary });
  const iterates =
    descent === null || descent.path === "none"
      ? []
      : [
          row(
            parts.iterates,
            numbers * Math.ceil(descent.stoppedAfter / descent.every),
            level(LEVELS.model, written(descent.sigma)),
          ),
        ];
  const sizes = { gradient: numbers, hessian: (numbers * (numbers + 1)) / 2, smallestEigenvalue: 1 };
  const others = RELEASES.flatMap((name) => {
    const part = release[name];
    return part === undefined ? [] : [row(parts[name], sizes[name], level(LEVELS[name], written(part.sigma)))];
  });
  const chosen =
    settings === null ? [] : SETTINGS.map((name) => row(parts[name], 1, deviation(say.figure(nearest(settings[name])))));
  return [model(), ...iterates, ...others, ...chosen];
}

/**
 * @param {ReportSummary["loss"]} loss
 * @param {StatementLanguage} say
 */
export function lossInWords({ name, width, classes }, say) {
  const parameter = width ?? classes ?? NaN;
  return say.statement.released.losses[name](say.figure(plain(parameter)), parameter);
}

/**
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function released(facts, say) {
  const { released: own, mechanisms } = say.statement;
  const level = (/** @type {number} */ value) => say.figure(short(value));
  const { summary, mechanism, settings } = facts;
  const { loss, release, kind, guarantee } = summary;
  const count = coefficientsOf(summary);
  const descent = descentOf(facts);
  const rows = releasedParts(facts, say, level).map(([name, numbers, noise]) => [name, say.count(numbers), noise]);
  const normal = "sigma" in summary.mechanism;
  const notes = [
    ...(release.hessian ? [own.diagonal] : []),
    ...("eta" in summary.mechanism ? [own.eta(say.figure(nearest(count / summary.mechanism.eta)))] : []),
    ...(isSample(facts) ? [own.gamma] : []),
    ...("lambda" in summary.mechanism
      ? [(settings === null ? own.lambda : own.chosenLambda)(level(summary.mechanism.lambda)), own.rounded]
      : [own.constants(constantsOf(summary.mechanism, say, level)), own.roundedSigma]),
  ];
  const beside = settings === null ? own.kinds[kind] : own.settings;
  return [
    paragraph(own.model(lossInWords(loss, say), own.coefficients(say.count(count), count), mechanisms[mechanism].how)),
    paragraph(descent === null ? beside : descentInWords({ mechanism: descent, guarantee }, say)),
    table(own.caption, normal ? own.head : own.otherHead, rows),
    paragraph(notes.join(" ")),
  ];
}

/**
 * The constants of noisy gradient descent, fixed before the training, as "C = 1, T = 100, …".
 *
 * @param {import("expost").DescentMechanism} mechanism
 * @param {StatementLanguage} say
 * @param {(value: number) => string} written
 */
export function constantsOf({ clip, steps, sampling, update }, say, written) {
  const { level } = say.statement.released;
  /** @type {[sign: string, value: number | null][]} */
  const values = [
    ["C", clip],
    ["T", steps],
    ...(sampling.kind === "poisson" ? [constant("q", sampling.rate)] : []),
    ...(sampling.kind === "shuffle" ? [constant("b", sampling.batches)] : []),
    ...(update.rule === "other"
      ? []
      : [
          constant("η", update.rate),
          constant("m", update.momentum),
          constant("λ", update.ridge),
          constant("B", update.divisor),
        ]),
  ];
  return say.list(values.flatMap(([sign, value]) => (value === null ? [] : [level(sign, written(value))])));
}

/**
 * True if the guarantees of the parts were added up: the accountant's name says so (reports of
 * Expost 0.2: "sum").
 *
 * @param {string} accountant
 */
export const isBasic = (accountant) =>
  accountant
    .split(", ")
    .slice(1)
    .some((part) => part === "basic composition" || presentName(part) === "basic");

/**
 * The meaning of an accountant's name, as the end of a sentence.
 *
 * @param {string} name
 * @param {ReportSummary["loss"]} loss
 * @param {StatementLanguage} say
 */
function accountantInWords(name, loss, say) {
  const { promise: own } = say.statement;
  const [first] = name.split(", ");
  const known = new Map(Object.entries(own.accountants)).get(presentName(first)) ?? "";
  return `${first === "shift" && loss.name === "softmax" ? own.softmaxShift : known}${isBasic(name) ? own.basic : ""}`;
}

/**
 * Which sets of data the promise is about.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 */
export const neighboursInWords = (facts, { statement: { promise: own } }) =>
  descentOf(facts)?.sampling.kind === "shuffle" ? own.neighboursInRounds : own.neighbours;

/**
 * Why there is no promise, or that there is none.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 */
export function noPromise(facts, say) {
  const { promise: own } = say.statement;
  if (facts.mechanism === "posterior-sample") return `${own.none} ${own.posterior}`;
  return isUnbounded(facts) ? `${own.none} ${own.squared}` : own.none;
}

/**
 * How ε was worked out, in a sentence.
 *
 * @param {Guarantee} guarantee
 * @param {ReportSummary["loss"]} loss
 * @param {StatementLanguage} say
 */
export function howAccounted({ accountant }, loss, say) {
  const { promise: own } = say.statement;
  return accountant ? own.accountant(say.theirs(accountant), accountantInWords(accountant, loss, say)) : own.noAccountant;
}

/**
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function promise(facts, say) {
  const { promise: own } = say.statement;
  const { guarantee, unit } = facts.summary;
  const opening = [paragraph(own.unit(say.theirs(unit))), paragraph(neighboursInWords(facts, say))];
  if (guarantee === null || facts.beliefs === null) return [...opening, paragraph(noPromise(facts, say))];
  const [epsilon, delta] = [say.figure(plain(guarantee.epsilon)), say.probability(guarantee.delta)];
  const rows = facts.beliefs.map((belief) => {
    const { before, least, most } = beliefInWords(belief, say);
    return [before, least, most];
  });
  const pure = guarantee.delta === 0;
  const person = personWords(facts.summary.person, say);
  return [
    ...opening,
    paragraph(pure ? own.pure(epsilon) : own.stated(epsilon, delta)),
    paragraph(pure ? own.meaning : own.meaningBesideDelta),
    table(own.caption(epsilon), own.head, rows),
    ...(pure ? [] : [paragraph(own.delta(delta))]),
    ...(facts.half.byLength ? [paragraph(own.half(say.figure(upward(/** @type {number} */ (facts.half.epsilon)))))] : []),
    paragraph(howAccounted(guarantee, facts.summary.loss, say)),
    ...(person === null ? [] : [paragraph(`${say.words.promise.oneRow} ${person}`)]),
  ];
}

/**
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function cost(facts, say) {
  const { cost: own } = say.statement;
  if (facts.cost === null) {
    const descent = descentOf(facts);
    if (descent !== null && descent.path !== "none") return [paragraph(own.path)];
    return [paragraph(facts.settings === null ? own.none : own.settings)];
  }
  const { expost, failureProbability, pdp, attained, after } = facts.cost;
  if (!(expost < Infinity)) return [paragraph(own.infinite)];
  const { before, least, most, open } = beliefInWords({ hundredths: 50, after }, say);
  const [count, of] = publications(failureProbability, say);
  const limit = own.expost(say.figure(upward(expost)), attained ? own.worst : own.limit);
  return [
    paragraph(`${limit} ${own.failure(count, of)}`),
    paragraph(own.belief(before, open.most ? most : own.atMost(most), open.least ? least : own.atLeast(least))),
    paragraph(own.pdp(say.figure(upward(pdp.epsilon)), say.probability(pdp.delta))),
    ...(facts.summary.guarantee === null ? [] : [paragraph(own.within)]),
  ];
}

/**
 * Whether every release is said to lie on a grid.
 *
 * @param {Facts} facts
 */
const onGrid = ({ summary, grids }) => Object.keys(summary.release).every((name) => (grids[name] ?? 0) > 0);

/**
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function exact(facts, say) {
  const { exact: own } = say.statement;
  const { guarantee } = facts.summary;
  return [
    points([
      own.given,
      guarantee === null ? own.noEpsilon : guarantee.delta === 0 ? own.epsilonAlone : own.epsilon,
      own.person,
      ...howExact(facts, say, upwardPower),
      ...gridsInWords(facts, say),
    ]),
  ];
}

/**
 * How far the training is from what the figures suppose, in sentences; none of noisy gradient
 * descent that was done here, whose steps are what they are. Of the bounds, only those for normal
 * noise in the objective allow for a residual.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @param {(value: number) => string} [written]
 */
export function howExact(facts, say, written = plain) {
  const { mechanism, residual, modelRounding, noiseElsewhere, summary } = facts;
  const { exact: own } = say.statement;
  if (mechanism === "noisy-gradient-descent") return noiseElsewhere && summary.guarantee !== null ? [own.claimed] : [];
  const stated = mechanism === "objective-gaussian" && residual !== null;
  const left = stated ? own.residual(say.figure(written(residual))) : own.noResidual;
  if (modelRounding !== null) {
    const step = say.figure(powerOfTwo(modelRounding));
    const promise = noiseElsewhere ? own.claimed : own.promiseOfRounded;
    return [
      [
        noiseElsewhere
          ? `${own.roundedElsewhere(step)} ${left}`
          : isSample(facts)
            ? own.roundedSample(step)
            : own.rounded(step),
        ...(summary.guarantee === null ? [] : [promise]),
      ].join(" "),
    ];
  }
  return [isSample(facts) ? own.posterior : left];
}

/**
 * Which numbers are on a grid, and which are supposed to be real ones.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 */
export function gridsInWords(facts, say) {
  const { exact: own } = say.statement;
  const { summary, settings } = facts;
  if (descentOf(facts) !== null) return [summary.fullDigits ? own.noStepGrid : own.stepGrid];
  const model = !summary.fullDigits;
  const alone = summary.kind === "data-independent" && settings === null;
  // AdaOPS takes its settings from numbers on grids where its sample was rounded.
  const others = settings === null ? summary.kind !== "data-independent" && onGrid(facts) : facts.modelRounding !== null;
  const assumed = model ? (alone || others ? null : own.noGridReleases) : others || alone ? own.noGridModel : own.noGridAll;
  return [...(model ? [own.modelGrid] : []), ...(others ? [own.grid] : []), ...(assumed === null ? [] : [own.noGrid(assumed)])];
}

/**
 * How often a result is too low, in the check page's words.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function sure({ failureProbability, summary }, say) {
  const { sure: own } = say.statement;
  const { sure: onPage } = say.sheet;
  const stated = say.probability(summary.failureProbability);
  if (failureProbability === 0) return [paragraph(`${onPage.always} ${onPage.tryingAlways}`), paragraph(own.unneeded(stated))];
  const noise = onPage.noise(...publications(failureProbability, say));
  const [count, of] = publications(summary.failureProbability, say);
  // The extra releases may fail as often as the model's part does.
  const twice = failureProbability > summary.failureProbability;
  return [paragraph(`${noise} ${onPage.trying}`), paragraph(twice ? own.statedTwice(stated, count, of) : own.stated(stated))];
}

/**
 * A range, with its unit in a language where the report has one in it.
 *
 * @param {{minimum: number, maximum: number, unit?: string, units?: Record<string, string>}} field
 * @param {StatementLanguage} say
 */
function range({ minimum, maximum, unit, units }, say) {
  const { range: alone, rangeIn } = say.statement.fields;
  const [low, high] = [say.figure(plain(minimum)), say.figure(plain(maximum))];
  const called = units?.[say.sheet.language] ?? unit;
  return called ? rangeIn(low, high, say.theirs(called)) : alone(low, high);
}

/**
 * Levels in a language where the report has words for them in it, else in its own words.
 *
 * @param {string[]} levels
 * @param {{levelWords?: string[], levelLabels?: Record<string, string[]>}} field
 * @param {StatementLanguage} say
 */
const levelsIn = (levels, { levelWords, levelLabels }, { sheet, theirs }) =>
  (levelLabels?.[sheet.language] ?? levelWords ?? levels).map(theirs);

/**
 * @param {FullFeature} feature
 * @param {StatementLanguage} say
 */
function fieldInWords(feature, say) {
  const { fields: own } = say.statement;
  const { kind, missing, levels } = feature;
  const choices = kind === "category" ? levelsIn(levels, feature, say) : [];
  const filledIn = (/** @type {string | number} */ value) =>
    typeof value === "number" ? say.figure(plain(value)) : (choices[levels.indexOf(value)] ?? say.theirs(value));
  const withMissing = (/** @type {string} */ text) => (missing === undefined ? text : own.missing(text, filledIn(missing)));
  switch (kind) {
    case "constant":
      return own.constant(say.figure(plain(feature.value)));
    case "number":
      return withMissing(range(feature, say));
    case "boolean":
      return own.yesNo;
    default:
      return withMissing(own.levels(choices.join(" · ")));
  }
}

/**
 * @param {FullLabel} label
 * @param {StatementLanguage} say
 */
function outcomeInWords(label, say) {
  const { fields: own } = say.statement;
  if (label.kind === "number") return own.predicted(range(label, say));
  if (label.kind === "category") return own.predicted(own.levels(levelsIn(label.levels, label, say).join(" · ")));
  const [negative, positive] = levelsIn([label.negative, label.positive], label, say);
  return own.predicted(own.binary(negative, positive));
}

/**
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function fields({ summary, range: [low, high], norm }, say) {
  const { fields: own } = say.statement;
  const { dimension, loss } = summary;
  // Each has what its kind needs, or there would be no summary.
  const features = /** @type {FullFeature[] | null} */ (summary.features);
  const label = /** @type {FullLabel | null} */ (summary.label);
  if (features === null) {
    const coded = own.coded(say.count(dimension), dimension);
    return [paragraph(loss.classes === undefined ? coded : `${coded} ${own.codedClass(say.count(loss.classes - 1))}`)];
  }
  const called = (/** @type {Feature | Label} */ field) => say.theirs(labelIn(field, say));
  const rows = features.map((feature) => [called(feature), fieldInWords(feature, say)]);
  if (label !== null) rows.push([called(label), outcomeInWords(label, say)]);
  const scaling = own.scaling(say.figure(plain(low)), say.figure(plain(high)), say.figure(short(norm)));
  return [paragraph(own.publicly), entries(own.caption, own.head, rows), paragraph(scaling)];
}

/** @param {string} text */
const withoutEmphasis = (text) => text.replaceAll("**", "");

/**
 * @param {Facts} _
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function notCovered(_, { sheet }) {
  return [points(sheet.notMeant.points.map(withoutEmphasis))];
}

/**
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function check({ summary, mechanism }, say) {
  const { check: own, mechanisms } = say.statement;
  const contact = summary.publisher?.contact;
  /** @type {import("../words/en/models.js").MechanismWords} */
  const { says } = mechanisms[mechanism];
  const said =
    typeof says === "string"
      ? says
      : "all" in says
        ? says[descentOf({ summary })?.path ?? "none"]
        : says[summary.kind === "data-independent" ? "independent" : "dependent"];
  const questions = contact ? [paragraph(own.contact(say.theirs(contact)))] : [];
  return [paragraph(own.needs), paragraph(said), steps(own.steps), ...questions];
}

/**
 * The answers to what a careful reader asks first, computed from the report.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 * @returns {Block[]}
 */
function firstAnswers({ summary, signer, beliefs }, say) {
  const { short: own } = say.statement;
  const even = beliefs?.find(({ hundredths }) => hundredths === 50)?.after ?? null;
  const answers = inShort({ summary, signer, even }, say, say.theirs);
  return [
    entries(
      own.caption,
      own.head,
      answers.map(([question, sentences]) => [question, sentences.join(" ")]),
    ),
    ...(summary.membership === "" ? [] : [paragraph(own.membership(say.theirs(summary.membership)))]),
  ];
}

const PARTS = { short: firstAnswers, about, released, promise, cost, exact, sure, fields, notCovered, check };

/**
 * The lines over a statement: what each stamp is, and what it means.
 *
 * @param {ReportSummary} summary
 * @param {StatementLanguage} say
 */
export const stampsOf = (summary, { sheet }) => stampsIn(summary, sheet.report);

/**
 * The words before its title.
 *
 * @param {ReportSummary} summary
 * @param {StatementLanguage} say
 */
export const titleMarks = (summary, { sheet }) =>
  titleStampsOf(summary, sheet.report)
    .map(([word]) => `${word}: `)
    .join("");

/**
 * Puts a report in plain words. `title` is the report's own; `heading` is the same as part of a
 * document in this language.
 *
 * @param {Facts} facts
 * @param {StatementLanguage} say
 */
export function statement(facts, say) {
  const { title } = facts.summary;
  return {
    language: say.sheet.language,
    direction: say.sheet.direction,
    marks: titleMarks(facts.summary, say),
    title,
    heading: say.theirs(title),
    subtitle: say.statement.subtitle,
    stamps: stampsOf(facts.summary, say),
    sections: /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS)).map((id) => ({
      id,
      heading: say.statement[id].heading,
      blocks: PARTS[id](facts, say),
    })),
  };
}
