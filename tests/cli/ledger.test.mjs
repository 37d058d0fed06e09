// expost publish --ledger: the running total of what was published about some data.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { chmodSync, statSync, symlinkSync, watch, writeFileSync } from "node:fs";
import { test } from "node:test";
import { gaussianSigma, studyText, sumUpward } from "../../build/package/index.js";
import { command, folder, isOneLine, startExpost } from "./run-expost.mjs";
import { csv, header, quickStudy, rows, study } from "./small-study.mjs";

const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(120)]));
const budget = (epsilon, delta = 1e-6) =>
  study({ mechanism: { ...study().mechanism, lambda: null }, budget: { epsilon, delta, release: "none" } });
const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/** A regression with the squared loss, which has no finite guarantee. */
const squared = () => ({
  ...study(),
  features: study().features.filter(({ name }) => name !== "age"),
  label: { name: "age", kind: "number", minimum: 18, maximum: 90 },
  mechanism: { name: "objective-perturbation", loss: { name: "squared" }, lambda: 2, scales: { model: 5 } },
  budget: { epsilon: 1, delta: 1e-6, release: "none" },
});

/** A folder to publish in, with a ledger. */
function desk() {
  const own = folder();
  const publish = (document, { out = "report.json", options = [] } = {}) => {
    const path = own.write("study.json", document);
    const to = out.startsWith("/") || out === "-" ? out : own.file(out);
    const files = ["--study", path, "--out", to, "--ledger", own.file("ledger.json"), "--replace"];
    return command(["publish", data, ...files, ...options]);
  };
  return { own, publish };
}

async function published(result) {
  const { code, stdout, stderr } = await result;
  assert.equal(code, 0, stderr);
  const total = /^ledger .*ledger\.json, losses added up\n {2}before: (.*)\n {2}now: {4}(.*)(?:\n {10}(together .*))?$/m.exec(
    stdout,
  );
  return { before: total[1], now: total[2], together: total[3], stderr };
}

test("totals are sums of what is written, exactly, and are shown before and after", async () => {
  const { own, publish } = desk();
  const first = await published(publish(budget(0.1)));
  assert.equal(first.before, "nothing published");
  assert.equal(first.now, "ε = 0.1, δ = 0.000001 (1 publication)");
  assert.doesNotMatch(first.stderr, /published before/);
  const second = await published(publish(budget(0.2, 2e-7), { out: "second.json" }));
  assert.equal(second.before, first.now);
  // Not 0.30000000000000004.
  assert.equal(second.now, "ε = 0.3, δ = 0.0000012 (2 publications)");
  const ledger = own.json("ledger.json");
  assert.deepEqual([ledger.format, ledger.version, ledger.entries.length], ["expost-ledger", 4, 2]);
  const report = own.json("second.json");
  assert.deepEqual(ledger.entries[1], {
    published: report.published,
    title: "Small study",
    report: sha256(own.read("second.json")),
    study: ledger.entries[1].study,
    epsilon: 0.2,
    delta: 2e-7,
    accountant: "joint",
    seeded: false,
    data: ledger.entries[0].data,
    curve: ledger.entries[1].curve,
  });
  assert.equal(ledger.entries[1].curve.length, 33);
  assert.equal(ledger.entries[0].report, sha256(own.read("report.json")));
  assert.match(ledger.entries[0].study, /^[0-9a-f]{64}$/);
  assert.notEqual(ledger.entries[0].study, ledger.entries[1].study);
  assert.deepEqual(own.names(), ["ledger.json", "report.json", "second.json", "study.json"]);
});

test("sums of decimals are exact, or rounded up", async () => {
  assert.equal(await sumUpward([]), 0);
  assert.equal(await sumUpward([0.1, 0.2, 0.3]), 0.6);
  assert.equal(await sumUpward([1e-300, 1e-300]), 2e-300);
  assert.equal(await sumUpward([0.5, 0.5]), 1);
  assert.equal(await sumUpward([1.5e3, 2.25]), 1502.25);
  assert.equal(await sumUpward([1, Infinity]), Infinity);
  // Doubles next to 1e22 are 2^21 apart, those next to 2^53 are 2: the nearest would be below.
  assert.equal(await sumUpward([1e22, 1, 0.5]), 1e22 + 2 ** 21);
  assert.equal(await sumUpward([2 ** 53, 1e-9]), 2 ** 53 + 2);
  assert.equal(await sumUpward([1, 2 ** -60]), 1 + 2 ** -52);
  assert.equal(await sumUpward([Number.MAX_VALUE, 1]), Infinity);
});

