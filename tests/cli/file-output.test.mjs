// The writing of files by itself: what a run of a command is too short to show.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { bundledFile } from "./bundled-file.mjs";
import { folder } from "./run-expost.mjs";

const dir = folder();
const module = await bundledFile("output/file.js", dir);
const { writeFiles } = await import(module);

test("a second file that fails takes the first with it", async () => {
  const own = folder();
  own.write("a.txt", "old a");
  const failing = (function* () {
    yield "half";
    throw Object.assign(new Error(), { code: "ENOSPC" });
  })();
  await assert.rejects(
    writeFiles([
      { path: own.file("a.txt"), content: "new a" },
      { path: own.file("b.txt"), content: failing },
    ]),
    /b\.txt: can't be written: the disk is full/,
  );
  assert.equal(own.read("a.txt"), "old a");
  assert.deepEqual(own.names(), ["a.txt"]);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  test(`${signal} in the middle of writing leaves the old file and no other`, async () => {
    const own = folder();
    own.write("a.txt", "old");
    // Writes on and on until it is stopped.
    const program = `
      import { writeFiles } from ${JSON.stringify(module)};
      const endless = (function* () { for (let i = 0; ; i += 1) { if (i === 20) console.log("writing"); yield "x".repeat(1000); } })();
      await writeFiles([{ path: ${JSON.stringify(own.file("a.txt"))}, content: endless }]);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    assert.equal(own.names().length, 2);
    child.kill(signal);
    const how = await new Promise((resolve) => child.once("close", (...ended) => resolve(ended)));
    assert.deepEqual(how, [null, signal]);
    assert.equal(own.read("a.txt"), "old");
    assert.deepEqual(own.names(), ["a.txt"]);
  });
}
