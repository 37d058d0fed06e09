// The sentences of a statement, in English. Numbers arrive written out for the language; where a
// count decides the form of a word, it comes again as a number at the end.
//
// The words are those of the check page (check.js): report, result, publisher, publications, extra
// quantities, record, and the reader is "you". Not to be used here: safe, anonymous, protected,
// guaranteed; figure, sums, whoever; releases. δ is the size of the room that the promise leaves,
// never the chance that more is revealed.
import { inStatement, lossesInStatement } from "./models.js";

/** @typedef {typeof statement} StatementWords */

/** @satisfies {import("../types.js").Texts} */
export const statement = {
  subtitle: "A privacy report in plain words",
  madeFrom:
    "Everything below comes from the report's own file. The file can't show whether its publisher told the truth about how it was made.",
  notStated: "not stated",

  // The questions of docs/read-a-report.md, answered from the file.
  short: {
    heading: "In short",
    caption: "Five questions to a report, and this one's answers",
    head: ["Question", "Answer"],
    membership: (sentence) => `What knowing that a record was used would tell, in the publisher's words: ${sentence}`,
  },

  about: {
    heading: "What this report is about",
    caption: "The report",
    head: ["", "As the report states it"],
    title: "Title",
    publisher: "Published by",
    contact: (name, contact) => `${name} (${contact})`,
    published: "Date",
    description: "What the model is for",
    outcome: "What it predicts",
    unit: "One record is",
    fingerprint: "SHA-256 of the file",
    software: "Written by",
    signed: "Signed with the key",
  },

  released: {
    heading: "What was published",
    model: (loss, count, how) => `A model was published: ${loss}, ${count}. ${how}`,
    losses: lossesInStatement,
    /** @type {(count: string, number: number) => string} */
    coefficients: (count, number) => (number === 1 ? "1 coefficient" : `${count} coefficients`),
    kinds: {
      "data-independent": "The report contains nothing else that was calculated from the data.",
      hessian:
        "One extra quantity was calculated from the data and published with noise added: the Hessian of the training objective at the model. With it, less has to be assumed about the model, so your result can be lower. What it reveals itself is counted in every result.",
      "data-dependent":
        "Two extra quantities were calculated from the data and published with noise added: the gradient and the Hessian of the training objective at the model. With these, less has to be assumed about the model, so your result can be lower. What they reveal themselves is counted in every result.",
      adaptive:
        "Three extra quantities were calculated from the data and published with noise added: the gradient and the Hessian of the training objective at the model, and the Hessian's smallest eigenvalue. With these, less has to be assumed about the model, so your result can be lower. What they reveal themselves is counted in every result.",
    },
    // Words for a posterior sample whose settings came from the data.
    settings:
      "Two extra quantities were calculated from the data and published with noise added: a low estimate of the smallest eigenvalue of XᵀX, and the logarithm of how large errors get. λ and γ follow from them. What they reveal themselves is counted in every result.",
    caption: "What was published, and how much random noise is in it",
    head: ["Published", "Numbers", "Noise level (standard deviation)"],
    otherHead: ["Published", "Numbers", "Noise"],
    parts: {
      dataEigenvalue: "Smallest eigenvalue λ̃ of XᵀX",
      logResidual: "Logarithm Δ of the largest error",
      gradient: "Gradient ĝ",
      hessian: "Hessian Ĥ, upper triangle",
      smallestEigenvalue: "Smallest eigenvalue λ̂",
      iterates: "Intermediate models θ₀, θ₁, …",
    },
    level: (symbol, value) => `${symbol} = ${value}`,
    deviation: (value) => `standard deviation ${value}`,
    eta: (length) => `η is the rate of the noise: on average its length is ${length}, and a larger η is less noise.`,
    gamma: "γ is the precision of the draw: a larger γ is less noise.",
    diagonal: "On the diagonal of the Hessian the standard deviation is √2 times σ₃.",
    lambda: (value) => `The strength of the penalty on large coefficients, λ = ${value}, is a published constant.`,
    rounded: "Noise levels and λ are rounded here; the report's file has all their digits.",
    roundedSigma: "Noise levels are rounded here; the report's file has all their digits.",
    // Constants of noisy gradient descent, each a sign and its value.
    constants: (values) => `Published constants of the training: ${values}.`,
    chosenLambda: (value) => `The strength of the penalty on large coefficients is λ = ${value}.`,
  },

  mechanisms: inStatement,

  promise: {
    heading: "The promise to everyone",
    neighboursInRounds:
      "Two sets of data are neighbours if one of them is the other with one such record replaced by an empty one, which pulls at nothing. The other records keep their groups.",
    unit: (unit) => `The promise is about single records. One record is: ${unit}.`,
    neighbours:
      "Two sets of data are neighbours if one of them is the other with one such record added or removed. Replacing one record with another counts as two steps.",
    stated: (epsilon, delta) =>
      `For everything in this report together, the publisher states differential privacy with ε = ${epsilon} and δ = ${delta}. It holds for every record anyone could have, and it was made before anything was published.`,
    pure: (epsilon) =>
      `For everything in this report together, the publisher states differential privacy with ε = ${epsilon} and no δ (δ = 0): pure differential privacy. It holds for every record anyone could have, and it was made before anything was published.`,
    meaning:
      "What ε means: suppose someone knows everything about the data except whether one particular record was used. The table says what they can come to believe about that after studying everything in this report.",
    meaningBesideDelta:
      "What ε means: suppose someone knows everything about the data except whether one particular record was used. The table says what they can come to believe about that after studying everything in this report, except in the rare outcomes that δ leaves room for.",
    caption: (epsilon) => `Belief that a record was used, with ε = ${epsilon}`,
    head: ["Before", "After, at least", "After, at most"],
    delta: (delta) =>
      `What δ means: the promise leaves room for rare outcomes in which what was published reveals more than the table says. δ = ${delta} is the size of that room. It is not the chance of such an outcome, which can be larger.`,
    half: (epsilon) =>
      `A record that counts less is promised more. One that counts half as much as a record can is promised ε = ${epsilon} in place of that, also before anything was published. The check page says it of any record.`,
    accountant: (name, how) => `How ε was calculated (the accountant): “${name}”${how}.`,
    accountants: {
      kst2012: ", the formula of Kifer, Smith and Thakurta (2012)",
      wang2021: ", the bound of a lecture on differential privacy (Wang, CS291A, 2021)",
      redberg2023: ", the analysis of Redberg, Koskela and Wang (2023)",
      shift: ", a bound on how far one record can shift the model, for any convex generalised linear loss",
      joint: ", which follows the two effects of one record, on the noise and on the curvature, together",
      radius: ", a bound on how far one record can pull the model, whatever the direction",
      gaussian: ", the exact promise of as many steps with normal noise (Dong, Roth and Su, 2022)",
      rdp: ", Rényi differential privacy of steps in which records take part by chance (Mironov, Talwar and Zhang, 2019)",
      pld: ", the privacy loss distribution of all steps together, rounded upward (Doroshenko and others, 2022)",
      "joint numerical accounting":
        ", which calculates the three steps together for many data sets and records: no case was found in which the promise fails, and that is evidence, not a proof",
    },
    // Words for softmax, which is no generalised linear loss.
    softmaxShift: ", a bound on how far one record can shift the model, over all its classes",
    basic: "; the parts' guarantees were added up",
    noAccountant: "The report does not say how ε was calculated.",
    none: "This report states no promise to everyone: no ε and no δ.",
    squared:
      "For this kind of model none can be given: with the squared loss there is no finite ε, because one record can pull the model by any amount. ε is infinite, not 0. Your own result does not depend on such a promise and still holds.",
    posterior:
      "A plain posterior sample has none: how much it reveals about a record depends on the other records, and no finite ε holds for all data. ε is infinite, not 0. Your own result does not depend on such a promise and still holds.",
  },

  cost: {
    heading: "What publishing this report costs a person",
    none: "Nothing beyond the model. Apart from the model, nothing in this report was calculated from the data, so it adds nothing to what the model reveals.",
    settings:
      "Nothing beyond what is in every result. The model and the two extra quantities that it was drawn with are one mechanism: what all three reveal is counted together, and there is no part of it that the report alone adds.",
    path: "Nothing beyond what is in every result. The model and the intermediate models are one mechanism: your result and the promise to everyone count all of them. Publishing only the last one would tell an observer less, but the promise would be the same.",
    worst: "the worst case for a record of length 1 at the published model",
    limit: "a limit for every record of length 1 at the published model, which perhaps none reaches",
    expost: (cost, what) =>
      `Besides what the model itself reveals, the extra quantities can add to your ex-post privacy loss. Whatever your record, they add at most ${cost} (in nats, the unit of ε): ${what}.`,
    failure: (count, of) =>
      `That limit comes out too low in at most ${count} of ${of} publications, for one record settled on before anyone saw the report.`,
    belief: (before, most, least) =>
      `By themselves they could take someone's belief that your record was used from ${before} to ${most}, or to ${least}.`,
    atMost: (count) => `at most ${count}`,
    atLeast: (count) => `no less than ${count}`,
    pdp: (epsilon, delta) => `As per-instance differential privacy they cost a person at most ${epsilon} at δ = ${delta}.`,
    within: "The promise to everyone covers the report as a whole: this is not an addition to it.",
    infinite: "No limit can be given: for some records what they add to the ex-post privacy loss is infinite (∞).",
  },

  exact: {
    heading: "What is exact and what is a bound",
    given:
      "Exact: the published numbers, their noise levels and λ are in the report as they were used, if the publisher tells the truth.",
    epsilon: "Bound: ε and δ hold for every record; what the worst record really faces may be less.",
    epsilonAlone: "Bound: ε holds for every record; what the worst record really faces may be less.",
    noEpsilon: "No bound on the worst case is stated.",
    person:
      "Bound: your own result is an upper limit to your ex-post privacy loss. The exact loss is never published, as it would itself reveal something about the data.",
    residual: (residual) =>
      `Certified: the training stopped where the remaining error was at most ${residual} (length of the perturbed gradient). Every result is widened by it.`,
    rounded: (step) =>
      `Certified: the model is the exact minimum, rounded at random to multiples of ${step}. Every result allows for that.`,
    roundedSample: (step) =>
      `Certified: the model is an exact draw from its distribution, rounded at random to multiples of ${step}. Every result allows for that.`,
    roundedElsewhere: (step) =>
      `The model came from another program, and was rounded at random to multiples of ${step}. Every result allows for that.`,
    claimed:
      "The noise was not drawn by this software: the promise is the publisher's claim, and it is about exact arithmetic.",
    promiseOfRounded: "The promise holds for the rounded numbers, except with a probability below 10⁻²⁵.",
    stepGrid:
      "Certified: the noisy total of each step is a whole multiple of a power of two, and the published models follow from these totals alone, so that no last digit carries anything else about the data.",
    noStepGrid:
      "Assumed: noise with real numbers. The noisy totals were calculated in floating point, whose last digits could depend on the data in ways that this report does not count.",
    noResidual: "Assumed: the training found the exact minimum; the report states no remaining error.",
    posterior: "Assumed: the distribution that the model was drawn from was calculated exactly.",
    modelGrid:
      "The model's coefficients are whole multiples of a power of two, so that their last digits carry nothing about the data.",
    grid: "The extra quantities are whole multiples of a power of two, so that their last digits carry nothing about the data.",
    noGrid: (parts) =>
      `Assumed: noise with real numbers. ${parts} stated as floating-point numbers, whose last digits could depend on the data in ways that this report does not count.`,
    noGridModel: "The model is",
    noGridReleases: "The extra quantities are",
    noGridAll: "The model and the extra quantities are",
  },

  sure: {
    heading: "How sure a result is",
    stated: (rho) => `In the report's file this is the failure probability ρ = ${rho}.`,
    statedTwice: (rho, count, of) =>
      `In the report's file this is the failure probability ρ = ${rho}, ${count} of ${of} publications: it counts once for the model and once for what was published with it.`,
    unneeded: (rho) => `The failure probability that the report states, ρ = ${rho}, is not needed for it.`,
  },

  fields: {
    heading: "What a record is made of",
    publicly:
      "Ranges and levels are public knowledge: they must not have been read off the data, and the report can't prove that they were not.",
    caption: "Fields of a record",
    head: ["Field", "What it holds"],
    range: (minimum, maximum) => `a number from ${minimum} to ${maximum}; outside counts as the nearest of the two`,
    rangeIn: (minimum, maximum, unit) =>
      `a number from ${minimum} to ${maximum}, in ${unit}; outside counts as the nearest of the two`,
    constant: (value) => `always ${value}`,
    yesNo: "yes or no",
    levels: (levels) => `one of: ${levels}`,
    binary: (negative, positive) => `${negative} or ${positive}`,
    predicted: (values) => `${values}; what the model predicts`,
    missing: (values, value) => `${values}; a blank counts as ${value}`,
    scaling: (low, high, norm) =>
      `Numbers are mapped to the range from ${low} to ${high}. The record is then divided by ${norm}, and shortened to length 1 if it is longer still: no record counts for more than that.`,
    /** @type {(count: string, number: number) => string} */
    coded: (count, number) =>
      `Records are given in coded form: ${number === 1 ? "1 number" : `${count} numbers`}, a vector of length at most 1.`,
    codedClass: (last) => `The outcome is the number of a class, from 0 to ${last}.`,
  },

  notCovered: { heading: "What this report does not cover" },

  check: {
    heading: "How to check your own record",
    needs:
      "You need this report's file and your own record, nothing else. You don't need to know whether your record was used: the result covers both cases.",
    steps: [
      "In a browser: open the check page that came with the report, or the page “Check my record” of any copy of Expost, and choose the report's file. The result is calculated on your device.",
      "On a command line: “expost bound REPORT.json --record RECORD.json”.",
      "Compare the file's SHA-256 with the one that the publisher gives.",
    ],
    contact: (contact) => `Questions about the report go to ${contact}.`,
  },
};
