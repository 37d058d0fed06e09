// Numbers that wording/figures.js has rounded and written, in another language's way of writing.
// The rounding stays: only characters change.

/** U+2066 … U+2069 set a piece apart, U+202D … U+202C keep its order, U+00A0 keeps it on a line. */
const inOrder = (/** @type {string} */ text) => `\u2066\u202d${text.replaceAll(" ", "\u00a0")}\u202c\u2069`;

/** @type {Record<string, string>} */
const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/**
 * Returns the function that rewrites an English number: "12,300", "0.25", "1.23 × 10⁻⁵", "1e-7",
 * "−0.5". Digits, decimal and thousands signs become the language's. From right to left, a power is
 * set apart and keeps its order; otherwise the exponent would be read backwards.
 *
 * @param {{locale: string, direction: string}} language
 * @returns {(text: string) => string}
 */
export function writtenIn({ locale, direction }) {
  if (locale.startsWith("en")) return (text) => text;
  const format = new Intl.NumberFormat(locale, { useGrouping: true });
  const parts = new Map(format.formatToParts(123456.5).map(({ type, value }) => [type, value]));
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  /** @type {Record<string, string>} */
  const signs = { ".": parts.get("decimal") ?? ".", ",": parts.get("group") ?? ",", "-": "\u2212" };
  return (text) => {
    const power = text.replace(/e([+-]?)(\d+)$/, (_, sign, exponent) => {
      const raised = Array.from(`${sign === "-" ? "-" : ""}${exponent}`, (character) => RAISED[character]);
      return ` × 10${raised.join("")}`;
    });
    const own = power.replace(/[\d.,-]/g, (character) => signs[character] ?? digits[Number(character)]);
    return direction === "rtl" && /[⁰¹²³⁴-⁹]/.test(own) ? inOrder(own) : own;
  };
}
