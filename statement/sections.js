// A statement as a document of headings, paragraphs, lists and tables: what the command line prints and a page shows.
import { plain, upward } from "./figures.js";
import { countInWords } from "../web/sheet/headline.js";
import { beliefCounts, inReleases } from "../web/sheet/rounding.js";
import { languageFor } from "../web/sheet/text/language.js";
import { words } from "./words.js";

const language = languageFor("en");
const sheet = language.words;

const paragraph = (text) => ({ kind: "paragraph", text });
const points = (items) => ({ kind: "points", items });
const steps = (items) => ({ kind: "steps", items });
/** Short cells, all but the first of them numbers. */
const table = (caption, head, rows) => ({ kind: "table", caption, head, rows });
/** A name and a text of any length each. */
const entries = (caption, head, rows) => ({ kind: "entries", caption, head, rows });

const releases = (probability) => {
  const { count, of } = inReleases(probability);
  return [language.count(count), language.count(of)];
};
const isSquared = ({ summary }) => summary.loss.name === "squared";

/** Someone's belief before, at least and at most after, in counts rounded outward. */
function beliefInWords({ hundredths, after }) {
  const { of, before, atMost, atLeast } = beliefCounts(hundredths, after);
  return {
    before: sheet.result.inCount(language.count(before), language.count(of)),
    least: countInWords(atLeast, of, language, "fewer"),
    most: countInWords(atMost, of, language, "more"),
    // "More than 99 in 100" is no upper limit to say "at most" of.
    open: { least: atLeast.open, most: atMost.open },
  };
}

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

/** Parts of what was released: [name, numbers in it, noise level]. */
export function releasedParts({ dimension, mechanism, release }) {
  const sizes = { gradient: dimension, hessian: (dimension * (dimension + 1)) / 2, smallestEigenvalue: 1 };
  const others = Object.keys(sizes).filter((name) => release[name] !== undefined);
  return [["model", dimension, mechanism.sigma], ...others.map((name) => [name, sizes[name], release[name].sigma])];
}

export const lossInWords = ({ name, width }) => words.released.losses[name](plain(width));

function released({ summary }) {
  const { released: own } = words;
  const { dimension, loss, mechanism, release, kind } = summary;
  const rows = releasedParts(summary).map(([name, numbers, sigma]) => [
    own.parts[name],
    language.count(numbers),
    own.level(own.levels[name], plain(sigma)),
  ]);
  return [
    paragraph(own.model(lossInWords(loss), own.coefficients(language.count(dimension)))),
    paragraph(own.kinds[kind]),
    table(own.caption, own.head, rows),
    paragraph([...(release.hessian ? [own.diagonal] : []), own.lambda(plain(mechanism.lambda))].join(" ")),
  ];
}

/** What an accountant's name stands for, as the end of a sentence. */
export function accountantInWords(name) {
  const { promise: own } = words;
  const [first, ...rest] = name.split(", ");
  return `${Object.hasOwn(own.accountants, first) ? own.accountants[first] : ""}${rest.includes("sum") ? own.sum : ""}`;
}

function promise(facts) {
  const { promise: own } = words;
  const { guarantee, unit } = facts.summary;
  const opening = [paragraph(own.unit(unit)), paragraph(own.neighbours)];
  if (guarantee === null) {
    return [...opening, paragraph(isSquared(facts) ? `${own.none} ${own.squared}` : own.none)];
  }
  const [epsilon, delta] = [plain(guarantee.epsilon), language.number(guarantee.delta)];
  const rows = facts.beliefs.map((belief) => {
    const { before, least, most } = beliefInWords(belief);
    return [before, least, most];
  });
  return [
    ...opening,
    paragraph(own.stated(epsilon, delta)),
    ...(isSquared(facts) ? [paragraph(own.squaredStated)] : []),
    paragraph(own.meaning),
    table(own.caption(epsilon), own.head, rows),
    paragraph(own.delta(...releases(guarantee.delta))),
    paragraph(
      guarantee.accountant ? own.accountant(guarantee.accountant, accountantInWords(guarantee.accountant)) : own.noAccountant,
    ),
  ];
}

