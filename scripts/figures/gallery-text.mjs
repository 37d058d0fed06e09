// docs/gallery.md, from the numbers that the figures were drawn with (docs/figures/gallery.json).

/** @typedef {Record<string, number>} Numbers */
/**
 * A line of the gallery. `files`: the figure's own, in docs/figures.
 *
 * @typedef {object} Entry
 * @property {string} figure
 * @property {string[]} files
 * @property {string} says the paper's claim, in a sentence
 * @property {string} ours
 * @property {string} agrees
 */

/**
 * A number in words: whole ones as they are, others with so many digits, and no exponent between
 * 0.0001 and a million.
 *
 * @param {number} value
 * @param {number} digits
 */
function words(value, digits) {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e6) return value.toExponential(digits - 1);
  return size < 1000 ? value.toPrecision(digits) : Number(value.toPrecision(digits)).toLocaleString("en");
}

/**
 * The entries, each sentence with its numbers.
 *
 * @param {Numbers} numbers
 * @returns {Entry[]}
 */
export function galleryEntries(numbers) {
  const n = (/** @type {string} */ key, digits = 3) => {
    if (numbers[key] === undefined) throw new Error(`the figures have no number "${key}"`);
    return words(numbers[key], digits);
  };
  return [
    {
      figure: "[R] Figure 1",
      files: ["r1-exact-losses.svg"],
      says: "Near the minimum the points next to the boundary lose most; the more wrong the model, the more those that it predicts badly.",
      ours: `1,000 separable points, λ = 1. At ω = 0 the largest loss is ${n("r1.max ω = 0")}, ${n("r1.distance of the largest ω = 0")} from the boundary; at ω = π it is ${n("r1.max ω = π")}, ${n("r1.distance of the largest ω = π")} from it.`,
      agrees: `Yes. The paper states no σ; ours is Kifer's for ε = 0.5, ${n("r1.sigma")}.`,
    },
    {
      figure: "[R] Figure 2",
      files: ["r2-ridge.svg"],
      says: "A larger λ, as Algorithm 2 asks for, hardly changes the accuracy of the model.",
      ours: `At ε₁ = 1 the share of wrong predictions is ${n("r2.wrong at ε 1")} with Kifer's λ, and ${n("r2.wrong at ε 1, star")} with ${n("r2.star at ε 1", 2)} times that λ, which Algorithm 2 asks for. At ε₁ = 10 it is ${n("r2.wrong at ε 10")} and ${n("r2.wrong at ε 10, star")}; at ε₁ = 0.1 the model knows nothing (${n("r2.wrong at ε 0.1")}).`,
      agrees:
        "Yes. Labels are the side of a random plane; the paper's are real numbers, and it doesn't say how they become two classes.",
    },
    {
      figure: "[R] Figure 3",
      files: ["r3-credit.svg"],
      says: "With ε divided as .2, .7, .1 the bounds are closer to the exact losses than from the model alone, and everything together costs about as much.",
      ours: `Bound divided by exact loss, median: ${n("r6 0.2, 0.7, 0.1.ratio alone")} from the model alone, ${n("r6 0.2, 0.7, 0.1.ratio released")} with releases. Median bound on everything published: ${n("r6 0.2, 0.7, 0.1.total released")}, and ${n("r6 0.2, 0.7, 0.1.bound alone")} where the model is all.`,
      agrees: `Yes, by Expost's bound. Algorithm 2 as it is written gives none at Kifer's λ = ${n("r6 0.2, 0.7, 0.1.lambda")}, because it needs λ = ${n("r6 0.2, 0.7, 0.1.ridge")} (erratum 1); with that λ its ratio is ${n("r6 0.2, 0.7, 0.1.ratio paper")}. Our 21 coordinates are an intercept and the twenty amounts; the paper doesn't name its own.`,
    },
    {
      figure: "[R] Figure 4",
      files: ["r4-rows.svg"],
      says: "The worst bound doesn't depend on the number of rows.",
      ours: `From the model alone ${n("r4.independent at 100")} with 100 rows and ${n("r4.independent at 10000")} with 10,000; the largest exact loss falls from ${n("r4.exact at 100")} to ${n("r4.exact at 10000")}.`,
      agrees: "Yes. The paper doesn't state its ε; ours are ε₁ = ε₂ = ε₃ = 1.",
    },
    {
      figure: "[R] Figure 5",
      files: ["r5-dimensions.svg"],
      says: "Nor does it depend on the number of coordinates.",
      ours: `From the model alone ${n("r5.independent at 2")} with 2 coordinates and ${n("r5.independent at 60")} with 60; with ĝ and Ĥ it rises from ${n("r5.dependent at 2")} to ${n("r5.dependent at 60")}.`,
      agrees: `Yes, from the model alone. With releases it rises with d, because the Hessian's noise does. d = 1 is left out of the picture: all x are ±1, their sign is the label, and the loss is ${n("r5.exact at 1", 2)}.`,
    },
    {
      figure: "[R] Figure 6",
      files: ["r6-shares.svg"],
      says: "The more of ε the model gets, the less the releases help; near the end they are worse than none.",
      ours: `Median ratios for ε₁ = 0.2, 0.4, 0.5, 0.8: ${n("r6 0.2, 0.7, 0.1.ratio released")}, ${n("r6 0.4, 0.5, 0.1.ratio released")}, ${n("r6 0.5, 0.25, 0.25.ratio released")}, ${n("r6 0.8, 0.1, 0.1.ratio released")}, and ${n("r6 0.8, 0.1, 0.1.ratio alone")} from the model alone. Everything published, median: ${n("r6 0.2, 0.7, 0.1.total released")}, ${n("r6 0.4, 0.5, 0.1.total released")}, ${n("r6 0.5, 0.25, 0.25.total released")}, ${n("r6 0.8, 0.1, 0.1.total released")}, and ${n("r6 0.8, 0.1, 0.1.bound alone")} where the model is all.`,
      agrees:
        "The first half, yes. Not the second: counted as one Gaussian mechanism, and not by adding three bounds, everything published costs the median card holder less with the last two divisions than the model alone at ε = 1.",
    },
    {
      figure: "[R] Figure 7",
      files: ["r7-kidney.svg"],
      says: "Kidney disease, logistic: bounds lie below ε₁, and for small ε₁ those with releases are markedly tighter.",
      ours: `Median bounds, the model alone and with releases: ${n("r7 1.bound alone")} and ${n("r7 1.bound released")} at ε₁ = 1, ${n("r7 0.1.bound alone")} and ${n("r7 0.1.bound released")} at 0.1.`,
      agrees: `Yes, for the model's loss. The releases themselves (ε₂ = ε₃ = 1) aren't in the paper's figure: everything published is ${n("r7 0.1.total released")} at ε₁ = 0.1. Attributes are coded as in examples/kidney.`,
    },
    {
      figure: "[R] Figure 8",
      files: ["r8-wine.svg"],
      says: "Wine, linear: the same, with no promise to everyone because the loss is unbounded.",
      ours: `Median bounds, the model alone and with releases: ${n("r8 1.bound alone")} and ${n("r8 1.bound released")} at ε₁ = 1, ${n("r8 0.1.bound alone")} and ${n("r8 0.1.bound released")} at 0.1; everything published ${n("r8 0.1.total released")} there.`,
      agrees: "Yes. Levels are those of a loss with G = 1 and β = 1; red wines.",
    },
    {
      figure: "[R] Figure 9",
      files: ["r9-kidney-ratios.svg"],
      says: "Kidney disease: with releases the bound is closer to the exact loss.",
      ours: `Median ratio ${n("r7 1.ratio alone")} and ${n("r7 1.ratio released")} at ε₁ = 1; ${n("r7 0.1.ratio alone")} and ${n("r7 0.1.ratio released")} at 0.1.`,
      agrees: `Yes. Algorithm 2 needs λ = ${n("r7 1.ridge")} for a bound; there its ratio is ${n("r7 1.ratio paper")} at ε₁ = 1, Expost's ${n("r7 1.ratio inflated")}.`,
    },
    {
      figure: "[R] Figure 10",
      files: ["r10-wine-ratios.svg"],
      says: "Wine: the same, less than for kidney disease.",
      ours: `Median ratio ${n("r8 1.ratio alone")} and ${n("r8 1.ratio released")} at ε₁ = 1; ${n("r8 0.1.ratio alone")} and ${n("r8 0.1.ratio released")} at 0.1.`,
      agrees:
        "Closer, yes; but ours gain more for wine than for kidney disease. Wine has fewer coordinates, so the Hessian's noise is smaller; the paper doesn't say how it coded either.",
    },
    {
      figure: "[R] Example 4",
      files: ["r-example-4.svg"],
      says: "A person who is told the exact loss of a noisy count can work out the count.",
      ours: `σ = ${n("example4.sigma")}: ${n("example4.told")} of ${n("example4.of")} counts worked out.`,
      agrees: "Yes. It is why Expost publishes bounds and keeps exact losses with the curator.",
    },
    {
      figure: "[W] Figure 1, left",
      files: ["w1-pdp-rows.svg"],
      says: "For linear regression with Gaussian noise the rows' own pDP is orders of magnitude below the worst case.",
      ours: `Promise ${n("w1.promise")}; median pDP ${n("w1.median pDP at 100")} with 100 rows and ${n("w1.median pDP at 10000")} with 10,000, the largest ${n("w1.largest pDP at 100")} and ${n("w1.largest pDP at 10000")}.`,
      agrees:
        "Yes. Pseudo-Huber loss of width 1, since least squares has no finite promise on R^d; made-up rows, as the paper doesn't describe its own.",
    },
    {
      figure: "[W] Figure 1, right",
      files: ["w1-risk.svg"],
      says: "At the same excess risk, pDP averaged over the rows is far below the promise to everyone.",
      ours: `One posterior sample at γ = 1: excess risk ${n("w2.excess at γ 1")}, largest pDP ${n("w2.largest pDP at γ 1")}, mean ${n("w2.mean pDP at γ 1")}, median exact loss ${n("w2.median exact at γ 1")}. AdaOPS promises ε = 1 at an excess risk of ${n("w2.excess of AdaOPS at ε 1")}.`,
      agrees: "Yes. AdaOPS stands for the promise, because one posterior sample of unbounded data has none.",
    },
    {
      figure: "[C] Figure 1",
      files: ["c1-diffprivlib.svg"],
      says: "Models by diffprivlib with and without a row part at large ε and mix at small ε, with a narrow range between.",
      ours: `The middle 80 % of the first coordinate spread over ${n("c1.spread at ε 1")} at ε = 1, ${n("c1.spread at ε 100")} at 100 and ${n("c1.spread at ε 10000")} at 10,000; in the picture the clouds part between 10 and 1,000.`,
      agrees:
        "Yes. By diffprivlib's formulas in Expost's own solver, 20 models each without ten of the 100 rows; the paper has 50.",
    },
    {
      figure: "[C] Figure 2",
      files: ["c2-neighbours.svg"],
      says: "Worst-case points are where the neighbours are; with six features they are off by less than 0.2 %.",
      ours: `Off by at most ${words(100 * numbers["c2.off at most"], 2)} % of the move with two columns, ${words(100 * numbers["c2.off at most, six columns"], 2)} % with six, over ${n("c2.rows", 5)} rows.`,
      agrees: "Yes. The paper doesn't name its six.",
    },
    {
      figure: "[C] Figure 3",
      files: ["c3-ball.svg"],
      says: "The neighbour lies in a ball cut by a plane, next to the point across from the model with all rows.",
      ours: `The worst-case point is farthest off for row ${n("c3.row farthest off", 6)}.`,
      agrees:
        "Yes, for the ball. The plane is of another paper (Zhou et al. 2021) and isn't drawn; Expost has the exact neighbour and needs neither.",
    },
    {
      figure: "[C] Figure 4",
      files: ["c4-losses.svg"],
      says: "With the model in the middle, losses decay away from the middle; elsewhere they vanish where both are as far from the model.",
      ours: `With the model at A(x), |l|/β is the distance itself: from ${n("c4.least distance")} for the nearest neighbour to ${n("c4.largest distance")} for the farthest.`,
      agrees:
        "(b) yes. (a) no: by the paper's own equation 3 losses grow with the distance from the middle, as they do here; its words say the opposite.",
    },
    {
      figure: "[C] Figure 5",
      files: ["profiles-by-rank.svg"],
      says: "Divided by β, profiles are the same for small ε and for large ε, with a transition between.",
      ours: `The transition goes from ε = ${n("c5.epsilon low", 4)} to ${n("c5.epsilon high", 4)}.`,
      agrees: "Yes. Profiles are means over 200 models; the ends are computed.",
    },
    {
      figure: "[C] Figure 6",
      files: ["profiles-against-rate.svg"],
      says: "All ranks leave their plateau at about one β, and reach the next one at different β.",
      ours: `β = ${n("c6.beta low")}, decided by row ${n("c6.row", 6)}.`,
      agrees:
        "Partly: the row that moves furthest leaves its plateau there, and the others later, in proportion to how little they move.",
    },
    {
      figure: "[C] Figure 7",
      files: ["typical-losses-against-rate.svg"],
      says: "Against β times displacement all rows lie on one curve.",
      ours: `From ${n("c7.low", 4)} to ${n("c7.high")}, leaving the plateaus at ${n("c7.s low", 4)} and ${n("c7.s high", 4)}; exact, by one integral.`,
      agrees: "Yes. The mean of |l| isn't the KL divergence, as the paper says; that of l is.",
    },
    {
      figure: "[C] Figure 8",
      files: ["c8-output-perturbation.svg"],
      says: "Output perturbation looks as Figure 1 does.",
      ours: `The row that moves the model most moves it by ${n("c8.farthest")}, with Λ = 1.`,
      agrees:
        "In shape, yes. Here Λ = 1 as in the paper's section 3, a hundred times diffprivlib's ridge, so the clouds part at larger ε.",
    },
  ];
}

