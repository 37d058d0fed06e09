// A report as an entry for the Differential Privacy Deployments Registry (registry.opendp.org):
// the keys and choices of opendp/deployments-registry-data, schemas/deployments-schema.yaml, as of
// its commit 057e5d81cf60.
import { plain, upward } from "../wording/figures.js";
import { personWords } from "../wording/headline.js";
import { descentInWords } from "../wording/descent.js";
import {
  constantsOf,
  gridsInWords,
  howAccounted,
  howExact,
  isBasic,
  labelIn,
  lossInWords,
  neighboursInWords,
  noPromise,
  releasedParts,
  stampsOf,
  titleMarks,
} from "./sections.js";
import { english } from "./english.js";

const { fields } = english.statement;

/**
 * Names of the mechanisms in an entry.
 *
 * @type {Record<import("expost").Mechanism["kind"], string>}
 */
const MECHANISMS = {
  "objective-gaussian": "Objective perturbation with normal noise",
  "objective-laplace": "Objective perturbation with Laplace-type noise, of density proportional to exp(−η‖b‖)",
  "output-gaussian": "Output perturbation with normal noise",
  "noisy-gradient-descent": "Noisy gradient descent (DP-GD, DP-SGD) on clipped gradients, normal noise on each step's sum",
  "posterior-sample": "One posterior sample of a ridge regression",
  "ada-ops":
    "AdaOPS: one posterior sample of a ridge regression, whose λ and γ were chosen from two quantities with normal noise",
};

/** Stands wherever only the publisher can know. */
const TO_BE_FILLED_IN = "To be filled in by the publisher";
/** @param {string} what */
const toFillIn = (what) => `${TO_BE_FILLED_IN}: ${what}`;

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("expost").ReportSummary} ReportSummary */
/** @typedef {import("../wording/stamps.js").Stamp} Stamp */

/**
 * The entry's name in the registry's address.
 *
 * @param {string} title
 */
const slug = (title) =>
  title
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "model";

/** @param {Facts} facts */
function basic({ summary }) {
  const about = stampsOf(summary, english).map(([, sentence]) => `${sentence} `);
  return {
    name: `${titleMarks(summary, english)}${summary.title}`,
    data_curators: [
      {
        data_curator_name: summary.publisher?.name ?? toFillIn("who publishes the model"),
        data_curator_type: toFillIn("Government, Industry or Nonprofit"),
      },
    ],
    description: `${about.join("")}${summary.description || toFillIn("what the model is, in a sentence")}`,
    intended_use: toFillIn("what the model is for"),
    data_product_type: "Machine learning model",
    data_product_region: toFillIn("which region the data describe, or whose laws apply"),
    data_product_sector: toFillIn("Technology, Healthcare, Education, Government, Energy or Finance"),
    publication_date: summary.published,
  };
}

/** @param {ReportSummary} summary */
function fieldNames({ features, label, dimension }) {
  if (features === null) return `vectors of ${dimension} numbers, of length at most 1`;
  const names = [...features, ...(label === null ? [] : [label])].filter(({ kind }) => kind !== "constant");
  return names.map((field) => labelIn(field, english)).join(", ");
}

/**
 * δ = 0 is pure differential privacy.
 *
 * @param {{delta: number}} guarantee
 */
const isPure = ({ delta }) => delta === 0;

/** @param {Facts} facts */
function variant({ summary, mechanism, settings: chosen, residual: stated }) {
  const settings = `the fields with their ranges and levels (public knowledge), how they are coded, ${mechanism === "noisy-gradient-descent" ? "the rule of the steps and the noise level" : chosen === null ? "λ and the noise levels" : "and the budget from which λ and the noise levels were chosen"}`;
  const residual = mechanism === "objective-gaussian" ? stated : null;
  const found =
    residual === null
      ? "None of the quantities in the report that were worked out from the data are without noise."
      : "One quantity in the report was worked out from the data and has no noise: the bound on the training's remaining error.";
  return {
    ...(summary.guarantee === null ? {} : { variant_name: isPure(summary.guarantee) ? "Pure DP" : "Approximate DP" }),
    data_domain: `Any number of records, each of: ${fieldNames(summary)}. Values outside their public ranges count as the nearest end; a coded record has length at most 1.`,
    unprotected_quantities: `${found} Settings of the training are in the clear: ${settings}. ${toFillIn("anything else that was published about the same data without noise, such as the number of records")}`,
  };
}

/** @param {Facts} facts */
function privacyLoss(facts) {
  const { summary, failureProbability } = facts;
  const { guarantee } = summary;
  const person =
    "Beside them, anyone can bound what was revealed about one record from the report (ex-post per-instance privacy loss, Redberg and Wang, NeurIPS 2021)";
  const sure =
    failureProbability === 0
      ? "a bound that holds whatever the noise was"
      : `with failure probability ${plain(summary.failureProbability)}`;
  return {
    privacy_unit: summary.unit,
    privacy_unit_details: [neighboursInWords(facts, english), "Each unit is one record.", personWords(summary.person, english)]
      .filter((sentence) => sentence !== null)
      .join(" "),
    number_of_privacy_units: toFillIn("a whole number; an approximate one where the number of records is not public"),
    ...(guarantee === null
      ? { privacy_parameters_details: noPromise(facts, english) }
      : {
          privacy_parameters: isPure(guarantee)
            ? { epsilon: guarantee.epsilon }
            : { epsilon: guarantee.epsilon, delta: guarantee.delta },
          privacy_parameters_details: `${isPure(guarantee) ? "ε is" : "ε and δ are"} for everything in the report together. ${howAccounted(guarantee, summary.loss, english)} ${person}, ${sure}.`,
        }),
  };
}

