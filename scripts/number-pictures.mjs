// The six pictures of docs/the-number.md, into docs/images: `node scripts/number-pictures.mjs`.
// Light and dark, and told apart by shape as well as by colour. Nothing is random, and all numbers
// follow from the loss of the example.
import { mkdirSync, writeFileSync } from "node:fs";
import { clouds } from "../web/clouds/clouds.js";
import { inRoot, isMain } from "./paths.mjs";

const WIDTH = 480;

/** The example: a bound on the privacy loss, in nats, and the promise. */
const EXAMPLE = { loss: 0.4, epsilon: 1 };

const STYLE = `
  svg { color-scheme: light dark; }
  .ground { fill: #fffefb; stroke: #d3cec3; }
  text { fill: #1e2227; font: 19px system-ui, sans-serif; }
  .small { font-size: 17px; }
  .strong { font-weight: 700; }
  .middle { text-anchor: middle; }
  .end { text-anchor: end; }
  .ink { fill: #1e2227; }
  .line { stroke: #1e2227; stroke-width: 2; fill: none; }
  .thin { stroke: #7d7a72; stroke-width: 1.5; fill: none; }
  .first { fill: #14557b; }
  .first-line { stroke: #14557b; stroke-width: 2; fill: none; }
  .added { fill: #a8480b; }
  .added-line { stroke: #a8480b; stroke-width: 2; fill: none; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1c2024; stroke: #3a3f45; }
    text, .ink { fill: #ebe7df; }
    .line { stroke: #ebe7df; }
    .thin { stroke: #868a8e; }
    .first { fill: #86c3e6; }
    .first-line { stroke: #86c3e6; }
    .added { fill: #f0a06a; }
    .added-line { stroke: #f0a06a; }
  }
`;

const round = (/** @type {number} */ value) => String(Math.round(value * 100) / 100);

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} [classes]
 */
const text = (x, y, words, classes = "") =>
  `<text x="${round(x)}" y="${round(y)}"${classes ? ` class="${classes}"` : ""}>${escaped(words)}</text>`;

/**
 * @param {number} height
 * @param {string} title
 * @param {string[]} parts
 */
