// npm run results:accountants: asks every accountant the questions of python/tests/accountants.py
// and writes the answers into docs/results.md.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { accountantsSection } from "./accountants-text.mjs";
import { inRoot, isMain } from "./paths.mjs";
import { python, pythonPackage } from "./python.mjs";
import { withSection } from "./results-sections.mjs";
import { main, setUp } from "./setup.mjs";

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    await pythonPackage({ deep: true });
    const env = { ...process.env, OPENBLAS_NUM_THREADS: "1" };
    const words = ["-W", "ignore", inRoot("python/tests/accountants.py")];
    const { stdout } = await promisify(execFile)(python, words, { env });
    /** @type {import("./accountants-text.mjs").Answers} */
    const answers = JSON.parse(stdout);
    const path = inRoot("docs/results.md");
    const section = accountantsSection({ answers, date: new Date().toISOString().slice(0, 10) });
    writeFileSync(path, withSection(readFileSync(path, "utf8"), section));
    console.log("docs/results.md written");
  });
}
