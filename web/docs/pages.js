// Every guide: a line each, with the need of readers that it meets (Diátaxis), and last the logs of
// measurements. The order is that of the lists. Pages that are generated from sources are added by
// build.mjs.

/** @typedef {import("./types.js").Kind} Kind */

/** The file that becomes the front page. */
export const FRONT = "docs/README.md";

/**
 * The headings of the front page, with what they hold.
 *
 * @type {Record<Kind, {title: string, about: string}>}
 */
export const KINDS = {
  tutorial: { title: "Tutorials", about: "Learn by doing, step by step." },
  "how-to": { title: "How-to guides", about: "Get one thing done." },
  explanation: { title: "Explanation", about: "Understand what the numbers mean and why they hold." },
  reference: { title: "Reference", about: "Look up a command, a function, a key or a word." },
  measurement: { title: "Measurements", about: "What was measured, and what was decided by it." },
};

/** @type {[source: string, kind: Kind, about: string][]} */
export const GUIDES = [
  ["docs/tutorials/check-yourself.md", "tutorial", "Five minutes, with the sample or a report that you have."],
  ["docs/tutorials/publish.md", "tutorial", "Train a model, publish its report and hand out the check page."],
  ["docs/tutorials/publish-page.md", "tutorial", "The same on the publisher's page, without a terminal."],
  ["docs/tutorials/embed.md", "tutorial", "Put the check into a page of your own."],
  ["docs/tutorials/javascript.md", "tutorial", "Bound a record from JavaScript, in Node or a browser."],
  ["docs/tutorials/python.md", "tutorial", "Draft a study, publish, audit and bound, from Python."],
  ["docs/tutorials/cpp.md", "tutorial", "Build the library and bound a record from C++."],

  ["docs/publishing.md", "how-to", "Which ε, which releases, hosts, verified copies: step by command."],
  ["docs/which-mechanism.md", "how-to", "By what you need, and by what was measured."],
  ["docs/embedding.md", "how-to", "Hosts, site generators, attributes, events and looks of the check."],
  ["docs/journalists.md", "how-to", "For journalists: ten minutes, and how to say the number."],
  ["docs/signing.md", "how-to", "Sign a report, and verify a signature or a fingerprint."],
  ["docs/python.md", "how-to", "The package, scikit-learn, models of Opacus; reports with numpy alone."],
  ["docs/profile.md", "how-to", "For the publisher alone, before anything is published."],
  ["examples/credit/README.md", "how-to", "30,000 card holders: the commands and what came out."],
  ["examples/adult/README.md", "how-to", "Income of 48,842 people: the commands and what came out."],
  ["examples/kidney/README.md", "how-to", "400 patients: the commands and what came out."],
  ["examples/wine/README.md", "how-to", "Wines: regression and three classes."],
  ["CONTRIBUTING.md", "how-to", "Report a problem, change the code, add a language."],

  ["docs/people.md", "explanation", "Questions and answers for people."],
  ["docs/the-number.md", "explanation", "What “at most 60 in 100” means, in six pictures."],
  ["docs/read-a-report.md", "explanation", "For data protection officers and journalists."],
  ["docs/limitations.md", "explanation", "What a result does not cover, and when not to use Expost."],
  ["docs/compared.md", "explanation", "OpenDP, diffprivlib, Opacus, membership audits, individual accounting."],
  ["docs/noise.md", "explanation", "How noise is drawn, and what it defends."],
  ["docs/mathematics.md", "explanation", "What is computed and why it holds."],
  ["docs/mathematics/bounds.md", "explanation", "Bounds that a person can compute, with their proofs."],
  ["docs/mathematics/accounting.md", "explanation", "The promise (ε, δ) of what is published, with its proofs."],
  ["docs/mathematics/largest-eigenvalue.md", "explanation", "How far the Hessian's noise moves its eigenvalues."],
  ["docs/mathematics/convex-losses.md", "explanation", "Losses with several directions, and softmax."],
  ["docs/mathematics/mechanisms.md", "explanation", "Laplace-type noise, output perturbation, posterior samples."],
  ["docs/mathematics/profile.md", "explanation", "Typical losses, and the range of ε that matters."],
  ["docs/derivations/softmax.md", "explanation", "The mathematics of several classes."],
  ["docs/noisy-gradient-descent.md", "explanation", "The mathematics of gradient descent with noise (DP-SGD)."],
  ["docs/networks.md", "explanation", "Networks: a person's gradient from above, whatever roundings there were."],
  ["SECURITY.md", "explanation", "What is promised, what is not, and how to report a hole."],
  ["ARCHITECTURE.md", "explanation", "How the code is laid out."],
  ["docs/comprehension.md", "explanation", "Questions for readers who test the words."],

  ["docs/glossary.md", "reference", "One name for each thing."],
  ["docs/report-format.md", "reference", "Every key of a privacy report."],
  ["docs/study.md", "reference", "Every key of a study."],
  ["docs/mechanisms.md", "reference", "Which models are supported, and where their parts are."],
  ["docs/operations.md", "reference", "The operations that all interfaces share, and their errors."],
  ["packaging/README.md", "reference", "A vcpkg port and a Conan recipe."],
  ["CHANGELOG.md", "reference", "What changed from version to version."],

  ["docs/benchmarks.md", "measurement", "Measure the library, and what was measured."],
  ["docs/results.md", "measurement", "What was found on real data."],
  ["docs/gallery.md", "measurement", "Every figure of the papers, with what Expost finds."],
  ["docs/decisions.md", "measurement", "Decisions, and what was measured for them."],
  ["docs/tests.md", "measurement", "What the tests prove and how long they take."],
];

/** Folders that pages show pictures or offer files from. */
export const FILES = ["docs/images", "docs/figures", "core/report/schema"];

/**
 * A page's file below the folder of the guides, from its source.
 *
 * @param {string} source
 */
export function fileOf(source) {
  if (source === FRONT) return "index.html";
  const name = source.replace(/^docs\//, "").replace(/\.md$/, "");
  const short = name.endsWith("/README") ? name.slice(0, -"/README".length) : name;
  return `${/^[A-Z]+$/.test(short) ? short.toLowerCase() : short}.html`;
}
