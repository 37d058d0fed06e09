// The tutorials: the publisher's commands run as they stand there, in their order, and print what
// it says, and the JavaScript runs. Lines that depend on the noise are not shown there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { packageDir, root } from "./run-expost.mjs";

const folder = mkdtempSync(join(tmpdir(), "expost-tutorial-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of a tutorial with the lines that it shows after each. */
function commandsOf(name) {
  const text = readFileSync(join(root, "docs/tutorials", name), "utf8");
  return Array.from(text.matchAll(/```console\n([^`]*)```/g)).flatMap(([, block]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command, ...shown] = part.trimEnd().split("\n");
        return { command, shown };
      }),
  );
}

/** Returns what a command prints, on both streams, whether it is refused or not. */
function run(command) {
  const script = `expost() { "${process.execPath}" "${join(packageDir, "cli/expost.js")}" "$@"; }
node() { "${process.execPath}" "$@"; }
${command.replace("../../", `${root}/`)}`;
  try {
    return execFileSync("bash", ["-c", `{ ${script}\n} 2>&1`], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return `${error.stdout}`;
  }
}

test("the publisher's tutorial: every command runs, and prints what the page shows", () => {
  const commands = commandsOf("publish.md");
  assert.ok(commands.length >= 11, `${commands.length} commands`);
  for (const { command, shown } of commands) {
    const printed = run(command);
    const refused = shown.some((line) => line.startsWith("expost: "));
    if (!refused) assert.doesNotMatch(printed, /^expost: (?!warning)/m, command);
    const lines = printed.split("\n").map((line) => line.trimEnd());
    const from = shown.length === 0 ? 0 : lines.indexOf(shown[0]);
    assert.ok(from >= 0, `${command} doesn't print: ${shown[0]}\n${printed}`);
    assert.deepEqual(lines.slice(from, from + shown.length), shown, command);
  }
  // All that the tutorial promises is there.
  for (const name of ["draft.json", "study.json", "report.json", "ledger.json", "check.html", "bounds.csv"])
    assert.ok(readFileSync(join(folder, name)).length > 100, name);
  assert.match(readFileSync(join(folder, "check.html"), "utf8"), /Late returns at a library/);
});

test("the publisher's tutorial: a second report of the same data is counted", () => {
  const ledger = JSON.parse(readFileSync(join(folder, "ledger.json"), "utf8"));
  assert.equal(ledger.entries.length, 2);
});

test("the JavaScript tutorial: its program prints a bound and a headline", () => {
  const own = join(folder, "javascript");
  mkdirSync(join(own, "node_modules"), { recursive: true });
  symlinkSync(packageDir, join(own, "node_modules/expost"));
  copyFileSync(join(root, "build/sample/report.json"), join(own, "report.json"));
  const [, program] = /```js\n([^`]*(?:`[^`]+`[^`]*)*)```/.exec(
    readFileSync(join(root, "docs/tutorials/javascript.md"), "utf8"),
  );
  writeFileSync(join(own, "check.mjs"), program);
  const [upper, notes, headline] = execFileSync(process.execPath, ["check.mjs"], { cwd: own, encoding: "utf8" }).split("\n");
  assert.ok(Number(upper) > 0 && Number(upper) < 3, upper);
  assert.equal(notes, "[]");
  assert.match(headline, /^from 50 in 100 to at most [5-9]\d in 100$/);
});
