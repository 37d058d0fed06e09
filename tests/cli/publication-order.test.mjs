// A report gets out only after its entry is in the ledger, however its way out ends.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { expost, folder, packageDir, startExpost } from "./run-expost.mjs";
import { csv, header, rows, study } from "./small-study.mjs";

const needsPipes = { skip: process.platform === "win32" && "needs named pipes" };
const needsFull = { skip: process.platform !== "linux" && "needs /dev/full" };

/** A study whose report is larger than a pipe's buffer, 64 KiB: its levels have long names. */
function longStudy() {
  const levels = ["north", "south, east", "west"];
  for (let i = 0; i < 400; i += 1) levels.push(`${i}`.padEnd(200, "-"));
  const { features, mechanism } = study();
  return study({
    features: features.map((feature) => (feature.kind === "category" ? { ...feature, levels } : feature)),
    mechanism: { ...mechanism, lambda: null },
    budget: { epsilon: 1, delta: 1e-6, release: "none", accountant: "shift" },
  });
}

const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(60)]));
const plan = dir.write("study.json", longStudy());

const publishing = (own, out, ...more) => [
  ...["publish", data, "--study", plan, "--out", out],
  ...["--ledger", own.file("ledger.json"), "--secrets", own.file("secrets.json"), ...more],
];

/** A pipe, with both of its ends open. */
function pipe() {
  const path = folder().file("pipe");
  execFileSync("mkfifo", [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { path, reading, writing: openSync(path, constants.O_WRONLY) };
}

/** The first bytes out of a pipe. */
async function firstBytes(reading, child) {
  const bytes = Buffer.alloc(60);
  while (child.exitCode === null) {
    try {
      const count = readSync(reading, bytes);
      if (count > 0) return bytes.toString("utf8", 0, count);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
    await pause(5);
  }
  throw new Error("nothing was written");
}

/** How a program that was started ends, and what it says on standard error. */
function ended(child) {
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (piece) => (stderr += piece));
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal, stderr })));
}

const entries = (own) => own.json("ledger.json").entries.map(({ title }) => title);

