// docs/results.md from what npm run results measured. No figure is written here that wasn't
// measured there.
import { nearest, plain, upward } from "../wording/figures.js";
import { APPENDIX, folded } from "./results-sections.mjs";
import { onCredit } from "./results-figures.mjs";

/** @typedef {import("expost").AuditSummary} AuditSummary */
/** @typedef {import("../wasm/documents.js").ReportDocument} ReportDocument */
/** @typedef {import("expost").Quantiles} Quantiles */

/**
 * An example as it was published and audited. An infinite number is a text in JSON documents.
 *
 * @typedef {object} Audited
 * @property {string} name
 * @property {string} variant
 * @property {AuditSummary} audit
 * @property {Quantiles} total bounds on everything published, for unknown membership
 * @property {ReportDocument} report
 * @property {string[]} commands
 */

/** @typedef {Omit<Audited, "variant"> & {title: string}} AuditedMechanism */
/**
 * The output of scripts/coverage.mjs.
 *
 * @typedef {object} Coverage
 * @property {string} name
 * @property {string} variant
 * @property {string} command
 * @property {number} releases
 * @property {number} failureProbability
 * @property {number} above
 * @property {number} below
 * @property {number} gradient
 * @property {number} paper
 * @property {number} unbounded
 */

/**
 * Answers of `expost plan` for a loss, one for each way to account for it.
 *
 * @typedef {object} Planned
 * @property {string[]} loss
 * @property {string | null} shares
 * @property {{accountant: string, composition: string, plan: import("expost").Plan, command:
 *   string}[]} plans
 */

/**
 * @typedef {object} Results
 * @property {Audited[]} audits
 * @property {AuditedMechanism[]} byMechanism
 * @property {AuditedMechanism[]} atOneBudget
 * @property {Coverage[]} coverage
 * @property {Planned[]} plans
 * @property {number} minutes
 * @property {string} date
 * @property {{expost: string, commit: string, node: string}} versions
 */

/** @typedef {(typeof import("../examples/real-data.mjs").examples)[number]} Example */

/** @type {Record<string, string>} */
const RELEASED = { none: "nothing", hessian: "Ĥ", "gradient-hessian": "ĝ, Ĥ", adaptive: "ĝ, Ĥ, λ̂" };
/** @type {Record<string, string>} */
const COMPOSITIONS = { joint: "one guarantee for everything", basic: "ε₁ + ε₂ + …, as in the papers" };

/**
 * Share of ρ that sharp spends on the gradient (mathematics.md 5).
 *
 * @type {Record<string, number>}
 */
export const GRADIENT_SHARE = { none: 1, hessian: 0.8, "gradient-hessian": 0.8, adaptive: 0.7 };

/**
 * How far a count lies from what a probability would give.
 *
 * @param {number} count
 * @param {number} of
 * @param {number} probability
 */
export const standardErrors = (count, of, probability) =>
  (count - of * probability) / Math.sqrt(of * probability * (1 - probability));

/**
 * An infinite number is a text in JSON documents.
 *
 * @param {number | string} value
 */
const number = (value) => Number(value);
/**
 * A level of noise: planned, so it's as exact as it's shown.
 *
 * @param {number | undefined} value
 */
const level = (value) => (value === undefined ? "–" : upward(number(value)));

// A bar would end the cell.
const cell = (/** @type {string} */ text) => String(text).replaceAll("|", "\\|");

/**
 * The first column to the left, the others to the right.
 *
 * @param {string[]} header
 * @param {string[][]} rows
 */
function table(header, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [
    line(header),
    `|---|${header
      .slice(1)
      .map(() => "---:|")
      .join("")}`,
    ...rows.map(line),
  ].join("\n");
}

const code = (/** @type {string[]} */ lines) => ["```console", ...lines.map((line) => `$ ${line}`), "```"].join("\n");

/** @param {{name: string, width?: number}} loss */
function lossText({ name, width }) {
  return name === "pseudo-huber" && width !== undefined ? `pseudo-Huber loss of width ${plain(width)}` : `${name} loss`;
}

/**
 * One data set: quantiles, misses, noise.
 *
 * @param {Example} example
 * @param {Audited[]} audits
 */
