// The JSON Schemas and the core's reader are tested against one set of documents (tests/reports;
// the reader in tests/report). The cases that a schema can't refuse are listed here, and checked to
// be exactly those.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import Ajv2020 from "ajv/dist/2020.js";
import { badCases, goodCases } from "../reports/cases.mjs";

const root = new URL("../../", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));

// strictRequired and strictTypes want every keyword repeated next to its type, which `if` and $ref
// are there to avoid.
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
ajv.addSchema(read("core/report/schema/report.schema.json"));
ajv.addSchema(read("core/report/schema/study.schema.json"));
const report = ajv.getSchema("urn:expost:report:1");
const study = ajv.getSchema("urn:expost:study:1");

/**
 * Rules that relate one part of a document to another, or to the calendar, and the cases that show
 * them.
 */
const beyondTheReportSchema = {
  "lengths that follow from other lengths": [
    "descent-count-not-every",
    "descent-count-of-all-steps",
    "descent-count-short",
    "descent-count-with-the-end",
    "descent-data-long",
    "descent-data-of-float32",
    "descent-data-short",
    "descent-distances-of-steps-never-done",
    "descent-distances-short",
    "descent-path-too-large",
    "descent-theta-not-of-classes",
    "descent-theta-of-another-length",
    "descent-update-rates-of-steps-done",
    "descent-update-rates-short",
    "length-theta-short",
    "length-theta-long",
    "length-gradient-short",
    "length-gradient-long",
    "length-hessian-full-matrix",
    "length-hessian-without-diagonal",
    "length-hessian-short",
    "length-base64-short",
    "length-base64-f32",
    "length-levels-of-classes",
    "length-theta-of-classes",
    "length-theta-not-of-classes",
    "too-large-features",
    "level-labels-short",
    "level-labels-of-binary-label",
    "level-labels-of-classes",
  ],
  "what is inside base64": [
    "descent-data-huge",
    "descent-data-infinite",
    "descent-data-nan",
    "descent-data-without-padding",
    "descent-distances-packed-infinite",
    "descent-distances-packed-nan",
    "descent-distances-packed-negative",
    "base64-without-padding",
    "base64-unused-bits",
    "base64-huge",
    "base64-infinity",
    "base64-nan",
  ],
  "an order between two numbers": [
    "descent-distances-where-kept",
    "descent-every-beyond-the-steps",
    "descent-sigma-large-next-to-grid",
    "descent-sigma-small-next-to-grid",
    "descent-stopped-after-the-end",
    "range-minimum-equals-maximum",
    "range-minimum-above-maximum",
    "range-too-wide",
    "range-scaling-turned-round",
    "range-scaling-empty",
    "range-missing-below",
    "range-missing-above",
    "range-label-turned-round",
  ],
  "equality or difference of two texts": [
    "alias-is-a-level",
    "alias-is-another-number",
    "alias-is-the-other-label",
    "alias-of-an-alias",
    "alias-of-no-class",
    "alias-of-no-level",
    "duplicate-feature",
    "duplicate-label",
    "duplicate-label-constant",
    "duplicate-positive-negative",
    "unknown-missing-level",
  ],
  "a guarantee that the noise gives": [
    "guarantee-of-descent",
    "guarantee-of-descent-poisson-sigma",
    "guarantee-of-descent-rdp",
    "guarantee-of-descent-shuffled",
    "guarantee-of-descent-stopped",
    "guarantee-below-the-model",
    "guarantee-far-below-the-model",
    "guarantee-of-tiny-lambda",
    "guarantee-of-tiny-sigma",
    "guarantee-of-the-model-alone",
    "guarantee-of-the-hessian-alone",
    "guarantee-of-the-hessian-noise",
    "guarantee-of-laplace",
    "guarantee-of-laplace-with-delta",
    "guarantee-of-laplace-softmax",
    "guarantee-of-output",
    "guarantee-of-posterior-sample",
    "guarantee-of-adaptive-posterior-sample",
    "guarantee-of-adaptive-posterior-sample-delta",
    "guarantee-of-adaptive-gamma",
    "range-log-residual-above",
    "range-log-residual-below",
    "guarantee-of-adaptive-lambda",
    "guarantee-of-softmax",
    "guarantee-of-squared",
    "person-delta-a-little-small",
    "person-delta-of-a-row",
    "person-delta-times-rows",
    "person-epsilon-a-little-small",
    "person-epsilon-of-a-row",
    "person-more-rows",
    "person-pure-below",
    "person-pure-where-the-row-is-not",
    "person-whose-delta-is-above-one",
  ],
  "leap years": ["date-no-leap-year", "date-century"],
  "powers of two, and multiples of another number": [
    "descent-batches-more-than-steps",
    "descent-batches-of-no-epoch",
    "descent-grid-coarse",
    "descent-grid-no-power-of-two",
    "descent-sigma-off-grid",
    "grid-no-power-of-two",
    "grid-off-gradient",
    "grid-off-hessian",
    "grid-off-hessian-alone",
    "grid-off-eigenvalue",
    "grid-off-output",
    "rounding-adaptive-cut-off",
    "rounding-adaptive-eigenvalue-off-grid",
    "rounding-adaptive-residual-off-grid",
    "rounding-coarse",
    "rounding-coarse-adaptive",
    "rounding-coarse-elsewhere",
    "rounding-coarse-laplace",
    "rounding-coarse-output",
    "rounding-coarse-posterior-sample",
    "rounding-coarse-softmax",
    "rounding-no-power-of-two",
    "rounding-off-grid",
    "rounding-off-grid-laplace",
    "rounding-output-off-grid",
    "rounding-off-grid-posterior-sample",
    "rounding-off-grid-softmax",
  ],
};
const beyondTheStudySchema = {
  "an order between two numbers": ["descent-every-beyond-the-steps", "range-maximum"],
  "multiples of another number": ["descent-batches-of-no-epoch"],
  "a sum": ["shares-below-one", "shares-above-one"],
  "equality of two texts": [
    "alias-of-no-level",
    "duplicate-label",
    "person-is-a-constant",
    "person-is-a-feature",
    "person-is-the-label",
  ],
  "a share of a budget, and what fixes the noise beside it": [
    "person-of-a-descent-from-elsewhere",
    "person-of-a-model-from-elsewhere",
    "person-of-a-posterior-sample",
    "person-of-squared-losses",
    "person-with-eta",
    "person-with-nothing-left",
    "person-with-scales",
  ],
  "as many levels as classes or rates as steps, and products of lengths": [
    "descent-path-too-large",
    "descent-update-rates-short",
    "length-label-levels",
    "level-labels-short",
    "too-large-softmax",
  ],
};