/** Starts `expost …` with nothing to read; ended with the test. */
function started(t, args, stdout) {
  const child = startExpost(args, { stdio: ["ignore", stdout, "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

for (const [where, outOf] of [
  ["standard output", () => "-"],
  ["a named pipe", ({ path }) => path],
])
  for (const [what, signal] of [
    ["its reader leaves", null],
    ["SIGINT", "SIGINT"],
    ["SIGTERM", "SIGTERM"],
  ])
    test(`${where}, ${what}: the entry is there before the first byte, and stays alone`, needsPipes, async (t) => {
      const own = folder();
      own.write("secrets.json", "the old secrets");
      const { path, reading, writing } = pipe();
      const out = outOf({ path });
      const child = started(t, publishing(own, out, "--replace"), out === "-" ? writing : "ignore");
      const end = ended(child);
      assert.match(await firstBytes(reading, child), /^\{\s*"format": "expost-report"/);
      assert.deepEqual(entries(own), ["Small study"]);
      closeSync(writing);
      if (signal === null) closeSync(reading);
      else child.kill(signal);
      const { stderr, ...how } = await end;
      if (signal !== null) closeSync(reading);
      assert.deepEqual(how, signal === null ? { code: 1, signal: null } : { code: null, signal });
      const name = out === "-" ? "standard output" : path;
      const begin = signal === null ? `expost: ${name}: can't be written: the other end is closed` : `${name}: was broken off`;
      const sentence = `${begin}; the report did not get out whole, but its entry is in ${own.file("ledger.json")}\n`;
      assert.ok(stderr.endsWith(sentence), stderr);
      assert.deepEqual(own.names(), ["ledger.json", "secrets.json"]);
      assert.deepEqual(entries(own), ["Small study"]);
      assert.equal(own.read("secrets.json"), "the old secrets");
    });

test("without a ledger: a reader that leaves early gets no whole report, which is said", needsPipes, async (t) => {
  const own = folder();
  const { reading, writing } = pipe();
  const args = ["publish", data, "--study", plan, "--out", "-", "--secrets", own.file("secrets.json")];
  const child = started(t, args, writing);
  closeSync(writing);
  const end = ended(child);
  await firstBytes(reading, child);
  closeSync(reading);
  const { code, stderr } = await end;
  assert.equal(code, 1);
  assert.match(stderr, /^expost: standard output: .* closed; the report did not get out whole$/m);
  assert.deepEqual(own.names(), []);
});

/** Runs `expost …` with a device as its standard output. */
async function into(t, path, args) {
  const file = openSync(path, "w");
  const child = started(t, args, file);
  closeSync(file);
  return await ended(child);
}

const PRINTERS = [["--help"], ["goe", "--dimension", "5", "--tail", "0.1"], ["serve", "--port", "0"]];

test("other commands end quietly where nobody reads", needsPipes, async (t) => {
  for (const args of PRINTERS) {
    const { reading, writing } = pipe();
    closeSync(reading);
    const child = started(t, args, writing);
    closeSync(writing);
    assert.deepEqual(await ended(child), { code: 0, signal: null, stderr: "" });
  }
});

test("a full device as standard output: exit 1, and the entry stays alone", needsFull, async (t) => {
  const own = folder();
  const { code, stderr } = await into(t, "/dev/full", publishing(own, "-"));
  assert.equal(
    stderr,
    `expost: standard output: can't be written: the disk is full; the report did not get out whole, but its entry is in ${own.file("ledger.json")}\n`,
  );
  assert.equal(code, 1);
  assert.deepEqual(own.names(), ["ledger.json"]);
  assert.deepEqual(entries(own), ["Small study"]);
});

test("a full device as standard output, of other commands: one sentence, exit 1", needsFull, async (t) => {
  for (const args of PRINTERS) {
    const { code, stderr } = await into(t, "/dev/full", args);
    assert.equal(stderr, "expost: standard output: can't be written: the disk is full\n");
    assert.equal(code, 1);
  }
});

test("a disk that gets full in the middle of standard output: no report is taken for whole", needsPipes, async () => {
  const own = folder();
  // Beyond its limit a file takes nothing more, like one on a full disk.
  const limited = 'trap "" XFSZ; ulimit -f 32; exec "$0" "$@" > "$OUT"';
  const args = ["publish", data, "--study", plan, "--out", "-", "--ledger", own.file("ledger.json")];
  const child = spawn("sh", ["-c", limited, process.execPath, join(packageDir, "cli/expost.js"), ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, OUT: dir.file("part.json") },
  });
  const { code, stderr } = await ended(child);
  assert.throws(() => dir.json("part.json"));
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^expost: standard output: can't be written: .*; the report did not get out whole, but its entry is in /,
  );
  assert.deepEqual(own.names(), ["ledger.json"]);
});

test("a pipe that nobody opens to read: nothing is entered before, and nothing stays", needsPipes, async (t) => {
  const own = folder();
  const { path, reading, writing } = pipe();
  closeSync(reading);
  closeSync(writing);
  const child = started(t, publishing(own, path), "ignore");
  const end = ended(child);
  while (!own.names().some((name) => name.endsWith(".lock"))) await pause(5);
  while (!own.names().some((name) => name.startsWith(".secrets"))) await pause(5);
  await pause(100);
  child.kill("SIGINT");
  assert.equal((await end).signal, "SIGINT");
  assert.deepEqual(own.names(), []);
});

test("an error that nothing waits for: exit 3, no lock and no secrets are left, and no entry", async () => {
  const own = folder();
  const failing = `
    import files from "node:fs/promises";
    import { syncBuiltinESMExports } from "node:module";
    const { open } = files;
    files.open = (path, ...given) => {
      if (String(path).includes(".report.json.")) setImmediate(() => { throw new Error("unforeseen"); });
      return open(path, ...given);
    };
    syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(failing)}`;
  const result = await expost(publishing(own, own.file("report.json")), { env: { ...process.env, NODE_OPTIONS } });
  assert.equal(result.stderr, "expost: internal error: unforeseen\n");
  assert.equal(result.code, 3);
  assert.deepEqual(own.names(), []);
});