test("a study's fingerprint is that of its JSON with keys in JavaScript's order, as in ledgers of old", async () => {
  const sorted = (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const keys = [
    "10",
    "9",
    "01",
    "0",
    "",
    "4294967294",
    "4294967295",
    "a",
    "ab",
    "B",
    "é",
    "\u{1f600}",
    "\uffee",
    "\ud7ff",
    '"',
  ];
  const odd = Object.fromEntries(keys.map((key, i) => [key, i]));
  const numbers = [0, -0, 1, 1.5, 1e21, 1e-7, 123456789012345680000, 5e-324, 0.1, -1e300, 2 ** 53, 1e-6];
  const texts = ['\b\f\n\r\t\u0001\u001f\u007f\u2028\\"/', "", "\u{1f600}"];
  for (const document of [budget(1), { odd, numbers, texts, list: [[], {}, null, true, false, [odd]] }, []])
    assert.equal(await studyText(document), JSON.stringify(document, sorted));
});

test("the same study again, however it is laid out: a warning with the dates and the total, before training", async () => {
  const { own, publish } = desk();
  await published(publish({ ...budget(0.5), published: "2026-03-01" }));
  const ledger = own.json("ledger.json");
  ledger.entries[0].published = "2026-02-03";
  own.write("ledger.json", ledger);
  const reordered = Object.fromEntries(Object.entries({ ...budget(0.5), published: "2026-03-01" }).reverse());
  const again = await published(publish(`\n${JSON.stringify(reordered, null, 7)}\n`));
  assert.match(
    again.stderr,
    /^expost: warning: this study was published before, on 2026-02-03: losses add up, so far to ε = 0\.5, δ = 0\.000001 \(1 publication\)\n/,
  );
  const third = await published(publish({ ...budget(0.5), published: "2026-03-01" }));
  assert.match(third.stderr, /on 2026-02-03 and 2026-03-01: losses add up, so far to ε = 1, δ = 0\.000002 \(2 publications\)/);
  const [one, two, three] = own.json("ledger.json").entries.map((entry) => entry.study);
  assert.deepEqual([one, one], [two, three]);
  assert.equal(third.now, "ε = 1.5, δ = 0.000003 (3 publications)");
});

test("a report without a guarantee makes the total infinite, for good, and never 0", async () => {
  const { own, publish } = desk();
  await published(publish(budget(1)));
  const without = await published(publish(squared()));
  assert.equal(
    without.now,
    "ε = ∞, δ = 1 (2 publications, 1 with a promise: ε = 1, δ = 0.000001; 1 without a finite guarantee)",
  );
  const { epsilon, delta, accountant } = own.json("ledger.json").entries[1];
  assert.deepEqual([epsilon, delta, accountant], ["Infinity", 1, null]);
  const later = await published(publish(budget(1), { out: "later.json" }));
  assert.equal(later.before, without.now);
  // The sum of the finite ones is not lost beside it.
  assert.equal(later.now, "ε = ∞, δ = 1 (3 publications, 2 with a promise: ε = 2, δ = 0.000002; 1 without a finite guarantee)");
});

test("a seeded experiment is listed, not counted, and no earlier publication", async () => {
  const { own, publish } = desk();
  const seeded = await published(publish(budget(1), { options: ["--seed", "3"] }));
  assert.equal(seeded.now, "nothing published (1 seeded experiment not counted)");
  assert.equal(own.json("ledger.json").entries[0].seeded, true);
  const real = await published(publish(budget(1)));
  assert.doesNotMatch(real.stderr, /published before|holds a report/);
  assert.equal(real.now, "ε = 1, δ = 0.000001 (1 publication, 1 seeded experiment not counted)");
});

test("without a ledger: a report of the same study that is about to be replaced is pointed out", async () => {
  const own = folder();
  const publish = (document, out = "report.json") =>
    command(["publish", data, "--study", own.write("study.json", document), "--out", own.file(out), "--replace"]);
  const repeated =
    /warning: .*report\.json holds a report of this title and these features already, published on \d{4}-\d\d-\d\d: /;
  assert.doesNotMatch((await publish(budget(1))).stderr, /holds a report/);
  assert.match((await publish(budget(2))).stderr, repeated);
  assert.doesNotMatch((await publish(budget(2), "other.json")).stderr, /holds a report/);
  assert.doesNotMatch((await publish({ ...budget(2), title: "Another study" })).stderr, /holds a report/);
  assert.doesNotMatch((await publish(budget(2))).stderr, /holds a report/);
  const fewer = budget(2);
  fewer.features = fewer.features.filter(({ name }) => name !== "member");
  assert.doesNotMatch((await publish(fewer)).stderr, /holds a report/);
  own.write("report.json", "no report at all");
  assert.doesNotMatch((await publish(fewer)).stderr, /holds a report/);
});

test("the report on standard output: the ledger has the hash of what was printed, the total goes to standard error", async () => {
  const { own, publish } = desk();
  const { code, stdout, stderr } = await publish(budget(1), { out: "-" });
  assert.equal(code, 0, stderr);
  assert.equal(own.json("ledger.json").entries[0].report, sha256(stdout));
  assert.match(stderr, /now: {4}ε = 1, δ = 0\.000001 \(1 publication\)/);
});

const entry = {
  ...{ published: "2026-03-01", title: "A", report: "a".repeat(64), study: "b".repeat(64) },
  ...{ epsilon: 1, delta: 1e-6, accountant: "joint", seeded: false },
};
const ledger = (changes = {}, own = {}) => ({
  format: "expost-ledger",
  version: 1,
  entries: [{ ...entry, ...changes }],
  ...own,
});
const pair = { shift: 0.2, slack: 0 };
const without = (name) => {
  const document = ledger();
  delete document.entries[0][name];
  return document;
};

for (const [what, content, expected] of [
  ["an empty file", "", /ledger\.json: is empty/],
  ["a text", "ledger", /ledger\.json: is not JSON/],
  ["half a ledger", JSON.stringify(ledger()).slice(0, -5), /ledger\.json: is not complete/],
  ["a list", [], /ledger\.json: is not a ledger: .*"expost-ledger" was expected/],
  ["null", "null", /ledger\.json: is not a ledger/],
  ["a report", { format: "expost-report", version: 1 }, /ledger\.json: is not a ledger/],
  ["a newer ledger", ledger({}, { version: 5 }), /ledger\.json: is a ledger of version 5, newer than .* \(4\)/],
  ["a ledger without a version", ledger({}, { version: undefined }), /ledger\.json: \/version must be 1, 2, 3 or 4/],
  ["a version in words", ledger({}, { version: "1" }), /ledger\.json: \/version must be 1, 2, 3 or 4/],
  ["a key in version 1", ledger({}, { key: "c".repeat(64) }), /ledger\.json: \/key is not a key of a ledger of this version/],
  ["half a key", ledger({}, { version: 2, key: "c".repeat(63) }), /ledger\.json: \/key must be 32 random bytes/],
  ["a fingerprint of data without a key", ledger({ data: "d".repeat(64) }, { version: 2 }), /ledger\.json: \/key is missing/],
  ["half a fingerprint", ledger({ data: "d" }, { version: 2, key: "c".repeat(64) }), /\/entries\/0\/data must be the data's/],
  ["a limit that is a number", ledger({}, { version: 2, limit: 3 }), /\/limit must be an object with epsilon/],
  ["a limit of 0", ledger({}, { version: 2, limit: { epsilon: 0 } }), /\/limit\/epsilon must be a number above 0/],
  ["a limit on δ of 1", ledger({}, { version: 2, limit: { epsilon: 1, delta: 1 } }), /\/limit\/delta must be a number from 0/],
  ["a limit with more", ledger({}, { version: 2, limit: { epsilon: 1, until: 2030 } }), /\/limit\/until is not a key/],
  ["a Gaussian pair in version 2", ledger({ gaussian: pair }, { version: 2 }), /\/entries\/0\/gaussian is not a key/],
  [
    "half a Gaussian pair",
    ledger({ gaussian: { shift: 1 } }, { version: 3 }),
    /\/entries\/0\/gaussian must be shift and slack/,
  ],
  ["a shift below 0", ledger({ gaussian: { ...pair, shift: -1 } }, { version: 3 }), /\/0\/gaussian must be shift and slack/],
  ["an empty curve", ledger({ curve: [] }, { version: 3 }), /\/entries\/0\/curve must be a list of 1 to 100 promises/],
  ["a curve with a δ of 2", ledger({ curve: [{ epsilon: 1, delta: 2 }] }, { version: 3 }), /\/0\/curve must be a list/],
  [
    "a curve beside a Gaussian pair",
    ledger({ gaussian: pair, curve: [{ epsilon: 1, delta: 0 }] }, { version: 3 }),
    /\/entries\/0\/curve must be left out beside gaussian/,
  ],
  ["no list of entries", ledger({}, { entries: {} }), /ledger\.json: \/entries must be a list/],
  ["an entry that is none", ledger({}, { entries: [entry, 7] }), /ledger\.json: \/entries\/1 must be an object/],
  ["an ε of 0", ledger({ epsilon: 0 }), /ledger\.json: \/entries\/0\/epsilon must be a number above 0, or "Infinity"/],
  ["a negative ε", ledger({ epsilon: -1 }), /\/entries\/0\/epsilon/],
  ["an ε too large for a number", JSON.stringify(ledger()).replace('"epsilon":1', '"epsilon":1e999'), /\/entries\/0\/epsilon/],
  ["an ε of null", ledger({ epsilon: null }), /\/entries\/0\/epsilon/],
  ["an infinite ε with a small δ", ledger({ epsilon: "Infinity" }), /\/entries\/0\/delta must be 1/],
  ["a δ below 0", ledger({ delta: -1e-9 }), /\/entries\/0\/delta/],
  ["a δ above 1", ledger({ delta: 2 }), /\/entries\/0\/delta/],
  ["no title", without("title"), /\/entries\/0\/title/],
  ["no word on the seed", without("seeded"), /\/entries\/0\/seeded must be true or false/],
  ["half a hash", ledger({ study: "abc" }), /\/entries\/0\/study must be the SHA-256/],
  ["a date that is none", ledger({ published: "yesterday" }), /\/entries\/0\/published must be a date/],
  ["a key that no version has", ledger({ epsilno: 3 }), /\/entries\/0\/epsilno is not a key/],
  ["a key with the end of a line", ledger({ "a\n/b~": 3 }), /\/entries\/0\/a\\n~1b~0 is not a key/],
  [
    "a key that a terminal would obey",
    ledger({ "\u001b[2J\u009b2J\u2028": 3 }),
    /\/0\/\[U\+001B\]\[2J\[U\+009B\]2J\[U\+2028\] is not a key/,
  ],
  ["a key next to the entries", ledger({}, { total: 3 }), /ledger\.json: \/total is not a key/],
  ["bytes that are no text", Buffer.from([0x7b, 0xff, 0xfe]), /ledger\.json: is not UTF-8 text/],
]) {
  test(`${what} for a ledger: exit 1, one line, before anything is read`, async () => {
    const own = folder();
    const path = own.write("ledger.json", content);
    const [before, names] = [own.read("ledger.json"), own.names()];
    const plan = dir.write("study.json", budget(1));
    // A command that read the data first would say that they are not there.
    const said = await command([
      ...["publish", own.file("absent.csv"), "--study", plan],
      ...["--out", own.file("report.json"), "--ledger", path],
    ]);
    isOneLine(assert, said);
    assert.match(said.stderr, expected);
    assert.equal(said.code, 1);
    assert.equal(own.read("ledger.json"), before);
    assert.deepEqual(own.names(), names);
  });
}

test("a bad ledger is refused while standard input is still open", async () => {
  const own = folder();
  const path = own.write("ledger.json", "ledger");
  const plan = dir.write("study.json", budget(1));
  // A command that read standard input would not end.
  const child = startExpost(["publish", "-", "--study", plan, "--out", own.file("report.json"), "--ledger", path]);
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (piece) => (said[name] += piece));
  const patience = setTimeout(() => child.kill(), 20_000);
  const [code] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  clearTimeout(patience);
  isOneLine(assert, said);
  assert.match(said.stderr, /ledger\.json: is not JSON/);
  assert.equal(code, 1);
  assert.deepEqual(own.names(), ["ledger.json"]);
});

test("what others keep in a ledger stays in it", async () => {
  const { own, publish } = desk();
  own.write("ledger.json", ledger({ "x-ticket": "T-7" }, { "x-owner": "me" }));
  assert.equal((await published(publish(budget(1)))).now, "ε = 2, δ = 0.000002 (2 publications)");
  const after = own.json("ledger.json");
  assert.equal(after["x-owner"], "me");
  assert.deepEqual(after.entries[0], { ...entry, "x-ticket": "T-7" });
});

test("all files or none: no entry for a report that could not be made", async () => {
  const { own } = desk();
  own.write("ledger.json", ledger());
  const before = own.read("ledger.json");
  const bad = own.write("bad.csv", csv([header, ["x", "no", "west", "no"]]));
  const path = own.write("study.json", budget(1));
  const paths = ["--study", path, "--out", own.file("report.json"), "--ledger", own.file("ledger.json")];
  const refused = await command(["publish", bad, ...paths]);
  assert.equal(refused.code, 1);
  assert.equal(own.read("ledger.json"), before);
  assert.deepEqual(own.names(), ["bad.csv", "ledger.json", "study.json"]);
});

test("the entry is in its place before its report: one without a report counts too much, the other way round nothing", async () => {
  const { own, publish } = desk();
  const [placed, names] = [[], ["ledger.json", "report.json"]];
  let all;
  const seen = new Promise((resolve) => (all = resolve));
  const watcher = watch(own.path, (_, name) => {
    if (names.includes(name) && !placed.includes(name)) placed.push(name);
    if (placed.length === names.length) all();
  });
  try {
    await published(publish(budget(1)));
    await seen;
    assert.deepEqual(placed, names);
  } finally {
    watcher.close();
  }
});

test("a ledger that is another file of the call: exit 2; one that is a device: exit 1", async () => {
  const own = folder();
  const path = own.write("study.json", budget(1));
  const out = own.file("report.json");
  const call = (...options) => command(["publish", data, "--study", path, "--out", out, "--replace", ...options]);
  assert.match((await call("--ledger", path)).stderr, /study\.json is an input too/);
  assert.match((await call("--ledger", out)).stderr, /report\.json is an output too/);
  writeFileSync(out, "{}");
  symlinkSync("report.json", own.file("link.json"));
  assert.equal((await call("--ledger", own.file("link.json"))).code, 2);
  if (process.platform === "linux") {
    const device = await call("--ledger", "/dev/zero");
    isOneLine(assert, device);
    assert.equal(device.code, 1);
    assert.match(device.stderr, /\/dev\/zero: is not a ledger/);
  }
});

/** A ledger to publish into, on other data than the usual. */
function deskOf(files = {}) {
  const own = folder();
  let count = 0;
  const publish = (table, document, { options = [] } = {}) => {
    count += 1;
    const path = own.write("study.json", document);
    const paths = ["--study", path, "--out", own.file(`report-${count}.json`), "--ledger", own.file("ledger.json")];
    return command(["publish", files[table] ?? table, ...paths, ...options]);
  };
  return { own, publish };
}

const OTHER =
  /warning: \S*ledger\.json: these data are not those of its earlier publications \(([^)]*)\): if they are about other/;

test("the ledger knows its data: the same table in any form is the same, another one is told, and nothing is refused", async () => {
  const lines = [header, ...rows(120)];
  const files = {
    semicolons: dir.write("semicolons.csv", `\ufeff${csv(lines, { delimiter: ";", newline: "\r\n" })}`),
    changed: dir.write("changed.csv", csv([header, ...rows(120).map((row, i) => (i === 7 ? ["19", ...row.slice(1)] : row))])),
    longer: dir.write("longer.csv", csv([header, ...rows(121)])),
    // Another column's name would be in no row.
    renamed: dir.write("renamed.csv", csv([[...header, "more"], ...rows(120).map((row) => [...row, "1"])])),
  };
  const { own, publish } = deskOf(files);
  assert.doesNotMatch((await published(publish(data, budget(1)))).stderr, OTHER);
  assert.doesNotMatch((await published(publish("semicolons", budget(2)))).stderr, OTHER);
  const day = own.json("ledger.json").entries[0].published;
  for (const [i, table] of ["changed", "longer", "renamed"].entries()) {
    const { stderr } = await published(publish(table, budget(3 + i)));
    assert.ok(OTHER.exec(stderr)?.[1].split(" and ").includes(day), stderr);
  }
  // It is there now.
  assert.doesNotMatch((await published(publish("longer", budget(9)))).stderr, OTHER);
  const { key, entries } = own.json("ledger.json");
  assert.match(key, /^[0-9a-f]{64}$/);
  assert.deepEqual(
    entries.map((entry) => entries.findIndex((other) => other.data === entry.data)),
    [0, 0, 2, 3, 4, 3],
  );
});

test("the fingerprint is an HMAC of the rows with the ledger's key, which every ledger draws for itself", async () => {
  const [one, two] = [deskOf(), deskOf()];
  await published(one.publish(data, budget(1)));
  await published(two.publish(data, budget(1)));
  const [first, second] = [one, two].map(({ own }) => own.json("ledger.json"));
  assert.notEqual(first.key, second.key);
  assert.notEqual(first.entries[0].data, second.entries[0].data);
  const text = [header, ...rows(120)].map((row) => `${JSON.stringify(row)}\n`).join("");
  const digest = createHash("sha256").update(text, "utf8").digest();
  for (const { key, entries } of [first, second]) {
    const expected = createHmac("sha256", Buffer.from(key, "hex")).update(digest).digest("hex");
    assert.equal(entries[0].data, expected);
  }
  // It is as secret as the data.
  assert.equal(statSync(one.own.file("ledger.json")).mode & 0o777, 0o600);
});

test("a ledger of version 1 is read, becomes one of version 4, its owner's alone, and says nothing of its data", async () => {
  const { own, publish } = desk();
  own.write("ledger.json", ledger());
  chmodSync(own.file("ledger.json"), 0o644);
  const { now, stderr } = await published(publish(budget(1)));
  assert.equal(now, "ε = 2, δ = 0.000002 (2 publications)");
  assert.doesNotMatch(stderr, OTHER);
  const after = own.json("ledger.json");
  assert.deepEqual([after.version, after.entries[0]], [4, entry]);
  assert.equal(statSync(own.file("ledger.json")).mode & 0o777, 0o600);
  // A curator who shares it with others keeps it shared.
  chmodSync(own.file("ledger.json"), 0o640);
  await published(publish(budget(1)));
  assert.equal(statSync(own.file("ledger.json")).mode & 0o777, 0o640);
});

test("a limit: what would go beyond is refused before the data are opened, whoever asks", async () => {
  const { own, publish } = deskOf();
  const limited = ["--limit", "2.5,3e-6"];
  const first = await publish(data, budget(1), { options: limited });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^ {2}limit: {2}ε = 2\.5, δ = 0\.000003; left: ε = 1\.5, δ = 0\.000002$/m);
  assert.deepEqual(own.json("ledger.json").limit, { epsilon: 2.5, delta: 3e-6 });
  // It is kept: nobody has to repeat it.
  assert.equal((await publish(data, budget(1.5))).code, 0);
  const [before, names] = [own.read("ledger.json"), [...own.names(), "study.json"].sort()];
  const unchanged = () => {
    assert.equal(own.read("ledger.json"), before);
    assert.deepEqual([...own.names(), "study.json"].sort(), names);
  };
  const beyond = await publish(own.file("absent.csv"), budget(4));
  isOneLine(assert, beyond);
  assert.equal(beyond.code, 1);
  assert.match(
    beyond.stderr,
    /ledger\.json: this publication would go beyond the limit ε = 2\.5, δ = 0\.000003: it adds ε = 4, δ = 0\.000001 to ε = 2\.5, δ = 0\.000002 \(2 publications\); nothing was written/,
  );
  unchanged();
  // An experiment isn't published: it isn't counted.
  assert.equal((await publish(data, budget(5), { options: ["--seed", "1"] })).code, 0);
});

