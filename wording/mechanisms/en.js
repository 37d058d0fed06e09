// The words for every mechanism but normal noise in the training, in English. The check page for
// that one alone is built without them: none.js takes their place. text/en.js says which words may
// stand here.
//
// Numbers arrive written out for the language; where a count decides the form of a word, it comes
// again as a number at the end.

// Each mechanism has words for what was published, and for the parts of a result where it can be
// split. Those of normal noise in the training are report.kinds and parts of text/en.js.
export const mechanisms = /** @satisfies {import("../mechanism.js").MechanismWords} */ ({
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
      nothing: "Nothing else was calculated from the data.",
      elsewhere: "Another program drew the noise, not this software.",
      claimed: "Its promise (ε, δ) is the publisher's claim about exact arithmetic.",
    },
    whole:
      "For this kind of training the result can't be split into parts. It comes from the most that your record can have pulled in each step, and from the noise.",
  },
});

// Words for a result that holds for so many records settled on beforehand. Where records took part
// by chance, or a part of the path is missing, no result holds for all records at once.
export const records = /** @satisfies {import("../types.js").Texts} */ ({
  chooseHint: (most) =>
    `With this kind of training no result holds for all records at once. Yours then holds for up to ${most} that you had settled on before seeing the report. It can be larger.`,
  chosen: {
    title: (most) => `This result holds for up to ${most} records`,
    body: "It is for records that you had settled on before seeing the report. Trying all of these and keeping the lowest result can't make it misleading. Records that you thought of after seeing a result are not covered: with this kind of training no result holds for all records at once.",
  },
  noticed: {
    title: "More than one record was checked here",
    body: (most) =>
      `A result is reliable for one record that you had settled on before seeing the report. So this one is for up to ${most} such records, and it can be larger. Records that you thought of after seeing a result are not covered: with this kind of training no result holds for all records at once.`,
  },
  /** @type {(records: string, count: string, of: string, number: number) => string} */
  noise: (records, count, of) =>
    `The noise is random, so a result can come out too low. For ${records} records that you had settled on before seeing the report, that happens to any of them in at most ${count} of ${of} publications.`,
  trying: "If you think of further records after seeing a result, it happens more often.",
});