function cost(facts) {
  const { cost: own } = words;
  if (facts.cost === null) return [paragraph(own.none)];
  const { expost, failureProbability, pdp, after } = facts.cost;
  if (!(expost < Infinity)) return [paragraph(own.infinite)];
  const { least, most, open } = beliefInWords({ hundredths: 50, after });
  return [
    paragraph(own.expost(upward(expost), ...releases(failureProbability))),
    paragraph(own.belief(open.most ? most : own.atMost(most), open.least ? least : own.atLeast(least))),
    paragraph(own.pdp(upward(pdp.epsilon), language.number(pdp.delta))),
    ...(facts.summary.guarantee === null ? [] : [paragraph(own.within)]),
  ];
}

/** Whether every release is said to lie on a grid. */
export const onGrid = ({ summary, grids }) => Object.keys(summary.release).every((name) => grids[name] > 0);

function exact(facts) {
  const { exact: own } = words;
  const independent = facts.summary.kind === "independent";
  const gridded = !independent && onGrid(facts);
  return [
    points([
      own.given,
      facts.summary.guarantee === null ? own.noEpsilon : own.epsilon,
      own.person,
      facts.residual === null ? own.noResidual : own.residual(plain(facts.residual)),
      ...(gridded ? [own.grid] : []),
      own.noGrid(gridded || independent ? own.noGridModel : own.noGridAll),
    ]),
  ];
}

const sure = ({ failureProbability, summary }) => [
  paragraph(words.sure.failure(...releases(failureProbability))),
  paragraph(words.sure.stated(language.number(summary.failureProbability))),
];

const range = ({ minimum, maximum, unit }) => words.fields.range(plain(minimum), plain(maximum), unit);

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

const outcomeInWords = (label) =>
  label.kind === "binary" ? words.fields.binary(label.negative, label.positive) : words.fields.predicted(range(label));

function fields({ summary, range: [low, high], norm }) {
  const { fields: own } = words;
  const { features, label, dimension } = summary;
  if (features === null) return [paragraph(own.coded(own.numbers(language.count(dimension))))];
  const rows = features.map((feature) => [feature.label, fieldInWords(feature)]);
  if (label !== null) rows.push([label.label, outcomeInWords(label)]);
  return [
    paragraph(own.publicly),
    entries(own.caption, own.head, rows),
    paragraph(own.scaling(plain(low), plain(high), plain(norm))),
  ];
}

const withoutEmphasis = (text) => text.replaceAll("**", "");

function notCovered() {
  return [points(sheet.notMeant.points.map(withoutEmphasis))];
}

function check({ summary }) {
  const { check: own } = words;
  const contact = summary.publisher?.contact;
  return [paragraph(own.needs), steps(own.steps), ...(contact ? [paragraph(own.contact(contact))] : [])];
}

const PARTS = { about, released, promise, cost, exact, sure, fields, notCovered, check };

/** What stands over a report that is about no real people, or is no publication: [word, sentence]. */
export function stampsOf({ sample, insecureSeed }) {
  const { report: own } = sheet;
  return [...(insecureSeed ? [[own.experiment, own.experimentNote]] : []), ...(sample ? [[own.sample, own.sampleNote]] : [])];
}

/**
 * @param facts from `factsOf`
 * @returns {{language: string, direction: string, title: string, subtitle: string, stamps: [string, string][],
 *   sections: {id: string, heading: string, blocks: object[]}[]}} blocks by kind: paragraph {text}, points and steps {items},
 *   table and entries {caption, head, rows}
 */
export function statement(facts) {
  return {
    language: sheet.language,
    direction: sheet.direction,
    title: facts.summary.title,
    subtitle: words.subtitle,
    stamps: stampsOf(facts.summary),
    sections: Object.entries(PARTS).map(([id, part]) => ({ id, heading: words[id].heading, blocks: part(facts) })),
  };
}