test("a limit on δ alone, on a loss without a promise, and on noise that the study states", async () => {
  for (const [document, adds] of [
    [budget(1, 2e-6), "ε = 1, δ = 0\\.000002"],
    [squared(), "ε = ∞, δ = 1"],
    [quickStudy({ mechanism: { ...study().mechanism, scales: { model: 0.5 } } }), "ε = [\\d.]+, δ = [\\d.e-]+"],
  ]) {
    const { own, publish } = deskOf();
    own.write("ledger.json", ledger({}, { version: 2, limit: { epsilon: 2.75, delta: 1e-6 } }));
    const refused = await publish(own.file("absent.csv"), document);
    isOneLine(assert, refused);
    assert.match(refused.stderr, new RegExp(`would go beyond the limit ε = 2\\.75, δ = 0\\.000001: it adds ${adds} to ε = 1`));
  }
});

test("attach is limited too, by the noise that its model states", async () => {
  const own = folder();
  own.write("ledger.json", ledger({}, { version: 2, limit: { epsilon: 1.5 } }));
  const elsewhere = { rowsAtMost: 1000, residual: 1e-6 };
  const path = own.write("study.json", quickStudy({ mechanism: { ...study().mechanism, elsewhere } }));
  const attach = (sigma) =>
    command([
      ...["attach", own.file("absent.csv"), "--study", path, "--out", own.file("report.json")],
      ...["--model", own.write("model.json", { theta: [0, 0, 0, 0, 0, 0], sigma, lambda: 2 })],
      ...["--ledger", own.file("ledger.json")],
    ]);
  assert.match((await attach(0.5)).stderr, /would go beyond the limit ε = 1\.5 with any δ: it adds ε = /);
});

