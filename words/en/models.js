// Words for each mechanism and each loss, in English.
// A new one changes no other file of the folder.

/**
 * Words of a mechanism in a statement: how the model was made, the model among what was published,
 * and what a result comes from, with what nobody can see from the report. The last can depend on
 * whether more than the model was published, or on how much of its path.
 *
 * @typedef {{how: string, model: string, says: string | {independent: string, dependent: string} |
 *   Record<import("expost").DescentMechanism["path"], string>}} MechanismWords
 */

/** @typedef {(parameter: string, number: number) => string} LossWords */
/** @typedef {Record<import("expost").LossName, LossWords>} Losses */

/**
 * The losses that the publisher's page can ask about; it has no questions about the classes of
 * softmax.
 *
 * @typedef {Exclude<import("expost").LossName, "softmax">} AskedLoss
 */

const IN_OBJECTIVE = "Model θ̂, noise in the objective";
const SAMPLE = "Model θ, drawn at random";
const DRAWN =
  "It is one posterior sample: the coefficients were drawn at random, from a normal distribution around the solution that fits the data best, narrower where the data say more.";

/**
 * The mechanisms on the check page: what was published, and the parts of a result where it can be
 * split. Words for normal noise in the training are `report.kinds` and `parts` of check.js.
 *
 * @satisfies {import("../../wording/mechanism.js").MechanismWords}
 */
export const inResult = {
  "objective-laplace": {
    shared: "The model, trained with Laplace-type random noise. Nothing else was calculated from the data.",
    parts: {
      leverage: "How far your record can have bent the training",
      gradient: "How far the model's answer is from yours",
      why: {
        leverage: "This is the most there could be, whatever the other records are.",
        gradient:
          "The further, the more your record would have pulled it. This is that pull compared with the size of the noise.",
      },
    },
  },
  "output-gaussian": {
    shared: "The model, with random noise added to it after training. Nothing else was calculated from the data.",
    parts: {
      gradientNorm: "How far your record can have moved the model",
      gradient: "The random noise",
      why: {
        gradientNorm:
          "The further the model's answer is from yours, the more your record can have moved it, whatever the other records are.",
        gradient: "Nobody can see the noise. This is the most it can plausibly add for a record like yours.",
      },
    },
  },
  "posterior-sample": {
    shared: "The model: one random draw from those that fit the data. Nothing else was calculated from the data.",
  },
  "ada-ops": {
    shared:
      "The model: one random draw from those that fit the data, and two quantities with random noise added, which decided how wide to draw. What all three reveal is counted in your result.",
  },
  "noisy-gradient-descent": {
    // Sentences, put together by descent.js.
    shared: {
      /** @type {(steps: string, number: number) => string} */
      trained: (steps) =>
        `The model, trained in ${steps === "1" ? "1 step with random noise added" : `${steps} steps with random noise added in each`}.`,
      /** @type {(done: string, most: string, number: number) => string} */
      stopped: (done, most) =>
        `The model, trained in ${done} steps with random noise added in each. Up to ${most} were planned; a public rule ended the training early.`,
      network: "It is a neural network.",
      full: "Every record took part in every step.",
      poisson: (hundredths) =>
        `In each step chance decided, for each record on its own, whether it took part: ${hundredths} in 100 times.`,
      /** @type {(batches: string, number: number) => string} */
      shuffle: (batches) =>
        `In each round the records were divided at random into ${batches} groups, one for each step, so that each record took part once.`,
      other: (rule) => `The publisher describes how a step changed the model: “${rule}”.`,
      average: "The published model is the mean of the models after each step.",
      made: "The published model was made from what these steps gave.",
      all: "All intermediate models are published too, so that you can work out your own result.",
      every: (every) =>
        `One in ${every} intermediate models is published too, so that you can work out your own result. About the steps between them we assume more, so it can be higher.`,
      none: "The intermediate models are not published. So your result is the one that you would have had before the training, whatever came out of it.",
      counted: "The promise to everyone counts them as published.",
      countedAnyway: "The promise to everyone counts them as published all the same.",
      less: "Publishing only the last one would tell an observer less.",
      lessOfNetwork:
        "Publishing only the last one would tell an observer less: the known attacks on a last network alone find out much less than the promise allows.",
      nothing: "Nothing else was calculated from the data.",
      elsewhere: "Another program drew the noise, not this software.",
      claimed: "Its promise (ε, δ) is the publisher's claim about exact arithmetic.",
    },
    whole:
      "For this kind of training the result can't be split into parts. It comes from the most that your record can have pulled in each step, and from the noise.",
  },
};

