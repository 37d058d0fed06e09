// The sentences of a statement, in English. Numbers arrive written out. None of: safe, anonymous,
// protected, guaranteed.

/**
 * Words of a mechanism: how the model was made, the model among what was released, the assumptions
 * of a figure with what nobody can see from the report, and the name in a registry entry. The
 * assumptions can depend on whether more than the model was released.
 *
 * @typedef {{how: string, model: string, says: string | {independent: string, dependent: string},
 *   entry: string}} MechanismWords
 */

/**
 * Mechanisms by name, and their noise, as the title of a plan has them.
 *
 * @type {Record<import("expost").Mechanism["name"], string>}
 */
export const MECHANISM_NAMES = {
  "objective-perturbation": "objective perturbation",
  "output-perturbation": "output perturbation",
  "posterior-sample": "one posterior sample",
};

/** @type {Record<Extract<import("expost").Mechanism, {noise: string}>["noise"], string>} */
export const NOISE_NAMES = { gaussian: "Gaussian noise", laplace: "Laplace-type noise" };

const IN_OBJECTIVE = "Model θ̂, noise in the objective";
const SAMPLE = "Model θ, drawn at random";
const DRAWN =
  "It is one posterior sample: the coefficients were drawn at random, from a normal distribution around the solution that fits the data best, narrower where the data say more.";