/** Each notion: its subject, and where Expost has it. */
const NOTIONS = [
  ["pure DP", "every data set and person", "objective perturbation with Laplace-type noise"],
  ["(ε, δ)-DP", "every data set and person", "the promise of every other mechanism"],
  ["Rényi DP", "every data set and person", "accountant `rdp` of noisy gradient descent"],
  ["personalised DP", "every data set, one person", "`expost promise`, `Report.promise`; C++: `personal_epsilon`"],
  ["data-dependent DP", "one data set, every person", "no: it would have to be published privately itself"],
  [
    "per-instance DP",
    "one data set, one person",
    "`pdp` of an audit: output perturbation, posterior samples; `releaseCost.pdp`",
  ],
  ["KL privacy", "mean loss over the outputs", "no; a profile has the mean absolute loss"],
  ["ex-post per-instance DP", "one data set, one person, one output", "exact losses of an audit (secret), and every bound"],
];

/**
 * The page.
 *
 * @param {Numbers} numbers
 */
export function galleryText(numbers) {
  const entries = galleryEntries(numbers);
  const n = (/** @type {string} */ key) => words(numbers[key], 3);
  const cell = (/** @type {string} */ text) => text.replaceAll("|", "\\|");
  const anchor = (/** @type {string} */ file) => file.replace(".svg", "");
  return `# Every figure of the papers

\`npm run figures -- --data FOLDER\` draws these pictures from Expost's own numbers and writes this page. It needs the UCI files, which are not
in the repository. Noise comes from seeds, so a second run gives the same pictures.

[R] Redberg & Wang 2021, [W] Wang 2019, [C] LeBlond et al. 2023: see the [bibliography](mathematics.md#bibliography), and
[errata](mathematics.md#16-errata-of-the-papers). Losses are in nats, δ = ρ = 10⁻⁶, and medians are over rows.

| figure | the paper says | ours | agrees |
|---|---|---|---|
${entries.map(({ figure, files, says, ours, agrees }) => `| [${figure}](#${anchor(files[0])}) | ${cell(says)} | ${cell(ours)} | ${cell(agrees)} |`).join("\n")}

## The tables of notions

[R] and [W] each compare notions of privacy in a table.

| notion | holds for | in Expost |
|---|---|---|
${NOTIONS.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}

On the kidney data (400 rows) at ε = ${n("notions.promise")}: pDP by output perturbation is ${n("notions.pdp median")} for the median row and ${n("notions.pdp largest")} for the
largest; the exact ex-post loss by objective perturbation ${n("notions.exact median")} and ${n("notions.exact largest")}; the bound on it that a person
computes ${n("notions.bound median")} and ${n("notions.bound largest")}.

## Pictures
${entries
  .map(({ figure, files, says }) =>
    files
      .map(
        (file) => `\n<a id="${anchor(file)}"></a>\n\n**${figure}.** ${says}\n\n![${figure}: ${cell(says)}](figures/${file})\n`,
      )
      .join(""),
  )
  .join("")}`;
}
