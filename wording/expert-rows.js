// Formulas and signs that experts see of mechanisms other than normal noise in the training, the
// same in every language.

/** @typedef {import("expost").Mechanism} Mechanism */
/** @typedef {[sign: string, value: number | string, key: string]} SignRow */

/**
 * Formulas of what a bound is made of, by the names that the bound gives them, where the words have
 * no name for it.
 *
 * @type {Record<string, string>}
 */
const FORMULAS = {
  determinant: "κ = log det(I + ∇²ℓ/λ)",
  "determinant-in": "−log det(I − UᵀH⁻¹U)",
  "determinant-out": "−log det(I + UᵀH⁻¹U)",
  noise: "η‖∇ℓ‖",
  shift: "m̄ ≥ m",
  derivative: "f̄ ≥ |f′|",
  "published-residual": "y − xᵀθ",
  "data-eigenvalue": "e ≤ λₘᵢₙ(XᵀX)",
  energy: "V = Σ sₜ²",
  "energy-cap": "μ_z² ≥ V",
  "largest-step": "max sₜ",
  steps: "T",
};

/** @param {string} term */
export const termFormula = (term) => FORMULAS[term];

/**
 * The mechanism as documents name it, with its noise.
 *
 * @param {Mechanism} mechanism
 */
export function mechanismName(mechanism) {
  if (mechanism.name === "posterior-sample" && mechanism.adaptive) {
    const { epsilon, delta } = mechanism.adaptive;
    return `${mechanism.name}, adaptive (ε = ${epsilon}, δ = ${delta})`;
  }
  return "noise" in mechanism ? `${mechanism.name}, ${mechanism.noise}` : mechanism.name;
}

/**
 * Rows of a mechanism's own numbers, but σ and λ.
 *
 * @param {Mechanism} mechanism
 * @returns {SignRow[]}
 */
export function mechanismRows(mechanism) {
  if (mechanism.kind === "objective-laplace") return [["η", mechanism.eta, "eta"]];
  if (mechanism.name === "posterior-sample") return [["γ", mechanism.gamma, "gamma"]];
  return mechanism.kind === "noisy-gradient-descent" ? descentRows(mechanism) : [];
}

/**
 * Rows of noisy gradient descent, with the signs of docs/noisy-gradient-descent.md.
 *
 * @param {import("expost").DescentMechanism} mechanism
 * @returns {SignRow[]}
 */
function descentRows({ clip, sampling, update, stoppedAfter, final, path, every }) {
  const { kind, ...share } = sampling;
  /** @type {SignRow[]} */
  const rule =
    update.rule === "other"
      ? [["Uₜ", update.rule, "update"]]
      : [
          ["ηₜ", update.rate ?? "η₀, η₁, …", "rate"],
          ["m", update.momentum, "momentum"],
          ["λ", update.ridge, "ridge"],
          ["B", update.divisor, "divisor"],
        ];
  return [
    ["C", clip, "clip"],
    ["n ≤ T", stoppedAfter, "stopped-after"],
    ["Sₜ", [kind, ...Object.entries(share).map(([name, value]) => `${name} ${value}`)].join(", "), "sampling"],
    ...rule,
    ["θ̂", final, "final"],
    ["θ₀, θ₁, …", path === "every" ? `1/${every}` : path, "path"],
  ];
}
