// Numbers as a curator types them, by the rules that the core has for values: a decimal point and
// nothing between thousands.

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const SEPARATED = /^[-+]?\d[\d.,'’ \u00a0\u202f]*\d$/;

/**
 * { value } or { problem: "blank" | "ambiguous" | "notANumber" }.
 *
 * @param {string} text
 * @returns {{value: number, problem?: undefined} | {value?: undefined, problem: "blank" |
 *   "ambiguous" | "notANumber"}}
 */
export function readNumber(text) {
  const written = text.trim();
  if (written === "") return { problem: "blank" };
  if (NUMBER.test(written)) {
    const value = Number(written);
    return Number.isFinite(value) ? { value } : { problem: "notANumber" };
  }
  return { problem: SEPARATED.test(written) ? "ambiguous" : "notANumber" };
}