for (const [kind, validate, exceptions, key] of [
  ["reports", report, beyondTheReportSchema, "report"],
  ["studies", study, beyondTheStudySchema, "study"],
]) {
  test(`the ${key} schema takes every good ${key}`, () => {
    const good = goodCases(kind);
    assert.ok(good.length >= (key === "report" ? 12 : 6));
    for (const { name, document } of good) {
      assert.ok(validate(document), `${name}: ${ajv.errorsText(validate.errors)}`);
    }
  });

  test(`the ${key} schema refuses every bad ${key}, except by the rules that no schema can say`, () => {
    const bad = badCases(kind).filter(({ text }) => text === undefined);
    assert.ok(bad.length >= 50);
    const accepted = bad.filter(({ document }) => validate(document)).map(({ name }) => name);
    assert.deepEqual(accepted.sort(), Object.values(exceptions).flat().sort());
    // Refused for the same reason: one of the errors is about the pointer's place, or the object
    // that lacks or has the key.
    for (const { name, document, pointer } of bad) {
      if (!validate(document)) {
        const parent = pointer.replace(/\/[^/]*$/, "");
        const places = validate.errors.map((error) => error.instancePath);
        assert.ok(places.includes(pointer) || places.includes(parent), `${name}: ${places.join(" ")}`);
      }
    }
  });
}

test("what is not JSON, or overflows, doesn't get past the engine's parser as a good report either", () => {
  const texts = badCases("reports").filter(({ text }) => text !== undefined);
  assert.ok(texts.length >= 5);
  for (const { name, text, code } of texts) {
    let parsed;
    try {
      parsed = JSON.parse(text);
    } catch {
      assert.equal(code, "not-json", name);
      continue;
    }
    // The reader of the text finds it; the engine's parser takes the last of the two.
    if (code === "duplicate-key") continue;
    // JSON.parse makes 1e999 an infinity, which is no number to the schema.
    assert.equal(code, "not-finite", name);
    assert.equal(report(parsed), false, name);
  }
});

test("the schema states the limits that the reader has", () => {
  const header = readFileSync(new URL("core/report/include/expost/report/limits.hpp", root), "utf8");
  const limit = (name) => Number(new RegExp(`\\b${name} = ([0-9.e-]+);`).exec(header)[1]);
  const { properties, $defs } = read("core/report/schema/report.schema.json");
  assert.equal(properties.title.maxLength, limit("title"));
  assert.equal($defs.text.maxLength, limit("description"));
  assert.equal($defs.name.maxLength, limit("name"));
  assert.equal($defs.level.maxLength, limit("level"));
  assert.equal($defs.privacyUnit.maxLength, limit("unit"));
  assert.equal(properties.model.properties.theta.maxItems, limit("dimension"));
  assert.equal($defs.features.maxItems, limit("dimension"));
  assert.equal($defs.translations.maxProperties, limit("languages"));
  assert.equal($defs.levelLabels.maxProperties, limit("languages"));
  assert.equal($defs.stepCount.maximum, limit("steps"));
  assert.equal($defs.update.oneOf[0].properties.rate.oneOf[1].maxItems, limit("steps"));
  assert.equal(properties.release.properties.iterates.properties.distances.oneOf[0].maxItems, limit("steps"));
  assert.equal($defs.update.oneOf[1].properties.words.maxLength, limit("rule"));
  const triangle = (limit("dimension") * (limit("dimension") + 1)) / 2;
  assert.equal(properties.release.properties.hessian.properties.upper.oneOf[0].maxItems, triangle);
  assert.equal($defs.value.maximum, limit("magnitude"));
  assert.equal($defs.scale.maximum, limit("magnitude"));
  assert.equal($defs.scale.minimum, limit("smallest_scale"));
  assert.equal($defs.probability.minimum, limit("smallest_probability"));
  assert.equal($defs.failureProbability.minimum, limit("smallest_probability"));
  assert.equal($defs.failureProbability.maximum, limit("largest_failure_probability"));
});

test("an example in the schema's own words: a bad report fails where it says", () => {
  const { document } = badCases("reports").find(({ name }) => name === "range-sigma-negative");
  assert.equal(report(document), false);
  assert.ok(report.errors.some((error) => error.instancePath === "/model/mechanism/sigma"));
});
