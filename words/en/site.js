// Every word of the site's pages, in English: of the pages themselves, filled in at build, and of
// their scripts (`says`).
//
// **…** is emphasis, `…` is code, […](name) links to a page by its name. Not to be used here:
// safe, anonymous, protected, guaranteed; scores, "1 in X", "4 times better".

export const language = { code: "en", direction: "ltr", name: "English", locale: "en-GB" };

/** @typedef {import("../types.js").Texts} Texts */

/** @satisfies {Texts} */
export const frame = {
  site: "Expost",
  pages: "Pages",
  languages: "Languages",
  nav: {
    home: "Check my record",
    report: "Read a report",
    publish: "Make a report",
    profile: "Study the rows",
    verify: "See for yourself",
  },
  free: "Expost is free software (Apache-2.0).",
  files:
    "This site is a set of files. It has no accounts, no cookies and no scripts, fonts or pictures from elsewhere. A report that lies on another site is fetched from there when you follow a link that names it.",
  why: "[Why can anyone tell?](why)",
  guides: "[Guides and reference](guides)",
  version: (version, commit) => `Version ${version}, commit ${commit}. [What this copy is made of](made-of).`,
};

/**
 * Where the source came from, as part of a sentence.
 *
 * @satisfies {Texts}
 */
export const commit = {
  modified: (hash) => `${hash} with changes`,
  unknown: "unknown: built outside git",
};

export const home = {
  title: "What could this model reveal about you?",
  tab: "Check my record – Expost",
  description:
    "Some models are published with a privacy report. Work out, on your own device, what such a model could reveal about whether your record was used to train it.",
  card: "What could a published model reveal about you? Work it out yourself, on your own device.",
  cardAlt: "Expost. Two grids of 100 dots: before, 50 are filled; after, at most 62.",
  skip: "Skip to the check",
  lede: "Computer models are trained on people's data, and some are published with a privacy report. Give this page the report and your own record. It works out how sure a stranger could become, at most, that your record was used.",
  question:
    "Could someone tell that your record was used to train this model? **Your browser calculates on this device** how sure they could become, at most, and refuses to send anything from the form. [Check that yourself](verify).",
  device:
    "**Your browser calculates the result on this device.** The form is set up so that your browser refuses to send anything from it. [Check it yourself](verify).",
  example: {
    label: "What an answer looks like",
    before: "Before",
    after: "After, at most",
    note: "How strongly someone may believe that a record was used, before and after studying everything that was published. An example, not your result.",
    grids: "Two grids of 100 dots. Before: 50 are filled. After, at most: 62 are filled.",
    why: "[Why can anyone tell?](why)",
  },
  waysLabel: "Who are you here as?",
  ways: [
    {
      who: "My data may be in it",
      link: "Check my record",
      target: "check",
      text: "You need the report and the values of your record; you don't need to know whether yours was used. No report? Ask the publisher of the model.",
    },
    {
      who: "I want to know what was published",
      link: "Read a report",
      target: "report",
      text: "What was published, what is promised to everyone and what it costs a person at most, in plain words.",
    },
    {
      who: "I publish a model",
      link: "Make a report",
      target: "publish",
      text: "From a CSV or Parquet file to the report, the page where people check themselves and the code to show it. The data stay on your device.",
    },
  ],
  checkHeading: "Which report?",
  inWords: "Read this report in plain words",
  readMore: "About the result: [The number in six pictures](the-number), [Questions and answers](people).",
  frameTitle: "Check my record",
  noscript: "This page needs JavaScript: the result is calculated here, on your device, and nowhere else.",
};

export const chooser = {
  intro: "Choose the report's file, or drop it anywhere on this page. Its name usually ends in .json.",
  choose: "Choose the report's file",
  noReport: "No report at hand?",
  sample: "Try the sample",
  sampleHint: "Made-up data.",
  paste: "Paste the report's text instead",
  pasteLabel: "Text of the report",
  pasteButton: "Use this text",
  share: "Link to this report",
  shareLabel: "Link to this report, with its fingerprint",
  shareHint: "Whoever opens the link is shown the report only if it is still exactly this one.",
};

