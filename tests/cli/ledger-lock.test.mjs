// One publication at a time enters a ledger: no entry is lost between reading it and writing it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { symlinkSync, unlinkSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { bundledFile } from "./bundled-file.mjs";
import { command, folder } from "./run-expost.mjs";
import { csv, header, rows, study } from "./small-study.mjs";

const dir = folder();
const module = await bundledFile("ledger/lock.js", dir);
const { withLockedLedger } = await import(module);
const LOCK = ".ledger.json.lock";
const entry = {
  ...{ published: "2026-03-01", title: "Another study", report: "a".repeat(64), study: "b".repeat(64) },
  ...{ epsilon: 1, delta: 1e-6, accountant: "joint", seeded: false },
};

test("work on one ledger follows other work on it, by whatever path; other ledgers don't wait", async () => {
  const own = folder();
  own.write("ledger.json", "{}");
  symlinkSync("ledger.json", own.file("link.json"));
  const order = [];
  const work = (name, path) =>
    withLockedLedger(path, async () => {
      order.push(`${name} begins`);
      await pause(120);
      order.push(`${name} ends`);
    });
  await Promise.all([
    work("first", own.file("ledger.json")),
    pause(20).then(() => work("second", own.file("link.json"))),
    pause(20).then(() => work("other", own.file("other.json"))),
  ]);
  assert.deepEqual(
    order.filter((step) => !step.startsWith("other")),
    ["first begins", "first ends", "second begins", "second ends"],
  );
  assert.ok(order.indexOf("other begins") < order.indexOf("first ends"));
  assert.deepEqual(own.names(), ["ledger.json", "link.json"]);
});

test("work that fails takes its lock away", async () => {
  const own = folder();
  await assert.rejects(
    withLockedLedger(own.file("ledger.json"), () => Promise.reject(new Error("no"))),
    /^Error: no$/,
  );
  assert.deepEqual(own.names(), []);
});

test("a lock that stays is named, and left alone", async () => {
  const own = folder();
  own.write(LOCK, "");
  let ran = false;
  await assert.rejects(
    withLockedLedger(own.file("ledger.json"), () => (ran = true), { patience: 100 }),
    /ledger\.json: another publication is being entered; if none is running, delete .*\/\.ledger\.json\.lock and try again$/,
  );
  assert.equal(ran, false);
  assert.deepEqual(own.names(), [LOCK]);
});

test("an interrupted program leaves no lock", async () => {
  const own = folder();
  const program = `
    import { withLockedLedger } from ${JSON.stringify(module)};
    await withLockedLedger(${JSON.stringify(own.file("ledger.json"))}, async () => {
      console.log("locked");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  assert.deepEqual(own.names(), [LOCK]);
  child.kill("SIGTERM");
  assert.deepEqual(await new Promise((resolve) => child.once("close", (...how) => resolve(how))), [null, "SIGTERM"]);
  assert.deepEqual(own.names(), []);
});

test("a wait that never ends leaves no lock", async () => {
  const own = folder();
  const program = `
    import { withLockedLedger } from ${JSON.stringify(module)};
    await withLockedLedger(${JSON.stringify(own.file("ledger.json"))}, () => new Promise(() => {}));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  const [code] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  assert.notEqual(code, 0);
  assert.deepEqual(own.names(), []);
});

test("a signal while the lock is given back: another program's lock, taken at once, stays", async () => {
  const own = folder();
  const { unlink } = files;
  const { kill } = process;
  const listening = new Set(process.listeners("SIGINT"));
  const ended = new Promise((resolve) => (process.kill = (...asked) => resolve(asked)));
  let calls = 0;
  files.unlink = async (path) => {
    calls += 1;
    await unlink(path);
    if (calls > 1) return;
    own.write(LOCK, "another's");
    const [stop] = process.listeners("SIGINT").filter((listener) => !listening.has(listener));
    stop("SIGINT");
    await pause(5);
  };
  syncBuiltinESMExports();
  try {
    // A module of its own, because an ended call never returns.
    const { withLockedLedger: work } = await import(`${module}?given-back`);
    void work(own.file("ledger.json"), () => "done");
    assert.deepEqual(await ended, [process.pid, "SIGINT"]);
    assert.equal(calls, 1);
    assert.equal(own.read(LOCK), "another's");
  } finally {
    process.kill = kill;
    files.unlink = unlink;
    syncBuiltinESMExports();
  }
});

/** Counts how often this process finds a lock there when it wants to make it. */
function refusedTries(lock) {
  const { open } = files;
  const tries = { count: 0, restore: () => ((files.open = open), syncBuiltinESMExports()) };
  files.open = async (path, ...given) => {
    try {
      return await open(path, ...given);
    } catch (error) {
      if (path === lock && error.code === "EEXIST") tries.count += 1;
      throw error;
    }
  };
  syncBuiltinESMExports();
  return tries;
}

test("a publication waits for another one's lock, and all are entered", async () => {
  const own = folder();
  const data = own.write("data.csv", csv([header, ...rows(60)]));
  const plan = own.write(
    "study.json",
    study({ mechanism: { ...study().mechanism, lambda: null }, budget: { epsilon: 1, delta: 1e-6, release: "none" } }),
  );
  const args = (out) => ["publish", data, "--study", plan, "--out", own.file(out), "--ledger", own.file("ledger.json")];
  own.write(LOCK, "");
  const tries = refusedTries(own.file(LOCK));
  let done = false;
  const waiting = command(args("waiting.json")).finally(() => (done = true));
  // It has found the lock, and found it again; it has not written anything.
  while (!done && tries.count < 3) await pause(5);
  tries.restore();
  assert.equal(done, false);
  assert.deepEqual(own.names(), [LOCK, "data.csv", "study.json"]);
  // The other one's work: its entry is there before its lock is gone, and the ledger is
  // read after that.
  own.write("ledger.json", { format: "expost-ledger", version: 1, entries: [entry] });
  unlinkSync(own.file(LOCK));
  const first = await waiting;
  assert.equal(first.code, 0, first.stderr);
  const next = await command(args("next.json"));
  assert.equal(next.code, 0, next.stderr);
  assert.deepEqual(
    own.json("ledger.json").entries.map(({ title }) => title),
    ["Another study", "Small study", "Small study"],
  );
  assert.deepEqual(own.names(), ["data.csv", "ledger.json", "next.json", "study.json", "waiting.json"]);
});
