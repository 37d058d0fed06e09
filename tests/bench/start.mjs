// The time until a baked page's form can be filled in: sheets side by side, each in a new browser.
//
//   node tests/bench/start.mjs [--runs 7] <sheet.html> [<another build's sheet.html> …]
//
// Prints the median and all runs in milliseconds: at full speed, at a quarter of it, and at a
// quarter of it on Slow 4G, as Chromium's developer tools mean it, from a server that compresses.
// The figures mean nothing on a machine that has other work.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { inBuild } from "../../scripts/paths.mjs";
import { bakePage } from "../../web/bake/bake.mjs";
import { QUIET, chromiumProgram } from "../browser/browsers.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: "string", default: "7" } } });
const sheets = positionals.length > 0 ? positionals : [inBuild("web/sheet.html")];
const report = readFileSync(inBuild("sample/report.json"), "utf8");
const pages = sheets.map((sheet) => bakePage(readFileSync(sheet, "utf8"), report));
const folder = mkdtempSync(join(tmpdir(), "expost-start-"));
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** In the page: when the form's heading is there. */
function watch() {
  const look = (_, observer) => {
    if (!document.getElementById("record-heading")) return;
    window.formAt = performance.now();
    observer.disconnect();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Returns milliseconds from the navigation to the form's heading. */
async function start(address, { slowdown, network }) {
  const browser = await chromium.launch({ executablePath: chromiumProgram, args: QUIET });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    if (network) {
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", network);
    }
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(() => window.formAt > 0);
    return await page.evaluate(() => window.formAt);
  } finally {
    await browser.close();
  }
}

const compressed = pages.map((page) => brotliCompressSync(page));
const server = createServer(({ url }, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("content-encoding", "br");
  response.end(compressed[Number(url.slice(1))]);
});
try {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const files = pages.map((page, index) => {
    const path = join(folder, `${index}.html`);
    writeFileSync(path, page);
    return pathToFileURL(path).href;
  });
  const served = pages.map((_, index) => `http://127.0.0.1:${server.address().port}/${index}`);
  for (const [name, conditions, addresses] of [
    ["1x", { slowdown: 1 }, files],
    ["4x", { slowdown: 4 }, files],
    ["4x, Slow 4G", { slowdown: 4, network: SLOW_4G }, served],
  ]) {
    const times = sheets.map(() => []);
    // In turn, so that other work on the machine hits all of them.
    for (let run = 0; run < Number(values.runs); run += 1)
      for (const [index, address] of addresses.entries()) times[index].push(Math.round(await start(address, conditions)));
    for (const [index, sheet] of sheets.entries()) {
      const sorted = times[index].toSorted((a, b) => a - b);
      console.log(`${name}  ${sorted[sorted.length >> 1]} ms  [${times[index].join(" ")}]  ${sheet}`);
    }
  }
  console.log(`load average ${loadavg()[0].toFixed(1)}`);
} finally {
  server.close();
  rmSync(folder, { recursive: true });
}
