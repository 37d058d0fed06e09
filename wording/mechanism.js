// Which words a mechanism needs: the same figure is made of other parts, and there is other noise,
// where a model was made private in another way.

/**
 * "gaussian" and "laplace" (objective perturbation, by its noise), "output", "posterior" or
 * "adaptiveSample" (a posterior sample whose settings came from the data).
 */
export function mechanismOf({ mechanism: { name, noise, adaptive } }) {
  if (name === "output-perturbation") return "output";
  if (name === "posterior-sample") return adaptive ? "adaptiveSample" : "posterior";
  return noise;
}

/** The size of a model: as many numbers for each class as a record has. */
export const coefficientsOf = ({ dimension, loss }) => dimension * (loss.classes ?? 1);

const PARTS = ["leverage", "gradientNorm", "gradient", "release"];

/**
 * Only the Hessian tells how many records are alike: without it, the leverage is a worst case over
 * all other records.
 */
const withoutOthers = (parts) => ({
  ...parts,
  leverage: parts.alone.leverage,
  why: { ...parts.why, leverage: parts.alone.why },
});

/**
 * The parts of a figure in order, as [words, reason, amount], in the words of the report's
 * mechanism, which leaves out what it hasn't; null where the figure can't be split.
 */
export function partsOf({ components }, summary, { parts }) {
  if (!components) return null;
  const own = parts.of[mechanismOf(summary)] ?? (summary.release.hessian ? parts : withoutOthers(parts));
  return PARTS.filter((name) => own.why[name] || name === "release" || components[name] !== 0).map((name) => {
    const called = name === "release" && components.release === 0 ? "releaseNone" : name;
    return [own[called] ?? parts[called], own.why[called] ?? parts.why[called], components[name]];
  });
}
