// Values of options: read strictly, because a mistyped number must never become another number.
import { InvalidArgumentError } from "commander";

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function finiteNumber(text) {
  const value = DECIMAL.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isFinite(value)) throw new InvalidArgumentError("It must be a number, like 0.5 or 1e-6.");
  return value;
}

export const anyNumber = finiteNumber;

export function positiveNumber(text) {
  const value = finiteNumber(text);
  if (!(value > 0)) throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

/** Strictly between 0 and 1. */
export function probability(text) {
  const value = finiteNumber(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("It must lie between 0 and 1, like 1e-6.");
  return value;
}

/** @returns a reader of whole numbers from `least` to `most` */
export function wholeNumber(least, most = Number.MAX_SAFE_INTEGER) {
  return (text) => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** "one", "all" or a number of records. */
export function uniformity(text) {
  if (text === "one" || text === "all") return text;
  return wholeNumber(1, 1e15)(text);
}

const MOST_EPSILONS = 1000;
/** What the library takes of ε. */
const ENDS = { least: 1e-100, most: 1e100 };

/** "FROM:TO:COUNT": so many values of ε, equally spaced in log ε, the ends as they are written. */
export function epsilonGrid(text) {
  const parts = text.split(":").map((part) => (DECIMAL.test(part.trim()) ? Number(part) : NaN));
  const [from, to, count] = parts;
  if (parts.length !== 3 || !parts.every(Number.isFinite)) {
    throw new InvalidArgumentError("It must be FROM:TO:COUNT, like 1e-2:1e4:25.");
  }
  if (!(from > 0 && from < to)) {
    throw new InvalidArgumentError("FROM must be above 0 and below TO, as in 1e-2:1e4:25.");
  }
  if (!(Number.isInteger(count) && count >= 2 && count <= MOST_EPSILONS)) {
    throw new InvalidArgumentError(`COUNT must be a whole number from 2 to ${MOST_EPSILONS}, as in 1e-2:1e4:25.`);
  }
  if (!(from >= ENDS.least && to <= ENDS.most)) {
    throw new InvalidArgumentError("FROM and TO must be numbers from 1e-100 to 1e100, as in 1e-2:1e4:25.");
  }
  const last = count - 1;
  const grid = Array.from({ length: count }, (_, k) =>
    k === 0 ? from : k === last ? to : Math.exp(Math.log(from) + (k / last) * (Math.log(to) - Math.log(from))),
  );
  if (grid.some((epsilon, k) => k > 0 && !(epsilon > grid[k - 1]))) {
    throw new InvalidArgumentError("TO must be further above FROM: so many values don't fit between them.");
  }
  return grid;
}

/** How many models to draw: none, or enough for a standard error. */
export function sampleCount(text) {
  const value = wholeNumber(0, 100000)(text);
  if (value === 1) throw new InvalidArgumentError("It must be 0, or 2 or more: one model has no standard error.");
  return value;
}
