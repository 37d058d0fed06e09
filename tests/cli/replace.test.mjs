// Reports, secrets, studies and signatures are never overwritten without --replace.
import assert from "node:assert/strict";
import { existsSync, lstatSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import { bundledFile } from "./bundled-file.mjs";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { csv, header, quickStudy, rows } from "./small-study.mjs";

const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(60)]));
const plan = dir.write("study.json", quickStudy());
const model = dir.write("theta.json", { theta: [0, 0, 0, 0, 0, 0], sigma: 4, lambda: 2 });
const { writeFiles } = await import(await bundledFile("output/file.js", dir));

const refusal = (name, option) =>
  new RegExp(`^expost: \\S*/${name}: is there already; give another name with ${option}, or --replace to overwrite it\\n$`);

/** Commands that write what can't be made again, with the file and the option that names it. */
const WRITERS = [
  ["publish", "report.json", "--out", (own) => ["publish", data, "--study", plan, "--out", own.file("report.json")]],
  [
    "publish --secrets",
    "secrets.json",
    "--secrets",
    (own) => ["publish", data, "--study", plan, "--out", own.file("new.json"), "--secrets", own.file("secrets.json")],
  ],
  [
    "attach",
    "report.json",
    "--out",
    (own) => ["attach", data, "--study", plan, "--model", model, "--out", own.file("report.json")],
  ],
  ["init", "study.json", "--out", (own) => ["init", data, "--label", "paid", "--out", own.file("study.json")]],
  [
    "sign --detached",
    "text.minisig",
    "--out",
    (own) => ["sign", own.write("text", "a text"), "--detached", "--key", own.file("secret.key")],
  ],
];

for (const [what, name, option, args] of WRITERS) {
  for (const [kind, content] of [
    ["a text", "written by hand"],
    ["an empty file", ""],
  ]) {
    test(`${what}: ${kind} that is there stays, to the byte and the second`, async () => {
      const own = folder();
      own.write(name, content);
      const before = statSync(own.file(name), { bigint: true });
      const names = new Set([...own.names(), "text"]);
      const result = await command(args(own));
      isOneLine(assert, result);
      assert.match(result.stderr, refusal(name, option));
      assert.equal(result.code, 1);
      assert.equal(own.read(name), content);
      const after = statSync(own.file(name), { bigint: true });
      assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
      assert.deepEqual(
        own.names().filter((one) => !names.has(one)),
        [],
      );
    });
  }
}

test("--replace overwrites both files, and nothing else is left", async () => {
  const own = folder();
  own.write("report.json", "old");
  own.write("secrets.json", "old");
  const args = ["--out", own.file("report.json"), "--secrets", own.file("secrets.json")];
  const { code, stderr } = await command(["publish", data, "--study", plan, ...args, "--replace"]);
  assert.equal(code, 0, stderr);
  assert.equal(own.json("report.json").format, "expost-report");
  assert.ok(own.json("secrets.json"));
  assert.equal(statSync(own.file("secrets.json")).mode & 0o777, 0o600);
  assert.deepEqual(own.names(), ["report.json", "secrets.json"]);
});

test("--replace of init and sign", async () => {
  const own = folder();
  own.write("study.json", "old");
  assert.equal((await command(["init", data, "--label", "paid", "--out", own.file("study.json"), "--replace"])).code, 0);
  assert.equal(own.json("study.json").label.name, "paid");
  assert.equal((await command(["key", own.file("secret.key"), "--no-password"])).code, 0);
  const text = own.write("text", "a text");
  const sign = (...options) => command(["sign", text, "--detached", "--key", own.file("secret.key"), ...options]);
  assert.equal((await sign()).code, 0);
  const first = own.read("text.minisig");
  own.write("text", "another text");
  assert.match((await sign()).stderr, refusal("text.minisig", "--out"));
  assert.equal(own.read("text.minisig"), first);
  assert.equal((await sign("--replace")).code, 0);
  assert.notEqual(own.read("text.minisig"), first);
});

test("the refusal comes before the data are read, and before the ledger is", async () => {
  const own = folder();
  own.write("report.json", "old");
  // A command that read them first would say that there are none.
  const files = ["--out", own.file("report.json"), "--ledger", own.write("ledger.json", "no ledger")];
  const result = await command(["publish", own.file("absent.csv"), "--study", plan, ...files]);
  isOneLine(assert, result);
  assert.match(result.stderr, refusal("report.json", "--out"));
  own.write("study.json", "old");
  const init = await command(["init", own.file("absent.csv"), "--label", "paid", "--out", own.file("study.json")]);
  assert.match(init.stderr, refusal("study.json", "--out"));
});

