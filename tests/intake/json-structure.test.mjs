// The parts of a JSON text that the engine's parser forgets (intake/json-structure.js): checked
// against texts whose structure is known.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DEEPEST, isDeeperThan, structureError } from "../../intake/json-structure.js";
import { runs } from "../fuzz/property-runs.mjs";

test("a key that is there twice is found where it stands, however it is written", () => {
  for (const [text, pointer] of [
    ['{"a": 1, "b": 2, "a": 1}', "/a"],
    ['{"x": [0, {"b": {"c": 1}, "d": [], "b": 2}]}', "/x/1/b"],
    ['{"a": 1, "\\u0061": 2}', "/a"],
    ['{"a/b": {"c~d": 1, "c~d": 2}}', "/a~1b/c~0d"],
    ['{"": 1, "": 2}', "/"],
    ['{"__proto__": 1, "__proto__": 2}', "/__proto__"],
    ['{"a\\\\": 1, "b": "\\\\\\"", "a\\\\": 2}', "/a\\"],
    ['[{"a": ["{", "a", "a", ":"], "b": "a", "a": 0}]', "/0/a"],
  ])
    assert.deepEqual(structureError(text), { pointer }, text);
});

test("what is no key is none, and one key may be in many objects", () => {
  for (const text of [
    '[{"a": 1}, {"a": {"a": [{"a": 2}]}, "A": 3}]',
    '["a", "a", {"b": "a", "a": "b"}]',
    '{"a": "\\"b\\": 1, \\"b\\"", "b": 2}',
    "5",
    '"a"',
    "null",
    "[]",
    "{}",
  ])
    assert.equal(structureError(text), null, text);
});

test("texts that JSON.stringify writes have no error, with any keys; one more key has", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, key) => {
      const text = JSON.stringify(value);
      assert.equal(structureError(text), null);
      const name = JSON.stringify(key);
      assert.ok(structureError(`{${name}: ${text}, "other ": 1, ${name}: ${text}}`).pointer.length > 0);
    }),
    runs,
  );
});

test("what is nested too deep is found in text and in documents, one that contains itself too", () => {
  const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);
  assert.equal(structureError(nested(DEEPEST)), null);
  assert.deepEqual(structureError(nested(DEEPEST + 1)), { tooDeep: true });
  assert.equal(isDeeperThan(DEEPEST, JSON.parse(nested(DEEPEST))), false);
  assert.equal(isDeeperThan(DEEPEST, JSON.parse(nested(DEEPEST + 1))), true);
  const ring = {};
  ring.ring = ring;
  assert.equal(isDeeperThan(DEEPEST, ring), true);
});
