// A statement as a document of headings, paragraphs, lists and tables: what the command line
// prints and a page shows.
import { nearest, plain, powerOfTwo, short, upward, upwardPower } from "../wording/figures.js";
import { presentName } from "../wording/earlier-names.js";
import { countInWords } from "../wording/headline.js";
import { coefficientsOf } from "../wording/mechanism.js";
import { BELIEF_PARTS, beliefCounts, inReleases } from "../wording/rounding.js";
import { stampsOf as stampsIn, titleStampsOf } from "../wording/stamps.js";
import { languageFor } from "../wording/text/language.js";
import { words } from "./words.js";

const language = languageFor("en");
const sheet = language.words;

/** @typedef {import("./facts.js").Facts} Facts */
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
 * @param {number} probability
 * @returns {[count: string, of: string]}
 */
const releases = (probability) => {
  const { count, of } = inReleases(probability);
  return [language.count(count), language.count(of)];
};
/**
 * Whether one record can pull the model by any amount.
 *
 * @param {Facts} facts
 */
const isUnbounded = ({ summary, mechanism }) => summary.loss.name === "squared" && mechanism !== "ada-ops";
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
 */
function beliefInWords({ hundredths, after }) {
  const { of, before, atMost, atLeast } = beliefCounts((hundredths * BELIEF_PARTS) / 100, after);
  return {
    before: sheet.result.inCount(language.count(before), language.count(of)),
    least: countInWords(atLeast, of, language, "fewer"),
    most: countInWords(atMost, of, language, "more"),
    // "More than 99 in 100" is no upper limit to say "at most" of.
    open: { least: atLeast.open, most: atMost.open },
  };
}

/** @param {Facts} facts */
function about({ summary, sha256 }) {
  const { about: own } = words;
  const { publisher, label } = summary;
  const publishedBy = publisher?.contact ? own.contact(publisher.name, publisher.contact) : publisher?.name;
  const rows = [
    [own.title, summary.title],
    [own.publisher, publishedBy ?? words.notStated],
    [own.published, language.date(summary.published)],
    [own.description, summary.description || words.notStated],
    [own.outcome, label?.label ?? words.notStated],
    [own.unit, summary.unit],
  ];
  if (sha256 !== null) rows.push([own.fingerprint, sha256]);
  return [paragraph(words.madeFrom), entries(own.caption, own.head, rows)];
}

const RELEASES = /** @type {const} */ (["gradient", "hessian", "smallestEigenvalue"]);
const SETTINGS = /** @type {const} */ (["dataEigenvalue", "logResidual"]);

/** @type {(name: string, numbers: number, noise: string) => [string, number, string]} */
const row = (...cells) => cells;

/**
 * Parts of what was released: [name, numbers in it, noise in words], the noise with `written`
 * digits.
 *
 * @param {Facts} facts
 * @param {(value: number) => string} [written]
 * @returns {[name: string, numbers: number, noise: string][]}
 */
export function releasedParts({ summary, settings }, written = plain) {
  const { parts, levels, level, deviation } = words.released;
  const { release } = summary;
  const numbers = coefficientsOf(summary);
  /** @returns {[string, number, string]} */
  const model = () => {
    const { mechanism } = summary;
    const name = words.mechanisms[mechanism.kind].model;
    if (mechanism.name === "posterior-sample") return [name, numbers, level("γ", written(mechanism.gamma))];
    if (mechanism.noise === "laplace") return [name, numbers, level("η", written(mechanism.eta))];
    return [name, numbers, level(levels.model, written(mechanism.sigma))];
  };
  const sizes = { gradient: numbers, hessian: (numbers * (numbers + 1)) / 2, smallestEigenvalue: 1 };
  const others = RELEASES.flatMap((name) => {
    const part = release[name];
    return part === undefined ? [] : [row(parts[name], sizes[name], level(levels[name], written(part.sigma)))];
  });
  const chosen = settings === null ? [] : SETTINGS.map((name) => row(parts[name], 1, deviation(nearest(settings[name]))));
  return [model(), ...others, ...chosen];
}

/** @param {ReportSummary["loss"]} loss */
export const lossInWords = ({ name, width, classes }) => words.released.losses[name](plain(width ?? classes ?? NaN));