const picture = (height, title, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="4"/>
${parts.join("\n")}
</svg>
`;

/** Belief that the record was used, after a loss, from a belief before; between 0 and 1. */
export const beliefAfter = (/** @type {number} */ loss, before = 0.5) => 1 / (1 + ((1 - before) / before) * Math.exp(-loss));

/** In 100: an upper limit rounded up, a lower one down. */
const upIn100 = (/** @type {number} */ belief) => Math.ceil(100 * belief - 1e-9);
const downIn100 = (/** @type {number} */ belief) => Math.floor(100 * belief + 1e-9);

const disc = (/** @type {number} */ x, /** @type {number} */ y, r = 4, style = "first") =>
  `<circle class="${style}" cx="${round(x)}" cy="${round(y)}" r="${r}"/>`;
const cross = (/** @type {number} */ x, /** @type {number} */ y, r = 4) =>
  `<path class="added-line" d="M${round(x - r)} ${round(y - r)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}"/>`;
const diamond = (/** @type {number} */ x, /** @type {number} */ y, r = 6) =>
  `<path class="added" d="M${round(x)} ${round(y - r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z"/>`;

/** A table of rows, with one row marked or absent. */
function table(/** @type {number} */ x, /** @type {boolean} */ withYou) {
  const rows = Array.from({ length: withYou ? 6 : 5 }, (_, row) => row);
  return rows.map((row) => {
    const yours = withYou && row === 5;
    const y = 56 + row * 24;
    return yours
      ? `<rect class="added-line" x="${x}" y="${y}" width="150" height="18"/>${text(x + 75, y + 14, "your record", "small middle strong")}`
      : `<rect class="thin" x="${x}" y="${y}" width="150" height="18"/>`;
  });
}

const arrow = (/** @type {number} */ x, /** @type {number} */ from, /** @type {number} */ to) =>
  `<path class="line" d="M${x} ${from}V${to}m-6 -8l6 8l6 -8"/>`;

function twoWorlds() {
  return picture(300, "Two sets of data: one without your record, one with it. A model is trained on each.", [
    text(115, 34, "without your record", "middle"),
    text(365, 34, "with it", "middle"),
    ...table(40, false),
    ...table(290, true),
    arrow(115, 206, 240),
    arrow(365, 206, 240),
    disc(115, 258, 9),
    cross(365, 258, 9),
    text(115, 290, "a model", "middle"),
    text(365, 290, "a model", "middle"),
  ]);
}

const CLOUDS = { distance: 1.4, count: 60, unit: 44 };

function bothClouds() {
  const { distance, count, unit } = CLOUDS;
  const { without, including } = clouds(distance, count);
  const place = (/** @type {{x: number, y: number}} */ { x, y }) =>
    /** @type {[number, number]} */ ([240 + x * unit, 140 + y * (unit * 0.8)]);
  return [...without.map((point) => disc(...place(point))), ...including.map((point) => cross(...place(point)))];
}

const key = (/** @type {number} */ y) => [
  disc(40, y - 5),
  text(54, y, "without your record", "small"),
  cross(278, y - 5),
  text(292, y, "with it", "small"),
];

function noise() {
  return picture(310, "Many models, each with other noise: dots without your record, crosses with it. They overlap.", [
    ...bothClouds(),
    ...key(295),
  ]);
}

function published() {
  return picture(310, "The same picture with one model marked: the published one. Around it lie dots and crosses.", [
    ...bothClouds(),
    `<circle class="line" cx="296" cy="128" r="26"/>`,
    `<path class="line" d="M318 112L372 44"/>`,
    text(352, 34, "published", "strong"),
    ...key(295),
  ]);
}

function odds() {
  const x = (/** @type {number} */ loss) => 240 + loss * 180;
  const ticks = [-1, -0.5, 0, 0.5, 1];
  return picture(190, "A scale of privacy loss from −1 to 1, and the belief that goes with each value.", [
    text(240, 30, "privacy loss, and belief from 50 in 100", "middle"),
    `<path class="line" d="M${x(-1.1)} 90H${x(1.1)}"/>`,
    ...ticks.map((tick) => `<path class="line" d="M${x(tick)} 82v16"/>`),
    ...ticks.map((tick) => text(x(tick), 72, String(tick).replace("-", "−"), "middle")),
    ...ticks.map((tick) => text(x(tick), 122, `${Math.round(100 * beliefAfter(tick))}`, "middle strong")),
    text(240, 142, "in 100", "middle small"),
    text(x(-1.1), 172, "← less likely used", "small"),
    text(x(1.1), 172, "more likely used →", "small end"),
  ]);
}

/** A hundred marks, ten in a row: `before` discs, then diamonds up to `after`, then rings. */
function grid(/** @type {number} */ left, /** @type {number} */ before, /** @type {number} */ after) {
  return Array.from({ length: 100 }, (_, index) => {
    const [x, y] = [left + (index % 10) * 18, 62 + Math.floor(index / 10) * 18];
    if (index < before) return disc(x, y, 6);
    return index < after ? diamond(x, y, 7) : `<circle class="thin" cx="${x}" cy="${y}" r="5"/>`;
  });
}

function dots() {
  const after = upIn100(beliefAfter(EXAMPLE.loss));
  return picture(310, `Two grids of 100 dots. Before: 50 are filled. After: at most ${after}.`, [
    text(115, 34, "before: 50", "middle strong"),
    text(365, 34, `after: at most ${after}`, "middle strong"),
    ...grid(34, 50, 50),
    ...grid(284, 50, after),
    disc(40, 266, 6),
    text(54, 271, "used, as seen before", "small"),
    diamond(278, 266, 7),
    text(294, 271, "more, at most, after", "small"),
    `<circle class="thin" cx="40" cy="290" r="5"/>`,
    text(54, 295, "not used", "small"),
  ]);
}

function promise() {
  const x = (/** @type {number} */ belief) => 40 + belief * 400;
  const bar = (
    /** @type {number} */ y,
    /** @type {number} */ loss,
    /** @type {string} */ words,
    /** @type {string} */ style,
  ) => {
    const [least, most] = [downIn100(beliefAfter(-loss)), upIn100(beliefAfter(loss))];
    return [
      text(40, y - 14, `${words}: from ${least} to ${most} in 100`),
      `<path class="${style}" d="M${round(x(least / 100))} ${y - 8}v16m0 -8H${round(x(most / 100))}m0 -8v16"/>`,
    ];
  };
  return picture(230, "Ranges of belief: the promise to everyone, and the narrower range of one person's result.", [
    ...bar(50, EXAMPLE.epsilon, `the promise, ε = ${EXAMPLE.epsilon}`, "first-line"),
    ...bar(118, EXAMPLE.loss, "your result", "added-line"),
    `<path class="thin" d="M${x(0.5)} 54V86M${x(0.5)} 122V176" stroke-dasharray="4 4"/>`,
    `<path class="line" d="M40 176H440M40 170v12M240 170v12M440 170v12"/>`,
    text(40, 204, "0", "middle"),
    text(240, 204, "50 in 100", "middle"),
    text(440, 204, "100", "middle"),
  ]);
}

/** The pictures by the names of their files. */
export const numberPictures = () => ({
  "number-1-two-worlds.svg": twoWorlds(),
  "number-2-noise.svg": noise(),
  "number-3-published.svg": published(),
  "number-4-odds.svg": odds(),
  "number-5-dots.svg": dots(),
  "number-6-promise.svg": promise(),
});

if (isMain(import.meta)) {
  mkdirSync(inRoot("docs/images"), { recursive: true });
  for (const [name, svg] of Object.entries(numberPictures())) writeFileSync(inRoot("docs/images", name), svg);
}
