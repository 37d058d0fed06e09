// Test files that fail are made here, and what scripts/node-tests.mjs counts of them.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { nodeTests } from "../../scripts/test/node-tests.mjs";

const passing = `import { test } from "node:test"; test("passes", () => {}); test("skipped", { skip: true }, () => {});`;
const failing = `import { test } from "node:test"; test("fails", () => { throw new Error("always"); });`;

const suite = `import { describe, test } from "node:test"; describe("around", () => { test("inside", () => {}); });`;
/** The first time that it runs it fails, the second time not. */
const unsteady = `
import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
test("unsteady", () => {
  if (existsSync(new URL("ran", import.meta.url))) return;
  writeFileSync(new URL("ran", import.meta.url), "");
  throw new Error("for the first time");
});`;

describe("counting test files", () => {
  let context;
  before(() => {
    // A runner inside a test would report to the outer one instead of to its own reporters.
    context = process.env.NODE_TEST_CONTEXT;
    delete process.env.NODE_TEST_CONTEXT;
  });
  after(() => {
    if (context !== undefined) process.env.NODE_TEST_CONTEXT = context;
  });

  async function counted(texts, options) {
    const folder = mkdtempSync(join(tmpdir(), "expost-node-tests-"));
    try {
      const files = texts.map((text, index) => join(folder, `${index}.test.mjs`));
      files.forEach((file, index) => writeFileSync(file, texts[index]));
      return await nodeTests(files, { log: join(folder, "run.log"), minutes: 1, ...options });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test("passed, failed and skipped ones, each test once, with its file and its time", async () => {
    const { cases, ...count } = await counted([passing, failing]);
    assert.deepEqual(count, { passed: 1, failed: 1, skipped: 1 });
    const named = cases.map(({ name, failed }) => [name, failed]).sort();
    assert.deepEqual(named, [
      ["fails", true],
      ["passes", false],
      ["skipped", false],
    ]);
    for (const { file, seconds } of cases) assert.ok(file.endsWith(".test.mjs") && seconds >= 0 && seconds < 60);
  });

  test("what fails the first time has failed: there is no second attempt", async () => {
    const count = await counted([passing, unsteady]);
    assert.deepEqual([count.passed, count.failed], [1, 1]);
  });

  test("a suite is none of its tests", async () => {
    const { cases } = await counted([suite]);
    assert.deepEqual(
      cases.map(({ name }) => name),
      ["inside"],
    );
  });

  test("a file that breaks off has failed", async () => {
    const count = await counted([passing, "process.exit(3);"]);
    assert.deepEqual([count.passed, count.failed, count.skipped], [1, 1, 1]);
  });

  test("a runner that is ended has failed, whatever it has counted", async () => {
    // The file lives as long as the runner: otherwise a runner that is slow to hear of the signal
    // sees a file that passed.
    const text = `
      const runner = process.ppid;
      process.kill(runner);
      setInterval(() => process.ppid === runner || process.exit(), 20);`;
    const count = await counted([text]);
    assert.equal(count.failed, 1);
  });

  test("files in which no test runs have failed", async () => {
    const count = await counted([`import { test } from "node:test"; test("skipped", { skip: true }, () => {});`]);
    assert.equal(count.failed, 1);
  });
});
