// The records for which publishing the releases beside the model costs most, at the model as it was published.
//
// The releases are Gaussian mechanisms (mathematics.md, section 6), and what they cost a person grows with
//   h = f'² a + f''² k,   a = 1/σ₂²,   k = 1/(2σ₃²) + 1/σ₄²,
// at ‖x‖ = 1, where f' and f'' depend on t = xᵀθ̂, |t| ≤ ‖θ̂‖, and y alone. Here is only where h is largest; the cost there is
// the core's to work out.

/** Where h is largest: one or two candidates {t, y}, the largest is among them. */
function worstPredictors({ name, width }, theta, release) {
  const reach = Math.hypot(...theta);
  const a = (release.gradient?.sigma ?? Infinity) ** -2;
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

/**
 * How far at most one record of length 1 moves what the releases of a softmax model add noise to: the gradient by ‖p − e_y‖, the Hessian by
 * ‖C‖_F and its smallest eigenvalue by ‖C‖ ≤ ‖C‖_F, where C = diag p − ppᵀ. Both at once are perhaps out of reach.
 *
 * p depends on the record by xᵀ(θ_i − θ_j), of at most D_ij = ‖θ_i − θ_j‖. So p_y ≥ 1/Σ_i e^{D_iy} and p_j ≤ 1/Σ_i e^{−D_ij}. With s = 1 − p_y,
 * ‖p − e_y‖² = s² + Σ_{j≠y} p_j² ≤ s² + s·max p_j; with S = Σ p_j² ≤ max p_j, ‖C‖_F² ≤ S − S² (docs/derivations/softmax.md).
 */
export function softmaxDistances(theta, classes) {
  const length = theta.length / classes;
  const labels = Array.from({ length: classes }, (_, label) => label);
  const rows = labels.map((label) => theta.slice(label * length, (label + 1) * length));
  const apart = rows.map((one) => rows.map((other) => Math.hypot(...one.map((value, index) => value - other[index]))));
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const miss = apart.map((distances) => 1 - 1 / sum(distances.map(Math.exp)));
  const most = apart.map((distances) => 1 / sum(distances.map((distance) => Math.exp(-distance))));
  const squares = labels.map((y) => {
    const other = Math.max(...labels.filter((label) => label !== y).map((label) => most[label]));
    return miss[y] * (miss[y] + Math.min(miss[y], other));
  });
  const largest = Math.min(Math.max(...most), 0.5);
  return { gradient: Math.sqrt(Math.max(...squares)), hessian: Math.sqrt(largest * (1 - largest)) };
}

/**
 * The same releases beside another model, about coded records: no publication, and so without a
 * promise.
 */
function withModel(document, model) {
  const { features: _features, scaling: _scaling, label: _label, guarantee: _guarantee, ...rest } = document;
  return { ...rest, model: { ...document.model, ...model } };
}

/**
 * A report with the releases of a softmax model, and a record that moves each of them as far as any record can: the core works out what that
 * costs. With the squared loss a record of length √h at one coordinate and y = 0 moves gradient and Hessian by |f'|‖x‖ and ‖x‖².
 */
function standInFor({ loss, theta }) {
  const { gradient, hessian } = softmaxDistances(theta, loss.classes);
  const first = (value) => theta.map((_, index) => (index === 0 ? value : 0));
  return {
    model: { loss: { name: "squared" }, theta: first(gradient / hessian) },
    record: { x: first(Math.sqrt(hessian)), y: 0 },
  };
}

/**
 * What publishing the releases beside the model costs a person at most, whatever her record: at the published model, for a
 * record chosen beforehand.
 *
 * @param document the report, parsed; report: the same, loaded; loadReport: the package's
 * @returns {Promise<{expost: number, failureProbability: number, pdp: {epsilon: number, delta: number}, attained: boolean} | null>} in
 *   nats; `attained`: by some record of length 1, else a limit above what any of them costs; null where nothing but the model was
 *   published, as is so for every mechanism but objective perturbation with normal noise
 */
export async function largestReleaseCost(document, report, loadReport) {
  const { loss, theta } = document.model;
  if (!document.release?.hessian) return null;
  const failureProbability = report.summary.failureProbability;
  const options = { overheadFailureProbability: failureProbability };
  const costOf = async (other, record) => {
    const alone = await loadReport(withModel(document, other));
    const { expost, pdp } = alone.bound(record, options).overhead;
    alone.free();
    return { expost, pdp };
  };
  if (loss.name === "softmax") {
    const { model, record } = standInFor(document.model);
    return { ...(await costOf(model, record)), failureProbability, attained: false };
  }
  let worst = null;
  for (const { t, y } of worstPredictors(loss, theta, document.release)) {
    // In one dimension only t = ±θ̂ has ‖x‖ = 1; a shorter record costs less than one of length 1 at the same t would.
    const { expost, pdp } =
      theta.length > 1
        ? report.bound({ x: recordAt(theta, t), y }, options).overhead
        : await costOf({ theta: [t] }, { x: [1], y });
    if (worst === null || !(expost <= worst.expost)) worst = { expost, failureProbability, pdp, attained: true };
  }
  return worst;
}
