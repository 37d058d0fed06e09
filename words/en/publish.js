// Every word of the publisher's page, in English. Numbers arrive already written out. **…** is
// emphasis.
//
// Not to be used here: safe, anonymous, protected, guaranteed; scores, "1 in X" with a changing X.
import { upperFirst } from "../upper-first.js";

/**
 * The losses that the page can ask about; it has no questions about the classes of softmax.
 *
 * @typedef {Exclude<import("expost").LossName, "softmax">} AskedLoss
 */

/** @satisfies {import("../types.js").Texts} */
export const publish = {
  language: "en",
  locale: "en-GB",
  direction: "ltr",
  /** Signs that may stand before decimals in a number that is typed, the usual one first. */
  decimals: ["."],

  title: "Make a report",
  intro:
    "Train a model on a table of people, with random noise, and get everything that goes with it onto a web site: the report, the page where people check their own record, and the code to show it. The data stay on this device: your browser is set up to refuse this page's requests. Check it yourself.",
  noscript: "This page needs JavaScript: the model is trained here, on your device, and nowhere else.",
  how: {
    summary: "How to check this",
    points: [
      "Open your browser's developer tools and choose the network panel. Then choose the data and make the report: no request appears. (Saving a file can add a line that starts with blob: – that is the page's own text, handed to you as a file.)",
      "Or save this page as a file, disconnect from the internet and open the file. It works the same.",
      "This page carries a rule for your browser, a content security policy: no connections, no forms sent, only the one program whose fingerprint is written in the page. A background thread runs the same program under the same rule.",
      "The rule binds this page. It does not bind browser extensions or other programs on this device.",
    ],
  },
  once: "You can publish this once: making it again adds to everyone's privacy loss.",
  errorPrefix: "Error:",
  errorHeading: "There is a problem",

  data: {
    heading: "The data",
    choose: "Choose the data: a CSV or Parquet file",
    chooseHint:
      "In CSV the first line names the columns; every other line is one row. You can also drop the file on this page.",
    paste: "Paste the data instead",
    pasteLabel: "Header line and rows",
    pasteButton: "Use this text",
    pasted: "pasted text",
    decimalMark: {
      legend: "How are numbers in the data written?",
      hint: "Files with a decimal comma have semicolons or tabs between their columns.",
      point: "With a decimal point",
      comma: "With a decimal comma",
    },
    reading: "Reading the header…",
    chosen: (name, count, /** @type {number} */ number) =>
      number === 1
        ? `${name}: ${count} column. Only its name was read so far.`
        : `${name}: ${count} columns. Only their names were read so far.`,
    forget: "Use other data",
    import: "Start from a study (optional)",
    importHint: "A study.json that you saved here before, or that “expost init” made. What is in it fills in the form below.",
    imported: (name) => `The form was filled in from ${name}.`,
    person: {
      legend: "Is each row one person?",
      hint: "What a report promises is about one row. It is a promise to a person only if nobody has a second row, or if a column says whose row it is.",
      yes: "Yes, one row per person",
      no: "No, some people have several rows",
      note: "At most so many rows of each person are used, the first ones in the file. The promise is then made to a person: each row gets a share of it, so more rows mean more noise. With one row per person, such as sums or the latest values, you need less.",
      column: "Which column says whose row it is?",
      columnHint: "It is not published, and can't go into the model. Leave it out below.",
      prompt: "Choose a column",
      rows: "Rows of a person, at most",
      rowsHint: "Choose it without looking at the data, for example 3.",
    },
    unit: "One record is",
    unitHint: "Printed on the report, so that people know what the promise is about. For example: one card holder, one row.",
  },

  outcome: {
    heading: "The outcome",
    column: "Which column should the model predict?",
    prompt: "Choose a column",
    label: "What people will see as its name (optional)",
    lossLegend: "What kind of outcome is it?",
    losses: /** @satisfies {Record<AskedLoss, {text: string, hint?: string}>} */ ({
      logistic: { text: "One of two values (logistic loss)" },
      "pseudo-huber": {
        text: "A number (pseudo-Huber loss)",
        hint: "Like least squares near the middle, and far away no outcome pulls harder than a set amount.",
      },
      squared: { text: "A number (squared loss)" },
    }),
    squaredWarning:
      "With the squared loss a single outcome can pull on the model without limit, so **no promise to everyone (ε, δ) can be given**: you have to set λ and the noise yourself under “Settings for experts”, and the report will state no promise. Each person can still work out their own result. If you are not sure, use pseudo-Huber.",
    width: "Width of the pseudo-Huber loss",
    widthHint:
      "Outcomes are mapped to −1 … 1 first. Up to this distance from the prediction the loss is nearly the square, beyond it nearly a straight line. For example 0.5.",
    negative: "The value that means no",
    positive: "The value that means yes",
    valuesHint: "Exactly as it is written in the data.",
    unit: "Unit (optional)",
    minimum: "Smallest value",
    maximum: "Largest value",
  },

  columns: {
    heading: "The columns",
    intro:
      "For each column say what it may hold. State ranges and choices **you can justify without looking at this file**: from a law, a form, a code book, or common knowledge. A range read off the data reveals something of the data, and no ε counts it.",
    outside: "A value outside its range counts as the nearest end, in training and when people check their record.",
    none: "Choose the data or a study first.",
    suggest: "Suggest what is in each column",
    suggestHint:
      "Reads the whole file on this device and looks only at whether a column's values are numbers, yes or no, or texts. It answers “What is in it?” where that is still open. Ranges and choices stay yours to state.",
    suggested: (count, /** @type {number} */ number) =>
      `Answered for ${count} ${number === 1 ? "column" : "columns"}. These are guesses from the rows, and one row can change a guess: confirm each from what you know of the column, because it is published. A number that only names a group is one of some choices.`,
    kind: "What is in it?",
    kinds: {
      prompt: "Choose one",
      number: "A number",
      boolean: "Yes or no",
      category: "One of some choices",
      constant: "A constant (the same for everyone)",
      out: "Leave this column out",
    },
    kindHint: {
      boolean: "yes, true or 1; no, false or 0. Blanks are refused.",
      constant: "It lets the model have an average of its own (an intercept).",
    },
    label: "Name that people will see (optional)",
    unit: "Unit (optional)",
    minimum: "Smallest value",
    maximum: "Largest value",
    levels: "All choices, one on each line",
    levelsHint: "Exactly as they are written in the data, also those that nobody has.",
    missing: "What a blank counts as (optional)",
    missingNumberHint: "A number within the range. Without it, a blank is refused.",
    missingLevelHint: "One of the choices. Without it, a blank is refused.",
    value: "Its value",
    notInData: "Not a column of these data.",
    isOutcome: "This is the outcome.",
  },

  training: {
    heading: "The training",
    mechanism: {
      legend: "How should the model be made private?",
      objective: "Objective perturbation",
      objectiveHint: "Noise goes into what the training minimises. The simplest report: no steps and no rates to choose.",
      descent: "Noisy gradient descent (DP-SGD)",
      descentHint:
        "Every step of the training gets noise. The models before all steps are published too; the promise counts them. You choose a clip norm, a number of steps and a learning rate. With the squared loss, only this one gives a promise to everyone.",
    },
    beforehand:
      "Settle all of this **without looking at results on these data**: on public or made-up data. What is chosen by the data is in no promise.",
    clip: "Clip norm C",
    clipHint:
      "No record's gradient counts for more than this length. Start with the longest that a gradient can be: 1 for the logistic loss, the width for pseudo-Huber. A smaller one makes most people's results larger.",
    sampling: {
      legend: "Which records take part in a step?",
      full: "All of them",
      fullHint: "The simplest promise, and the only way to results that hold for all records at once.",
      poisson: "Each by chance (Poisson sampling)",
      poissonHint: "A step takes less time, so there can be more of them.",
      shuffle: "One batch after the other (shuffled epochs)",
      shuffleHint:
        "In an epoch each record is in one batch. The noise is that of as many steps with all records as there are epochs.",
    },
    samplingRate: "Probability of taking part in a step",
    samplingRateHint: "Between 0 and 1, for example 0.05. Don't work it out from the number of rows, unless that is public.",
    batches: "Batches of an epoch",
    batchesHint: "For example 20. The number of steps has to be a multiple of it.",
    steps: "Number of steps",
    stepsHint: "For example 100. More steps need more noise in each.",
    learningRate: "Learning rate",
    learningRateHint:
      "How far the model comes depends on it and on the number of steps. If it is too small, the model is less accurate.",
    ratesKept: "The study has a learning rate for each step. Left blank, these stay.",
    divisor: "Divisor of each step's sum",
    divisorHint:
      "A round public number, near how many records take part in a step. The true number of rows would tell whether one person is among them.",
  },

  budget: {
    heading: "The promise",
    epsilon: "ε, the promise to everyone",
    epsilonHint:
      "The smaller, the less anyone can learn about one person, and the more noise. The table says what each ε allows.",
    delta: "δ, the room for rare exceptions",
    deltaHint:
      "Choose it well below 1 divided by the number of people, for example 0.000001. It is not the chance of an exception, which can be larger.",
    beliefs: {
      caption: "What someone could come to believe at most, about whether a person's record was used",
      epsilon: "ε",
      from: (count) => `who starts at ${count}`,
      yours: "your ε",
      note: "Rounded up; δ aside.",
    },
    release: {
      legend: "What should be published besides the model?",
      none: "Nothing else",
      noneHint: "People's results then come from the model and its noise alone.",
      hessian: "The Hessian, with noise",
      hessianHint:
        "It says how many records are alike. It can make results smaller, but it takes a part of ε and counts in everyone's result itself. “expost plan” on the command line tries whether it is worth it.",
      both: "Gradient and Hessian, with noise",
      bothHint:
        "The gradient can make the part of a result that comes from the model smaller. In the whole result it only costs.",
      adaptive: "Gradient, Hessian and smallest eigenvalue, with noise",
      adaptiveHint: "One number more, which can sharpen results where the Hessian's noise is large. It counts too.",
    },
    shares: "Shares of ε",
    sharesHint: "How much of ε each part gets. Together they must make 1.",
    shareModel: "Model",
    shareGradient: "Gradient",
    shareHessian: "Hessian",
    shareEigenvalue: "Smallest eigenvalue",
    plan: {
      heading: "What this budget costs in noise",
      waiting: "Fill in the kind of outcome, ε, δ, what to publish and the shares to see how much noise they mean.",
      busy: "Working out the noise…",
      noise: "Noise with this budget",
      part: "Part",
      sigma: "Standard deviation of its noise",
      alone: "ε on its own",
      accountants: "What each way of accounting would need for the model's share by itself",
      accountant: "Accountant",
      chosen: "used",
      lambda: "λ",
      modelSigma: "σ of the model",
      none: "none",
      shift: (shift, dimension) =>
        `The Hessian's noise moves its eigenvalues by at most ${shift} (${dimension} coordinates), except in one publication in a million.`,
      ready: "The noise levels are below.",
      grid: "The levels in the report can be a little larger: noise is drawn on a grid, and what that costs is added.",
      descent: {
        waiting: "Fill in the kind of outcome, the training, ε and δ to see how much noise they mean.",
        sum: "σ, standard deviation of the noise on each step's sum",
        multiplier: "Noise multiplier σ / C",
        cap: "The largest V of anyone",
        meaning:
          "V measures how hard a record can pull in all steps together. The published models show each person their own.",
        replaced: "You have set a σ of your own: the report will have that one, and the ε that it gives at this δ.",
      },
    },
  },

  parts: {
    model: "Model (σ)",
    gradient: "Gradient (σ₂)",
    hessian: "Hessian (σ₃)",
    smallestEigenvalue: "Smallest eigenvalue (σ₄)",
  },

  about: {
    heading: "About the report",
    title: "Title",
    titleHint: "For example: Credit default model, spring 2026.",
    description: "What the model is for (optional)",
    publisher: "Published by (optional)",
    contact: "Contact (optional)",
    links: {
      summary: "Your pages for the people in the data (optional)",
      intro:
        "The check page shows their addresses to people who have checked their record. Write each as a whole, like https://example.org/privacy.",
      privacy: "Page about how you treat data",
      rights: "Page about how people use their rights",
      optOut: "Page about how people opt out",
    },
    published: "Date of publication (optional)",
    publishedHint: "Like 2026-03-01. Left blank, it is today's date.",
    madeUp: "The data are made up",
    madeUpHint: "The report and the check page will say so.",
  },

  experts: {
    summary: "Settings for experts",
    intro: "They have sensible values. Change them only if you know why.",
    accountant: "Accountant",
    accountants: {
      joint: "joint (least noise)",
      shift: "shift",
      redberg2023: "redberg2023",
      wang2021: "wang2021",
      kst2012: "kst2012",
    },
    descentAccountants: {
      "": "the usual one: gaussian, or pld with Poisson sampling",
      gaussian: "gaussian",
      pld: "pld, for Poisson sampling",
      rdp: "rdp, for Poisson sampling (more noise)",
    },
    momentum: "Momentum (optional)",
    momentumHint: "From 0 to below 1. Left blank, there is none.",
    ridge: "Ridge, strength of the regulariser (optional)",
    ridgeHint: "Each step adds this times the model to its sum. Left blank, there is none.",
    final: "Which model is published",
    finals: { last: "The last one", average: "The average of all after the first" },
    every: "Publish one model in every … steps (optional)",
    everyHint: "A whole number. The report is smaller, and people's results are larger. Left blank, all are published.",
    scaleSum: "σ of your own (optional)",
    scaleSumHint:
      "Standard deviation of the noise on each step's sum. It replaces what the budget would give, and ε becomes what it gives.",
    composition: "Composition of everything published",
    compositions: { joint: "joint: one promise for everything", basic: "basic: ε₁ + ε₂ + …, as in the papers" },
    lambda: "λ, strength of the regulariser",
    lambdaHint: "Left blank, the accountant picks it (not for the squared loss).",
    scales: "Noise levels of your own",
    scalesHint: "Standard deviations. They replace what the budget would give.",
    scaleModel: "σ of the model",
    scaleGradient: "σ₂ of the gradient",
    scaleHessian: "σ₃ of the Hessian",
    scaleEigenvalue: "σ₄ of the smallest eigenvalue",
    rangeStart: "Numbers are mapped to: from",
    rangeEnd: "Numbers are mapped to: to",
    norm: "Length that records are divided by",
    normHint: (/** @type {string | null} */ length) =>
      length === null
        ? "Left blank, it is the greatest length any record can have, so that none has to be scaled down."
        : `Left blank, it is the greatest length any record can have (now ${length}), so that none has to be scaled down.`,
    failure: "Failure probability of people's results",
    seed: "Seed, for an experiment only",
    seedHint:
      "A whole number. Anyone who knows the seed can take the noise away again, so what is made is marked as an experiment and can't be downloaded as a report for publication.",
  },

  run: {
    heading: "Make the report",
    button: "Make the report",
    experimentButton: "Run the experiment",
    saveStudy: "Save the study",
    saveStudyHint:
      "A study.json with everything on this form and none of the data. With it the command line makes the same report: expost publish DATA.csv --study study.json --out report.json",
    studySaved: "The study was saved. Questions without an answer are left open in it.",
    again:
      "You have made a report on this page already. Publish only one of them: if more than one comes out, what they reveal adds up.",
    seeded: "A seed is set: this will be an experiment, not a report to publish.",
    working: "Making the report",
    bar: "Read so far",
    barSteps: "Steps done so far",
    reading: (rows) => `Reading the data: ${rows} rows so far.`,
    training: "Training the model…",
    trainingStep: (step) => `Training the model: step ${step}.`,
    trainingStepOf: (step, steps) => `Training the model: step ${step} of ${steps}.`,
    releasing: "Drawing the noise…",
    starting: "Starting…",
    inPage: "Your browser starts no background thread here, so the page may not answer while the model is trained.",
    cancel: "Cancel",
    cancelled: "Cancelled. No report was made, and your answers are still here.",
  },

  review: {
    heading: "Read this before you publish",
    experimentHeading: "An experiment, not for publication",
    experiment:
      "The noise came from a seed. Anyone who knows the seed can take the noise away again, so this must not be published as a report: it is marked inside as x-insecure-seed, and the check page says so. It can't be downloaded here as a report, as a check page or as code for a web site.",
    public: "This becomes public",
    publicExperiment: "What is in it",
    publicIntro:
      "The report, word for word. Nothing else leaves your hands, and everything in it can be copied and studied for ever.",
    text: "Text of the report",
    levels: {
      caption: "Noise, and the promise",
      lambda: "λ",
      promise: "Promise to everyone",
      person: (rows) => `Promise to a person (rows, at most: ${rows})`,
      toPerson: (epsilon, delta) => `ε = ${epsilon}, δ = ${delta}`,
      promised: (epsilon, delta, accountant) => `ε = ${epsilon}, δ = ${delta} (accountant ${accountant})`,
      noPromise: "none: this loss has no finite promise",
      rounding: "Coefficients, rounded at random to multiples of",
      grid: "Noisy sums are multiples of",
      descent: {
        sum: "Noise on each step's sum (σ)",
        clip: "Clip norm C",
        steps: "Steps",
        sampling: "Records in a step",
        samplings: {
          full: "all of them",
          poisson: (rate) => `each with probability ${rate}`,
          shuffle: (batches) => `one of ${batches} shuffled batches`,
        },
        learningRate: "Learning rate",
        rates: "one for each step",
        momentum: "Momentum",
        ridge: "Ridge",
        divisor: "Divisor of each step's sum",
        final: "The model",
        finals: { last: "the last one", average: "the average of all after the first" },
        path: "Models before steps, published too",
        noPath: "not published",
        every: "Steps from one of them to the next",
      },
      coordinates: "Coordinates",
      fingerprint: "Fingerprint (SHA-256)",
      noFingerprint: "can't be worked out on an unencrypted connection",
    },
    shortened: (characters) =>
      `The models before the steps are a long text: ${characters} characters of it are only in the file.`,
    private: "This does not become public",
    privateIntro:
      "It is about the data and no noise was added to it. It is for you alone: don't publish it and don't change ranges after it.",
    noRows: "The file has no rows. The report was made all the same: a refusal would give that away.",
    onlyLabel: (name, value) =>
      `The column ${name} holds only “${value}”. The report was made all the same: a refusal would give that away.`,
    points: (name) =>
      `All numbers with a point in the column ${name} have three digits after it, as thousands have, but 1.045 was read as a little more than 1. If they are thousands, write them without points, as 1045, and make another report.`,
    rows: "Rows",
    leftOut: "Rows left out, beyond the limit of a person",
    clamped: "Values outside their range, counted as its end",
    missing: "Blanks filled in",
    scaled: "Records scaled down to length 1",
    iterations: "Steps of the solver",
    none: "none",
    counted: (name, count) => `${name}: ${count}`,
    take: "Take it with you",
    report: "Download report.json",
    reportHint: "The report. Put it on your web site, and keep a copy.",
    page: "Download the check page",
    pageHint:
      "One HTML file with the report inside, where people work out their own result. It opens from a disk, works offline and sends nothing.",
    embed: "Code for your own pages",
    embedHint:
      "Put five files side by side: the page that has this code, report.json, check.html and the two files below. The check is shown in a frame that can't be led to other pages. Where its script can't run, the check page takes its place, with a link for those who want it by itself.",
    element: "Download expost-check.js",
    frame: "Download check-frame.html",
    embedLink: "Check what this model could reveal about you",
    /** The language of the check that the code shows. */
    embedLanguage: "en",
    study: "Save the study",
    studyHint: "With it and the data, the command line can repeat this: other noise, so a second report.",
    experimentDownload: "Download the experiment",
    experimentHint: "A JSON file whose name and content say that it is an experiment.",
    back: "Back to the form",
    backHint: "Your answers are still there. A second report is a second publication.",
    files: {
      report: "report.json",
      page: "check.html",
      element: "expost-check.js",
      frame: "check-frame.html",
      study: "study.json",
      experiment: "experiment-not-for-publication.json",
    },
  },

  names: {
    person: "whose row it is",
    personColumn: "the column that says whose row it is",
    personRows: "the rows of a person",
    data: "the data",
    columns: "the columns",
    outcome: "the outcome",
    outcomeLabel: "the name of the outcome",
    loss: "the kind of outcome",
    width: "the width of the pseudo-Huber loss",
    negative: "the value that means no",
    positive: "the value that means yes",
    outcomeUnit: "the unit of the outcome",
    outcomeMinimum: "the smallest value of the outcome",
    outcomeMaximum: "the largest value of the outcome",
    mechanism: "the mechanism",
    clip: "the clip norm",
    steps: "the number of steps",
    sampling: "which records take part in a step",
    samplingRate: "the probability of taking part in a step",
    batches: "the number of batches",
    learningRate: "the learning rate",
    divisor: "the divisor",
    momentum: "the momentum",
    ridge: "the ridge",
    final: "which model is published",
    every: "how many steps one model is published in",
    scaleSum: "your own σ",
    epsilon: "ε",
    delta: "δ",
    release: "what to publish",
    shares: "the shares of ε",
    shareModel: "the share of the model",
    shareGradient: "the share of the gradient",
    shareHessian: "the share of the Hessian",
    shareEigenvalue: "the share of the smallest eigenvalue",
    accountant: "the accountant",
    composition: "the composition",
    lambda: "λ",
    scaleModel: "σ of the model",
    scaleGradient: "σ₂ of the gradient",
    scaleHessian: "σ₃ of the Hessian",
    scaleEigenvalue: "σ₄ of the smallest eigenvalue",
    rangeStart: "the start of the range that numbers are mapped to",
    rangeEnd: "the end of the range that numbers are mapped to",
    norm: "the length that records are divided by",
    failure: "the failure probability",
    title: "the title",
    description: "the description",
    publisher: "the name of the publisher",
    contact: "the contact",
    linkPrivacy: "the page about how you treat data",
    linkRights: "the page about how people use their rights",
    linkOptOut: "the page about how people opt out",
    published: "the date of publication",
    unit: "what one record is",
    ofColumn: {
      kind: (column) => `the column “${column}”`,
      label: (column) => `the name of “${column}” that people will see`,
      unit: (column) => `the unit of “${column}”`,
      minimum: (column) => `the smallest value of “${column}”`,
      maximum: (column) => `the largest value of “${column}”`,
      levels: (column) => `the choices of “${column}”`,
      missing: (column) => `what a blank counts as in “${column}”`,
      value: (column) => `the value of “${column}”`,
    },
  },

  errors: {
    data: "Choose the data",
    person: "Say whether each row is one person",
    personColumn: "Choose the column that says whose row it is",
    outcome: "Choose the column that the model should predict",
    outcomeGone: (name) => `The data have no column “${name}”: choose the column that the model should predict`,
    loss: "Say what kind of outcome it is",
    sampling: "Say which records take part in a step",
    release: "Say what should be published besides the model",
    kind: (column) => `Say what is in column “${column}”, or leave it out`,
    noColumns: "At least one column must go into the model",
    levels: (column) => `Enter all choices of “${column}”, one on each line`,
    enter: (name) => `Enter ${name}`,
    notANumber: (name) => `${upperFirst(name)} must be a number, like 45`,
    blank: (name) => `Enter ${name}`,
    ambiguous: (name, written, withDecimals, without) =>
      `${upperFirst(name)} must be written with a point for decimals and nothing between thousands: “${written}” could mean ${withDecimals} or ${without}`,
    ambiguousPlain: (name) =>
      `${upperFirst(name)} must be written with a point for decimals and nothing between thousands, like 1234.5`,
    seed: "Seed must be a whole number from 0 to 9007199254740991",
    // The library's own English words come after each of these: "must be …".
    placed: (name) => upperFirst(name),
    around: (name) => `${upperFirst(name)}:`,
    located: (file, line) => `${file}, line ${line}:`,
    inFile: (file) => `${file}:`,
    study: "The study:",
    ours: "No report was made.",
    studyFile: (name) => name,
    // Nothing comes after these.
    pasteEmpty: "Paste the header line and the rows first",
    noParquetReader: (name) =>
      `${name} is a Parquet file, and the part that reads these didn't come from this site: save this form as a file and use that, or choose the same rows as CSV`,
    unreadableStudy: (name) => `${name} can't be read as text`,
    otherMechanism: (name) =>
      `${name} is for a mechanism or a loss that this page has no questions about; “expost publish” or, for a model trained elsewhere, “expost attach” on the command line makes its report`,
  },
};

/** @typedef {typeof publish} PublishWords */
