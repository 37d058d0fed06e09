// Test files that fail are made here, and what scripts/node-tests.mjs counts of them.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { nodeTests } from "../../scripts/node-tests.mjs";

/** The first time that the test `name` runs it fails, in a suite as most are, the second time not. */
const unsteady = (name) => `
import { existsSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
describe("a suite", () => {
  test("${name}", () => {
    if (existsSync(new URL("${name}.ran", import.meta.url))) return;
    writeFileSync(new URL("${name}.ran", import.meta.url), "");
    throw new Error("for the first time");
  });
});`;
const passing = `import { test } from "node:test"; test("passes", () => {}); test("skipped", { skip: true }, () => {});`;
const failing = `import { test } from "node:test"; test("fails", () => { throw new Error("always"); });`;

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

  test("passed, failed and skipped ones; a single attempt unless asked otherwise", async () => {
    const count = await counted([passing, failing, unsteady("shy")]);
    assert.deepEqual(count, { passed: 1, failed: 2, skipped: 1, unsteady: [] });
  });

  test("what passes at the second attempt is counted as passed, and named", async () => {
    const count = await counted([passing, unsteady("shy")], { secondAttempt: true });
    assert.deepEqual(count, { passed: 2, failed: 0, skipped: 1, unsteady: ["shy"] });
  });

  test("what fails twice has failed, and with it all that failed at first", async () => {
    const count = await counted([passing, failing, unsteady("shy")], { secondAttempt: true });
    assert.deepEqual(count, { passed: 1, failed: 2, skipped: 1, unsteady: [] });
  });

  test("many failures are no accident", async () => {
    const count = await counted([passing, ...["a", "b", "c", "d"].map(unsteady)], { secondAttempt: true });
    assert.deepEqual(count, { passed: 1, failed: 4, skipped: 1, unsteady: [] });
  });

  test("a file that breaks off has failed", async () => {
    const count = await counted([passing, "process.exit(3);"], { secondAttempt: true });
    assert.deepEqual(count, { passed: 1, failed: 1, skipped: 1, unsteady: [] });
  });

  test("a runner that is ended has failed, whatever it has counted", async () => {
    const count = await counted(["process.kill(process.ppid);"], { secondAttempt: true });
    assert.equal(count.failed, 1);
    assert.deepEqual(count.unsteady, []);
  });
});
