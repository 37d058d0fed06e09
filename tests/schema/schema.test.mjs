// The JSON Schemas and the core's reader are tested against one set of documents (tests/reports;
// the reader in tests/report). Schemas say what each place may be; the reader says what goes with
// what.
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

/** Codes of faults at one place of a document: a schema refuses them, with the exceptions below. */
const PLACE = [
  "control-character",
  "empty",
  "missing",
  "newer-version",
  "not-a-report",
  "not-an-address",
  "surrounding-blanks",
  "too-long",
  "unfilled",
  "unknown-key",
  "unknown-name",
  "wrong-type",
];
/** Faults that depend on another place: on the mechanism, the loss, or a key beside it. */
const ACROSS = {
  reports: [
    "accountant-of-descent-unknown",
    "descent-no-data",
    "rounding-output-not-elsewhere",
    "rounding-output-without-step",
    "rounding-without-rows",
    "rounding-without-rows-laplace",
    "rounding-without-rows-posterior-sample",
    "rounding-without-step",
  ],
  studies: [
    "descent-accountant-joint",
    "descent-no-budget",
    "missing-adaptive-budget",
    "missing-budget",
    "missing-budget-shares",
    "missing-budget-shares-gradient",
    "missing-budget-shares-hessian",
    "missing-laplace-budget",
    "name-softmax-accountant",
    "name-softmax-accountant-elsewhere",
    "shares-of-hessian-missing",
    "shares-without-eigenvalue",
  ],
};

for (const [kind, validate] of Object.entries({ reports: report, studies: study })) {
  test(`the schema takes every good one of the ${kind}`, () => {
    const good = goodCases(kind);
    assert.ok(good.length >= 6);
    for (const { name, document } of good) {
      assert.ok(validate(document), `${name}: ${ajv.errorsText(validate.errors)}`);
    }
  });

  test(`the schema refuses every bad one of the ${kind} whose fault is at one place`, () => {
    const bad = badCases(kind).filter(({ text, code }) => text === undefined && PLACE.includes(code));
    assert.ok(bad.length >= 50);
    const accepted = bad.filter(({ document }) => validate(document)).map(({ name }) => name);
    assert.deepEqual(accepted.sort(), ACROSS[kind]);
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

test("an example in the schema's own words: a bad report fails where it says", () => {
  const { document } = badCases("reports").find(({ name }) => name === "range-sigma-negative");
  assert.equal(report(document), false);
  assert.ok(report.errors.some((error) => error.instancePath === "/model/mechanism/sigma"));
});
