// Where the page for studying rows tells what the library refuses (web/profile/errors.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { tableOfError } from "../../web/profile/data-error.js";
import { placedError } from "../../web/profile/errors.js";
import { profile as en } from "../../words/en/profile.js";

const files = { data: "data.csv", heldOut: "others.csv", study: "study.json", report: "report.json" };
const parts = (error) => placedError({ line: null, place: "", ...error }, files, en);
/** The problem with the library's words after the page's, as they are read. */
const placed = (error) => {
  const { id, message, core } = parts(error);
  return { id, message: core === undefined ? message : `${message} ${core}` };
};

test("λ and ε are named as their fields are, from the page or from the study", () => {
  for (const [type, pointer, message, id, told] of [
    ["argument", "/lambda", "lambda is too small", "lambda", "λ is too small"],
    ["study", "/mechanism/lambda", "/mechanism/lambda is too small", "lambda", "λ is too small"],
    ["argument", "/profileEpsilon", "profileEpsilon must be a number", "profile-epsilon", "ε must be a number"],
    ["study", "/budget/epsilon", "/budget/epsilon must be a number", "profile-epsilon", "ε must be a number"],
  ])
    assert.deepEqual(placed({ type, pointer, message }), { id, message: told });
});

test("values of ε that are too close together are told at the field of the last", () => {
  const error = { type: "argument", code: "too-close", pointer: "/epsilons/to", message: "to must be further above from" };
  assert.deepEqual(placed(error), { id: "epsilon-to", message: en.errors.tooClose(en.names.to, en.names.from) });
});

test("what is wrong in a file is told with its name and line, at its own field", () => {
  const bad = { type: "data", pointer: "/3/age", message: "row 3 has no age", line: 4 };
  const [own, heldOut] = [placed(bad), placed({ ...bad, file: "held-out-file" })];
  assert.equal(own.id, "data-file");
  assert.match(own.message, /^data\.csv, line 4: row 3 has no age$/);
  assert.equal(heldOut.id, "held-out-file");
  assert.match(heldOut.message, /^others\.csv, line 4: row 3 has no age$/);
  assert.equal(placed({ type: "study", pointer: "/features", message: "too many" }).id, "study-file");
  assert.equal(placed({ type: "numerics", pointer: "", message: "it does not settle" }).id, "run");
});

test("a column may be called as the held-out rows are", () => {
  const at = (pointer, hasHeldOut) => Object.values(tableOfError(pointer, hasHeldOut));
  assert.deepEqual(at("/heldOut/7/age", true), ["held-out-file", "/7/age"]);
  assert.deepEqual(at("/heldOut", true), ["held-out-file", ""]);
  assert.deepEqual(at("/heldOutScore", true), ["data-file", "/heldOutScore"]);
  assert.deepEqual(at("/heldOut", false), ["data-file", "/heldOut"]);
  assert.deepEqual(at("/7/age", true), ["data-file", "/7/age"]);
});