test("a limit is exact: a total that reaches it is taken, and one that is a digit above is not", async () => {
  const { own, publish } = deskOf();
  own.write("ledger.json", ledger({ epsilon: 0.1 }, { version: 2, limit: { epsilon: 0.3, delta: 1e-6 } }));
  // Two promises at the sum of their δ are no less than their sum.
  const pure = (epsilon) => study({ mechanism: { ...study().mechanism, noise: "laplace", lambda: 2 }, budget: { epsilon } });
  // 0.1 + 0.2 is 0.3, which sums of doubles miss.
  assert.match((await publish(data, pure(0.2000000001))).stderr, /would go beyond/);
  assert.equal((await publish(data, pure(0.2))).code, 0);
});

test("what publications have together is told at the limit's δ, and is no limit", async () => {
  const { own, publish } = deskOf();
  const limited = ["--limit", "3,3e-6"];
  assert.equal((await publish(data, budget(1), { options: limited })).code, 0);
  assert.equal((await publish(data, budget(1.5))).code, 0);
  const third = await published(publish(data, budget(0.5)));
  assert.equal(third.now, "ε = 3, δ = 0.000003 (3 publications)");
  const [, epsilon] = /^together ε = ([\d.]+) at δ = 0\.000003, composed tightly \(if no result led to a later budget\)$/.exec(
    third.together,
  );
  // Gaussian mechanisms of these promises would have 1.78 together.
  assert.ok(Number(epsilon) > 1.7 && Number(epsilon) < 2.5, epsilon);
  // The next would be chosen by what these showed: then the sums alone are certain.
  assert.match((await publish(own.file("absent.csv"), budget(0.001))).stderr, /would go beyond the limit ε = 3, δ/);
  const lower = await publish(data, budget(0.1), { options: ["--limit", "3,2.9e-6"] });
  assert.match(lower.stderr, /would go beyond the limit ε = 3, δ = 0\.0000029/);
  assert.equal(own.json("ledger.json").entries.length, 3);
});

