// The section of docs/results.md that compares accountants.

export const HEADING = "## Beside other accountants";

/**
 * Answers of python/tests/accountants.py.
 *
 * @typedef {object} Answers
 * @property {{epsilon: number, delta: number, sigma: Record<string, number>}[]} gaussian
 * @property {{multiplier: number, steps: number, rate: number, delta: number, epsilon:
 *   Record<string, number>}[]} descents
 * @property {Record<string, string>} versions
 */

/** Columns, in their order: the name in the answers, and in the table. */
const SIGMAS = { expost: "Expost", "dp-accounting": "dp-accounting", autodp: "autodp" };
const EPSILONS = {
  "expost gaussian": "Expost, exact",
  "expost pld": "Expost, `pld`",
  "dp-accounting pld": "dp-accounting, PLD",
  riskcal: "riskcal, PLD",
  "expost rdp": "Expost, `rdp`",
  "dp-accounting rdp": "dp-accounting, RDP",
  "autodp rdp": "autodp, RDP",
};

/**
 * @param {string[]} header
 * @param {string[][]} rows
 */
const table = (header, rows) =>
  [header, ["---", ...header.slice(1).map(() => "---:")], ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Six digits: accountants differ in the fifth. */
const digits = (/** @type {number | undefined} */ value) => (value === undefined ? "–" : value.toPrecision(6));

/**
 * @param {{answers: Answers, date: string}} measured
 */
export function accountantsSection({ answers, date }) {
  const { gaussian, descents, versions } = answers;
  const programs = ["dp-accounting", "autodp", "riskcal"].map((name) => `${name} ${versions[name]}`).join(", ");
  return [
    HEADING,
    `Written by \`npm run results:accountants\` on ${date}: ${programs}, SciPy ${versions.scipy}. \`python/tests/test_accountants.py\` holds these answers together
in the deep run, with its tolerances. σ and ε are shown to six digits, to the nearest.`,
    "The least σ of the Gaussian mechanism, sensitivity 1:",
    table(
      ["ε, δ", ...Object.values(SIGMAS)],
      gaussian.map(({ epsilon, delta, sigma }) => [
        `${epsilon}, ${delta}`,
        ...Object.keys(SIGMAS).map((name) => digits(sigma[name])),
      ]),
    ),
    `ε of noisy gradient descent with that noise multiplier. Expost's is that of a report for a model trained elsewhere, which takes clip norms to be longer
by 10⁻⁵ of themselves (noisy-gradient-descent.md 11). The grids of dp-accounting and riskcal have steps of 0.0001; riskcal's distributions are those of dp-accounting.`,
    table(
      ["multiplier, steps, rate, δ", ...Object.values(EPSILONS)],
      descents.map(({ multiplier, steps, rate, delta, epsilon }) => [
        `${multiplier}, ${steps}, ${rate}, ${delta}`,
        ...Object.keys(EPSILONS).map((name) => digits(epsilon[name])),
      ]),
    ),
    `autodp's own accountant by characteristic functions is not in the table: it calls a function that SciPy ${versions.scipy} no longer has.`,
  ].join("\n\n");
}
