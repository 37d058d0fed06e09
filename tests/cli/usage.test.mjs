// Wrong usage: exit code 2 and one line that says what is wrong.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command, folder, isOneLine, packageDir, root } from "./run-expost.mjs";

const dir = folder();
const report = dir.write("report.json", "{}");

for (const [what, args, expected] of [
  ["an unknown command", ["frobnicate"], /unknown command 'frobnicate'/],
  ["help of an unknown command", ["ledgers", "--help"], /unknown command 'ledgers'/],
  ["the short question for it", ["frobnicate", "-h"], /unknown command 'frobnicate'/],
  ["an unknown option", ["goe", "--dimension", "5", "--tail", "0.1", "--tial", "1"], /unknown option '--tial'/],
  ["a missing option", ["goe", "--dimension", "5"], /--tail/],
  ["a missing argument", ["page", "--out", "x.html"], /REPORT/],
  ["an argument too many", ["goe", "--dimension", "5", "--tail", "0.1", "extra"], /too many arguments/],
  ["no record", ["bound", report], /--record .*--csv .*--x/],
  ["two records", ["bound", report, "--csv", "a.csv", "--record", "b.json"], /--record and --csv can't be given together/],
  ["x without y", ["bound", report, "--x", "[1]"], /--x and --y belong together/],
  ["y without x", ["bound", report, "--record", "a.json", "--y", "1"], /--x and --y belong together/],
  ["an x that is no JSON", ["bound", report, "--x", "[1,", "--y", "1"], /--x .*too early/],
  ["an x that is no array", ["bound", report, "--x", "7", "--y", "1"], /--x must be a JSON array/],
  ["an unknown membership", ["bound", report, "--record", "a.json", "--member", "maybe"], /--member.*in, out, unknown/],
  ["an unknown method", ["bound", report, "--record", "a.json", "--method", "blunt"], /--method.*sharp, redberg2021/],
  ["an impossible probability", ["bound", report, "--record", "a.json", "--failure-probability", "1"], /between 0 and 1/],
  ["a text for a number", ["gaussian", "--epsilon", "1,5", "--delta", "1e-6", "--sensitivity", "1"], /'1,5'.*must be a number/],
  ["a hexadecimal number", ["gaussian", "--epsilon", "0x10", "--delta", "1e-6", "--sensitivity", "1"], /'0x10'/],
  ["an epsilon of 0", ["gaussian", "--epsilon", "0", "--delta", "1e-6", "--sensitivity", "1"], /above 0/],
  ["a number that is no double", ["gaussian", "--epsilon", "1e309", "--delta", "1e-6", "--sensitivity", "1"], /'1e309'/],
  ["a fraction of a dimension", ["goe", "--dimension", "2.5", "--tail", "0.1"], /whole number from 1 to 10000/],
  ["a dimension that is too large", ["goe", "--dimension", "10001", "--tail", "0.1"], /whole number from 1 to 10000/],
  ["uniform paper bounds", ["bound", report, "--record", "a.json", "--method", "redberg2021", "--uniform", "all"], /--uniform/],
  ["uniform for half a record", ["bound", report, "--record", "a.json", "--uniform", "0.5"], /whole number/],
  ["standard input twice", ["bound", "-", "--record", "-"], /standard input/],
  [
    "shares that don't add up",
    ["plan", "--epsilon", "2", "--delta", "1e-6", "--shares", "0.5,0.2,0.2"],
    /add up to 1 or to --epsilon/,
  ],
  ["two shares", ["plan", "--epsilon", "1", "--delta", "1e-6", "--shares", "0.5,0.5"], /--shares/],
  [
    "a gradient's share without the Hessian's",
    ["plan", "--epsilon", "1", "--delta", "1e-6", "--shares", "0.5,0.5,0"],
    /gradient only with hessian/,
  ],
  [
    "an eigenvalue's share without the gradient's",
    ["plan", "--epsilon", "1", "--delta", "1e-6", "--shares", "0.5,0,0.4,0.1"],
    /smallestEigenvalue only with both/,
  ],
  ["a width without its loss", ["plan", "--epsilon", "1", "--delta", "1e-6", "--width", "2"], /--width/],
  ["an unknown loss", ["plan", "--loss", "hinge", "--epsilon", "1", "--delta", "1e-6"], /loss must be \S+, .* or \S+$/m],
  ["publish without a study", ["publish", "a.csv", "--out", "r.json"], /--study/],
  ["a negative seed", ["publish", "a.csv", "--study", "s.json", "--out", "r.json", "--seed", "-1"], /--seed.*whole number/],
  ["a ledger on standard output", ["publish", "a.csv", "--study", "s.json", "--out", "r.json", "--ledger", "-"], /--ledger/],
  ["an unknown format", ["statement", report, "--format", "pdf"], /--format.*text, html, registry-yaml/],
  ["secrets on standard output", ["publish", "a.csv", "--study", "s.json", "--out", "r.json", "--secrets", "-"], /--secrets/],
  [
    "two documents on standard output",
    ["audit", "a.csv", "--study", "s", "--report", report, "--json", "--out", "-"],
    /standard output/,
  ],
  ["a port that is none", ["serve", "--port", "70000"], /--port.*65535/],
]) {
  test(`${what}: exit 2`, async () => {
    const result = await command(args);
    isOneLine(assert, result);
    assert.match(result.stderr, expected);
    assert.equal(result.code, 2);
  });
}

test("nothing at all: help on standard error, exit 2", async () => {
  const { code, stdout, stderr } = await command([]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /Usage: expost/);
});

test("--version is the package's", async () => {
  const { code, stdout } = await command(["--version"]);
  assert.equal(code, 0);
  assert.equal(stdout.trim(), JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")).version);
});

/** The commands that the sources define, in the order of the alphabet. */
function definedCommands() {
  const commands = join(root, "cli/commands");
  return readdirSync(commands)
    .flatMap((file) => Array.from(readFileSync(join(commands, file), "utf8").matchAll(/\.command\("([^" ]+)/g)))
    .map(([, name]) => name)
    .sort();
}

test("--help names every command, and every command has help with an example", async () => {
  const { code, stdout } = await command(["--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /Examples:/);
  const [, list] = /^Commands:\n((?: {2}.*\n)+)/m.exec(stdout);
  const names = Array.from(list.matchAll(/^ {2}(\S+)/gm), ([, name]) => name).filter((name) => name !== "help");
  assert.ok(names.length > 0);
  assert.deepEqual(names.toSorted(), definedCommands());
  for (const name of names) {
    const help = await command([name, "--help"]);
    assert.equal(help.code, 0);
    assert.match(help.stdout, new RegExp(`Examples?:\\n +expost ${name}`));
  }
});

test("plan's help names the losses that the core knows", async () => {
  const listed = (text, begin) => text.match(new RegExp(`${begin} ((?:\\S+, )+\\S+ or \\S+)`))[1].split(/, | or /);
  const { stdout } = await command(["plan", "--help"]);
  const { stderr } = await command(["plan", "--loss", "hinge", "--epsilon", "1", "--delta", "1e-6"]);
  const known = listed(stderr, "loss must be");
  assert.ok(known.includes("logistic") && known.length > 1);
  assert.deepEqual(listed(stdout.replaceAll(/\s+/g, " "), "loss of the model:").sort(), known.sort());
});

test("an output that is an input: exit 2, and the input is left alone", async () => {
  const data = dir.write("data.csv", "age\n1\n");
  const study = dir.write("study.json", "{}");
  const same = await command(["publish", data, "--study", study, "--out", data]);
  assert.equal(same.code, 2);
  assert.match(same.stderr, /data\.csv is an input too/);
  const twice = await command([
    "publish",
    data,
    "--study",
    study,
    "--out",
    dir.file("r.json"),
    "--secrets",
    dir.file("r.json"),
  ]);
  assert.equal(twice.code, 2);
  assert.match(twice.stderr, /r\.json is an output too/);
  assert.equal(dir.read("data.csv"), "age\n1\n");
});
