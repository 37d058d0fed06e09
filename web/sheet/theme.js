// The look that a page around the sheet asks for. Nothing that could ask for a file is taken, and
// no colours in which the words could not be read.
import { themeColours, themeFonts, themeLengths } from "../controls/theme-names.js";

/** @typedef {Record<string, unknown> | null} Theme values by name: a page may send anything */
/** @typedef {[one: string, other: string, least: number]} Pair */

/**
 * Pairs that have to be told apart, and the least contrast between them (WCAG 2.2: 4.5 for text, 3
 * for marks).
 *
 * @type {Pair[]}
 */
const PAIRS = [
  ...["ink", "quiet", "accent", "wrong", "stamp"].flatMap(
    (words) =>
      /** @type {Pair[]} */ ([
        [words, "paper", 4.5],
        [words, "sheet", 4.5],
      ]),
  ),
  ["accent", "accent-ground", 4.5],
  ["wrong", "wrong-ground", 4.5],
  ["ink", "wrong-ground", 4.5],
  ["on-accent", "accent", 4.5],
  ["paper", "ink", 4.5],
  ...["added", "edge"].flatMap(
    (mark) =>
      /** @type {Pair[]} */ ([
        [mark, "paper", 3],
        [mark, "sheet", 3],
      ]),
  ),
];

const LENGTH = /^(0|\d*\.?\d+(px|rem|em))$/;
// var() and env() pass CSS.supports whatever is in them, and a font family may not bring a file.
const FUNCTIONS_OF_OTHERS = /\b(var|env|attr|url|image|src|if)\s*\(|[;{}\\]/i;

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {value is string}
 */
const fits = (name, value) => {
  if (typeof value !== "string" || value.length > 300 || FUNCTIONS_OF_OTHERS.test(value)) return false;
  if (themeColours.includes(name)) return CSS.supports("color", value);
  if (themeFonts.includes(name)) return CSS.supports("font-family", value);
  return themeLengths.includes(name) && LENGTH.test(value);
};

/**
 * Sets the tokens that `theme` names on the root and takes back those it no longer names.
 *
 * @param {Theme} theme
 * @param {HTMLElement} root
 */
export function applyTheme(theme, root) {
  const set = (/** @type {string[]} */ names) => {
    for (const name of names) {
      const value = theme?.[name];
      if (fits(name, value)) root.style.setProperty(`--${name}`, value);
      else root.style.removeProperty(`--${name}`);
    }
  };
  set([...themeFonts, ...themeLengths, ...themeColours]);
  if (!readable(root)) for (const name of themeColours) root.style.removeProperty(`--${name}`);
  const accent = root.style.getPropertyValue("--accent");
  if (accent) root.style.setProperty("--focus", accent);
  else root.style.removeProperty("--focus");
}

/** @param {HTMLElement} root */
function readable(root) {
  const probe = root.ownerDocument.createElement("span");
  // With colours of the reader's own in force the tokens are judged by themselves.
  probe.style.setProperty("forced-color-adjust", "none");
  root.append(probe);
  const luminances = new Map();
  const luminanceOf = (/** @type {string} */ name) => {
    if (!luminances.has(name)) luminances.set(name, luminance(resolved(probe, name)));
    return luminances.get(name);
  };
  const good = PAIRS.every(([one, other, least]) => contrast(luminanceOf(one), luminanceOf(other)) >= least);
  probe.remove();
  return good;
}

/**
 * Red, green and blue of a token between 0 and 1, in whatever notation it was written; null where
 * it is see-through.
 *
 * @param {HTMLElement} probe
 * @param {string} name
 */
function resolved(probe, name) {
  probe.style.color = `color-mix(in srgb, var(--${name}), var(--${name}))`;
  const { color } = getComputedStyle(probe);
  const numbers = color.match(/-?\d*\.?\d+(e-?\d+)?/g)?.map(Number) ?? [];
  return /^color\(srgb /.test(color) && numbers.length === 3 ? numbers.map((part) => Math.min(1, Math.max(0, part))) : null;
}

/** @param {number[] | null} parts */
function luminance(parts) {
  if (!parts) return NaN;
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (/** @type {number} */ one, /** @type {number} */ other) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
