// The graph of stages: what runs when, and what a failure keeps from running.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runGraph, withNeeds } from "../../scripts/test/graph.mjs";

/** Stages that end when they are told to, and a record of what ran. */
function controlled(descriptions) {
  const started = [];
  const finish = {};
  const stages = Object.entries(descriptions).map(([name, description]) => ({
    name,
    ...description,
    run: () => {
      started.push(name);
      return new Promise((resolve, reject) => (finish[name] = { resolve, reject }));
    },
  }));
  const ended = [];
  const note = ({ name }, outcome) => ended.push([name, outcome.missing ?? outcome.ok]);
  return { stages, started, finish, ended, note };
}

/** Lets everything happen that can happen by now. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("as many stages as there are cores, and one with two cores alone", async () => {
  const { stages, started, finish, ended, note } = controlled({ a: {}, b: {}, c: { cores: 2 }, d: {} });
  const whole = runGraph(stages, 2, note);
  await settle();
  assert.deepEqual(started, ["a", "b"]);
  finish.a.resolve();
  await settle();
  // c and b together would need too many cores, d and b don't.
  assert.deepEqual(started, ["a", "b", "d"]);
  finish.b.resolve();
  await settle();
  assert.deepEqual(started, ["a", "b", "d"]);
  finish.d.resolve();
  await settle();
  assert.deepEqual(started, ["a", "b", "d", "c"]);
  finish.c.resolve();
  await whole;
  assert.deepEqual(ended, [
    ["a", true],
    ["b", true],
    ["d", true],
    ["c", true],
  ]);
});

test("a stage waits for what it needs", async () => {
  const { stages, started, finish, note } = controlled({ b: { needs: ["a"] }, a: {} });
  const whole = runGraph(stages, 2, note);
  await settle();
  assert.deepEqual(started, ["a"]);
  finish.a.resolve();
  await settle();
  assert.deepEqual(started, ["a", "b"]);
  finish.b.resolve();
  await whole;
});

for (const [how, fail] of [
  ["throws", ({ reject }) => reject(new Error("broken"))],
  ["has failed tests", ({ resolve }) => resolve({ ok: false })],
]) {
  test(`what needs a stage that ${how} does not run, nor what needs that, and the rest does`, async () => {
    const { stages, started, finish, ended, note } = controlled({ a: {}, b: { needs: ["a"] }, c: { needs: ["b"] }, d: {} });
    const whole = runGraph(stages, 1, note);
    await settle();
    fail(finish.a);
    await settle();
    await settle();
    assert.deepEqual(started, ["a", "d"]);
    finish.d.resolve();
    await whole;
    assert.deepEqual(ended, [
      ["a", false],
      ["b", "a"],
      ["c", "b"],
      ["d", true],
    ]);
  });
}

test("a stage of more cores than there are runs alone", async () => {
  const { stages, started, finish, note } = controlled({ a: { cores: 4 }, b: {} });
  const whole = runGraph(stages, 2, note);
  await settle();
  assert.deepEqual(started, ["a"]);
  finish.a.resolve();
  await settle();
  finish.b.resolve();
  await whole;
});

test("stages that wait for each other are an error, not a wait without end", async () => {
  const { stages } = controlled({ a: { needs: ["b"] }, b: { needs: ["a"] } });
  await assert.rejects(
    runGraph(stages, 2, () => {}),
    /a, b wait for each other/,
  );
});

test("chosen stages come with all that they need, in the order of the list", () => {
  const stages = [{ name: "z" }, { name: "b", needs: ["z"] }, { name: "c" }, { name: "a", needs: ["b"] }];
  assert.deepEqual(
    withNeeds(stages, ["a"]).map(({ name }) => name),
    ["z", "b", "a"],
  );
  assert.throws(() => withNeeds(stages, ["x"]), /There is no stage x; the stages are z, b, c, a/);
  assert.throws(() => withNeeds([{ name: "a", needs: ["gone"] }], ["a"]), /a needs gone, which is no stage/);
});