function deploymentModel() {
  return {
    model_name: "Central",
    model_name_details: "The curator holds the records and adds the noise before anything is published.",
    trust_assumptions: toFillIn("who could see the records and the noise, and why they are trusted"),
    actors: toFillIn("who had access to the records, and who may see what was published"),
    release_type: "One release",
    release_type_details: `This entry is about one release. ${toFillIn("other releases from the same data, past or planned; what they reveal adds up")}`,
    data_source_type: toFillIn("Static or Dynamic"),
    data_source_type_details: toFillIn("whether new records come in over time"),
    access_type: "Non-interactive",
    access_type_details: "What was released is a file; nobody queries the records.",
  };
}

/** @param {Facts} facts */
function mechanisms(facts) {
  const { summary, mechanism } = facts;
  const parts = releasedParts(facts, english).map(([name, , noise]) => `${name}: ${noise}`);
  const others = Object.keys(summary.release).length > 0;
  const constants =
    "lambda" in summary.mechanism ? `λ = ${plain(summary.mechanism.lambda)}` : constantsOf(summary.mechanism, english, plain);
  return [
    `${MECHANISMS[mechanism]} (${lossInWords(summary.loss, english)}, ${constants})${others ? ", and the Gaussian mechanism for the other quantities" : ""}. Noise levels: ${parts.join("; ")}.`,
    `Floating point: ${gridsInWords(facts, english).join(" ")}`,
    ...(mechanism === "objective-gaussian" && facts.residual === null && facts.modelRounding === null
      ? []
      : howExact(facts, english)),
    ...(summary.mechanism.kind === "noisy-gradient-descent"
      ? [descentInWords({ mechanism: summary.mechanism, guarantee: summary.guarantee }, english)]
      : []),
    toFillIn("software and version, where the random numbers came from, timing, access controls for the records"),
  ].join("\n\n");
}

/** @param {Facts} facts */
function composition({ summary, settings, cost }) {
  const alone =
    summary.mechanism.kind === "noisy-gradient-descent" && summary.mechanism.path !== "none"
      ? "The model and the intermediate models of its training are one mechanism, and are accounted for together."
      : settings === null
        ? "Nothing but the model was released."
        : "The three released quantities are accounted for as one mechanism.";
  const within =
    cost === null
      ? alone
      : `The quantities released beside the model add at most ${upward(cost.expost)} nats to anyone's ex-post privacy loss (${cost.attained ? "length-1 worst case" : "a limit for all of length 1"} at the published model, failure probability ${plain(cost.failureProbability)}).`;
  if (summary.guarantee === null) return within;
  const { accountant } = summary.guarantee;
  const how =
    accountant !== undefined && isBasic(accountant)
      ? "The guarantees of the parts were added up (basic composition)."
      : "One guarantee is stated for the model and everything released with it.";
  return `${how} ${within}`;
}

/** @param {Facts} facts */
function implementation(facts) {
  const [low, high] = facts.range;
  const coded = facts.summary.features === null;
  const scaling = coded
    ? "Records were coded as vectors of length at most 1."
    : fields.scaling(plain(low), plain(high), plain(facts.norm));
  return {
    preprocessing_and_hyperparameter_tuning: `${scaling} ${coded ? "" : `${fields.publicly} `}${toFillIn("whether ε, λ, the fields or their ranges were chosen after looking at the data, and whether that was accounted for")}`,
    mechanisms: mechanisms(facts),
    composition: composition(facts),
    post_processing: toFillIn("what was done to the released quantities after the noise; “none” if nothing was"),
    justification: toFillIn("why this ε, this unit of privacy and these fields"),
    utility: toFillIn("how well the model works, worked out without the records or accounted for"),
    additional_information: `${
      facts.sha256 === null ? "" : `The report's SHA-256 is ${facts.sha256}. `
    }${toFillIn("where the report and the model are published")}`,
  };
}

/** @param {Facts} facts */
const administrative = ({ summary }) => ({
  status: "Draft",
  registry_authors: [toFillIn("who fills in this entry")],
  // Without privacy parameters an entry is of the first tier.
  tier: summary.guarantee === null ? 1 : 3,
});

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {string[]}
 */
function unfilledPaths(value, path) {
  if (typeof value === "string") return value.includes(TO_BE_FILLED_IN) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unfilledPaths(part, path === "" ? name : `${path}.${name}`));
}

/**
 * @param {Facts} facts
 * @returns {{entry: object, unfilled: string[], title: string, stamps: Stamp[]}} unfilled:
 *   where the publisher has to fill something in, "a.b.0.c"
 */
export function registryEntry(facts) {
  const entry = {
    url_slug: slug(facts.summary.title),
    deployment: {
      basic: basic(facts),
      dp_variant: variant(facts),
      privacy_loss: privacyLoss(facts),
      deployment_model: deploymentModel(),
      implementation: implementation(facts),
      administrative: administrative(facts),
    },
  };
  const { summary } = facts;
  return { entry, unfilled: unfilledPaths(entry, ""), title: summary.title, stamps: stampsOf(summary, english) };
}