export const report = {
  title: "Read a report",
  tab: "Read a report – Expost",
  description:
    "A privacy report in plain words: what was published, what is promised to everyone, and what it costs a person at most.",
  skip: "Skip to choosing a report",
  lede: "A privacy report is a file for programs. Here it is put in plain words: what was published, what is promised to everyone, how much random noise there is and what publishing it costs a person at most.",
  facts: [
    "**For** anyone who wants to know what was published about a set of data, and how.",
    "**You need** the report's file, or a link to it. You need no record of your own.",
    "**It is read on this device.** The file you choose is not sent anywhere.",
  ],
  chooseHeading: "Which report?",
  contents: "In this report",
  kicker: "The report in plain words",
  actions: {
    heading: "Keep it, or pass it on",
    intro:
      "The first file is the report itself, byte for byte as it was read. The others are made from it, here on this device.",
    json: "Save the report (JSON)",
    text: "Save these words as text",
    html: "Save these words as a web page",
    registry: "Save the draft of a registry entry (YAML)",
    registryHint:
      "The entry is for the Differential Privacy Deployments Registry and in English, as the registry is. What only the publisher can know is left open in it.",
  },
  compare: {
    heading: "Is it the right file?",
    intro:
      "The fingerprint (SHA-256) of a file changes with its smallest change. If the publisher gives the report's fingerprint, in a letter, a paper or on a page of their own, compare it with the one of the file you have here.",
    own: "SHA-256 of this file",
    label: "SHA-256 that you were given",
    hint: "64 characters: digits and the letters a to f. Upper case and blanks don't matter.",
    button: "Compare",
  },
  own: {
    heading: "Your own record",
    linked: "[Check my record with this report](check).",
    text: "What the report means for you depends on your record. “Check my record” works that out.",
    byHand: "[Check my record](home): choose the same file there.",
  },
  noscript: "This page needs JavaScript: the report is read here, on your device, and nowhere else.",
};

export const publish = {
  title: "Make a report",
  tab: "Make a report – Expost",
  description: "For publishers: train a model with random noise and make its privacy report, on your own device.",
  skip: "Skip to the form",
  lede: "Train a model on a table of people, with random noise, and get everything that goes with it onto a web site: the report, the page where people check their own record, and the code to show it.",
  facts: [
    "**For** publishers, who have the data and are going to publish the model.",
    "**You need** the data as a CSV or Parquet file with one row per person, and for each column a range that you can justify without looking at them.",
    "**The data stay on this device.** The form is set up so that your browser refuses its requests. You can also [save the form as a file](publish-sheet) and use it offline.",
  ],
  frameTitle: "Make a report",
  noscript: "This page needs JavaScript: the model is trained here, on your device, and nowhere else.",
};

export const profile = {
  title: "Study the rows",
  tab: "Study the rows – Expost",
  description:
    "For people who train models: which rows of a training set a model gives away most, and in which range of ε the choice makes a difference, on your own device.",
  skip: "Skip to the form",
  lede: "See which rows of a training set a model gives away most, and in which range of ε the choice makes a difference.",
  facts: [
    "**For** people who have the data and are going to choose ε. What is shown here is about the data themselves and never for publication.",
    "**You need** the data as a CSV or Parquet file and the study that says how they are used. [Make a report](publish) saves one.",
    "**The data stay on this device.** The form is set up so that your browser refuses its requests. You can also [save the form as a file](profile-sheet) and use it offline.",
  ],
  banner: "Private view. Don't publish the chart, the ranking or the numbers.",
  frameTitle: "Study the rows",
  noscript: "This page needs JavaScript: the rows are studied here, on your device, and nowhere else.",
};

