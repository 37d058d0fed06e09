// The tables of tests/reports can't hide a mistake: a patch that doesn't fit its document fails
// (tests/reports/cases.mjs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { badCases, goodCases, patched } from "../reports/cases.mjs";

const document = { name: "a", list: [1, { x: 2 }], "a/b~c": 3 };

test("a patch adds, removes and replaces, and leaves the document itself alone", () => {
  const patch = [
    { op: "replace", path: "/name", value: { $times: 3, text: "b" } },
    { op: "add", path: "/list/0", value: 0 },
    { op: "add", path: "/list/3", value: { $names: 11, radix: 10 } },
    { op: "remove", path: "/list/2/x" },
    { op: "replace", path: "/a~1b~0c", value: null },
    { op: "add", path: "/more", value: [{ deep: { $times: 2, item: 0 } }] },
  ];
  assert.deepEqual(patched(document, patch), {
    name: "bbb",
    list: [0, 1, {}, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
    "a/b~c": null,
    more: [{ deep: [0, 0] }],
  });
  assert.deepEqual(document, { name: "a", list: [1, { x: 2 }], "a/b~c": 3 });
});

for (const [why, operation] of [
  ["an unknown operation", { op: "move", path: "/name", value: 1 }],
  ["nothing to replace", { op: "replace", path: "/nam", value: 1 }],
  ["nothing to remove", { op: "remove", path: "/nam" }],
  ["nothing on the way", { op: "add", path: "/nam/x", value: 1 }],
  ["a text on the way", { op: "add", path: "/name/x", value: 1 }],
  ["beyond the end", { op: "add", path: "/list/3", value: 1 }],
  ["nothing at the end", { op: "replace", path: "/list/2", value: 1 }],
  ["an index that is none", { op: "replace", path: "/list/length", value: 1 }],
  ["no value", { op: "add", path: "/more" }],
  ["no path into the document", { op: "replace", path: "name", value: 1 }],
]) {
  test(`a patch fails: ${why}`, () =>
    assert.throws(() => patched(document, [operation]), new RegExp(`^Error: ${operation.op} `)));
}

for (const kind of ["reports", "studies"]) {
  test(`every bad one of the ${kind} has a name of its own and differs from every good one`, () => {
    const bad = badCases(kind);
    assert.equal(new Set(bad.map(({ name }) => name)).size, bad.length);
    const good = new Set(goodCases(kind).map((each) => JSON.stringify(each.document)));
    for (const each of bad) assert.ok(!good.has(JSON.stringify(each.document)), each.name);
  });
}
