// The records for which publishing the releases beside the model costs most, at the model as it was published.
//
// The releases are Gaussian mechanisms (mathematics.md, section 6), and what they cost a person grows with
//   h = f'² a + f''² k,   a = 1/σ₂²,   k = 1/(2σ₃²) + 1/σ₄²,
// at ‖x‖ = 1, where f' and f'' depend on t = xᵀθ̂, |t| ≤ ‖θ̂‖, and y alone. Here is only where h is largest; the cost there is
// the core's to work out.

/** Where h is largest: one or two candidates {t, y}, the largest is among them. */
export function worstPredictors({ name, width }, theta, release) {
  const reach = Math.hypot(...theta);
  const a = release.gradient.sigma ** -2;
  const k = 0.5 * release.hessian.sigma ** -2 + (release.smallestEigenvalue?.sigma ?? Infinity) ** -2;
  // |f'| and f'' both grow, or f'' stays, towards the end.
  const end = { t: -reach, y: 1 };
  if (name === "squared") return [end];
  // With c = 1/(1 + (t − y)²/w²), h = w² a (1 − c) + k c³: convex in c, so largest at an end of its range.
  if (name === "pseudo-huber" && width > 0) return [{ t: 0, y: 0 }, end];
  if (name !== "logistic") throw new Error(`no worst record is known for the loss ${name}`);
  // With q = 1/(1 + e^t), h = a q² + k q² (1 − q)²: grows up to the smaller root of h' in [1/2, 3/4], then falls, then grows.
  if (!(8 * a < k)) return [end];
  const q = (3 - Math.sqrt(1 - (8 * a) / k)) / 4;
  const t = Math.log((1 - q) / q);
  return t > -reach ? [{ t, y: 1 }, end] : [end];
}

/** A record of length 1 with xᵀθ̂ = t. Needs two coordinates. */
export function recordAt(theta, t) {
  const reach = Math.hypot(...theta);
  const unit = reach > 0 ? theta.map((value) => value / reach) : theta.map((_, index) => (index === 0 ? 1 : 0));
  const along = reach > 0 ? Math.max(-1, Math.min(1, t / reach)) : 0;
  const across = Math.sqrt((1 - along) * (1 + along));
  // The coordinate that θ̂ points along least, less what of it lies along θ̂.
  const least = unit.reduce((best, value, index) => (Math.abs(value) < Math.abs(unit[best]) ? index : best), 0);
  const length = Math.sqrt(1 - unit[least] ** 2);
  const other = unit.map((value, index) => ((index === least ? 1 : 0) - unit[least] * value) / length);
  const x = unit.map((value, index) => along * value + across * other[index]);
  const norm = Math.hypot(...x);
  return x.map((value) => value / norm);
}

/** The same report about coded records only, with one coordinate at t. */
function withCoefficient(document, t) {
  const { features: _features, scaling: _scaling, label: _label, ...rest } = document;
  return { ...rest, model: { ...document.model, theta: [t] } };
}

/**
 * What publishing the releases beside the model costs a person at most, whatever her record: at the published model, for a
 * record chosen beforehand.
 *
 * @param document the report, parsed; report: the same, loaded; loadReport: the package's
 * @returns {Promise<{expost: number, failureProbability: number, pdp: {epsilon: number, delta: number}} | null>} in nats;
 *   null where nothing but the model was published
 */
export async function largestReleaseCost(document, report, loadReport) {
  const { loss, theta } = document.model;
  if (!document.release?.hessian) return null;
  const failureProbability = report.summary.failureProbability;
  const options = { overheadFailureProbability: failureProbability };
  let worst = null;
  for (const { t, y } of worstPredictors(loss, theta, document.release)) {
    let bound;
    if (theta.length > 1) {
      bound = report.bound({ x: recordAt(theta, t), y }, options);
    } else {
      // In one dimension only t = ±θ̂ has ‖x‖ = 1; a shorter record costs less than one of length 1 at the same t would.
      const alone = await loadReport(withCoefficient(document, t));
      bound = alone.bound({ x: [1], y }, options);
      alone.free();
    }
    const { expost, pdp } = bound.overhead;
    if (worst === null || !(expost <= worst.expost)) worst = { expost, failureProbability, pdp };
  }
  return worst;
}