/**
 * The mechanisms in a statement.
 *
 * @satisfies {Record<import("expost").Mechanism["kind"], MechanismWords>}
 */
export const inStatement = {
  "objective-gaussian": {
    how: "It was trained by objective perturbation: random noise, drawn from a normal distribution, was added to what the training minimises, so the model itself is noisy.",
    model: IN_OBJECTIVE,
    says: {
      independent:
        "Your result comes from your record and the model alone. The report doesn't say how many records are like yours, so the worst is assumed.",
      dependent:
        "Your result comes from your record, the model and the extra quantities published with it, which say how unusual your record is among the others. Nobody can see the noise itself, so the result allows for all but the least likely noise.",
    },
  },
  "objective-laplace": {
    how: "It was trained by objective perturbation: random noise of Laplace type, whose length has a gamma distribution and whose direction is uniform, was added to what the training minimises, so the model itself is noisy.",
    model: IN_OBJECTIVE,
    says: "Your result comes from your record and the model alone. It allows for every noise there could have been, and for all other records that there could be. What your record really revealed can't be seen from the report: usually it is less.",
  },
  "output-gaussian": {
    how: "It was trained without noise; then random noise, drawn from a normal distribution, was added to each of its coefficients (output perturbation).",
    model: "Model θ̃, noise in the coefficients",
    says: "Your result comes from your record and the model alone: from how far a record like yours can move a model at most. How far it did move this one depends on the other records, and can't be seen from the report.",
  },
  "noisy-gradient-descent": {
    how: "It was trained by noisy gradient descent. In each step every record that took part pulled at the model, by no more than a set length; random noise, drawn from a normal distribution, was added to the total of these pulls.",
    model: "Model θ̂, noise in each step",
    says: {
      all: "Your result comes from your record and from all intermediate models: they show how far your record would have pulled in each step. Nobody can see the noise itself, so the result allows for all but the least likely noise.",
      every:
        "Your result comes from your record and from the published intermediate models: they show how far your record would have pulled. For the steps between them, and for the noise, which nobody can see, it allows for all but the least likely.",
      none: "Your result comes from your record alone: from the most that it could have pulled in each step, and from all but the least likely noise. It would be the same whatever model had come out.",
    },
  },
  "posterior-sample": {
    how: DRAWN,
    model: SAMPLE,
    says: "Your result comes from your record and from how well the model fits it. It allows for every weight that your record can have among the others. Its real weight can't be seen from the report.",
  },
  "ada-ops": {
    how: `${DRAWN} How strong the penalty is (λ) and how narrow the draw (γ) was chosen from the data, privately (AdaOPS).`,
    model: SAMPLE,
    says: "Your result comes from your record, from how well the model fits it and from the two extra quantities. It allows for every weight that your record can have among the others. Its real weight can't be seen from the report.",
  },
};

/**
 * The mechanisms on the page that profiles a published report.
 *
 * @satisfies {Record<import("expost").Mechanism["kind"], string>}
 */
export const inProfile = {
  "objective-gaussian": "objective perturbation",
  "objective-laplace": "objective perturbation with Laplace-type noise",
  "output-gaussian": "output perturbation with Gaussian noise",
  "noisy-gradient-descent": "noisy gradient descent",
  "posterior-sample": "drawing one posterior sample",
  "ada-ops": "drawing one posterior sample, with noisy λ and γ (AdaOPS)",
};

/**
 * The losses in a statement.
 *
 * @type {Losses}
 */
export const lossesInStatement = {
  logistic: () => "a logistic regression",
  squared: () => "a least-squares regression with a ridge penalty",
  "pseudo-huber": (width) => `a regression with the pseudo-Huber loss of width ${width}`,
  softmax: (classes) => `a multinomial logistic regression (softmax) with ${classes} classes`,
};

/**
 * The losses on the publisher's page.
 *
 * @satisfies {Record<AskedLoss, {text: string, hint?: string}>}
 */
export const lossesAsked = {
  logistic: { text: "One of two values (logistic loss)" },
  "pseudo-huber": {
    text: "A number (pseudo-Huber loss)",
    hint: "Like least squares near the middle, and far away no outcome pulls harder than a set amount.",
  },
  squared: { text: "A number (squared loss)" },
};