export const why = {
  title: "Why can anyone tell?",
  tab: "Why can anyone tell? – Expost",
  description:
    "How someone could tell from a published model whether a record was used: two clouds to look at, and one published number to try.",
  skip: "Skip to the two clouds",
  lede: "A model is published without the data that it was trained on. How could someone still tell whether your record was used? And why can't they be certain?",
  clouds: {
    heading: "Two clouds",
    before: [
      "Training with random noise gives another model each time. Here it was done again and again, and each mark is one model that could have been published. Discs are models without your record, crosses are models with it.",
    ],
    alt: "Two round clouds of 100 marks each, next to each other, which overlap for the most part. The discs, without your record, lie a little further to the left; the crosses, with your record, a little further to the right.",
    without: "without your record",
    including: "with your record",
    after: [
      "Only one model is published: one of the marks. Someone who knows all the other records can tell where the middle of each cloud is. A mark in between could well come from either cloud, and tells them next to nothing. A mark far out on one side is more likely to come from the cloud on that side. That is how anyone can tell, and why nobody can be certain.",
      "More noise makes both clouds wider, so that they overlap more. A record that pulls harder at the model moves its cloud further away.",
    ],
  },
  attack: {
    heading: "Try it with one number",
    intro: [
      "A model is made of many numbers. One is enough to see what happens. A made-up library publishes how many books its readers borrowed, all together, and adds random noise. A stranger knows the loans of every other reader: 480 in all. At first they can't tell whether your record was used: they give it a chance of 50 in 100.",
    ],
    noscript: "Trying it needs JavaScript: the noise is drawn here, on your device.",
    noise: "Noise level (standard deviation, in books)",
    value: "Books that you borrowed",
    used: "Was your record used?",
    yes: "yes",
    no: "no",
    again: "Draw new noise",
    without: "numbers to expect without your record",
    including: "numbers to expect with your record",
    mark: "the published number",
    note: "The stranger's calculation is exact here, because they know everything else. The check page doesn't know the other records. So it gives you a limit: at most so many in 100.",
    exact: {
      heading: "Why the exact amount stays secret",
      text: "Suppose the library also told you exactly how much this number revealed about your record. You know your own loans, and the noise level is public. Then only two numbers are left for the loans of all other readers:",
      end: "The true one is a whole number, and the other almost never is. The noise would hide nothing any more. So Expost gives you a limit and never the exact amount. This is example 4 of Redberg and Wang (NeurIPS 2021).",
    },
  },
  limits: {
    heading: "What the example leaves out",
    text: [
      "Real strangers rarely know every other record. Someone who knows less learns less. The results of [Check my record](home) hold even for those who do know them all.",
      "The library, its readers and their loans are made up.",
    ],
  },
};

export const fileCheck = {
  heading: "Check a file here",
  noscript: "This needs JavaScript. Below, and in the next section, are ways without it.",
  intro:
    "Every file of this site has its fingerprint in one list, [fingerprints.txt](fingerprints). Choose a form that you saved, or a check page that somebody gave you: this page works out its fingerprint on your device and looks it up.",
  files: "Files to check",
  filesHint:
    "To check against another list than this site's, also choose that fingerprints.txt, and fingerprints.txt.minisig with its signature.",
  key: "Public key that the list is signed with",
  keyHint: "It begins with RW and has 56 characters. Take it from somewhere else than this site.",
  offline:
    "Offline, with the files in one folder: `sha256sum -c fingerprints.txt` checks the files, and `minisign -Vm fingerprints.txt -P RW…` checks the list.",
  same: /** @type {(name: string, listed: string) => string} */ (
    (name, listed) => `${name} is ${listed} of the list, to the byte.`
  ),
  baked: /** @type {(name: string, listed: string) => string} */ (
    (name, listed) => `${name} is the check page ${listed} of the list with a report inside. Nothing else in it differs.`
  ),
  other: /** @type {(name: string) => string} */ (
    (name) => `${name} is none of the files in the list. It is another version, or was changed.`
  ),
  checking: "Checking…",
  noHash: "Your browser can't work out fingerprints on an unencrypted connection. Open this page over https.",
  noList: "There is no list to compare with. Choose fingerprints.txt too.",
  unsigned: "The list has no signature: anyone who could change a file here could change the list too.",
  noKey: "The list has a signature. Enter the key to see whether it fits.",
  badKey: "That is not a public key: it begins with RW and has 56 characters.",
  verdicts: {
    signed: "The list is signed with this key.",
    wrong: "The signature doesn't fit: the list was changed, or was signed with another key.",
    unchecked: "This browser can't check signatures. Use minisign, or a newer browser.",
  },
};