/** @satisfies {import("../wording/types.js").Texts} */
export const words = {
  subtitle: "A privacy report in plain words",
  madeFrom:
    "Everything below was put together from the report's own file. Whether its publisher told the truth about how it was made can't be seen from the file.",
  notStated: "not stated",

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
    unit: "One unit of privacy",
    fingerprint: "SHA-256 of the file",
  },

  released: {
    heading: "What was released",
    model: (loss, count, how) => `A model was released: ${loss}, ${count}. ${how}`,
    losses: /** @satisfies {Record<import("expost").LossName, (parameter: string) => string>} */ ({
      logistic: () => "a logistic regression",
      squared: () => "a least-squares regression with a ridge penalty",
      "pseudo-huber": (width) => `a regression with the pseudo-Huber loss of width ${width}`,
      softmax: (classes) => `a multinomial logistic regression (softmax) with ${classes} classes`,
    }),
    coefficients: (count) => (count === "1" ? "1 coefficient" : `${count} coefficients`),
    kinds: {
      "data-independent": "Nothing else that was worked out from the data is in the report.",
      hessian:
        "One more quantity was worked out from the data and released with noise added: the Hessian of the training objective at the model. With it, less has to be assumed about the model, which can make a person's figure smaller; what it reveals itself is counted in every figure.",
      "data-dependent":
        "Two more quantities were worked out from the data and released with noise added: the gradient and the Hessian of the training objective at the model. With these, less has to be assumed about the model, which can make a person's figure smaller; what they reveal themselves is counted in every figure.",
      adaptive:
        "Three more quantities were worked out from the data and released with noise added: the gradient and the Hessian of the training objective at the model, and the Hessian's smallest eigenvalue. With these, less has to be assumed about the model, which can make a person's figure smaller; what they reveal themselves is counted in every figure.",
    },
    // Words for a posterior sample whose settings came from the data.
    settings:
      "Two more numbers were worked out from the data and released with noise added: a low estimate of the smallest eigenvalue of XᵀX, and the logarithm of how large errors get. λ and γ follow from them. What they reveal themselves is counted in every figure.",
    caption: "Released, and how much random noise is in it",
    head: ["Released", "Numbers", "Noise level (standard deviation)"],
    otherHead: ["Released", "Numbers", "Noise"],
    parts: {
      dataEigenvalue: "Smallest eigenvalue λ̃ of XᵀX",
      logResidual: "Logarithm Δ of the largest error",
      gradient: "Gradient ĝ",
      hessian: "Hessian Ĥ, upper triangle",
      smallestEigenvalue: "Smallest eigenvalue λ̂",
    },
    levels: { model: "σ", gradient: "σ₂", hessian: "σ₃", smallestEigenvalue: "σ₄" },
    level: (symbol, value) => `${symbol} = ${value}`,
    deviation: (value) => `standard deviation ${value}`,
    eta: (length) => `η is the rate of the noise: on average its length is ${length}, and a larger η is less noise.`,
    gamma: "γ is the precision of the draw: a larger γ is less noise.",
    diagonal: "On the diagonal of the Hessian the standard deviation is √2 times σ₃.",
    lambda: (value) => `The strength of the penalty on large coefficients, λ = ${value}, is a published constant.`,
    rounded: "Noise levels and λ are rounded here; the report's file has all their digits.",
    chosenLambda: (value) => `The strength of the penalty on large coefficients is λ = ${value}.`,
  },

  mechanisms: /** @satisfies {Record<import("expost").Mechanism["kind"], MechanismWords>} */ ({
    "objective-gaussian": {
      how: "It was trained by objective perturbation: random noise, drawn from a normal distribution, was added to what the training minimises, so the model itself is noisy.",
      model: IN_OBJECTIVE,
      says: {
        independent:
          "The figure rests on the record and the model alone. How unusual the record is among the others it can't see, so it allows for the worst.",
        dependent:
          "The figure rests on the record, the model and the noisy quantities released with it, which say how unusual the record is among the others. The noise itself it can't see, so it allows for all but the unlikeliest.",
      },
      entry: "Objective perturbation with normal noise",
    },
    "objective-laplace": {
      how: "It was trained by objective perturbation: random noise of Laplace type, whose length has a gamma distribution and whose direction is uniform, was added to what the training minimises, so the model itself is noisy.",
      model: IN_OBJECTIVE,
      says: "The figure rests on the record and the model alone, and allows for every noise there could have been and every other record. What the record really revealed it can't see: usually less.",
      entry: "Objective perturbation with Laplace-type noise, of density proportional to exp(−η‖b‖)",
    },
    "output-gaussian": {
      how: "It was trained without noise; then random noise, drawn from a normal distribution, was added to each of its coefficients (output perturbation).",
      model: "Model θ̃, noise in the coefficients",
      says: "The figure rests on the record and the model alone: on how far a record like it can move a model at most. How far it did move this one, which depends on the other records, it can't see.",
      entry: "Output perturbation with normal noise",
    },
    "posterior-sample": {
      how: DRAWN,
      model: SAMPLE,
      says: "The figure rests on the record and on how well the model fits it, and allows for every weight that the record can have among the others. Its real weight it can't see.",
      entry: "One posterior sample of a ridge regression",
    },
    "ada-ops": {
      how: `${DRAWN} How strong the penalty is (λ) and how narrow the draw (γ) was chosen from the data, privately (AdaOPS).`,
      model: SAMPLE,
      says: "The figure rests on the record, on how well the model fits it and on the two noisy numbers, and allows for every weight that the record can have among the others. Its real weight it can't see.",
      entry:
        "AdaOPS: one posterior sample of a ridge regression, whose λ and γ were chosen from two quantities with normal noise",
    },
  }),

  promise: {
    heading: "The promise to everyone",
    unit: (unit) => `The unit of privacy is: ${unit}.`,
    neighbours:
      "Two sets of data are neighbours if one of them is the other with one such unit added or removed. Replacing one unit by another counts as two steps.",
    stated: (epsilon, delta) =>
      `For everything in this report together, the publisher states differential privacy with ε = ${epsilon} and δ = ${delta}. It holds for every record anyone could have, and it was made before anything was published.`,
    pure: (epsilon) =>
      `For everything in this report together, the publisher states differential privacy with ε = ${epsilon} and no δ (δ = 0): pure differential privacy. It holds for every record anyone could have, and it was made before anything was published.`,
    meaning: (aside) =>
      `What ε means: suppose someone knows everything about the data except whether one particular record was used. The table says what they can come to believe about that after studying everything in this report${aside}.`,
    deltaAside: ", δ aside",
    caption: (epsilon) => `Belief that a record was used, with ε = ${epsilon}`,
    head: ["Before", "After, at least", "After, at most"],
    delta: (delta) =>
      `What δ means: δ = ${delta} leaves room for rare outcomes in which what was published reveals more than the table says. It is not the chance of such an outcome, which can be larger.`,
    accountant: (name, how) => `How ε was worked out (the accountant): “${name}”${how}.`,
    accountants: {
      kst2012: ", the formula of Kifer, Smith and Thakurta (2012)",
      wang2021: ", the bound of a lecture on differential privacy (Wang, CS291A, 2021)",
      redberg2023: ", the analysis of Redberg, Koskela and Wang (2023)",
      shift: ", a bound on how far one record can shift the model, for any convex generalised linear loss",
      joint: ", which follows the two effects of one record, on the noise and on the curvature, together",
      radius: ", a bound on how far one record can pull the model, whatever the direction",
      "joint numerical accounting":
        ", which works out the three steps together for many data sets and records: no case was found in which the promise fails, and that is evidence, not a proof",
    },
    // Words for softmax, which is no generalised linear loss.
    softmaxShift: ", a bound on how far one record can shift the model, over all its classes",
    basic: "; the parts' guarantees were added up",
    noAccountant: "The report does not say how ε was worked out.",
    none: "This report states no promise to everyone: no ε and no δ.",
    squared:
      "For this kind of model none can be given: with the squared loss there is no finite ε, because one record can pull the model by any amount. ε is infinite, not 0. A person's own figure (below) does not rest on such a promise and still holds.",
    posterior:
      "A plain posterior sample has none: how much it reveals about a record depends on the other records, and no finite ε holds for all data. ε is infinite, not 0. A person's own figure (below) does not rest on such a promise and still holds.",
  },

  cost: {
    heading: "What publishing this report costs a person",
    none: "Nothing beyond the model. Apart from the model, nothing in this report was worked out from the data, so it adds nothing to what the model reveals.",
    settings:
      "Nothing beyond what is in every figure. The model and the two numbers that it was drawn with are one mechanism: what all three reveal is counted together, and there is no part of it that the report alone adds.",
    worst: "the worst case for a record of length 1 at the published model",
    limit: "a limit for every record of length 1 at the published model, which perhaps none reaches",
    expost: (cost, count, of, what) =>
      `Besides what the model itself reveals, the other released quantities can add to a person's ex-post privacy loss. Whatever the record, they add at most ${cost} (in nats, the unit of ε): ${what}. For a record chosen beforehand, that is too low in at most ${count} of ${of} releases.`,
    belief: (most, least) =>
      `By themselves they could take someone's belief that a person's record was used from 50 in 100 to ${most}, or to ${least}.`,
    atMost: (count) => `at most ${count}`,
    atLeast: (count) => `no less than ${count}`,
    pdp: (epsilon, delta) => `As per-instance differential privacy they cost a person at most ${epsilon} at δ = ${delta}.`,
    within: "The promise to everyone covers the report as a whole: this is not an addition to it.",
    infinite: "No limit can be given: for some records what they add to a person's ex-post privacy loss is infinite (∞).",
  },

  exact: {
    heading: "What is exact and what is a bound",
    given:
      "Exact: the released numbers, their noise levels and λ stand in the report as they were used, if the publisher tells the truth.",
    epsilon: "Bound: ε and δ hold for every record; what the worst record really faces may be less.",
    epsilonAlone: "Bound: ε holds for every record; what the worst record really faces may be less.",
    noEpsilon: "No bound on the worst case is stated.",
    person:
      "Bound: a person's own figure is an upper limit to that person's ex-post privacy loss. The exact loss is never published, as it would itself reveal something about the data.",
    residual: (residual) =>
      `Certified: the training stopped where the remaining error was at most ${residual} (length of the perturbed gradient). Every person's figure is widened by it.`,
    rounded: (step) =>
      `Certified: the model is the exact minimum, rounded at random to multiples of ${step}. Every person's figure allows for that.`,
    roundedSample: (step) =>
      `Certified: the model is an exact draw from its distribution, rounded at random to multiples of ${step}. Every person's figure allows for that.`,
    roundedElsewhere: (step) =>
      `The model came from another program, and was rounded at random to multiples of ${step}. Every person's figure allows for that.`,
    claimed:
      "The noise was not drawn by this software: the promise is the publisher's claim, and it is about exact arithmetic.",
    promiseOfRounded: "The promise holds for the rounded numbers, except with a probability below 10⁻²⁵.",
    noResidual: "Assumed: the training found the exact minimum; the report states no remaining error.",
    posterior: "Assumed: the distribution that the model was drawn from was worked out exactly.",
    modelGrid:
      "The model's coefficients are whole multiples of a power of two, so that their last digits carry nothing about the data.",
    grid: "The released quantities other than the model are whole multiples of a power of two, so that their last digits carry nothing about the data.",
    noGrid: (parts) =>
      `Assumed: noise with real numbers. ${parts} stated as floating-point numbers, whose last digits could depend on the data in ways that this report does not count.`,
    noGridModel: "The model is",
    noGridReleases: "The released quantities other than the model are",
    noGridAll: "The model and the other released quantities are",
  },

  sure: {
    heading: "How sure a person's figure is",
    failure: (count, of) =>
      `For a record chosen beforehand, a person's figure for everything published is too low in at most ${count} of ${of} releases: the noise can be unusually unlucky. Trying many records until one looks good makes a misleading figure more likely.`,
    stated: (rho) => `In the report's file this is the failure probability ρ = ${rho}.`,
    statedTwice: (rho, count, of) =>
      `In the report's file this is the failure probability ρ = ${rho}, ${count} of ${of} releases: it counts once for the model and once for what was published with it.`,
    always:
      "A person's figure holds whatever the noise was: with noise of Laplace type it never fails, for any record, however many are tried.",
    unneeded: (rho) => `The failure probability that the report states, ρ = ${rho}, is not needed for it.`,
  },

  fields: {
    heading: "What a record is made of",
    publicly:
      "Ranges and levels are public knowledge: they must not have been read off the data, and the report can't prove that they were not.",
    caption: "Fields of a record",
    head: ["Field", "What it holds"],
    /** @type {(minimum: string, maximum: string, unit?: string) => string} */
    range: (minimum, maximum, unit) =>
      `a number from ${minimum} to ${maximum}${unit ? `, in ${unit}` : ""}; outside counts as the nearest of the two`,
    constant: (value) => `always ${value}`,
    yesNo: "yes or no",
    levels: (levels) => `one of: ${levels}`,
    binary: (negative, positive) => `${negative} or ${positive}; what the model predicts`,
    predicted: (range) => `${range}; what the model predicts`,
    class: (levels) => `one of: ${levels}; what the model predicts`,
    missing: (value) => `; a blank counts as ${value}`,
    scaling: (low, high, norm) =>
      `Numbers are mapped to the range from ${low} to ${high}. The record is then divided by ${norm}, and shortened to length 1 if it is longer still: no record counts for more than that.`,
    coded: (count) => `Records are given in coded form: ${count}, a vector of length at most 1.`,
    codedClass: (last) => `The outcome is the number of a class, from 0 to ${last}.`,
    numbers: (count) => (count === "1" ? "1 number" : `${count} numbers`),
  },

  notCovered: { heading: "What this report does not cover" },

  check: {
    heading: "How to check your own record",
    needs:
      "You need this report's file and your own record, nothing else. You don't need to know whether your record was used: the figure covers both cases.",
    steps: [
      "In a browser: open the check page that came with the report, or the page “Check my record” of any copy of Expost, and choose the report's file. The sums are done on your device.",
      "On a command line: “expost bound REPORT.json --record RECORD.json”.",
      "Compare the file's SHA-256 with the one that the publisher gives.",
    ],
    contact: (contact) => `Questions about the report go to ${contact}.`,
  },
};
