// The time until a baked page's form can be filled in: sheets side by side, each in a new browser.
//
//   node tests/bench/start.mjs [--runs 7] <sheet.html> [<another build's sheet.html> …]
//
// Prints the median and all runs at full speed and at a quarter of it, in milliseconds. The figures
// mean nothing on a machine that has other work.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { inBuild } from "../../scripts/paths.mjs";
import { bakePage } from "../../web/bake/bake.mjs";
import { QUIET, chromiumProgram } from "../browser/browsers.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: "string", default: "7" } } });
const sheets = positionals.length > 0 ? positionals : [inBuild("web/sheet.html")];
const report = readFileSync(inBuild("sample/report.json"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "expost-start-"));

/**
 * Returns milliseconds from the navigation to the form's heading.
 *
 * @param {string} address
 * @param {number} slowdown
 */
async function start(address, slowdown) {
  const browser = await chromium.launch({ executablePath: chromiumProgram, args: QUIET });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector("#record-heading");
    return await page.evaluate(() => performance.now());
  } finally {
    await browser.close();
  }
}

try {
  const addresses = sheets.map((sheet, index) => {
    const path = join(folder, `${index}.html`);
    writeFileSync(path, bakePage(readFileSync(sheet, "utf8"), report));
    return pathToFileURL(path).href;
  });
  for (const slowdown of [1, 4]) {
    /** @type {number[][]} */
    const times = sheets.map(() => []);
    // In turn, so that other work on the machine hits all of them.
    for (let run = 0; run < Number(values.runs); run += 1)
      for (const [index, address] of addresses.entries()) times[index].push(Math.round(await start(address, slowdown)));
    for (const [index, sheet] of sheets.entries()) {
      const sorted = times[index].toSorted((a, b) => a - b);
      console.log(`${slowdown}x  ${sorted[sorted.length >> 1]} ms  [${times[index].join(" ")}]  ${sheet}`);
    }
  }
  console.log(`load average ${loadavg()[0].toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true });
}
