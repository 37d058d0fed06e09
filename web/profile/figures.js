// Numbers as this page writes them: three digits that count. The end of a range is rounded outward, everything else to the nearest.

const DIGITS = 3;
const plain = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: DIGITS });
const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const MINUS = "−";
const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** What can't be worked out is said, never left out. */
const NONE = "can't be worked out";

const raised = (exponent) => Array.from(String(exponent), (character) => SUPERSCRIPT[character]).join("");

/** The next number of three digits at or beyond `value`: `towards` is 1 for up, −1 for down. */
function stepped(value, towards) {
  const [digits, exponent] = value.toExponential(DIGITS - 1).split("e");
  const near = Number(`${digits}e${exponent}`);
  if (towards * near >= towards * value) return near;
  const units = Math.round(Number(digits) * 10 ** (DIGITS - 1)) + towards;
  return Number(`${units}e${Number(exponent) - (DIGITS - 1)}`);
}

function written(value) {
  if (Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : "";
  const [digits, exponent] = size.toExponential(DIGITS - 1).split("e");
  // Rounded, 999,999 is a million.
  if (Number(exponent) >= -4 && Number(exponent) < 6) return sign + plain.format(size);
  return `${sign}${Number(digits)} × 10${raised(Number(exponent))}`;
}

/** The nearest. */
export const figure = (value) => written(value);
/** Never below the value; never above it. */
export const upward = (value) => written(Number.isFinite(value) && value !== 0 ? stepped(value, 1) : value);
export const downward = (value) => written(Number.isFinite(value) && value !== 0 ? stepped(value, -1) : value);
/** A number of things. */
export const count = (value) => whole.format(value);
/** 10 to a power, for the marks of a logarithmic axis. */
export const power = (exponent) => (exponent >= -4 && exponent < 6 ? plain.format(10 ** exponent) : `10${raised(exponent)}`);
/** A share of all as a percentage, with one decimal place. */
export const percent = (share) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)}%` : NONE);