function exampleText({ name, title, folder }, audits) {
  const own = audits.filter((one) => one.name === name);
  const { model } = own[0].report;
  /**
   * @param {string} what
   * @param {(audit: AuditSummary, total: Quantiles) => Quantiles | undefined} pick
   * @param {(value: number) => string} shown
   */
  const three = (what, pick, shown) =>
    own.map(({ variant, audit, total }) => {
      const quantiles = pick(audit, total);
      if (quantiles === undefined) throw new Error(`the audit of ${name}, ${variant} has no ${what}`);
      const { median, p99, max } = quantiles;
      return [what, RELEASED[variant], ...[median, p99, max].map((value) => shown(number(value)))];
    });
  const median = own.map(({ variant, total }) => `${upward(number(total.median))} with ${RELEASED[variant]}`).join(", ");
  return [
    `### ${title}`,
    `[${folder}](../${folder}/README.md): ${own[0].audit.rows} rows, d = ${model.theta.length}, ${lossText(model.loss)}. Median bound on everything published: ${median}.`,
    folded(
      "Losses, bounds and ratios",
      table(
        ["every row", "published beside the model", "median", "99th percentile", "maximum"],
        [
          ...three("exact loss |L|", ({ exact }) => exact, nearest),
          ...three("everything published, sharp", (_, total) => total, upward),
          ...three("bound, sharp", ({ bound }) => bound.sharp, upward),
          ...three("bound, redberg2021", ({ bound }) => bound.redberg2021, upward),
          ...three("bound / exact, sharp", ({ ratio }) => ratio.sharp, upward),
          ...three("bound / exact, redberg2021", ({ ratio }) => ratio.redberg2021, upward),
        ],
      ),
    ),
    folded(
      "Misses, noise levels and promises",
      table(
        [
          "published beside the model",
          "misses, sharp",
          "misses, redberg2021",
          "λ",
          "σ",
          "σ₂ (ĝ)",
          "σ₃ (Ĥ)",
          "σ₄ (λ̂)",
          "promise",
        ],
        own.map(({ variant, audit, report }) => {
          const { mechanism } = report.model;
          const { gradient, hessian, smallestEigenvalue } = report.release ?? {};
          return [
            RELEASED[variant],
            `${audit.misses} of ${audit.rows}`,
            `${audit.missesRedberg2021} of ${audit.rows}`,
            ...[mechanism.lambda, mechanism.sigma, gradient?.sigma, hessian?.sigma, smallestEigenvalue?.sigma].map(level),
            report.guarantee ? `ε = ${plain(report.guarantee.epsilon)}, δ = ${plain(report.guarantee.delta)}` : "none",
          ];
        }),
      ),
    ),
  ].join("\n\n");
}

/**
 * The noise of a model in the mechanism's own scale.
 *
 * @param {ReportDocument["model"]["mechanism"]} mechanism
 */
function noiseText({ sigma, eta, gamma }) {
  const rate = (/** @type {number} */ value) => plain(Number(value.toPrecision(4)));
  if (sigma !== undefined) return `σ = ${upward(sigma)}`;
  if (eta !== undefined) return `η = ${rate(eta)}`;
  if (gamma !== undefined) return `γ = ${rate(gamma)}`;
  throw new Error("a mechanism without noise");
}

/**
 * The other mechanisms, a line each.
 *
 * @param {AuditedMechanism[]} byMechanism
 */
function mechanismsText(byMechanism) {
  const three = (/** @type {Quantiles} */ { median, p99, max }, /** @type {(value: number) => string} */ shown) =>
    [median, p99, max].map((value) => shown(number(value))).join(", ");
  const persons = byMechanism.flatMap(({ title, audit: { moments, pdpDelta, generalisationGap } }) =>
    moments === undefined || pdpDelta === undefined || generalisationGap === undefined
      ? []
      : [{ title, moments, pdpDelta, generalisationGap }],
  );
  return [
    "## Other losses and mechanisms",
    `One study of each of the other mechanisms: median, 99th percentile and maximum over the rows of exact losses, bounds at failure probability
0.000001 (with Laplace-type noise they never fail) and their ratio. Compare rows within one line only: the mechanisms' studies don't have the same ε.`,
    folded(
      "Losses and bounds of each",
      table(
        ["data, loss, mechanism", "rows", "d", "exact loss |L|", "bound", "bound / exact", "misses", "λ", "noise", "promise"],
        byMechanism.map(({ title, audit, report }) => {
          const { mechanism, theta } = report.model;
          const { guarantee } = report;
          return [
            title,
            String(audit.rows),
            String(theta.length),
            three(audit.exact, nearest),
            three(audit.bound.sharp, upward),
            three(audit.ratio.sharp, upward),
            `${audit.misses} of ${audit.rows}`,
            level(mechanism.lambda),
            noiseText(mechanism),
            guarantee ? `ε = ${plain(guarantee.epsilon)}, δ = ${plain(guarantee.delta)}` : "none",
          ];
        }),
      ),
    ),
    `Per-instance differential privacy of each row before the release, at δ = ${plain(persons[0].pdpDelta)}: how it is spread over the rows, and how
far leaving one row out can move the mean of a loss between 0 and 1, averaged over the rows (mathematics.md 13).`,
    folded(
      "pDP of the rows",
      table(
        [
          "data, loss, mechanism",
          "mean",
          "standard deviation",
          "median",
          "99th percentile",
          "maximum",
          "leave-one-out gap at most",
        ],
        persons.map(({ title, moments, generalisationGap }) => [
          title,
          ...[moments.mean, moments.deviation, moments.median, moments.p99, moments.max, generalisationGap].map((value) =>
            upward(number(value)),
          ),
        ]),
      ),
    ),
  ].join("\n\n");
}

