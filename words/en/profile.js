// Every word of the page for studying rows, in English. Numbers arrive already written out. **…**
// is emphasis.
//
// Not to be used here: safe, anonymous, protected, guaranteed; scores, "1 in X", "4 times better".
import { upperFirst } from "../upper-first.js";
import { inProfile } from "./models.js";
import { tableErrors } from "./table-errors.js";

/** @satisfies {import("../types.js").Texts} */
export const profile = {
  language: "en",
  locale: "en-GB",
  direction: "ltr",
  /** Signs that may stand before decimals in a number that is typed, the usual one first. */
  decimals: ["."],

  title: "Study the rows",
  intro:
    "See which rows of a training set a model gives away most, and in which range of ε the choice makes a difference. The data stay on this device: your browser is set up to refuse this page's requests. Check it yourself.",
  noscript: "This page needs JavaScript: the rows are studied here, on your device, and nowhere else.",
  notStarted:
    "If nothing more appears here, the program of this page was not allowed to run: a rule of this web site stops it (Content-Security-Policy). Please tell the people who run the site. Or save this page as a file and open the file.",
  banner: "Private view. Don't publish the chart, the ranking or the numbers.",
  how: {
    summary: "See for yourself that nothing is sent",
    points: [
      "Open your browser's developer tools and choose the network panel. Then choose the data and study them: no request appears. (Saving a file can add a line that starts with blob: – that is the page's own text, handed to you as a file.)",
      "Or save this page as a file, disconnect from the internet and open the file. It works the same.",
      "This page carries a rule for your browser, a content security policy: no connections, no forms sent, only the one program whose fingerprint is written in the page. A background thread runs the same program under the same rule.",
      "The rule binds this page. It does not bind browser extensions or other programs on this device.",
    ],
  },
  errorPrefix: "Error:",
  errorHeading: "There is a problem",

  honest: {
    cost: "Choosing ε after looking at these rows uses up privacy that ε doesn't count.",
    instead:
      "Choose it on public data of the same kind, or on made-up rows of the same shape, and look at these rows only to understand a choice that is already made.",
  },

  inputs: {
    heading: "The data and the study",
    data: "Choose the data: a CSV or Parquet file",
    dataHint:
      "The training rows, one row per person. In CSV the first line names the columns. You can also drop files on this page.",
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
    chosen: (name, columns, /** @type {number} */ number) =>
      number === 1
        ? `${name}: ${columns} column. Only its name was read so far.`
        : `${name}: ${columns} columns. Only their names were read so far.`,
    study: "Choose the study",
    studyHint: "The study.json that “Make a report” saves or “expost init” starts: which columns, which ranges, which loss.",
    studyRead: (name, title) => `${name}: ${title}`,
    untitled: "a study without a title",
    heldOut: "Choose held-out rows (optional)",
    heldOutHint: "Another file with the same columns. The accuracy on its rows is shown against ε. Drop it on this field.",
    report: "Choose a published report (optional)",
    reportHint:
      "A report.json that was made of these rows. Its exact losses are then shown next to the bounds that people get.",
    reportRead: (name) => `${name} will be compared with the rows.`,
    remove: (what) => `Leave out ${what}`,
  },

  madeUp: {
    heading: "Look at made-up rows first",
    text: "This page can draw rows from the ranges and choices of the study alone. It doesn't look at the data for it, and nobody's row is among them, so looking at them costs nobody anything. Real rows are not spread so evenly: the range of ε can come out differently.",
    rows: "How many rows",
    rowsHint: "A number you would publish anyway, such as the size of the survey.",
    button: "Make up data of the same shape",
    name: "made-up data",
    made: (rows) => `Made up: ${rows} rows. They have taken the place of the data.`,
    save: "Save the made-up rows (CSV)",
    file: "made-up-rows.csv",
  },

  settings: {
    heading: "Settings",
    lambda: "λ, strength of the regulariser",
    lambdaHint: "λ = nΛ of the sum over all rows. Left blank, it is the study's.",
    profileEpsilon: "ε of the ranking",
    profileEpsilonHint: "The rows are ranked at this ε. Left blank, it is the study's.",
    more: "More settings",
    neighbours: {
      legend: "What a row is compared with",
      exact: "The model trained without it",
      exactHint: "Worked out for every row.",
      worst: "The farthest model it could lead to",
      worstHint: "One step for each row, without training: quicker, and too large.",
    },
    grid: "Values of ε in the charts",
    gridHint: "Equally spaced in their logarithms.",
    from: "Smallest",
    to: "Largest",
    count: "How many",
    samples: "Models to draw",
    samplesHint:
      "With 0 none is drawn. With more, the mean of the ranked losses over so many drawn models is shown too, with its standard error.",
  },

  run: {
    button: "Study the rows",
    working: "Studying the rows",
    starting: "Starting…",
    bar: "Done so far",
    reading: (rows) => `Reading the rows: ${rows} so far.`,
    training: "Training the model…",
    trainingStep: (step) => `Training the model: step ${step}.`,
    neighbours: (rows, total) => `Taking out one row at a time: ${rows} of ${total}.`,
    losses: (done, total) => `Working out the typical losses: ${done} of ${total}.`,
    sampling: (done, total) => `Drawing models: ${done} of ${total}.`,
    auditing: (rows, total) => `Comparing the report with the rows: ${rows} of ${total}.`,
    phases: {
      reading: "Reading the rows.",
      training: "Training the model.",
      neighbours: "Taking out one row at a time.",
      losses: "Working out the typical losses.",
      sampling: "Drawing models.",
      auditing: "Comparing the report with the rows.",
    },
    inPage: "Your browser starts no background thread here, so the page may not answer while the rows are studied.",
    cancel: "Cancel",
    cancelled: "Cancelled. Nothing was worked out, and what you entered is still here.",
  },

  result: {
    heading: "How exposed the rows are",
    madeUp: "Made-up rows. Nobody's row is in them.",
    seeded: "Drawn from a seed: an experiment.",
    facts: (rows, dimension, lambda, /** @type {number} */ rowCount, /** @type {number} */ dimensionCount) =>
      `${rows} ${rowCount === 1 ? "row" : "rows"}, ${dimension} ${dimensionCount === 1 ? "coordinate" : "coordinates"}, λ = ${lambda}.`,
    exact: (error) =>
      `Each row is compared with the model trained without it. Distances are off by a share of ${error} at most, rounding aside.`,
    worstDeviation: (times) =>
      `The farthest model it could lead to, which “More settings” offers and which takes one step for each row, would be off by up to ${times} times that distance.`,
    worst: "Each row is compared with the farthest model it could lead to, which makes the losses too large.",
    exposed: (epsilon, loss) => `At ε\u00a0=\u00a0${epsilon}, ${loss}\u00a0nats for the most exposed row`,
    usual: (epsilon, most, least) =>
      `At any ε up to ${epsilon}, no row's typical loss is above ${most} of the most it could be, and none is below ${least} of it, however small ε is.`,
    range: (low, high) =>
      `The choice of ε decides which rows are exposed only from ε\u00a0=\u00a0${low} to ε\u00a0=\u00a0${high}.`,
    row: (row, /** @type {number} */ alike, others) =>
      alike === 0 ? `row ${row}` : `row ${row} (and ${alike === 1 ? "one other" : `${others} others`} like it)`,
    low: (epsilon, row, share) =>
      `Below ε = ${epsilon} every row's typical loss is close to ${share} of the most it could be. A smaller ε makes the losses smaller in proportion, and no row gains beyond that. What decides this end is ${row}, which moves the model most.`,
    high: (epsilon, row) =>
      `Above ε = ${epsilon} every row's typical loss is close to the most it could be: every row is fully exposed. What decides this end is ${row}, which moves the model least.`,
    noHigh: (row) =>
      `There is no upper end: ${row} does not move the model at all, so no ε exposes it, however large. Its typical loss is exactly 0.`,
    nobody: "No row moves the model, so there is no ε from which a row is exposed. Every typical loss is exactly 0.",
    between: "That range is no recommendation: an ε far above 1 promises little.",
    none: "No range of ε",
    oneCoordinate:
      "The model has one coordinate, and then there is no range in which the choice of ε matters more than elsewhere: for small and for large ε every row's typical loss is close to the most it could be, and between them it is never below 79% of that.",
    rounded: "The ends are rounded outward.",
    meaning: (rate) =>
      `**What a typical loss is.** Suppose the model is published with noise drawn from a density proportional to e^(−β‖b‖), ${rate} (output perturbation). A row's typical loss, in nats, is how far what comes out speaks for or against the row having been used, on average over the noise. At a given ε it is at most β times the distance by which the row moves the model.`,
    rate: "β = λε/2",
    rateWithin: (longest) => `β = λε/(2G) with G = ${longest}, the longest that the gradient of a row's loss can be`,
  },

  charts: {
    stamp: "Private view. Don't publish.",
    numbers: "The numbers as a table",
    /** In place of a number. */
    unknown: "can't be worked out",
    read: "Read a value",
    save: "Save this chart (SVG)",
    zero: (count, /** @type {number} */ number) =>
      number === 1
        ? "1 row has a loss of 0 and can't be drawn: a logarithmic axis has no 0."
        : `${count} rows have a loss of 0 and can't be drawn: a logarithmic axis has no 0.`,
    infinite: (count, /** @type {number} */ number) =>
      number === 1
        ? "For 1 row the ratio is infinite (∞) and can't be drawn."
        : `For ${count} rows the ratio is infinite (∞) and can't be drawn.`,
    epsilon: "ε",
    row: "row",
    rank: "rank, most exposed row first",
    max: "largest",
    p99: "99th percentile",
    p90: "90th percentile",
    median: "median",
    p10: "10th percentile",
    min: "smallest",
    mean: "mean",
    lower: "lower plateau",
    transition: "transition",
    upper: "upper plateau",
    typical: {
      heading: "Typical loss against ε",
      name: "Typical loss of the rows at each ε",
      description: (low, high, reach) =>
        `Both axes are logarithmic. Three lines that rise with ε: the largest, the 99th percentile and the median over the rows. ${
          {
            whole: `The transition from ε = ${low} to ε = ${high} is marked, with the lower plateau before it and the upper plateau after it.`,
            part: `The transition from ε = ${low} to ε = ${high} is marked as far as the axis of ε goes.`,
            none: `The transition, from ε = ${low} to ε = ${high}, lies beyond the axis of ε.`,
          }[reach]
        }`,
      plainDescription:
        "Both axes are logarithmic. Three lines that rise with ε: the largest, the 99th percentile and the median over the rows.",
      y: "typical loss, in nats",
      file: "private-typical-loss",
      beyond: (from, to) =>
        `The charts go from ε = ${from} to ε = ${to}, and the range goes further. “More settings” takes other values.`,
    },
    share: {
      name: "Typical loss as a share of the most it could be",
      description: (kappa) =>
        `The axis of ε is logarithmic. As far as it goes, each line climbs from ${kappa}, the lower plateau, for small ε to 100%, the upper plateau, for large ε: first that of the row that moves the model most, last that of the row that moves it least.`,
      oneCoordinate:
        "The axis of ε is logarithmic. As far as it goes, each line is close to 100% for small and for large ε, and dips to 79.6% between them: first that of the row that moves the model most, last that of the row that moves it least.",
      intro: (kappa) =>
        `Divided by the most they could be, the losses of all rows follow one curve, each from an ε of its own: it starts at ${kappa}, the lower plateau, and ends at 100%, the upper plateau. The transition begins where the first row leaves the lower plateau and ends where the last one reaches the upper.`,
      y: "share of the most it could be",
      lower: (kappa) => `lower plateau, ${kappa}`,
      upper: "upper plateau, 100%",
      file: "private-share-of-most",
    },
    accuracy: {
      name: { accuracy: "Accuracy on the held-out rows", "mean-absolute-error": "Mean absolute error on the held-out rows" },
      y: (measure, /** @type {string | null} */ unit) =>
        measure === "accuracy" ? "share of rows that are right" : `mean absolute error${unit === null ? "" : `, in ${unit}`}`,
      description: (without) =>
        `The axis of ε is logarithmic and the same as above. A line with bars of twice the standard error, over models that were drawn; a second line shows the model without noise, ${without}.`,
      line: "with noise (mean)",
      without: "without noise",
      mean: "mean",
      error: "standard error",
      note: (models) => `Over ${models} drawn models. The bars are twice the standard error to each side.`,
      file: "private-accuracy",
    },
    sorted: {
      heading: (epsilon) => `The rows, ranked at ε\u00a0=\u00a0${epsilon}`,
      name: (epsilon) => `Typical losses of all rows at ε = ${epsilon}, largest first`,
      description: (epsilon, /** @type {boolean} */ drawn) =>
        `Both axes are logarithmic. A line that falls from the most exposed row to the least.${drawn ? " A second line is the mean over drawn models." : ""} A line across marks ε = ${epsilon}.`,
      y: "typical loss, in nats",
      line: "typical loss",
      sampled: "mean over drawn models",
      epsilon: (epsilon) => `ε = ${epsilon}`,
      mean: "typical loss",
      sampledMean: "mean over drawn models",
      sampledError: "standard error",
      file: "private-ranked-rows",
    },
    map: {
      heading: "Where the exposed rows lie",
      name: (across, up) => `Typical losses by ${across} and ${up}`,
      description: (statistic, low, high) =>
        `A grid of cells. In each cell with rows there is a square; the larger and darker it is, the larger is ${statistic} there, from ${low} to ${high}. Cells without rows are empty.`,
      across: "Across",
      up: "Upward",
      columns: "Columns of the data",
      coordinates: "Coordinates of the model, and how far each row moves them",
      change: (name) => `change in “${name}”`,
      changes: (bases) =>
        `The change is what happens to a coordinate of the model when a row is left out. Its scale is alike to both sides of 0, and its steps grow with the size; the cell in the middle has the changes too small for a step, and those of 0. In the model of all rows ${bases}.`,
      base: (name, value) => `“${name}” is ${value}`,
      someCoordinates: (shown, all) => `A map can show the first ${shown} of the ${all} coordinates of the model.`,
      statistic: "What a square shows",
      largest: "largest",
      median: "median",
      statistics: { largest: "the largest typical loss", median: "the median typical loss" },
      rows: "rows",
      from: (low, high) => `${low} to ${high}`,
      others: "all others",
      legend: (low) => `${low} or more`,
      none: "loss of 0",
      reading: "Reading the two columns…",
      drawn: (name, statistic, low, high) => `Drawn: ${name}. ${upperFirst(statistic)} in a cell is from ${low} to ${high}.`,
      failed: "The map could not be drawn.",
      file: "private-map",
    },
    published: {
      heading: "The published report",
      intro: (title, mechanism) =>
        `“${title}” was made by ${mechanism}, with other noise than the losses above suppose. So compare the losses here with each other, not with those above.`,
      mechanisms: inProfile,
      noPromise: "The report makes no promise to everyone (ε, δ), so none is marked.",
      noPaper:
        "Redberg & Wang's bound is for objective perturbation with Gaussian noise and one score a row only, so there is none to compare with.",
      pdp: (delta) => `ε of the rows' per-instance differential privacy at δ = ${delta}`,
      pdpOf: "Before the noise was drawn",
      gap: (most) =>
        `Leaving one row out moves the mean of a loss between 0 and 1 by ${most} at most, averaged over the rows (leave-one-out generalisation).`,
      name: "Exact losses of the published model, and what people are told at most",
      description: (/** @type {string | null} */ epsilon) =>
        `Both axes are logarithmic. Two lines that fall with rank: the bounds that people get, and below them the exact losses.${epsilon === null ? "" : ` A line marks the promise, ε = ${epsilon}.`}`,
      x: "rank, each line largest first",
      y: "ex-post loss |L|, in nats",
      exact: "exact loss |L|",
      bound: "bound",
      paper: "Redberg & Wang's bound",
      epsilon: (epsilon) => `promised ε = ${epsilon}`,
      ratioName: "How many times the exact loss the bound is",
      ratioDescription:
        "Both axes are logarithmic. A line that falls from the row whose bound is farthest above its exact loss. A mark at 1 shows where the two would be equal.",
      ratioY: "bound divided by exact loss",
      ratioX: "rank, largest ratio first",
      ratio: "bound / exact loss",
      redberg2021Ratio: "Redberg & Wang's bound / exact loss",
      equal: "equal",
      table: "Exact losses and bounds over all rows",
      misses: (misses, rows, probability) =>
        `${misses} of ${rows} rows have an exact loss outside their bound, at a failure probability of ${probability} a row.`,
      file: "private-exact-losses",
      ratioFile: "private-bound-ratio",
    },
  },

  columns: {
    withUnit: (title, unit) => `${title}, in ${unit}`,
    outcome: "the outcome",
  },

  tables: {
    quantiles: {
      caption: (epsilon) => `Typical losses at ε = ${epsilon}, in nats`,
      of: "Over all rows",
      loss: "Typical loss",
      displacement: "How far the row moves the model",
    },
    top: {
      heading: "The rows that move the model most",
      caption: (rows) => `The first ${rows}, with what makes up the distance`,
      intro:
        "A row moves the model far if it pulls hard (its first derivative f′, at the model with it and at the one without it) and if few other rows hold against it (its leverage μ). Rows are counted from 1, without the header.",
      introClasses:
        "A row moves the model far if it pulls hard (‖p − e‖, how far the probabilities that the model gives it are from its outcome, at the model with it and at the one without it) and if few other rows hold against it (its leverage μ, in the direction of its gradient). Rows are counted from 1, without the header.",
      row: "Row",
      displacement: "Moves the model by",
      typical: (epsilon) => `Typical loss at ε = ${epsilon}`,
      leverage: "Leverage μ",
      derivative: "f′ with the row",
      neighbourDerivative: "f′ without it",
      derivativeClasses: "‖p − e‖ with the row",
      neighbourDerivativeClasses: "‖p − e‖ without it",
      exact: "Exact loss in the report",
      bound: "Bound in the report",
      drives: "decides the lower end",
    },
  },

  take: {
    heading: "Keep it to yourself",
    intro: "These files are as secret as the data. Each says so in its name and inside.",
    json: "Save everything (JSON)",
    csv: "Save the rows (CSV)",
    jsonFile: "private-profile.json",
    csvFile: "private-rows.csv",
    stamp: "Private view. Don't publish the chart, the ranking or the numbers.",
    again: "Change the settings",
    againHint: "What you entered is still there.",
    limits:
      "Nothing here is a bound for anyone: what a published model revealed about one person is worked out from its report, with “Check my record”.",
  },

  names: {
    lambda: "λ",
    profileEpsilon: "the ε of the ranking",
    from: "the smallest ε",
    to: "the largest ε",
    count: "the number of values of ε",
    samples: "the number of models to draw",
    madeUpRows: "the number of rows to make up",
  },

  errors: {
    data: "Choose the data, or make up rows of the same shape",
    study: "Choose the study",
    studyFirst: "Choose the study first: the rows are made up from its ranges",
    gaps: (names) => `The study has no range or choices yet for ${names}: fill them in first`,
    notInStudy: (name) => `Enter ${name}: the study leaves it open`,
    notANumber: (name) => `${upperFirst(name)} must be a number, like 45`,
    ambiguous: (name, written, withDecimals, without) =>
      `${upperFirst(name)} must be written with a point for decimals and nothing between thousands: “${written}” could mean ${withDecimals} or ${without}`,
    ambiguousPlain: (name) =>
      `${upperFirst(name)} must be written with a point for decimals and nothing between thousands, like 1234.5`,
    blank: (name) => `Enter ${name}`,
    beyond: (name) => `${upperFirst(name)} must be a number from 1e-100 to 1e100`,
    tooClose: (name, other) => `${upperFirst(name)} must be further above ${other}: so many values don't fit between them`,
    aboveZero: (name) => `${upperFirst(name)} must be a number above 0, like 1`,
    above: (name, other) => `${upperFirst(name)} must be above ${other}`,
    whole: (name, least, most) => `${upperFirst(name)} must be a whole number from ${least} to ${most}`,
    samples: (name, most) => `${upperFirst(name)} must be 0, or a whole number from 2 to ${most}`,
    fields: { lambda: "λ", "profile-epsilon": "ε" },
    unreadable: (name) => `${name} can't be read as text`,
    notAReport: (name) => `${name} is not a report`,
    // The library's own English words come after each of these.
    placed: (name) => name,
    table: tableErrors,
    located: (file, line) => `${file}, line ${line}:`,
    inFile: (file) => `${file}:`,
    file: (name) => name,
    ours: "Nothing was worked out.",
    // Nothing comes after this.
    pasteEmpty: "Paste the header line and the rows first",
    noParquetReader: (name) =>
      `${name} is a Parquet file, and the part that reads these didn't come from this site: save this form as a file and use that, or choose the same rows as CSV`,
  },
};

/** @typedef {typeof profile} ProfileWords */
