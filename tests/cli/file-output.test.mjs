// The writing of files by itself: what a run of a command is too short to show.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
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

/**
 * Writes two files, with a signal just after the k-th operation on a file has begun; returns what
 * was there when the program would have ended, or null if there are fewer operations.
 */
async function interruptedAt(k) {
  const own = folder();
  own.write("a.txt", "old");
  own.write("b.txt", "old");
  const { kill } = process;
  const operations = ["stat", "realpath", "open", "link", "rename", "unlink"];
  const original = Object.fromEntries(operations.map((name) => [name, files[name]]));
  const listening = new Set(process.listeners("SIGINT"));
  const begunOnes = [];
  let begun = 0;
  let interrupted = null;
  const ended = new Promise((resolve) => {
    process.kill = (...asked) => resolve({ asked, names: own.names() });
  });
  for (const name of operations)
    files[name] = (...given) => {
      const underWay = original[name](...given);
      begunOnes.push(underWay);
      if ((begun += 1) === k) {
        interrupted = name;
        const [stop] = process.listeners("SIGINT").filter((listener) => !listening.has(listener));
        // A signal is heard when the program has come to wait.
        queueMicrotask(() => stop("SIGINT"));
      }
      return underWay;
    };
  syncBuiltinESMExports();
  try {
    // A module for each try, because an ended call never returns.
    const { writeFiles: write } = await import(`${module}?${k}`);
    const content = ["new", " and whole"];
    const how = await Promise.race([write(["a.txt", "b.txt"].map((name) => ({ path: own.file(name), content }))), ended]);
    if (interrupted === null) return null;
    assert.deepEqual(how.asked, [process.pid, "SIGINT"]);
    // Anything still under way would show now, and be counted in the next try.
    for (let settled = 0; settled < begunOnes.length;) {
      settled = begunOnes.length;
      await Promise.allSettled(begunOnes);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(own.names(), how.names);
    return { operation: interrupted, names: how.names, contents: how.names.map(own.read) };
  } finally {
    process.kill = kill;
    Object.assign(files, original);
    syncBuiltinESMExports();
  }
}

test("a signal at any operation on a file: all files or none, and no other is left", async () => {
  const seen = [];
  for (let k = 1; ; k += 1) {
    const left = await interruptedAt(k);
    if (left === null) break;
    assert.deepEqual(left.names, ["a.txt", "b.txt"], `at operation ${k}, ${left.operation}`);
    assert.equal(left.contents[0], left.contents[1], `at operation ${k}, ${left.operation}`);
    seen.push(`${left.operation}: ${left.contents[0]}`);
  }
  const each = ["stat: old", "realpath: old", "open: old"];
  // The last is the opening of the folder, whose names are to be on the disk.
  const put = ["link: new and whole", "rename: new and whole", "open: new and whole"];
  // The old ones, which were kept until then.
  const tidied = seen.splice(2 * each.length + 2 * put.length);
  assert.deepEqual(seen, [...each, ...each, ...put, ...put]);
  for (const one of tidied) assert.equal(one, "unlink: new and whole");
});

test("a file's name is on the disk before the next file gets its own", async () => {
  const own = folder();
  const seen = [];
  const { open, link } = files;
  files.link = (from, to) => {
    seen.push(`link ${to}`);
    return link(from, to);
  };
  files.open = async (path, ...given) => {
    const file = await open(path, ...given);
    const { sync } = file;
    file.sync = () => {
      seen.push(`sync ${path.replace(/\.[0-9a-f]{12}\.tmp$/, "")}`);
      return sync.call(file);
    };
    return file;
  };
  syncBuiltinESMExports();
  try {
    await writeFiles(["a.txt", "b.txt"].map((name) => ({ path: own.file(name), content: "new", kept: "" })));
  } finally {
    Object.assign(files, { open, link });
    syncBuiltinESMExports();
  }
  const names = (...steps) => steps.map((step) => step.replace("@", own.path));
  const drafts = names("sync @/.a.txt", "sync @/.b.txt");
  assert.deepEqual(seen, [...drafts, ...names("link @/a.txt", "sync @", "link @/b.txt", "sync @")]);
});
