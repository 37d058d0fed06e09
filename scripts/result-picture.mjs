// docs/images/result.png: the check page with a result, as it is in Chromium. `node
// scripts/result-picture.mjs`, after a build: the sample report and its record, whose noise each
// build draws again.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "./command.mjs";
import { inRoot, isMain, packageDir } from "./paths.mjs";
import { sampleDir } from "./sample.mjs";
import { main } from "./setup.mjs";

const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** @param {string} outfile */
async function drawResult(outfile) {
  const { chromium } = await import("playwright-core");
  const folder = mkdtempSync(join(tmpdir(), "expost-picture-"));
  const browser = await chromium.launch({ executablePath: BROWSERS.find(existsSync), args: ["--no-sandbox"] });
  try {
    const file = join(folder, "check.html");
    const command = [
      process.execPath,
      join(packageDir, "cli/expost.js"),
      "page",
      join(sampleDir, "report.json"),
      "--out",
      file,
    ];
    await run(command, { quiet: true });
    const page = await browser.newPage({ viewport: { width: 760, height: 620 }, colorScheme: "light" });
    await page.goto(pathToFileURL(file).href);
    await page.setInputFiles('input[type="file"]', {
      name: "record.json",
      mimeType: "application/json",
      buffer: readFileSync(join(sampleDir, "record.json")),
    });
    await page.getByRole("button", { name: "Check my record" }).click();
    await page.waitForSelector("#result-heading");
    await page.screenshot({ path: outfile });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (isMain(import.meta)) {
  await main(() => drawResult(inRoot("docs/images/result.png")));
}