export const verify = {
  title: "See for yourself what leaves",
  tab: "See for yourself – Expost",
  description:
    "How to see for yourself that the record you enter does not leave this page, how to compare and rebuild it byte for byte, and where that ends.",
  skip: "Skip to the text",
  lede: "The form for your record is set up so that your browser refuses the page's requests. You don't have to take our word for it. Each way takes a minute or two. Going offline is the full test, and needs no knowledge of computers; watching the network needs a computer, not a phone.",
  contents: "Ways to check",
  network: {
    heading: "Watch the network",
    intro:
      "Every browser can list what a page asks for. If the list stays empty while you use the form, no request was sent. A connection without a request is not in the list ([where this ends](limits)): going offline shows more.",
    steps: [
      "Open [Check my record](home) and choose a report or the sample.",
      "Open your browser's developer tools. In Chrome, Edge and Firefox press F12, or Option + Command + I on a Mac. In Safari first tick “Show features for web developers” under Settings, Advanced; then press Option + Command + I.",
      "Choose “Network”. Empty the list with the button that looks like a crossed-out circle or a bin.",
      "Fill in the form and press “Check my record”. The list stays empty.",
    ],
    notes: [
      "Saving the summary can add a line that begins with `blob:`. That is the page's own text, handed to you as a file.",
      "A line that begins with `chrome-extension:` or `moz-extension:` comes from an extension of your browser, not from this page.",
    ],
  },
  offline: {
    heading: "Go offline first",
    intro: "This is the full test. What isn't connected can't send anything, in any way.",
    steps: [
      "First [save the form as a file](sheet). It is one file with everything in it. Have the report as a file too.",
      "Disconnect: switch off Wi-Fi and mobile data, or pull out the cable.",
      "Open the saved file with your browser, choose the report and fill in the form. The result is the same.",
      "Press “Clear my record” and close the page before you connect again.",
    ],
    notes: [
      "This site leaves no program behind in your browser that works by itself (no service worker): such a program could see the page's requests.",
    ],
  },
  rule: {
    heading: "Read the rule",
    intro:
      "Open the saved file in a text editor. At its very top stands a content security policy: a rule that your browser enforces whatever the rest of the page tries.",
    parts: [
      "`default-src 'none'` and `connect-src 'none'`: the page may fetch nothing and connect to nothing.",
      "`form-action 'none'`: no form can be sent.",
      "`script-src 'sha256-…' 'sha256-…' 'wasm-unsafe-eval'`: only the program with these fingerprints runs, and it may use WebAssembly for the calculation.",
    ],
    frame:
      "Such a rule does not stop a page from leading the browser to another address. So on this site the form runs in a frame with `sandbox=\"allow-scripts allow-downloads\"`: it can't lead your browser anywhere, open windows, send forms or read what this site stores. The page around it says `frame-src blob:`: the frame may show what it made itself, such as the summary you save, and can't be led to any other address. That page gets four kinds of message from the frame: that the form is ready, whether it can use the report or why not, and, in steps of 64 pixels, how tall it is and which place to scroll to.",
    beyond:
      "The rule says nothing about WebRTC, by which browsers reach each other directly. So the page's program first removes WebRTC and other functions that no such rule covers. It also refuses to be led to another address, and a click on a link opens no new tab.",
    publish:
      "The forms for publishers, [Make a report](publish) and [Study the rows](profile), are made and shown the same way. Their rule has one line more, `worker-src blob:`: each may run its own program a second time in the background, under the same rule. It also lists the fingerprint of a second program, `parquet-reader.js`, which reads Parquet files. To get it, the frame sends one more kind of message, which says only that a Parquet file was chosen. The page around then fetches the program from this site, once, and hands it in; your browser refuses it if the fingerprint is another. Nothing of your file leaves the frame. The form that you save as a file has that program inside and asks for nothing. [Read a report](report) handles nothing but the report, which is public; it is an ordinary page that fetches reports.",
  },
  compare: {
    heading: "Compare the fingerprint",
    intro:
      "A fingerprint, or SHA-256, is 64 characters worked out from all of a file. If one letter of the file changes, so does the fingerprint. Files with the same fingerprint are the same.",
    steps: [
      "[Save the form as a file](sheet).",
      "Work out its fingerprint. Open a terminal in the folder where it was saved (on Windows: PowerShell) and type the line for your system from the table below.",
      "Compare what it prints with the fingerprint from the source you trust. Compare all of it, not just the beginning.",
    ],
    commands: {
      caption: "What to type",
      head: ["System", "Command"],
      rows: [
        ["Windows", "Get-FileHash expost-sheet.html"],
        ["macOS", "shasum -a 256 expost-sheet.html"],
        ["Linux", "sha256sum expost-sheet.html"],
      ],
    },
    where: {
      heading: "Where to get one to compare with",
      text: [
        "The fingerprints above stand on the same site as the files. They tell you that a download is complete. **They prove nothing about the site**: anyone who could change a file here could change these lines too.",
        "If the list of fingerprints is signed, and you know the key from elsewhere, you can trust the list (next section). Without that, trust the fingerprint that you get by building the file from the source yourself, or from someone you trust who did. A second copy of this site on another host is a help: anyone who wants to deceive you would have to change both.",
      ],
    },
    copy: {
      heading: "What this copy is made of",
      caption: "This copy of the site",
      head: ["", "As it was built"],
      version: "Version",
      commit: "Commit",
      sheet: "SHA-256 of the form",
      publish: "SHA-256 of the publishers' form",
      profile: "SHA-256 of the form for studying rows",
      files:
        "The files: [the form](sheet), [the publishers' form](publish-sheet), [the form for studying rows](profile-sheet). The frames on this site show the last two without what reads Parquet files: [the publishers' form in its frame](publish-frame), [the form for studying rows in its frame](profile-frame). [The list of all fingerprints](fingerprints) has those too, and that of `parquet-reader.js`.",
    },
  },
  rebuild: {
    heading: "Build it yourself",
    intro:
      "The source is built so that one commit gives one file, byte for byte, on any machine with the same tools. If your file has the fingerprint of the one on this site, this site runs exactly the source that you can read. This takes a quarter of an hour and some practice with a terminal.",
    needs:
      "**What you need:** the project's source with its history, from wherever the project is hosted or from someone who has a copy (a commit's name fixes all of its content), and Debian 12, in a virtual machine or a container if you like, with git and Node 20. `npm run build` installs the rest, as root: Debian's own Emscripten 3.1.6, Boost 1.74, Eigen 3.4.0, nlohmann/json 3.11.2 and fast_float 3.9.0, and npm packages in exactly the versions of `package-lock.json`, each of which npm checks by a fingerprint of its own.",
    steps: {
      caption: "In a terminal, in the folder of the source, type:",
      rows: [
        ["git checkout {{commit}}", "takes the source of this copy."],
        ["npm run build", "installs what is missing and builds everything into the folder build/package."],
        ["sha256sum build/package/site/sheet.html", "prints the fingerprint of the form."],
        ["sha256sum build/package/site/publish-sheet.html", "prints that of the publishers' form."],
        ["sha256sum build/package/site/profile-sheet.html", "prints that of the form for studying rows."],
        ["npm run reproduce", "does all of this twice, in two folders of its own, and compares every file."],
      ],
    },
    same: "**What has to match:** the four fingerprints above, to the last character. The other pages of the site match too, if it was built with the same settings. The sample report does not: its noise is drawn anew in each build.",
    differs:
      "If they don't match, compare the versions of the tools first: another Emscripten makes another file. If the tools are the same, this copy is not the source of that commit. Don't use it.",
    unknown:
      "This copy does not say which commit it was built from, so it can't be rebuilt with certainty. Treat it as unchecked.",
    modified:
      "This copy was built from a source with changes that are in no commit, so nobody else can rebuild it. Treat it as unchecked.",
  },
  limits: {
    heading: "Where this ends",
    points: [
      "**Extensions and other programs.** The rule binds the page, and WebRTC is removed from the page. Neither binds extensions of your browser, other programs on your device or the people who manage it. A private window usually runs without extensions.",
      "**Names of hosts, in Chrome and Edge.** When a page tries to go to a forbidden address, these browsers send no request. But they may already have opened a connection, and the host's name can carry words. A hostile program in the form could write your values there, and no page can stop that from within. Firefox opened no connection in our tests. In Chromium none was opened either with “Preload pages” switched off in the settings. Offline there is nothing to connect to.",
      "**The form as a file.** No frame is around a form that you open from your disk. A hostile program in it could make a page of its own inside, where WebRTC is back, or open a new window. So fill in a saved form offline.",
      "**Shared computers.** Press “Clear my record” and close the page when you have finished. A summary that you saved lies where your downloads lie; your record is not in it, your result is.",
      "**Changed copies.** Anyone can put up a copy of this site that looks the same and does something else. Fingerprints tell copies apart, if you have one from somewhere you trust.",
      "**The publisher's truth.** The page can check that a report is complete and consistent. It can't check that the publisher told the truth about how it was made.",
      "**What we can't see.** Whether a browser or an operating system has a fault that lets a page break its rule.",
    ],
  },
};

