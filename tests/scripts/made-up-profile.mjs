// A privacy profile as the package's `profile` gives it, made of a formula: so much of what the
// figures need, and wrong where a test says so.
const ROWS = 400;
const LAMBDA = 48_842;

/**
 * In the plane (mathematics.md 14): where the curve begins, and where it is 5 % and 95 % of the
 * way to 1.
 */
export const plane = { low: 2 / Math.PI, sLow: 3.23592, sHigh: 109.322 };

/**
 * A curve in s = β times displacement that is 5 % of the way up at sLow and 95 % at sHigh: u/(1 +
 * u), u a power of s.
 */
export function climbingShare({ low, sLow, sHigh } = plane) {
  const power = (2 * Math.log(19)) / Math.log(sHigh / sLow);
  const middle = Math.sqrt(sLow * sHigh);
  return (s) => {
    const u = (s / middle) ** power;
    return low + (1 - low) * (u / (1 + u));
  };
}

export const columns = {
  header: ["a", "b", "label"],
  rows: Array.from({ length: ROWS }, () => [0, 0, "yes"]),
  study: { mechanism: { lambda: LAMBDA } },
};

/** Lengths within the axes of the figures, in no order: 2e-7 to 1.6e-5. */
const displacement = Float64Array.from({ length: ROWS }, (_, i) => 2e-7 * 80 ** (((i * 7) % ROWS) / (ROWS - 1)));

const nearestRank = (sorted, share) => sorted[Math.max(Math.ceil(share * sorted.length), 1) - 1];

/**
 * @param {{transition?: {sLow: number, sHigh: number}, plateaus?: {low: number, high: number},
 *   exact?: (s: number) => number, drawn?: (s: number) => number}} claims what it says of itself,
 *   and the curves that its losses lie on; by default these agree
 */
export function madeUpProfile({
  transition = { sLow: plane.sLow, sHigh: plane.sHigh },
  plateaus = { low: plane.low, high: 1 },
  exact = climbingShare(),
  drawn = climbingShare(),
} = {}) {
  const [least, most] = [Math.min(...displacement), Math.max(...displacement)];
  const epsilonAt = (s, length) => (2 * s) / (LAMBDA * length);
  const losses = (epsilon, share) => {
    const beta = (LAMBDA * epsilon) / 2;
    return displacement.map((length) => beta * length * share(beta * length));
  };
  return async (_, study, { epsilons, profileEpsilon, samples = 0 }) => {
    const sorted = epsilons.map((epsilon) => losses(epsilon, exact).sort());
    const quantile = (share) => Float64Array.from(sorted, (column) => nearestRank(column, share));
    const mean = samples > 0 ? losses(profileEpsilon, drawn).sort() : null;
    return {
      rows: ROWS,
      lambda: study.mechanism.lambda,
      displacement,
      plateaus,
      transition: {
        ...transition,
        epsilonLow: epsilonAt(transition.sLow, most),
        epsilonHigh: epsilonAt(transition.sHigh, least),
      },
      epsilons: Float64Array.from(epsilons),
      typical: { max: quantile(1), p99: quantile(0.99), p90: quantile(0.9), median: quantile(0.5), p10: quantile(0.1) },
      profile: { sampled: mean && { samples, mean, standardError: mean.map((value) => 0.001 * value) } },
    };
  };
}
