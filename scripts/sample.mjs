// The sample report: made-up data from examples/sample, published by the command line like
// anyone's, into build/sample.
//
// examples/sample/make.mjs FOLDER writes data.csv and study.json there.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { inBuild, inRoot, packageDir } from "./paths.mjs";

export const sampleDir = inBuild("sample");

/** Makes it again only where what it is made of, or with, changed: each time it has other noise. */
export async function makeSample() {
  const report = join(sampleDir, "report.json");
  const stamp = join(sampleDir, ".stamp");
  const expostCommand = join(packageDir, "cli/expost.js");
  const made = fingerprint(inRoot("examples/sample"), join(packageDir, "expost.wasm"), expostCommand);
  if (existsSync(report) && existsSync(stamp) && readFileSync(stamp, "utf8") === made) return;
  rmSync(sampleDir, { recursive: true, force: true });
  mkdirSync(sampleDir, { recursive: true });
  await run([process.execPath, inRoot("examples/sample/make.mjs"), sampleDir], { quiet: true });
  const [data, study] = [join(sampleDir, "data.csv"), join(sampleDir, "study.json")];
  await run([process.execPath, expostCommand, "publish", data, "--study", study, "--out", report], { quiet: true });
  writeFileSync(stamp, made);
}