test("links: one to a file is refused, one that leads nowhere too, one to a device is written to", async () => {
  const own = folder();
  own.write("real.json", "old");
  symlinkSync(own.file("real.json"), own.file("link.json"));
  symlinkSync(own.file("nowhere"), own.file("dangling.json"));
  const publish = (out, ...options) => command(["publish", data, "--study", plan, "--out", out, ...options]);
  for (const name of ["link.json", "dangling.json"]) {
    assert.match((await publish(own.file(name))).stderr, refusal(name, "--out"));
    assert.ok(lstatSync(own.file(name)).isSymbolicLink());
  }
  assert.equal(own.read("real.json"), "old");
  assert.equal((await publish("/dev/null")).code, 0);
  assert.equal((await publish(own.file("link.json"), "--replace")).code, 0);
  assert.ok(lstatSync(own.file("link.json")).isSymbolicLink());
  assert.equal(own.json("real.json").format, "expost-report");
});

/** Runs `work` with operations on files that begin with `before(name, given)`. */
async function watching(names, before, work) {
  const original = Object.fromEntries(names.map((name) => [name, files[name]]));
  for (const name of names)
    files[name] = async (...given) => {
      await before(name, given);
      return original[name](...given);
    };
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(files, original);
    syncBuiltinESMExports();
  }
}

const remedy = "; choose another name";
const three = (own) => [
  { path: own.file("ledger.json"), content: "new ledger" },
  { path: own.file("secrets.json"), content: "new secrets", kept: remedy },
  { path: own.file("report.json"), content: "new report", kept: remedy },
];

test("a file that appears while others are written is kept, and nothing is written", async () => {
  const own = folder();
  own.write("ledger.json", "old ledger");
  const appear = () => {
    if (!existsSync(own.file("report.json"))) own.write("report.json", "another's");
  };
  await watching(["open"], appear, () =>
    assert.rejects(writeFiles(three(own)), /report\.json: is there already; choose another name$/),
  );
  assert.deepEqual(own.names(), ["ledger.json", "report.json"]);
  assert.deepEqual([own.read("ledger.json"), own.read("report.json")], ["old ledger", "another's"]);
});

for (const ledgerBefore of ["old ledger", null])
  for (const links of [true, false])
    test(`a file that appears at the very last moment is kept; ${ledgerBefore ?? "no ledger"}, ${links ? "" : "no "}second names`, async () => {
      const own = folder();
      if (ledgerBefore !== null) own.write("ledger.json", ledgerBefore);
      const appear = async (name, given) => {
        if (name === "rename" && given[1] === own.file("ledger.json") && !existsSync(own.file("report.json")))
          writeFileSync(own.file("report.json"), "another's");
        if (name === "link" && !links) throw Object.assign(new Error(), { code: "EPERM" });
      };
      await watching(["rename", "link"], appear, () =>
        assert.rejects(writeFiles(three(own)), /report\.json: is there already; choose another name$/),
      );
      assert.equal(own.read("report.json"), "another's");
      assert.equal(existsSync(own.file("secrets.json")), false);
      // Without a way back the new ledger stays: it counts too much, which is safe.
      if (!links) assert.equal(own.read("ledger.json"), "new ledger");
      else if (ledgerBefore === null) assert.equal(existsSync(own.file("ledger.json")), false);
      else assert.equal(own.read("ledger.json"), ledgerBefore);
      assert.deepEqual(
        own.names().filter((name) => name.startsWith(".")),
        [],
      );
    });

test("a file system without second names: new files are written, whole", async () => {
  const own = folder();
  own.write("ledger.json", "old ledger");
  const refuse = async () => {
    throw Object.assign(new Error(), { code: "ENOTSUP" });
  };
  await watching(["link"], refuse, () => writeFiles(three(own)));
  assert.deepEqual(own.names(), ["ledger.json", "report.json", "secrets.json"]);
  assert.equal(own.read("ledger.json") + own.read("secrets.json") + own.read("report.json"), "new ledgernew secretsnew report");
});

test("of two publications into one file at once, one is refused and the other's report stays", async () => {
  const own = folder();
  const out = own.file("report.json");
  const args = (ledger) => ["publish", data, "--study", plan, "--out", out, "--ledger", own.file(ledger)];
  const results = await Promise.all([command(args("one.json")), command(args("two.json"))]);
  assert.deepEqual(results.map(({ code }) => code).sort(), [0, 1]);
  const done = results[0].code === 0 ? "one.json" : "two.json";
  assert.deepEqual(own.names(), [done, "report.json"].sort());
});

test("pages, statements, predictions and rows of an audit or a profile overwrite nothing without --replace", async () => {
  const own = folder();
  const report = own.file("report.json");
  assert.equal((await command(["publish", data, "--study", plan, "--out", report])).code, 0);
  for (const args of [
    ["page", report],
    ["statement", report, "--format", "html"],
    ["statement", report, "--format", "registry-yaml"],
    ["predict", report, data],
    ["audit", data, "--study", plan, "--report", report],
    ["profile", data, "--study", plan],
  ]) {
    const out = own.write("there", "old");
    const refused = await command([...args, "--out", out]);
    isOneLine(assert, refused);
    assert.match(refused.stderr, /there: is there already; give another name with --out, or --replace to overwrite it/);
    assert.equal(refused.code, 1);
    assert.equal(own.read("there"), "old");
    const { code, stderr } = await command([...args, "--out", out, "--replace"]);
    assert.equal(code, 0, stderr);
    assert.notEqual(own.read("there"), "old");
  }
});
