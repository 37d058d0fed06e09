// Things that a JSON text says and the engine's parser forgets: a key that is there twice, and how
// deep it is nested.

/** As `limits.depth`, which the module knows (tests/package/calls.test.mjs). */
export const DEEPEST = 32;

/**
 * Whether a value has more than `levels` of objects and arrays inside each other; true for one that
 * contains itself.
 *
 * @param {number} levels
 * @param {unknown} value
 * @returns {boolean}
 */
export function isDeeperThan(levels, value) {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** @param {string | number} part */
const escaped = (part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * The first error in the structure of a well-formed text: the JSON pointer of a key that its object
 * has already, or { tooDeep: true }; null where there is none.
 *
 * @param {string} text
 * @returns {{pointer: string, tooDeep?: undefined} | {pointer?: undefined, tooDeep: true} | null}
 */
export function structureError(text) {
  // The containers that are open: of an object the keys it has, and of both the place within.
  /** @type {({keys: Set<string>, at: string} | {keys: null, at: number})[]} */
  const open = [];
  let expectsKey = false;
  for (let i = 0; i < text.length; i += 1) {
    const top = open[open.length - 1];
    switch (text.charCodeAt(i)) {
      case 0x7b: // {
      case 0x5b: // [
        if (open.length === DEEPEST) return { tooDeep: true };
        expectsKey = text[i] === "{";
        open.push(expectsKey ? { keys: new Set(), at: "" } : { keys: null, at: 0 });
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        expectsKey = false;
        break;
      case 0x2c: // ,
        if (top.keys) expectsKey = true;
        else top.at += 1;
        break;
      case 0x22: {
        // A string: up to the next quotation mark that is not escaped.
        const start = i;
        do i = text.indexOf('"', i + 1);
        while (isEscaped(text, i));
        if (!expectsKey || !top.keys) break;
        expectsKey = false;
        top.at = JSON.parse(text.slice(start, i + 1));
        if (top.keys.has(top.at)) return { pointer: open.map(({ at }) => `/${escaped(at)}`).join("") };
        top.keys.add(top.at);
        break;
      }
    }
  }
  return null;
}

/**
 * Whether the character at `end` has an odd number of backslashes before it.
 *
 * @param {string} text
 * @param {number} end
 */
function isEscaped(text, end) {
  let start = end;
  while (text[start - 1] === "\\") start -= 1;
  return (end - start) % 2 === 1;
}