/**
 * @param {Coverage[]} coverage
 * @param {Example[]} examples
 */
function coverageText(coverage, examples) {
  const [{ releases, failureProbability: rho }] = coverage;
  const rate = (/** @type {number} */ count, /** @type {number} */ probability) => {
    const distance = standardErrors(count, releases, probability);
    return [String(count), distance.toFixed(1).replace("-", "−")];
  };
  return [
    "## How often bounds fail",
    `At a failure probability of ρ = ${plain(rho)}: ${releases} releases of each report with fresh noise from the system, and from each
release one row, picked at random before it. Each count is of ${releases}, and beside it stands how many standard errors
√(p(1−p)/releases) it lies above (or below, −) the probability p that it is compared with.`,
    `* **gᵀx outside**: the one event whose probability is known exactly: ρ where nothing is released, 0.8ρ with ĝ and Ĥ, 0.7ρ with λ̂ too. More
  than 3 standard errors on either side would be wrong.
* **sharp fails**: the exact loss, as a member, is outside \`sharp\`'s interval. Compared with ρ: more than 3 above would be wrong, below is
  not. The leverage is only bounded, not known, which leaves the interval's upper end room to spare; so failures are expected at the lower end.
* **redberg2021 fails**: the exact loss is above \`redberg2021\`'s bound. Compared with ρ where
  nothing is released and 3ρ where something is.`,
    folded(
      "Counts",
      table(
        ["data", "published beside the model", "gᵀx outside", "", "sharp fails", "", "above, below", "redberg2021 fails", ""],
        coverage.map(({ name, variant, gradient, above, below, paper, unbounded }) => [
          examples.find((one) => one.name === name)?.title ?? name,
          RELEASED[variant],
          ...rate(gradient, GRADIENT_SHARE[variant] * rho),
          ...rate(above + below, rho),
          `${above}, ${below}`,
          ...(unbounded === releases ? ["no bound", "–"] : rate(paper, variant === "none" ? rho : 3 * rho)),
        ]),
      ),
    ),
    ...(coverage.some(({ unbounded }) => unbounded > 0 && unbounded < releases)
      ? ["Where `paper` gave no bound in some of the releases, they count as not failed."]
      : []),
  ].join("\n\n");
}

/**
 * The parts that can be released with the model, with the names of their levels.
 *
 * @type {Record<"gradient" | "hessian" | "smallestEigenvalue", string>}
 */
const PARTS = { gradient: "σ₂ (ĝ)", hessian: "σ₃ (Ĥ)", smallestEigenvalue: "σ₄ (λ̂)" };

/** @param {Planned} planned */
function planText({ loss, shares, plans }) {
  const named = lossText({ name: loss[1], width: Number(loss[3]) });
  const title = shares === null ? `${named}, the model alone` : `${named}, shares ${shares.replaceAll(",", ", ")}`;
  const { epsilon, delta } = plans[0].plan;
  const released = shares !== null;
  const parts = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS)).filter(
    (part) => plans[0].plan.release[part] !== undefined,
  );
  const columns = ["λ", "σ", ...parts.map((part) => PARTS[part])];
  const rows = plans.map(({ accountant, composition, plan }) => {
    const levels = [plan.model.lambda, plan.model.sigma, ...parts.map((part) => plan.release[part]?.sigma)];
    return [accountant, ...(released ? [COMPOSITIONS[composition]] : []), ...levels.map(level)];
  });
  return folded(
    `${title[0].toUpperCase()}${title.slice(1)}: ε = ${plain(epsilon)}, δ = ${plain(delta)}`,
    table(["accountant", ...(released ? ["adds up"] : []), ...columns], rows),
  );
}

