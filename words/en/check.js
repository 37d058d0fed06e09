// Every word the sheet shows, in English. Other languages have the same keys (../types.d.ts).
//
// Numbers arrive already written out for the language; where a count decides the form of a word,
// it comes again as a number at the end. **…** is emphasis. `decimals` are the signs that a person
// may write before decimals, the usual one first.
//
// Not to be used here: safe, anonymous, protected, guaranteed; "1 in X" with a changing X;
// comparisons such as "4 times better"; sums, figure, number for the calculation and the result;
// whoever. A result is a limit on what can be believed, never a verdict.
import { inResult } from "./models.js";

const lowerFirst = (/** @type {string} */ words) =>
  /^\p{Lu}[\p{Ll}\s]/u.test(words) ? words[0].toLowerCase() + words.slice(1) : words;

/** @typedef {typeof check} CheckWords */

/** @satisfies {import("../types.js").Texts} */
export const check = {
  language: "en",
  locale: "en-GB",
  direction: "ltr",
  decimals: ["."],

  title: "What could this model reveal about you?",
  intro:
    "Could someone tell that your record was used to train it? This page calculates that on this device. Your browser refuses to send anything from it. You can check that yourself.",
  embeddedTitle: "Check my record",

  howToCheck: {
    summary: "See for yourself that nothing is sent",
    points: [
      "Disconnect from the internet first. The calculation works the same. This is the full test.",
      "Or open your browser's developer tools and choose the network panel. Then fill in the form and check your record: no request appears. A connection without a request is not shown there.",
      "This page carries a rule for your browser, a content security policy: no connections, no forms sent, only its own program, whose fingerprints are written in the page. You can read it at the top of the page's source.",
      "The rule binds this page. It does not bind browser extensions or other programs on this device. On a shared computer, clear your record when you have finished.",
    ],
  },

  noscript: "This page needs JavaScript: the calculation happens here, on your device, and nowhere else.",
  notStarted:
    "If nothing more appears here, the program of this page was not allowed to run: a rule of this web site stops it (Content-Security-Policy). Please tell the people who run the site. Or save this page as a file and open the file.",

  report: {
    heading: "The report",
    choose: "Choose the report file",
    chooseHint: "It comes from the publisher of the model. Its name usually ends in .json. You can also drop it on this page.",
    paste: "Paste the report's text instead",
    pasteLabel: "Text of the report",
    pasteButton: "Use this text",
    another: "Use another report",
    more: "More about this report",
    title: "Title",
    publisherUnknown: "not stated",
    contact: "Contact",
    published: "Date",
    description: "What the model is for",
    shared: "What was published",
    kinds: {
      "data-independent": "The model. Nothing else was calculated from the data.",
      hessian:
        "The model, and one technical summary of the data with random noise added. What it reveals is counted in your result.",
      "data-dependent":
        "The model, and two technical summaries of the data with random noise added. What these reveal is counted in your result.",
      adaptive:
        "The model, and three technical summaries of the data with random noise added. What these reveal is counted in your result.",
    },
    fingerprint: "Fingerprint",
    fingerprintMissing: "can't be calculated on an unencrypted connection",
    software: "Written by",
    signed: "Signed by the key",
    signedNote: "Anyone can make a key: compare it with the one that the publisher shows elsewhere.",
    checked: "We checked that the file is complete. We can't check that the publisher told the truth about how it was made.",
    sample: "Sample",
    sampleNote: "Made-up data. There are no real people behind this report, so any values will do.",
    experiment: "Experiment",
    experimentNote:
      "The noise in this report came from a fixed seed, and anyone who knows the seed can take it away again. This is an experiment, not a publication: don't rely on its results.",
    weakness: "Known weakness",
    weaknessNote:
      "The model in this report was published in full digits. A known attack on such digits can reveal more about a record than the results here say.",
    peopleRoughly: (count) => `About ${count}`,
    membership: "What do they have in common?",
    // Five questions to a report, and its answers.
    short: {
      notStated: "Not stated",
      whatPromised: "What was promised?",
      promised: (before, most) =>
        `Nobody who studies the publication can become surer than ${most} that a given record was used, from ${before}.`,
      promisedBesideDelta: (before, most) =>
        `Nobody who studies the publication can become surer than ${most} that a given record was used, from ${before}, leaving rare outcomes aside.`,
      promisedLittle: (most) => `Next to nothing: somebody could come to give it a chance of ${most}.`,
      nothingPromised: "Nothing, to everyone. Each person can still work out a limit of their own.",
      toWhom: "To whom?",
      people: "How many people is it about?",
      roughly: (count) => `${count}.`,
      by: (name) => `${name}.`,
      behind: "Who stands behind it?",
      signed: "Signed.",
      unsigned: "Not signed.",
      links: "Names web pages about people's rights or privacy.",
      noLinks: "Names no web pages about people's rights or privacy.",
      weak: "What is missing or weak?",
      missing: (level, sentence) => `${level}: ${sentence}`,
      nothingWeak: "Nothing that can be computed from the file.",
    },
    warningLevels: { note: "Note", warning: "Warning", serious: "Serious" },
    warning: {
      "epsilon-note": "The promise to everyone leaves room: it lets somebody go from 50 in 100 to more than 80.",
      "epsilon-warning": "The promise to everyone is weak: it lets somebody go from 50 in 100 to more than 95.",
      "epsilon-serious": "The promise to everyone is so weak that it limits hardly anything.",
      "delta-note":
        "The room for rare outcomes, δ, is more than a hundredth of one person's share of the data. It should be smaller.",
      "delta-warning":
        "The room for rare outcomes, δ, is too large: in a few of many such publications, somebody's record could be published as it is.",
      people: "The report doesn't say how many people it is about. So nobody can tell whether δ is small enough.",
      "no-promise": "The report makes no promise to everyone.",
      "no-publisher": "The report doesn't say who published it.",
    },
  },

  states: {
    noReport: {
      title: "No report yet",
      body: "Choose the report that was published with the model. Your record comes after that.",
    },
    noReportEmbedded: {
      title: "No report yet",
      body: "The form for your record appears here when a report has been chosen.",
    },
    reading: { title: "Reading the report…", body: "" },
    notAReport: {
      title: "This is not a privacy report",
      body: "The file was read, but it isn't a privacy report. Check that you chose the report, not the model or the data.",
      detail: "What was wrong:",
    },
    damagedReport: {
      title: "This report has an error",
      body: "It is a privacy report, but something in it is wrong, so no result can be calculated from it. You can't fix that: tell the publisher.",
      detail: "What to tell them:",
    },
    newerFormat: {
      title: "This report is in a newer format",
      body: "It was made for a later version of this page. Use the page that came with the report, or get the latest version of this one.",
      detail: "What was found:",
    },
    hashMismatch: {
      title: "This is not the expected report",
      body: "The page or the link that brought you here says which fingerprint the report must have. The file that arrived has another one: it was changed, replaced or damaged. No result is calculated from it.",
      expected: "The fingerprint it must have",
      found: "The file's fingerprint",
    },
    hashUnchecked: {
      title: "The report's fingerprint can't be checked here",
      body: "The link says which fingerprint the report must have, but this page came over an unencrypted connection, where your browser can't calculate fingerprints. No result is calculated. Open the page over https.",
    },
    noFigure: {
      title: "This page can't give a result for this report",
      body: "The report is complete, but this page has no method for the kind of model it describes. Use the check page that the publisher offers with it.",
      detail: "Why:",
      promise: (epsilon, delta) =>
        `The publisher's promise to everyone still applies: ε = ${epsilon}, δ = ${delta}. It covers every record anyone could have, yours too.`,
      noPromise: "The report states no promise to everyone either.",
    },
    pathMissing: {
      title: "A file of this report is missing",
      body: "A part of this report is in a second file, which the publisher offers beside it. Without it no result can be calculated. If you have it, choose it or drop it here as you did the report.",
      detail: "The file:",
    },
    noLimit: {
      title: "We can't give a limit for this record",
      body: "That doesn't mean that your record was revealed, and it doesn't mean that it wasn't. For these values this page can't rule anything out. The publisher's promise to everyone, if there is one, still applies.",
    },
    noEffect: {
      title: "This record has no effect in this model",
      body: "Everything that was published was exactly as likely with this record as without it. Studying it tells nobody whether this record was used.",
    },
    changed: {
      title: "You changed a value, so the result no longer applies",
      body: "Check your record again for a result for the new values.",
      before: (headline) => `The result for your earlier values was: “${headline}”.`,
    },
    reduced: {
      title: "Some values were changed the same way as in training",
      range: "The model never saw values outside its range.",
      size: "No record counts for more than a set size.",
      body: "The result is for the values as the model would have seen them.",
    },
    filled: {
      title: "Blank values were filled in the same way as in training",
      body: "The result is for the record as the model would have seen it.",
    },
    adjusted: {
      raised: (label, from, to) => `${label}: ${from} counted as ${to}, the report's minimum.`,
      lowered: (label, from, to) => `${label}: ${from} counted as ${to}, the report's maximum.`,
      filled: (label, to) => `${label}: blank, and counted as ${to}.`,
      scaled: "All values together were scaled down, so that no record counts for more than the set size.",
    },
    noWebAssembly: {
      title: "This browser can't do the calculation",
      body: "The calculation needs WebAssembly, which this browser doesn't have or has switched off. Some browsers switch it off in their strictest mode. Open this page in another browser, or allow WebAssembly for it.",
    },
    selfTest: {
      title: "No result is shown",
      body: "This page tests itself before each check. In this browser a test gave a wrong answer, so we show no result. Try another browser, and tell the publisher.",
      detail: "What failed:",
    },
    wentWrong: {
      title: "No result is shown",
      body: "The calculation for this record went wrong. Your answers are still in the form.",
      detail: "What failed:",
    },
    unreadable: {
      title: "The file could not be read",
      body: "It isn't text, or your browser was not allowed to open it. Choose it again.",
    },
    notFetched: {
      title: "The report could not be fetched",
      body: "The page that shows this form names a report, and it did not arrive. Check your connection and load the page again. If it stays like this, tell the owner of the page.",
      detail: "Where it should be:",
    },
    badFingerprint: {
      title: "The report can't be checked",
      body: "The page that shows this form names a fingerprint that the report must have, but it is not 64 hexadecimal digits. No result is calculated. Tell the owner of the page.",
    },
    signatureWrong: {
      title: "This report's signature doesn't fit",
      body: "It was changed after somebody signed it, or its signature is damaged. No result is calculated from it. Get the report from the publisher again, and tell them.",
    },
    signatureMissing: {
      title: "The expected publisher did not sign this report",
      body: "The page or the link that brought you here says which key must have signed the report. It has no signature, or one by another key. No result is calculated from it.",
    },
    signatureUnchecked: {
      title: "The report's signature can't be checked here",
      body: "The page or the link that brought you here says which key must have signed the report, but this browser can't check signatures. No result is calculated. Try a newer browser, and open the page over https.",
    },
  },

  form: {
    heading: "Your record",
    intro:
      "Your record is the row of details about you that the publisher may have used. Enter the details as the publisher would have written them down. You don't need to know whether they were used: the result covers both cases.",
    keeps: "What you enter stays on this page and is gone when you leave it.",
    labelWithUnit: (label, unit) => `${label}, in ${unit}`,
    range: (minimum, maximum) => `From ${minimum} to ${maximum}.`,
    outside: (labels) => `A value outside its range counts as the nearest end, as it did in training. Here: ${labels}.`,
    optional: (value) => `Leave blank if it was not recorded. It then counts as ${value}, as it did in training.`,
    outcomeWhy: "This is what the model was trained to predict. It was part of each record, so the calculation needs it.",
    unsure: "I'm not sure",
    unsureOfAll: "I'm not sure of any of these",
    unsureHint: "Leave blank what you don't know at all.",
    from: "At least",
    to: "At most",
    choosePrompt: "Choose one",
    notRecorded: "Not recorded",
    yes: "yes",
    no: "no",
    submit: "Check my record",
    entered: "Show or change what I entered",
    errorPrefix: "Error:",
    coded: "Coded record",
    /** @type {(count: string, number: number) => string} */
    codedHint: (count) =>
      `This report takes records that are already coded: ${count} numbers with a point for decimals, separated by commas or spaces.`,
    codedOutcome: "Coded outcome",
    codedOutcomeHint: "The outcome as the model was given it, for example -1 or 1.",
    codedClassHint: (last) => `The number of the class, from 0 to ${last}.`,
    image: "Your image",
    imageHint: {
      grey: (width, height) =>
        `A grey PNG or PGM file of exactly ${width} × ${height} pixels. They are read as they are stored: nothing is resized or changed. Numbers in a .npy or JSON file work too. You can also drop the file on this page.`,
      colours: (width, height) =>
        `A PNG or PPM file in colour, of exactly ${width} × ${height} pixels. They are read as they are stored: nothing is resized or changed. Numbers in a .npy or JSON file work too. You can also drop the file on this page.`,
    },
    imageShown: (width, height) => `What was read: ${width} × ${height} pixels, shown enlarged.`,
  },

  // Why a file holds no record: no full stop at the end. Numbers come written out.
  file: {
    size: (width, height, wantedWidth, wantedHeight) =>
      `The image has ${width} × ${height} pixels; this report takes images of ${wantedWidth} × ${wantedHeight}. Nothing is resized here: choose the image as the publisher has it`,
    colours: "The image has colours; this report takes grey images",
    grey: "The image is grey; this report takes images in colour",
    interlaced: "The PNG file is interlaced, which isn't read here. Save it again without interlacing",
    transparent: "The image has transparent pixels, and what they stand for can't be told. Save it again without transparency",
    shades: (column, row, value, most, shades) =>
      `The pixel in column ${column} of row ${row} is ${value} of ${most}. It is none of the ${shades} shades that the publisher's images have`,
    noImage:
      "This report doesn't say how an image becomes a record. Choose its numbers, as an array of NumPy (.npy) or a list in JSON",
    notAnImage:
      "The file is neither PNG, PGM or PPM nor a list of numbers (.npy, JSON). Files of other kinds, such as JPEG, change an image's numbers",
    type: (type) => `The array has numbers of the type ${type}, which isn't read here. Save it as float64`,
    shape: (found, wanted) => `The array has the shape ${found}; ${wanted} was expected`,
    fortran: "The array is stored column by column (Fortran order). Save it row by row: numpy.ascontiguousarray(x)",
    number: (place) => `Number ${place} of the file isn't finite, or is too large to be read exactly`,
    outside: (place, value, least, most) =>
      `Number ${place} of the file is ${value}; in this report's images numbers go from ${least} to ${most}`,
    count: (found, wanted) => `How many numbers the file has: ${found}. How many were expected: ${wanted}`,
    damaged: "The file is damaged or cut off, or has something in it that isn't read here",
    large: "The file has more than 16 MB",
    unreadable: "The file can't be read: it was changed, moved or deleted. Choose it again",
  },

  working: {
    working: "Calculating your result",
    bar: "Intermediate models gone through",
    starting: "Starting…",
    steps: (done, all) => `Intermediate models gone through: ${done} of ${all}.`,
    stepsSoFar: (done) => `Intermediate models gone through so far, as often as your unknown values need it: ${done}.`,
    inPage: "Your browser starts no background thread here, so the page may not answer meanwhile.",
    cancel: "Stop",
    cancelled: "Stopped. There is no result. Your record is still here.",
  },

  errors: {
    heading: "There is a problem",
    unsure: "If you don't know a value, tick “I'm not sure” there.",
    enter: (label) => `Enter an answer for “${label}”`,
    image: "Choose the file with your image",
    choose: (label) => `Choose an answer for “${label}”`,
    number: (label, example) => `${label} must be a number, like ${example}`,
    ambiguous: (label, written, withPoint, without) =>
      `${label} must be written with a point for decimals and nothing between thousands: “${written}” could mean ${withPoint} or ${without}`,
    ambiguousPlain: (label, example) =>
      `${label} must be written with a point for decimals and nothing between thousands, like ${example}`,
    choice: (label) => `${label} must be one of the choices`,
    order: (label) => `${label}: “At most” must not be below “At least”`,
    /** @type {(count: string, number: number) => string} */
    coded: (count) => `Coded record must be ${count} numbers, separated by commas or spaces`,
    /** @type {(count: string, found: string, number: number, foundNumber: number) => string} */
    codedLength: (count, found) => `Coded record must have ${count} numbers; this has ${found}`,
    // The report reader's own sentence follows.
    other: (label) => `${label}:`,
    belief: "The chance at first must be a whole number from 1 to 99, like 20",
  },

  // A text that asks for the values of the form; `lines` are its fields, one on each.
  ask: {
    summary: "Ask the publisher for your values",
    to: "Send it to:",
    hint: "A text that is ready to send. It asks for the values that this form needs, as lines that this page reads. Nothing that you enter is in it.",
    file: "request-for-my-values.txt",
    text: (title, hash, lines) =>
      [
        "Hello,",
        `You published a privacy report, “${title}”. Its fingerprint (SHA-256) is: ${hash}`,
        "Please send me the values that you hold about me for the fields below, as they were used for this model, or would have been. If the law gives me a right to a copy of my data, please treat this as my request.",
        "Please answer with these lines, each with its value after the colon, and keep the names as they are: then I can load your answer into the report's check page. Where you have no value, leave the line as it is. If you hold several records about me, repeat the lines for each.",
        lines,
        "Thank you.",
      ].join("\n\n"),
  },

  row: {
    summary: "Fill in the form from a file or a copied text",
    hint: "The publisher's answer, or your data as you got them: lines with a name and a value each, a header line and rows from a spreadsheet or CSV file, or JSON. Values are matched by their names. You can also drop the file on this page.",
    names: (names) => `Column names this report knows: ${names}.`,
    choose: "Choose a file with your record",
    label: "Text with your record",
    /** @type {(count: string, number: number) => string} */
    which: (count) => `There are ${count} records in it. Choose yours.`,
    record: (number, preview) => `${number}: ${preview}`,
    use: "Use this record",
    button: "Fill in the form",
    /** @type {(filled: string, all: string, number: number) => string} */
    done: (filled, all) => `${filled} of ${all} values were filled in. Check them below before you go on.`,
    read: "What was read",
    column: "Column",
    value: "Value",
    field: "Where it went",
    blank: "blank",
    became: (value) => `read as ${value}`,
    notAChoice: (label) => `${label}: not one of the choices, so left open`,
    thousands: (label) => `${label}: its point may stand for thousands, so left open`,
    missing: (names) => `Not found: ${names}.`,
    unused: (names) => `Columns that were not used: ${names}.`,
    /** @type {(count: string, number: number) => string} */
    spare: (count, number) => `${number === 1 ? "1 other line was" : `${count} other lines were`} not used.`,
    inLine: (line, problem) => `Line ${line}: ${problem}`,
    empty: "There is nothing in it. Paste a text with your record",
    several: "This has more than 1,000 records, or is too long. Give the header line and your row only",
    noRow:
      "There is one line only. Give two, the line with the column names and your row below it, or lines with a name and a value each",
    uneven:
      "The row has not as many values as the header has names, so they can't be matched. A number with a comma may have come apart",
    twice: "A column name is there twice. Leave the one out that isn't meant",
    noMatch: "No name in it is one of this report's. A table must begin with its header line",
    unreadable: "This can't be read: it is no table, no JSON, and has no lines with a name and a value each",
  },

  result: {
    heading: "How sure could someone become that your record was used?",
    sample: "Sample: made-up data",
    inCount: (count, of) => `${count} in ${of}`,
    moreThan: (count, of) => `more than ${count} in ${of}`,
    fewerThan: (count, of) => `fewer than ${count} in ${of}`,
    headline: (before, most) => `From ${before} to at most ${most}`,
    headlineOpen: (before, most) => `From ${before} to ${most}`,
    setting: "Picture someone who wants to know whether the record you entered was used to train this model.",
    cannotTell: (before) => `At first they can't tell: they give it a chance of ${before}, like a coin toss.`,
    knowsSome: (before) => `From what they know already, they give it a chance of ${before}.`,
    limits: (most) => `After studying everything that was published, they could give it a chance of at most **${most}**.`,
    // Where an end is "more than" or "fewer than" a count.
    between: (least, most) =>
      `After studying everything that was published, the chance they give it could be anywhere from **${least}** to **${most}**.`,
    othersKnown: "This holds even if they already know every other record.",
    anchors: (before, certain) =>
      `Staying at ${before} would mean that they learned nothing. ${certain} would mean that they are certain it was used.`,
    size: {
      coin: (most) => `Nobody could be surer than ${most} that it was used. That is hardly better than a coin toss.`,
      slight: (most) => `Nobody could be surer than ${most} that it was used. That is a slight lean.`,
      clear: (most) => `Nobody could be surer than ${most} that it was used. That is a clear lean.`,
      likely: (most) => `Nobody could be surer than ${most} that it was used. That can be likely.`,
      none: () => "That is no useful limit: what was published may show whether it was used.",
    },
    either: "The same limits how sure anybody could be that it wasn't used.",
    tells: (sentence) => `What it would tell somebody to know that it was used, in the publisher's words: ${sentence}`,
    whatever: (fields) => `This holds whatever is right for: ${fields}.`,
    gap: (count) => `The exact limit for these values may be up to ${count} lower.`,
    hardly: (fields, start, least) =>
      `These hardly matter: ${fields}. From ${start}, finding out one of them would lower your result by less than ${least}.`,
    network:
      "The model is a neural network. All of its intermediate models were published too, and your result counts all of them.",
    tellsNothing: "The publisher doesn't say what it would tell somebody to know that a record was used.",
    belief: {
      known: "What if they know something already?",
      legend: "The chance they give it at first",
      own: "Another number",
      ownLabel: "Whole number from 1 to 99, in 100",
      apply: "Use this number",
    },
    dots: {
      heading: "As a picture",
      caption: (of) =>
        `Each dot is one of ${of} cases that look the same to them. A filled dot is a case in which the record was used.`,
      before: (count) => `Before: ${count}`,
      after: (count) => `After, at most: ${count}`,
      describe: (filled, of) => `A grid of ${of} dots, ${filled} of them filled.`,
      describeAfter: (filled, added, of) =>
        `A grid of ${of} dots, ${filled} of them filled; ${added} of those, drawn as diamonds, were added.`,
      legendBefore: "used, as they saw it before",
      legendAdded: "more, at most, after studying what was published",
      legendRest: "not used",
    },
    interval: {
      heading: "Where the chance can end up",
      yours: "What was published, at most",
      yoursIs: "From your record and from what came out.",
      promise: "The promise to everyone",
      promiseIs: "Made before anything was published, for the record that can count most.",
      start: (before) => `${before}: nothing learned`,
      never: "certain that it was not used",
      certain: "certain that it was used",
      range: (least, most) => `${least} to ${most}`,
      describe: (name, range) => `${name}: ${range}.`,
    },
    table: {
      caption: "The same in numbers",
      what: "The chance they give it that the record was used",
      least: "At least",
      most: "At most",
      before: "Before",
      yours: "After, for your record",
      promise: "Under the promise to everyone",
      toYou: "Under the promise to you",
    },
  },

  promise: {
    heading: "The promise to everyone",
    sentences:
      "The promise was made before anything was published. Your result comes from your record and from what was published. It can be lower or higher; the promise still applies to you.",
    details: "The promise in numbers",
    reading: (before, most, least) =>
      `Under the promise the same person could go from ${before} to at most ${most}, and no less than ${least}.`,
    readingBetween: (before, least, most) =>
      `Under the promise the same person could go from ${before} to anywhere from ${least} to ${most}.`,
    stated: (epsilon, delta) => `Experts write the promise as ε = ${epsilon}, δ = ${delta}.`,
    beyond:
      "The promise leaves room for rare outcomes in which more is revealed. δ is the size of that room. It is not the chance of such an outcome, which can be larger.",
    none: "This report states no promise to everyone.",
    person: (rows, epsilon, delta) =>
      `A person with up to ${rows} rows: ε = ${epsilon}, δ = ${delta} for all of them together.`,
    oneRow: "This is about one row of a person. Several rows count for more, and their results may not be added up.",
    // Where the length of the record promises more.
    you: {
      name: "The promise to you",
      is: "Fixed before the noise was drawn, for a record that counts as much as yours, whatever the others are. It leaves rare outcomes aside: δ is the room for them, not their chance.",
      isAlone:
        "Fixed before the noise was drawn, for a record that counts as much as yours, whatever the others are. It has no exceptions.",
      above:
        "What was published is above the promise to you, and that breaks no promise. The promise is one limit for all outcomes but rare ones. Your result is about the outcome that came, and its limit leaves hardly any chance of being wrong.",
      stated: (epsilon, length) =>
        `To you it is ε = ${epsilon}: your record counts for ${length}, where the record that counts most has 1.`,
    },
    // With a δ of 0.
    alone: {
      stated: (epsilon) => `Experts write the promise as ε = ${epsilon} alone: there is no δ, and no room for exceptions.`,
    },
  },

  parts: {
    heading: "What your result is made of",
    intro: (total) =>
      `Behind the result is a number on a scale that starts at 0, where nothing is revealed. Yours is at most **${total}**, rounded up. The parts below add up to it. A part can be negative.`,
    bars: "Each bar begins where the one above it ended.",
    barsDown: "A dashed bar runs backwards: that part takes away.",
    part: "Part",
    amount: "Amount",
    running: "Total so far",
    total: "Your total",
    leverage: "How unusual your record is among the others",
    gradientNorm: "How far the model's answer is from yours",
    gradient: "The random noise",
    release: "Publishing this report as well as the model",
    releaseNone: "Publishing this report: nothing else was published",
    gap: "What may be left among the values you aren't sure of",
    why: {
      leverage: "The fewer records like it, the more it alone can have moved the model.",
      gradientNorm: "The further, the more your record would have pulled it.",
      gradient: "Nobody can see the noise. This is the most it can plausibly add for a record like yours.",
      release: "The report contains more than the model. What that reveals is counted here.",
      releaseNone: "This report contains the model and nothing else from the data.",
      gap: "The parts above are those of the record with the largest result that was found among them.",
    },
    tiny: "Here it is too small to show.",
    // Where nothing but the model was published, so that nothing is known of the other records.
    alone: {
      leverage: "How much your record could count, at most",
      why: "This report doesn't say how many records are like yours, so we assume the worst.",
    },
    tooLarge: "Your total is too large to be split into parts that add up.",
    whole:
      "For this kind of model the result can't be split into parts: it is the highest that fits the published model and your record.",
  },

  // Each mechanism has words for what was published, and for the parts of a result where it can be
  // split. Those of normal noise in the training are report.kinds and parts.
  mechanisms: inResult,
  // For a result that holds for so many records settled on beforehand. Where records took part by
  // chance, or a part of the path is missing, no result holds for all records at once.
  records: {
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
  },

  picture: {
    heading: "A picture of why",
    intro:
      "Training adds random noise, so it gives another model each time. Each mark is one model that could have been published with this report's noise: a dot in the upper row without your record, a cross in the lower row with it. A line goes through the middle of each.",
    alt: (apart) => `Two rows of 100 marks each. Your record moves its row by at most ${apart} times the width of the noise.`,
    meaning: (apart) =>
      `Only one of the marks was published. Nobody can see which from this page: for that one has to know every other record. Where both rows have marks, it tells next to nothing. Your record moves its row by at most ${apart} times the width of the noise. This is one part of your result.`,
    without: "without your record",
    including: "with your record",
    scale: "width of the noise",
  },

  notMeant: {
    heading: "What this does not mean",
    intro: "The result says whether someone could tell that your record was used. It says nothing about:",
    points: [
      "**What a model can guess about you.** If it shows that smokers fall ill more often, that is true of you too, whether or not your record was used.",
      "**Other publications.** What each of them reveals adds up.",
      "**Lost or stolen data.**",
      "**A report that isn't true.** Then this result is wrong as well.",
    ],
  },

  next: {
    heading: "What you can do now",
    points: [
      "**Ask the publisher** which data were used, and how to opt out next time.",
      "**Use your rights.** In many countries you can see what is held about you, object to its use, or have it erased. That stops further use. It can't take back a model that is already published.",
      "**Complain** to your data protection authority if you get no answer.",
    ],
    // The thing to do, by the size of the answer.
    needed: {
      keep: "**Nothing is needed** because of this result. Keep the summary if you like.",
      ask: "**Ask the publisher.** The check page has a text that is ready to send.",
      erase: "**You can ask for your record to be erased**, and complain if you get no answer.",
    },
    advice: "This is no legal advice.",
    links: "The publisher's own pages on this:",
    linkNames: { rights: "How to use your rights", optOut: "How to opt out", privacy: "How data are treated" },
    letter: "A text for the publisher",
    letterHint: "It names the report. Neither your record nor your result is in it.",
    letterCopy: "Copy this text",
    letterCopied: "The text was copied.",
    letterSelected: "Your browser didn't copy it. The text is selected: copy it by keyboard or menu.",
    letterSave: "Save this text",
    letterFile: "questions-to-the-publisher.txt",
    letterText: (title, hash) =>
      [
        "Hello,",
        `You published a privacy report, “${title}”. Its fingerprint (SHA-256) is: ${hash}`,
        "Please tell me:",
        "1. Which data about people were used to train this model, and where do they come from?",
        "2. Do you hold data about me? Were they used for this model? If the law gives me a right to a copy, please treat this as my request.",
        "3. How long do you keep the data, and who else receives them?",
        "4. What else was published, or will be, from the same data?",
        "5. How can I object to further use of my data, or have them erased?",
        "Thank you.",
      ].join("\n\n"),
  },

  guides: {
    heading: "More about this number",
    below: "There are links to both below this form.",
    number: "The number in six pictures",
    questions: "Questions and answers",
  },

  sure: {
    heading: "How sure is this",
    /** @type {(count: string, of: string, number: number) => string} */
    noise: (count, of) =>
      `The noise is random, so a result can come out too low. That happens in at most ${count} of ${of} publications, if you check one record that you had settled on before seeing the report.`,
    trying: "If you try several and keep the lowest, it happens more often.",
    /** @type {(count: string, of: string, number: number) => string} */
    noiseSeveral: (count, of) =>
      `The noise is random, so a result can come out too low. However many records you try, that happens to any of them in at most ${count} of ${of} publications.`,
    tryingSeveral: "That is a stronger statement than one about a single record, so the result is larger.",
    always:
      "Random noise was added before publication. With this kind of noise the limit holds whatever the noise was: a result never comes out too low.",
    tryingAlways: "That is so for every record, however many you try.",
  },

  together: {
    heading: "Several publications together",
    intro:
      "Did the publisher train other models that your record may be in, one a year, say? Add their reports, all of them up to the latest. You then get one limit for all together. It is usually lower than adding the limits up.",
    choose: "Add reports",
    remove: "Remove",
    all: (count, figure) => `All ${count} together: ${lowerFirst(figure)}.`,
    noLimit: "There is no useful limit",
    holds: "It holds whether your record went into all of them, some or none.",
    twice: "This publication is there twice, and counts once. Remove one of the two:",
    sameSeed: "The noise of this publication came from the same seed as another's. No limit holds for both:",
    unfit: "Your values don't fit this report, so there is no limit for all together:",
    unusable: "No report that can be used:",
  },

  several: {
    choose: "I want to try more than one record",
    chooseHint: "Your result then holds for all records at once. It is larger.",
    exploring: "I'm trying values that aren't mine",
    explored: {
      title: "This is the larger result, for every record you try",
      body: "You said that you are trying values that aren't yours, so it was calculated for all records at once. For your own record, chosen beforehand, it would be lower.",
    },
    exploringAlone: {
      hint: "With this kind of training no result holds for all records at once. What you see then holds for one record, chosen beforehand.",
      title: "This result holds for one record",
      body: "You said that you are trying values that aren't yours. With this kind of training no result holds for all records at once. This one is reliable for a record that was chosen beforehand. It can be too low for one that was picked by its result.",
    },
    now: (state) => `Now: ${lowerFirst(state)}.`,
    nowFigure: (before, most) => `Now: from ${before} to at most ${most}.`,
    nowOpen: (before, most) => `Now: from ${before} to ${most}.`,
    chosen: {
      title: "This result holds for every record you try",
      body: "It was calculated for all records at once, so trying many and keeping the lowest can't make it misleading. That is why it is larger than a result for one record.",
    },
    noticed: {
      title: "More than one record was checked here",
      body: "A result is reliable for one record that you chose beforehand. So this one is larger: it holds for every record you try.",
    },
    correcting: "I was correcting my record",
    correctingHint:
      "For when the earlier values were a mistake, or someone else's, and this is the one record you came to check.",
    one: "Go back to one record",
  },

  experts: {
    heading: "For experts",
    intro:
      "In nats, at full precision, as “expost bound --json” prints them. L = log p(published | the data) − log p(published | the data with the record removed, for a member, or added, for a non-member).",
    quantity: "Quantity",
    value: "Value",
    epsilonUpper: "ε̄, everything published (the headline)",
    epsilonLower: "ε̲, everything published",
    modelUpper: "ε̄, the model alone",
    modelLower: "ε̲, the model alone",
    totalIn: "L as a member, everything published",
    totalOut: "L as a non-member, everything published",
    lossIn: "L as a member, the model alone",
    lossOut: "L as a non-member, the model alone",
    leverage: "Leverage xᵀH⁻¹x",
    gradientNorm: "q²/2",
    gradient: "c",
    firstDerivative: "f′ at xᵀθ̂",
    secondDerivative: "f″ at xᵀθ̂",
    releaseCostPdp: (delta) => `Cost of the releases, per-instance, at δ = ${delta}`,
    releaseCostExpost: "Cost of the releases, ex post",
    failure: "ρ as stated in the report",
    failureTotal: "Failure probability of the headline",
    promise: "Promise (ε, δ)",
    accountant: "Accountant of the promise",
    method: "Method",
    member: "Membership",
    uniform: "Holds for",
    attained: "Components taken at",
    /** @type {(end: "lower" | "upper", member: "in" | "out") => string} */
    attainedAt: (end, member) => `${end} end, ${member === "in" ? "member" : "non-member"}`,
    loss: "Loss",
    mechanism: "Mechanism",
    sigma: "σ (model)",
    sigmaGradient: "σ₂ (gradient)",
    sigmaHessian: "σ₃ (Hessian)",
    sigmaEigenvalue: "σ₄ (smallest eigenvalue)",
    lambda: "λ",
    dimension: "Dimension d",
    hash: "SHA-256 of the report",
    version: "Version",
    /** @type {(version: string, format: number) => string} */
    versionOf: (version, format) => `expost ${version}, report format ${format}`,
    save: "Save these numbers as JSON",
    saveHint: "Without the record. Some of these numbers depend on it closely: keep the file as private as the record.",
  },

  finish: {
    heading: "Keep or clear",
    save: "Save summary",
    saveHint: "A text file with the result, the report's fingerprint and the date. Your record is not in it.",
    print: "Print summary",
    printHint: "The result without your record.",
    savePage: "Save a page to print",
    savePageHint: "The summary with its dots and bars, as a web page. Your record is not in it.",
    clear: "Clear my record",
    clearHint: "Takes your answers and the result off this page. It still remembers that a record was checked.",
    cleared: "Your record was cleared.",
    questions: "Questions about the report:",
    questionsUnknown: "The report gives no address for questions. Ask the people who gave you the report or its link.",
    summaryFile: "privacy-check-summary.txt",
    pageFile: "privacy-check-summary.html",
    numbersFile: "privacy-check-numbers.json",
  },

  summary: {
    title: "Summary of a privacy check",
    record: "The record that was checked is not in this file.",
    recordPrinted: "The record that was checked is not on this page.",
    report: "Report",
    publisher: "Published by",
    published: "Date of the report",
    fingerprint: "SHA-256 of the report",
    checked: "Date of the check",
    version: "Calculated by",
    sure: "How sure",
  },
};