test("Gaussian publications have the root of squares together, beside the sums", async () => {
  const { own, publish } = deskOf();
  const covered = study({ mechanism: { ...study().mechanism, lambda: 100 }, budget: budget(1).budget });
  assert.equal((await published(publish(data, covered))).together, undefined);
  const { now, together } = await published(publish(data, covered));
  assert.equal(now, "ε = 2, δ = 0.000002 (2 publications)");
  const shown = Number(
    /^together ε = ([\d.]+) at δ = 0\.000002, composed tightly \(if no result led to a later budget\)$/.exec(together)[1],
  );
  const report = own.json("report-1.json");
  const { gaussian, curve } = own.json("ledger.json").entries[1];
  assert.equal(curve, undefined);
  assert.ok(Math.abs(gaussian.shift * report.model.mechanism.sigma - 1) < 1e-12);
  const exactly = 1 / (await gaussianSigma(shown, 2e-6, 1));
  assert.ok(exactly >= Math.SQRT2 * gaussian.shift && exactly < Math.SQRT2 * gaussian.shift * 1.001, together);
  // Where others have no promise, it is about those with one.
  const mixed = await published(publish(data, squared()));
  assert.match(mixed.now, /^ε = ∞, δ = 1 \(3 publications, 2 with a promise/);
  assert.equal(mixed.together, together.replace(", composed", " of those with a promise, composed"));
});

test("a limit can be lowered, not raised, and is refused in wrong forms", async () => {
  const { own, publish } = deskOf();
  own.write("ledger.json", ledger({}, { version: 2, limit: { epsilon: 4, delta: 1e-4 } }));
  for (const [limit, expected] of [
    ["4.1,1e-4", /has the limit ε = 4, δ = 0\.0001, which can be lowered here but not raised/],
    ["4,2e-4", /can be lowered here but not raised/],
    ["3", /can be lowered here but not raised/],
  ]) {
    const refused = await publish(own.file("absent.csv"), budget(1), { options: ["--limit", limit] });
    isOneLine(assert, refused);
    assert.match(refused.stderr, expected);
    assert.equal(refused.code, 1);
  }
  for (const limit of ["", "0", "-1", "1,", "1,0", "1,1", "1,2,3", "one"]) {
    const refused = await publish(data, budget(1), { options: ["--limit", limit] });
    assert.equal(refused.code, 2, limit);
    assert.match(refused.stderr, /--limit/);
  }
  assert.equal((await publish(data, budget(1), { options: ["--limit", "3.5,1e-5"] })).code, 0);
  assert.deepEqual(own.json("ledger.json").limit, { epsilon: 3.5, delta: 1e-5 });
  const alone = await command(["publish", data, "--study", own.file("study.json"), "--out", "-", "--limit", "3"]);
  assert.equal(alone.code, 2);
  assert.match(alone.stderr, /--limit belongs to --ledger/);
});

test("two publications at once stay within a limit that has room for one", async () => {
  const own = folder();
  own.write("ledger.json", ledger({}, { version: 2, limit: { epsilon: 2 } }));
  const path = own.write("study.json", budget(1));
  const results = await Promise.all(
    ["a.json", "b.json"].map((out) =>
      command(["publish", data, "--study", path, "--out", own.file(out), "--ledger", own.file("ledger.json")]),
    ),
  );
  assert.deepEqual(results.map(({ code }) => code).sort(), [0, 1]);
  assert.equal(own.json("ledger.json").entries.length, 2);
  assert.equal(own.names().filter((name) => ["a.json", "b.json"].includes(name)).length, 1);
});

test("expost ledger shows what was published, what is left, and whether a report stands in it", async () => {
  const { own, publish } = desk();
  const limited = ["--limit", "3,1e-5"];
  assert.equal((await publish(budget(0.1), { options: limited })).code, 0);
  assert.equal((await publish(budget(2.2), { out: "second.json" })).code, 0);
  assert.equal((await publish(budget(5), { out: "experiment.json", options: ["--seed", "1"] })).code, 0);
  const path = own.file("ledger.json");
  const show = (...more) => command(["ledger", path, ...more]);
  const { code, stdout } = await show();
  assert.equal(code, 0);
  const [day] = own.json("ledger.json").entries.map(({ published: on }) => on);
  assert.match(
    stdout,
    new RegExp(
      `^ledger .*ledger\\.json
  Small study +${day} +ε = 0\\.1  δ = 0\\.000001
  Small study +${day} +ε = 2\\.2  δ = 0\\.000001
  Small study \\(experiment, not counted\\) +${day} +ε = 5  δ = 0\\.000001
  total:  ε = 2\\.3, δ = 0\\.000002 \\(2 publications, 1 seeded experiment not counted\\)
          together ε = .*
  limit:  ε = 3, δ = 0\\.00001; left: ε = 0\\.7, δ = 0\\.000008
$`,
    ),
  );
  const told = JSON.parse((await show(own.file("second.json"), "--json")).stdout);
  assert.deepEqual(told.total.left, { epsilon: 0.7, delta: 8e-6 });
  assert.deepEqual(told.entered, [{ report: own.file("second.json"), published: day }]);
  assert.equal(told.publications, 3);
  // Signed afterwards, it is the same report.
  assert.equal((await command(["key", own.file("k"), "--no-password"])).code, 0);
  const signed = own.file("signed.json");
  assert.equal((await command(["sign", own.file("report.json"), "--key", own.file("k"), "--out", signed])).code, 0);
  assert.match((await show(signed)).stdout, new RegExp(`signed\\.json: entered on ${day}, with this promise\n$`));
  // A report that isn't there, or has another promise there.
  const other = own.write("other.json", { ...own.json("second.json"), title: "Another" });
  const absent = await show(own.file("report.json"), other);
  assert.deepEqual([absent.code, absent.stdout], [1, ""]);
  assert.match(absent.stderr, /other\.json: is not in .*ledger\.json/);
  const changed = own.json("ledger.json");
  changed.entries[1].epsilon = 0.2;
  own.write("ledger.json", changed);
  assert.match(
    (await show(own.file("second.json"))).stderr,
    /second\.json: promises ε = 2\.2, δ = 0\.000001, but .* another promise/,
  );
  const none = await command(["ledger", own.file("none.json")]);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /none\.json: can't be read/);
  const empty = await command(["ledger", own.write("empty.json", { format: "expost-ledger", version: 4, entries: [] })]);
  assert.equal(empty.stdout, `ledger ${own.file("empty.json")}\n  total:  nothing published\n`);
});

test("descents by Poisson sampling are composed by their steps", async () => {
  const { own, publish } = desk();
  const mechanism = {
    name: "noisy-gradient-descent",
    loss: { name: "logistic" },
    clip: 1,
    steps: 50,
    sampling: { kind: "poisson", rate: 0.1 },
    update: { rate: 0.5, divisor: 12 },
  };
  const descent = { ...study(), mechanism, budget: { epsilon: 1, delta: 1e-6 } };
  for (const rate of [0.5, 0.4, 0.3]) {
    const update = { ...mechanism.update, rate };
    assert.equal((await publish({ ...descent, mechanism: { ...mechanism, update } })).code, 0);
  }
  const { stdout } = await command(["ledger", own.file("ledger.json"), "--json"]);
  const { total } = JSON.parse(stdout);
  assert.equal(total.epsilon, 3);
  // dp-accounting 0.6.0 has 1.646827 of 150 such steps, σ = 3.30292 C, at δ = 3e-6: from above, on
  // a grid of 1e-5.
  assert.ok(Math.abs(total.together.epsilon - 1.646827) < 1e-4, `${total.together.epsilon}`);
  const [{ sampled }] = own.json("ledger.json").entries;
  assert.deepEqual([sampled.rate, sampled.steps], [0.1, 50]);
});