/** @param {Facts} facts */
function released(facts) {
  const { released: own } = words;
  const { summary, mechanism, settings } = facts;
  const { loss, release, kind } = summary;
  const count = coefficientsOf(summary);
  const rows = releasedParts(facts, short).map(([name, numbers, noise]) => [name, language.count(numbers), noise]);
  const normal = "sigma" in summary.mechanism;
  const notes = [
    ...(release.hessian ? [own.diagonal] : []),
    ...("eta" in summary.mechanism ? [own.eta(nearest(count / summary.mechanism.eta))] : []),
    ...(isSample(facts) ? [own.gamma] : []),
    (settings === null ? own.lambda : own.chosenLambda)(short(summary.mechanism.lambda)),
    own.rounded,
  ];
  return [
    paragraph(own.model(lossInWords(loss), own.coefficients(language.count(count)), words.mechanisms[mechanism].how)),
    paragraph(settings === null ? own.kinds[kind] : own.settings),
    table(own.caption, normal ? own.head : own.otherHead, rows),
    paragraph(notes.join(" ")),
  ];
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
 */
function accountantInWords(name, loss) {
  const { promise: own } = words;
  const [first] = name.split(", ");
  const known = new Map(Object.entries(own.accountants)).get(presentName(first)) ?? "";
  return `${first === "shift" && loss.name === "softmax" ? own.softmaxShift : known}${isBasic(name) ? own.basic : ""}`;
}

/**
 * Why there is no promise, or that there is none.
 *
 * @param {Facts} facts
 */
export function noPromise(facts) {
  const { promise: own } = words;
  if (facts.mechanism === "posterior-sample") return `${own.none} ${own.posterior}`;
  return isUnbounded(facts) ? `${own.none} ${own.squared}` : own.none;
}

/**
 * How ε was worked out, in a sentence.
 *
 * @param {Guarantee} guarantee
 * @param {ReportSummary["loss"]} loss
 */
export function howAccounted({ accountant }, loss) {
  return accountant ? words.promise.accountant(accountant, accountantInWords(accountant, loss)) : words.promise.noAccountant;
}

/**
 * @param {Facts} facts
 * @returns {Block[]}
 */
function promise(facts) {
  const { promise: own } = words;
  const { guarantee, unit } = facts.summary;
  const opening = [paragraph(own.unit(unit)), paragraph(own.neighbours)];
  if (guarantee === null || facts.beliefs === null) return [...opening, paragraph(noPromise(facts))];
  const [epsilon, delta] = [plain(guarantee.epsilon), language.number(guarantee.delta)];
  const rows = facts.beliefs.map((belief) => {
    const { before, least, most } = beliefInWords(belief);
    return [before, least, most];
  });
  const pure = guarantee.delta === 0;
  return [
    ...opening,
    paragraph(pure ? own.pure(epsilon) : own.stated(epsilon, delta)),
    paragraph(own.meaning(pure ? "" : own.deltaAside)),
    table(own.caption(epsilon), own.head, rows),
    ...(pure ? [] : [paragraph(own.delta(delta))]),
    paragraph(howAccounted(guarantee, facts.summary.loss)),
  ];
}

/**
 * @param {Facts} facts
 * @returns {Block[]}
 */
function cost(facts) {
  const { cost: own } = words;
  if (facts.cost === null) return [paragraph(facts.settings === null ? own.none : own.settings)];
  const { expost, failureProbability, pdp, attained, after } = facts.cost;
  if (!(expost < Infinity)) return [paragraph(own.infinite)];
  const { least, most, open } = beliefInWords({ hundredths: 50, after });
  return [
    paragraph(own.expost(upward(expost), ...releases(failureProbability), attained ? own.worst : own.limit)),
    paragraph(own.belief(open.most ? most : own.atMost(most), open.least ? least : own.atLeast(least))),
    paragraph(own.pdp(upward(pdp.epsilon), language.number(pdp.delta))),
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
 * @returns {Block[]}
 */
function exact(facts) {
  const { exact: own } = words;
  const { guarantee } = facts.summary;
  return [
    points([
      own.given,
      guarantee === null ? own.noEpsilon : guarantee.delta === 0 ? own.epsilonAlone : own.epsilon,
      own.person,
      howExact(facts, upwardPower),
      ...gridsInWords(facts),
    ]),
  ];
}

/**
 * How far the training is from what the figures suppose. Of the bounds, only those for normal
 * noise in the objective allow for a residual.
 *
 * @param {Facts} facts
 * @param {(value: number) => string} [written]
 */
export function howExact(facts, written = plain) {
  const { mechanism, residual, modelRounding, noiseElsewhere, summary } = facts;
  const { exact: own } = words;
  const left = mechanism === "objective-gaussian" && residual !== null ? own.residual(written(residual)) : own.noResidual;
  if (modelRounding !== null) {
    const step = powerOfTwo(modelRounding);
    const promise = noiseElsewhere ? own.claimed : own.promiseOfRounded;
    return [
      noiseElsewhere ? `${own.roundedElsewhere(step)} ${left}` : isSample(facts) ? own.roundedSample(step) : own.rounded(step),
      ...(summary.guarantee === null ? [] : [promise]),
    ].join(" ");
  }
  return isSample(facts) ? own.posterior : left;
}

/**
 * Which numbers are on a grid, and which are supposed to be real ones.
 *
 * @param {Facts} facts
 */
export function gridsInWords(facts) {
  const { exact: own } = words;
  const { summary, settings } = facts;
  const model = !summary.fullDigits;
  const alone = summary.kind === "data-independent" && settings === null;
  // AdaOPS takes its settings from numbers on grids where its sample was rounded.
  const others = settings === null ? summary.kind !== "data-independent" && onGrid(facts) : facts.modelRounding !== null;
  const assumed = model ? (alone || others ? null : own.noGridReleases) : others || alone ? own.noGridModel : own.noGridAll;
  return [...(model ? [own.modelGrid] : []), ...(others ? [own.grid] : []), ...(assumed === null ? [] : [own.noGrid(assumed)])];
}

/**
 * @param {Facts} facts
 * @returns {Block[]}
 */
function sure({ failureProbability, summary }) {
  const { sure: own } = words;
  const stated = language.number(summary.failureProbability);
  if (failureProbability === 0) return [paragraph(own.always), paragraph(own.unneeded(stated))];
  // The extra releases may fail as often as the model's part does.
  const parts = failureProbability > summary.failureProbability ? own.statedTwice : own.stated;
  return [
    paragraph(own.failure(...releases(failureProbability))),
    paragraph(parts(stated, ...releases(summary.failureProbability))),
  ];
}

/** @param {{minimum: number, maximum: number, unit?: string}} field */
const range = ({ minimum, maximum, unit }) => words.fields.range(plain(minimum), plain(maximum), unit);

/** @param {FullFeature} feature */
function fieldInWords(feature) {
  const { fields: own } = words;
  const missing =
    feature.missing === undefined
      ? ""
      : own.missing(typeof feature.missing === "number" ? plain(feature.missing) : feature.missing);
  switch (feature.kind) {
    case "constant":
      return own.constant(plain(feature.value));
    case "number":
      return range(feature) + missing;
    case "boolean":
      return own.yesNo;
    default:
      return own.levels(feature.levels.join(" · ")) + missing;
  }
}

/** @param {FullLabel} label */
function outcomeInWords(label) {
  const { fields: own } = words;
  if (label.kind === "category") return own.class(label.levels.join(" · "));
  return label.kind === "binary" ? own.binary(label.negative, label.positive) : own.predicted(range(label));
}

/**
 * @param {Facts} facts
 * @returns {Block[]}
 */
function fields({ summary, range: [low, high], norm }) {
  const { fields: own } = words;
  const { dimension, loss } = summary;
  // Each has what its kind needs, or there would be no summary.
  const features = /** @type {FullFeature[] | null} */ (summary.features);
  const label = /** @type {FullLabel | null} */ (summary.label);
  if (features === null) {
    const coded = own.coded(own.numbers(language.count(dimension)));
    return [paragraph(loss.classes === undefined ? coded : `${coded} ${own.codedClass(plain(loss.classes - 1))}`)];
  }
  const rows = features.map((feature) => [feature.label, fieldInWords(feature)]);
  if (label !== null) rows.push([label.label, outcomeInWords(label)]);
  return [
    paragraph(own.publicly),
    entries(own.caption, own.head, rows),
    paragraph(own.scaling(plain(low), plain(high), short(norm))),
  ];
}

/** @param {string} text */
const withoutEmphasis = (text) => text.replaceAll("**", "");

/** @returns {Block[]} */
function notCovered() {
  return [points(sheet.notMeant.points.map(withoutEmphasis))];
}

/**
 * @param {Facts} facts
 * @returns {Block[]}
 */
function check({ summary, mechanism }) {
  const { check: own } = words;
  const contact = summary.publisher?.contact;
  const { says } = words.mechanisms[mechanism];
  const said = typeof says === "string" ? says : says[summary.kind === "data-independent" ? "independent" : "dependent"];
  return [paragraph(own.needs), paragraph(said), steps(own.steps), ...(contact ? [paragraph(own.contact(contact))] : [])];
}

const PARTS = { about, released, promise, cost, exact, sure, fields, notCovered, check };

/**
 * The line over it, in English.
 *
 * @param {ReportSummary} summary
 */
export const stampsOf = (summary) => stampsIn(summary, sheet.report);

/**
 * The words before its title.
 *
 * @param {ReportSummary} summary
 */
export const titleMarks = (summary) =>
  titleStampsOf(summary, sheet.report)
    .map(([word]) => `${word}: `)
    .join("");

/**
 * @param {Facts} facts
 */
export function statement(facts) {
  return {
    language: sheet.language,
    direction: sheet.direction,
    marks: titleMarks(facts.summary),
    title: facts.summary.title,
    subtitle: words.subtitle,
    stamps: stampsOf(facts.summary),
    sections: /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS)).map((id) => ({
      id,
      heading: words[id].heading,
      blocks: PARTS[id](facts),
    })),
  };
}
