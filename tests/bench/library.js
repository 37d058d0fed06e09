// The contestant: the same work with ml-matrix, a linear-algebra library written in JavaScript.
//
// Prepare: the symmetric eigendecomposition that it offers (it has no tridiagonalisation by
// itself). Bound: Qᵀx by the library, then the same minimisations over α, which in the eigenbasis
// are sums over d terms in plain loops: what a careful author would write with this library, not a
// straw man.
import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/**
 * Quantiles for ρ = 1e-6 and the report's dimension are handed in, so that only linear algebra and
 * loops are timed.
 */
export class LibraryReport {
  constructor(document, { z, t }) {
    const { theta, mechanism } = document.model;
    const d = theta.length;
    const upper = document.release.hessian.upper;
    const h = new Matrix(d, d);
    for (let i = 0, k = 0; i < d; i += 1) {
      for (let j = i; j < d; j += 1, k += 1) {
        h.set(i, j, upper[k]);
        h.set(j, i, upper[k]);
      }
    }
    const decomposition = new EigenvalueDecomposition(h, { assumeSymmetric: true });
    this.values = Float64Array.from(decomposition.realEigenvalues);
    this.rotation = decomposition.eigenvectorMatrix.transpose();
    this.theta = theta;
    this.lambda = mechanism.lambda;
    this.sigma = mechanism.sigma;
    this.gradient = document.release.gradient;
    this.shift = t * document.release.hessian.sigma;
    this.z = z;
  }

  #minimum(squares, rankOne) {
    const { values, lambda, shift } = this;
    const smallest = values[0] - shift;
    const evaluate = (alpha) => {
      let s = 0;
      let form = 0;
      let curvature = 0;
      for (let i = 0; i < values.length; i += 1) {
        const b = values[i] - shift - lambda;
        const m = lambda + alpha * b;
        const term = squares[i] / m;
        s += term;
        form += (term / m) * b;
        curvature += (term / m / m) * b * b;
      }
      return { s, r: form / (s * s) - rankOne, slope: (2 * ((form * form) / s - curvature)) / (s * s) };
    };
    const value = (alpha, s) => s / (1 + (1 - alpha) * rankOne * s);
    const start = evaluate(0);
    let best = value(0, start.s);
    if (!(start.r > 0)) return best;
    let low = 0;
    let high = smallest > 0 ? 1 : (lambda / (lambda - smallest)) * (1 - 1e-9);
    const end = evaluate(high);
    best = Math.min(best, value(high, end.s));
    if (end.r >= 0) return best;
    let alpha = Math.min(Math.max((start.r / (start.r - end.r)) * high, 0.05 * high), 0.95 * high);
    for (let step = 0; step < 100; step += 1) {
      const point = evaluate(alpha);
      best = Math.min(best, value(alpha, point.s));
      if (point.r > 0) low = alpha;
      else high = alpha;
      if (high - low <= 1e-15 * high || point.r === 0) break;
      let next = alpha - point.r / point.slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (Math.abs(next - alpha) <= 1e-14 * high) break;
      alpha = next;
    }
    return best;
  }

  /** Upper end of the signed interval of a member, as Bound.loss.in[1]. */
  bound(x, y) {
    const d = x.length;
    const w = this.rotation.mmul(Matrix.columnVector(x)).to1DArray();
    const squares = new Float64Array(d);
    let t = 0;
    let v = 0;
    let norm = 0;
    for (let i = 0; i < d; i += 1) {
      squares[i] = w[i] * w[i];
      t += x[i] * this.theta[i];
      v += x[i] * this.gradient.values[i];
      norm += x[i] * x[i];
    }
    const first = -y / (1 + Math.exp(y * t));
    const e = Math.exp(-Math.abs(t));
    const second = e / (1 + e) ** 2;
    const cap = (second * norm) / this.lambda;
    const leverage = this.#minimum(squares, 0);
    const member = second * this.#minimum(squares, second);
    let lower = 0;
    for (let i = 0; i < d; i += 1) lower += squares[i] / (this.values[i] + this.shift);
    const a = Math.min(cap / (1 + cap), member, second * leverage);
    const variance = this.sigma ** 2;
    const sum = variance + this.gradient.sigma ** 2;
    const centre = (first * (variance / sum) * v) / variance;
    const halfWidth =
      (Math.abs(first) * ((this.sigma * this.gradient.sigma) / Math.sqrt(sum)) * Math.sqrt(norm) * this.z) / variance;
    const q = (first * first * norm) / (2 * variance);
    this.lowerEnd = -Math.log1p(-second * lower) + q - centre - halfWidth;
    return -Math.log1p(-a) + q - (centre - halfWidth);
  }
}