export const notFound = {
  title: "There is no page here",
  tab: "Not found – Expost",
  description: "There is no page at this address.",
  text: "The address may be mistyped, or the page may have been moved.",
  home: "Go to Check my record",
  byHand: "To find the beginning of this site, take parts off the end of the address, up to a “/” each time.",
};

/**
 * The scripts' words.
 *
 * @satisfies {Texts}
 */
export const says = {
  tab: "Check your record",
  tabOf: (title, publisher) => `Check your record: ${title}, ${publisher}`,
  tabOfReport: (title) => `Check your record: ${title}`,
  publishedBy: (publisher) => `Published by ${publisher}`,
  noStart:
    "The form was loaded, but it did not start. The server of this site probably sends a rule that stops it (Content-Security-Policy). Please tell the people who run this site. You can also save the form as a file under “See for yourself” and open that.",
  noSheet: "The form could not be loaded. Check your connection and load this page again.",
  loading: "Fetching the report…",
  handingOver: "Opening the report…",
  formBelow: (title) => `The form for “${title}” is below.`,
  refused: "This report can't be used. The reason is given below.",
  handedOver: "The file was handed to the form below.",
  handedOverFrom: (name) => `${name} was handed to the form below.`,
  notFetched: (address) =>
    `The report could not be fetched from ${address}. Check the address and your connection. A report on another site can be used only if that site allows it; if not, save the file and choose it here.`,
  unencrypted: (address) =>
    `The report is at ${address}, an address without encryption (http). From other sites this page fetches reports over https only. Ask for a link that begins with https, or save the file and choose it here.`,
  badAddress: "The link to the report is not an address this page can use. Ask for the report itself and choose it here.",
  badFingerprint:
    "The fingerprint in the link is not 64 hexadecimal digits, so the report could not be checked and was not used.",
  badKey:
    "The link names a key that the report must be signed with, but it isn't one: a public key begins with RW and has 56 characters. No report was loaded.",
  unreadable: "The file is not text, so it is not a report.",
  emptyText: "Paste the report's text first.",

  reading: "Reading the report…",
  read: (title) => `“${title}” in plain words is below.`,
  readTab: (title) => `Read a report: ${title}`,
  noReader: "The part of this page that reads reports could not be loaded. Check your connection and load this page again.",
  // The library's own sentence follows.
  wentWrong: "The report was read, but it can't be put in words here. What was wrong:",
  otherReport: (wanted, found) =>
    `This is not the report the link was made for: it was changed, replaced or damaged. Nothing of it is shown. The link names the fingerprint ${wanted}; this file has ${found}.`,
  noFingerprint:
    "The link names a fingerprint, and on an unencrypted connection your browser can't work one out. Nothing of the report is shown.",
  fingerprintMissing: "can't be worked out on an unencrypted connection",
  compare: {
    empty: "Paste the SHA-256 that you were given.",
    malformed: (/** @type {number} */ count) =>
      `That is not a SHA-256: it has 64 characters, digits and the letters a to f. What you entered has ${count === 1 ? "1 character" : `${count} characters`}.`,
    odd: "That is not a SHA-256: only digits and the letters a to f can be in it.",
    same: "They are the same. This is the file that the fingerprint was made of.",
    other:
      "They are not the same. This is not the file that the fingerprint was made of, or the fingerprint was not copied completely. Don't rely on this report before that is cleared up.",
    missing: "There is nothing to compare with: your browser works out fingerprints only on an encrypted connection.",
  },
  saved: (name) => `${name} was made. Your browser puts it where your downloads are.`,
  registryFailed: "The draft could not be made: a part of this page could not be loaded. Check your connection and try again.",
  why: {
    published: (number) => `Published: ${number} books.`,
    belief: (after) => `The stranger's chance for “your record was used” goes from 50 in 100 to ${after}.`,
    about: (count, of) => `about ${count} in ${of}`,
    moreThan: (count, of) => `more than ${count} in ${of}`,
    fewerThan: (count, of) => `fewer than ${count} in ${of}`,
    expected: (without, including) =>
      `Without your record the stranger expects numbers around ${without}; with it, numbers around ${including}.`,
    candidates: (low, high) => `${low} or ${high}.`,
    picture: (without, including, published) =>
      `Two bell curves: without your record around ${without}, with it around ${including}. An upright line marks the published number, ${published}.`,
  },
};
