// npm run figures: all figures or none, and one line where the data are missing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { drawInto } from "../../scripts/figures.mjs";
import { climbingShare, columns, madeUpProfile, plane } from "./made-up-profile.mjs";

const dir = mkdtempSync(join(tmpdir(), "expost-figures-"));
after(() => rmSync(dir, { recursive: true, force: true }));

test("all three are written", async () => {
  const folder = join(dir, "deep", "drawn");
  const names = await drawInto(folder, madeUpProfile(), columns);
  assert.equal(names.length, 3);
  assert.deepEqual(readdirSync(folder).sort(), [...names].sort());
});

test("nothing is written where one of them would be wrong, whichever it is", async () => {
  const share = climbingShare();
  for (const [i, claims] of [
    { drawn: (s) => share(s) * (s > 1000 ? 1.05 : 1) }, // against β, over models
    { transition: { ...plane, sHigh: 60 } }, // exact typical losses
  ].entries()) {
    const folder = join(dir, `refused-${i}`);
    await assert.rejects(drawInto(folder, madeUpProfile(claims), columns), /^Error: a figure would be wrong: /);
    assert.ok(!existsSync(folder));
  }
});

test("data that are not there: one line that names them, and no failure", () => {
  const script = fileURLToPath(new URL("../../scripts/figures.mjs", import.meta.url));
  const figures = (folder) => spawnSync(process.execPath, [script, "--data", folder], { encoding: "utf8", timeout: 60_000 });
  const [train, other] = ["adult_train.csv", "adult_test.csv"].map((name) => join(dir, name));
  const none = figures(dir);
  assert.deepEqual(
    [none.status, none.stdout, none.stderr],
    [0, `nothing is drawn: the UCI data are not there (${train}, ${other})\n`, ""],
  );
  writeFileSync(train, "age,income\n");
  const half = figures(dir);
  assert.deepEqual(
    [half.status, half.stdout, half.stderr],
    [0, `nothing is drawn: the UCI data are not there (${other})\n`, ""],
  );
});
