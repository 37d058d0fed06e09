// The section of docs/results.md about noisy gradient descent.
import { folded } from "./results-sections.mjs";

/** @typedef {{median: number, p99: number, max: number}} Quantiles */
/**
 * @typedef {object} Measured
 * @property {{name: string, title: string}} mechanism
 * @property {number | null} rate
 * @property {number[]} accuracies
 * @property {number[]} bounds in rising order
 * @property {Quantiles} exact
 * @property {number} misses
 * @property {number} rows
 * @property {number} sigma
 * @property {string[]} commands
 * @property {{rate: number, accuracy: number}[]} tried
 */
/**
 * @typedef {{split: {name: string, title: string}, choice: number, held: number, results:
 *   Measured[]}} DataSet
 */

export const HEADING = "## Noisy gradient descent beside objective perturbation";

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(2)} %`;
/** Rounded up, as bounds are. */
const up = (/** @type {number} */ value) => (Math.ceil(value * 1000) / 1000).toFixed(3);
const near = (/** @type {number} */ value) => value.toPrecision(3);

/**
 * Returns a quantile by nearest rank.
 *
 * @param {number[]} sorted
 * @param {number} share
 */
const quantile = (sorted, share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];

/** @param {DataSet} dataSet */
function tableOf({ results }) {
  const rows = results.map(({ mechanism, rate, accuracies, bounds, exact, sigma, misses, rows: count }) => {
    const average = accuracies.reduce((a, b) => a + b, 0) / accuracies.length;
    const accuracy = `${percent(average)} (${percent(Math.min(...accuracies))} to ${percent(Math.max(...accuracies))})`;
    return `| ${[
      mechanism.title,
      rate ?? "–",
      sigma.toPrecision(4),
      accuracy,
      up(quantile(bounds, 0.5)),
      up(quantile(bounds, 0.99)),
      up(bounds[bounds.length - 1]),
      `${near(exact.median)}, ${near(exact.p99)}, ${near(exact.max)}`,
      `${misses} of ${count}`,
    ].join(" | ")} |`;
  });
  return [
    "| mechanism | rate | σ | accuracy on held-out rows | bound: median | 99th percentile | maximum | exact loss: median, 99th percentile, maximum | misses |",
    "|---|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** @param {DataSet} dataSet */
function triedText({ results }) {
  return results
    .filter(({ tried }) => tried.length > 0)
    .map(
      ({ mechanism, tried }) =>
        `* ${mechanism.title}: ${tried.map(({ rate, accuracy }) => `${rate}: ${percent(accuracy)}`).join(", ")}`,
    )
    .join("\n");
}

/**
 * @param {{all: DataSet[], minutes: number, date: string, repeats: number}} results
 */
export function descentSection({ all, minutes, date, repeats }) {
  return [
    HEADING,
    `Written by \`npm run results:descents\` on ${date}, ${minutes.toFixed(0)} minutes. All at ε = 1, δ = 0.000001, logistic loss, clip norm 1. Accuracy is the mean of ${repeats}
publications, with the least and the largest, on rows that were neither trained on nor used to choose anything. Bounds and exact losses are those of the rows that were trained on, in nats, of the
last publication, at failure probability 0.000001 a row and for unknown membership, rounded up.`,
    ...all.flatMap((dataSet) => [
      `### ${dataSet.split.title}`,
      `${dataSet.results[0].rows} rows for training, ${dataSet.choice} for choosing rates, ${dataSet.held} held out.`,
      tableOf(dataSet),
      `![Bounds by share of rows](figures/descent-${dataSet.split.name}.svg)`,
      folded("Rates that were tried: mean accuracy of two publications on the rows for choosing", triedText(dataSet)),
      folded(
        "Commands",
        `\`\`\`console\n${dataSet.results.flatMap(({ commands }) => commands.map((words) => `$ ${words}`)).join("\n")}\n\`\`\``,
      ),
    ]),
  ].join("\n\n");
}
