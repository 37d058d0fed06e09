// A long report on the publisher's page is shown without the most of its path, and says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shortened } from "../../web/publish/shortened.js";

const report = (path, description = "x") => JSON.stringify({ description, iterates: { data: path }, theta: [1, 2] }, null, 2);

test("a report is shown as it is, to the byte, unless its path is long", () => {
  for (const text of ["", report("AAAA+/=="), report("A".repeat(90_000))]) assert.deepEqual(shortened(text), { text, left: 0 });
  // Neither words nor many short strings are cut.
  const words = report("AAAA", "many words ".repeat(20_000));
  assert.deepEqual(shortened(words), { text: words, left: 0 });
});

test("of a long path the beginning is shown, with how much is left out", () => {
  const path = "abc+/".repeat(1_000_000);
  const { text, left } = shortened(report(path));
  assert.equal(left, path.length - 1000);
  assert.deepEqual(JSON.parse(text), JSON.parse(report(`${path.slice(0, 1000)}…`)));
});