/**
 * Every mechanism with a logistic loss on one data set at one (ε, δ).
 *
 * @param {Results} results
 */
function oneBudgetText(results) {
  const rows = onCredit(results).map(({ short, title, one: { audit, total, report } }) => [
    `${title} (${short})`,
    ...[total.median, total.p99, total.max].map((value) => upward(number(value))),
    ...[audit.exact.median, audit.exact.p99, audit.exact.max].map((value) => nearest(number(value))),
    `${audit.misses} of ${audit.rows}`,
    noiseText(report.model.mechanism),
  ]);
  return [
    "## Every mechanism on the same data",
    `The credit data at ε = 1 and δ = 0.000001, logistic loss. Bounds are on everything published, at failure probability 0.000001 (with Laplace-type noise
they never fail) and for unknown membership. The exact loss is that of the model, each row as a member; of noisy gradient descent that of all its sums.`,
    "![Largest and median bounds, and median exact losses, by mechanism](figures/results-mechanisms.svg)",
    table(
      [
        "mechanism",
        "bound: median",
        "99th percentile",
        "maximum",
        "exact loss: median",
        "99th percentile",
        "maximum",
        "misses",
        "noise",
      ],
      rows,
    ),
  ].join("\n\n");
}

/**
 * Commands, by what they made.
 *
 * @param {Results} results
 * @param {Example[]} examples
 */
function appendixText({ audits, byMechanism, atOneBudget, coverage, plans }, examples) {
  const unique = (/** @type {string[]} */ lines) => code([...new Set(lines)]);
  const of = (/** @type {{commands: string[]}[]} */ some) => unique(some.flatMap(({ commands }) => commands));
  return [
    APPENDIX,
    "`expost` stands for `node build/package/cli/expost.js`. The commands are those that were run; `bound` prints a line for each row.",
    ...examples.map(({ name, title }) => folded(title, of(audits.filter((one) => one.name === name)))),
    folded(
      "Every mechanism on the same data",
      of([...byMechanism.filter(({ name }) => name === "credit-laplace"), ...atOneBudget]),
    ),
    folded("Other losses and mechanisms", of(byMechanism)),
    folded("How often bounds fail", unique(coverage.map(({ command }) => command))),
    folded("Noise under each accountant", unique(plans.flatMap((one) => one.plans.map(({ command }) => command)))),
  ].join("\n\n");
}

/**
 * The whole document.
 *
 * @param {Results} results
 * @param {Example[]} examples
 */
export function resultsText(results, examples) {
  const { audits, byMechanism, coverage, plans, minutes, date, versions } = results;
  return `${[
    "# Results",
    `Written by \`npm run results\` on ${date}: Expost ${versions.expost} (commit ${versions.commit}), Node ${versions.node}, ${minutes.toFixed(0)} minutes. Don't edit it:
the next run replaces it. The data sets are UCI's and not in the repository. Noise is drawn anew in each run: other losses, bounds and ratios, the same noise levels.`,
    "Losses are in nats. Bounds, ratios and noise levels are rounded up, exact losses to the nearest. λ̂ is the smallest eigenvalue. ∞: the method gives no bound. Tables open where they are clicked on, and the commands are in the [appendix](#appendix-commands). The figures of the papers are in the [gallery](gallery.md).",
    "## In one picture",
    "![Largest and median bounds, and median exact losses, on five data sets](figures/results-bounds.svg)",
    `What a person can know (the bounds) lies far above what was revealed (the exact loss, which only the curator can compute). Where there is a
promise it is ε = 1. Gradient and Hessian together bring the bound on the model down, and are themselves a part of everything published.`,
    oneBudgetText(results),
    "## Data set by data set",
    `Each row's exact loss as a member, its bounds on the model alone and on everything published at failure probability 0.000001, and the ratio of the
bound on the model and the exact loss. Ratios compare within one report only: σ differs between them. A ratio's maximum is a row whose exact loss happens to be next to 0.`,
    ...examples.map((one) => exampleText(one, audits)),
    mechanismsText(byMechanism),
    coverageText(coverage, examples),
    "## Noise under each accountant",
    `What each accountant needs for the same budget, for the model alone and with the shares of the examples (model, gradient,
Hessian, smallest eigenvalue). Accountants that can't account for a whole report add up its parts. Without a λ of its own each takes that of \`kst2012\`; \`joint\` picks its own.
There is no such table for the squared loss: its gradients are unbounded, no noise gives it a finite guarantee, and its levels are stated in the study.`,
    ...plans.map(planText),
    appendixText(results, examples),
  ].join("\n\n")}\n`;
}
