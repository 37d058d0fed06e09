// Which of several files counts, and when all of them have been read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Readings } from "../../web/controls/readings.js";

/**
 * A reading that ends when it is told to, and what it then finds: whether it was still the latest
 * for its field.
 */
function reading(readings, field) {
  const { promise, resolve } = deferred();
  let latest = null;
  readings.start(field, async (isLatest) => {
    await promise;
    latest = isLatest();
  });
  return { end: resolve, latest: () => latest };
}

function deferred() {
  let resolve;
  const promise = new Promise((resolved) => (resolve = resolved));
  return { promise, resolve };
}

test("of a field the last one counts, in whatever order they end", async () => {
  const readings = new Readings();
  const [first, other, second] = ["a", "b", "a"].map((field) => reading(readings, field));
  second.end();
  first.end();
  other.end();
  await readings.settled();
  assert.deepEqual([first.latest(), other.latest(), second.latest()], [false, true, true]);
});

test("what is forgotten doesn't count: one field, or all", async () => {
  const readings = new Readings();
  const [one, other] = ["a", "b"].map((field) => reading(readings, field));
  readings.forget("a");
  one.end();
  await Promise.resolve();
  assert.equal(readings.underway, true);
  readings.forget();
  other.end();
  await readings.settled();
  assert.deepEqual([one.latest(), other.latest()], [false, false]);
});

test("nobody waits for a reading that another took the place of, or that was forgotten, though it never ends", async () => {
  const readings = new Readings();
  const first = reading(readings, "a");
  const settled = readings.settled();
  reading(readings, "a").end();
  await settled;
  const second = reading(readings, "b");
  readings.forget("b");
  await readings.settled();
  assert.equal(readings.underway, false);
  assert.deepEqual([first.latest(), second.latest()], [null, null]);
});

test("settled: when none is left, those included that began meanwhile, and those that failed", async () => {
  const readings = new Readings();
  assert.equal(readings.underway, false);
  await readings.settled();
  let inner = null;
  const failed = readings.start("a", async () => {
    inner = reading(readings, "b");
    throw new Error("unreadable");
  });
  await assert.rejects(failed, /unreadable/);
  let settled = false;
  const all = readings.settled().then(() => (settled = true));
  // Everything that is ready to run has run.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(settled, false);
  inner.end();
  await all;
  assert.equal(inner.latest(), true);
  assert.equal(readings.underway, false);
});
