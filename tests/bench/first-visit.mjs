// A first visit on a phone, from a link to a report: the credit example, on the built site.
//
//   node tests/bench/first-visit.mjs <report.json> [--pictures <folder>]
//
// A person opens the link, reads, enters what she knows, says of 13 of the 24 values that she isn't
// sure, and asks for the answer. Prints each step with its milliseconds, and how far things are
// from the top, in screens. Window of 360 by 740, Slow 4G as Chromium's developer tools mean it, a
// quarter of this machine's speed. What a person takes to read and think is in no figure.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { QUIET, chromiumProgram } from "../browser/browsers.mjs";
import { siteDir } from "../browser/built.mjs";
import { formReady, sheetFrame } from "../browser/sheet.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pictures: { type: "string" } } });
const report = readFileSync(positionals[0]);
const WINDOW = { width: 360, height: 740 };
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const TYPES = {
  ...{ ".html": "text/html", ".js": "text/javascript", ".css": "text/css" },
  ...{ ".json": "application/json", ".svg": "image/svg+xml" },
};

/** Row 3 of the data, as far as she knows it: texts by the places of their fields, and choices. */
const TYPED = { "value-5": "34", ...Object.fromEntries([6, 7, 8, 9, 10, 11].map((place) => [`value-${place}`, "0"])) };
const CHOSEN = ["value-2-2", "value-3-3", "value-4-3", "outcome-1"];
const BETWEEN = { "value-1": "50000", "value-1-to": "150000" };
/** Nothing of the six bills, nor of the six payments. */
const UNKNOWN = ["value-12-none", "value-18-none"];

/** In every frame: when an element was first there, by the clock that frames share. */
function watch() {
  window.seen = {};
  const wanted = { card: ".card", form: "#record-heading", answer: ".announcement .headline" };
  const look = () => {
    for (const [name, selector] of Object.entries(wanted))
      if (!(name in window.seen) && document.querySelector(selector)) window.seen[name] = Date.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: "event", durationThreshold: 16 });
}

const parts = ["index.html", "site.css", "home.js", "icon.svg", "sheet.html"];
// Beforehand, as hosts do: it takes seconds.
const compressed = new Map(parts.map((name) => [`/${name}`, brotliCompressSync(readFileSync(join(siteDir, name)))]));
compressed.set("/report.json", brotliCompressSync(report));
const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, "http://site.test");
  const name = pathname === "/" ? "/index.html" : pathname;
  if (!compressed.has(name)) return response.writeHead(404).end();
  const type = TYPES[extname(name)];
  response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(compressed.get(name));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const site = `http://127.0.0.1:${server.address().port}/`;
// A frame of the same process is throttled together with its page.
const browser = await chromium.launch({
  executablePath: chromiumProgram,
  args: [...QUIET, "--disable-features=IsolateSandboxedIframes"],
});
const say = (step, text) => console.log(`${step.padEnd(10)} ${text}`);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
try {
  const context = await browser.newContext({ viewport: WINDOW, isMobile: true, hasTouch: true, locale: "en-GB" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  const fromSite = new Set();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => request.url.startsWith(site) && fromSite.add(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (fromSite.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(watch);
  let pictures = 0;
  const picture = async (name) => {
    if (values.pictures) await page.screenshot({ path: join(values.pictures, `${++pictures}-${name}.png`) });
  };

  const sha256 = createHash("sha256").update(report).digest("hex");
  const began = Date.now();
  await page.goto(`${site}#${new URLSearchParams({ report: `${site}report.json`, sha256 })}`, { waitUntil: "commit" });
  await page.waitForSelector("h1, h2");
  await picture("opening");
  const sheet = await sheetFrame(page);
  await formReady(sheet);
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const seen = await sheet.evaluate(() => window.seen);
  say("open", `first words after ${seconds(painted)}, the report's five answers after ${seconds(seen.card - began)}`);
  say("", `the form after ${seconds(seen.form - began)}; ${Math.round(bytes / 1000)} kB came`);
  await page.waitForTimeout(500);
  await picture("question");

  /** Screens from the top of the window as it is now. */
  const screens = async (selector) => ((await sheet.locator(selector).first().boundingBox()).y / WINDOW.height).toFixed(1);
  const things = await sheet.locator(".fields > *").count();
  say(
    "question",
    `the form begins ${await screens("#record-heading")} screens down, its button is ${await screens(".button-main")} down`,
  );
  say("", `${things} things to answer, “I'm not sure” with each`);

  let [taps, letters] = [0, 0];
  const tap = async (id) => {
    await sheet.locator(`[id="${id}"]`).tap();
    taps += 1;
  };
  const type = async (id, text) => {
    await tap(id);
    await page.keyboard.type(text);
    letters += text.length;
  };
  await tap("value-1-unsure");
  for (const [id, text] of Object.entries(BETWEEN)) await type(id, text);
  await picture("range");
  for (const id of CHOSEN.slice(0, 3)) await tap(id);
  for (const [id, text] of Object.entries(TYPED)) await type(id, text);
  for (const id of UNKNOWN) await tap(id);
  await picture("unknown");
  await tap(CHOSEN[3]);
  const slowest = await sheet.evaluate(() => window.slowest);
  say("unknown", `${taps} taps and ${letters} letters; the slowest of them was answered after ${Math.ceil(slowest)} ms`);

  await sheet.locator(".button-main").scrollIntoViewIfNeeded();
  await picture("before-answer");
  const button = sheet.locator(".button-main");
  const asked = Date.now();
  await button.tap();
  await sheet.waitForSelector("#result-heading:not([hidden])");
  const { answer } = await sheet.evaluate(() => window.seen);
  say("answer", `${answer - asked} ms after the button: ${(await sheet.locator(".headline").innerText()).trim()}`);
  await page.waitForTimeout(1500);
  await picture("answer");
  say("", `its heading is ${await screens("#result-heading")} screens down, the answer ${await screens(".headline")}`);
  say("size", `${await screens(".size")} down: ${(await sheet.locator(".size").innerText()).trim()}`);
  say(
    "",
    `for what it holds ${await screens(".part-first > p.not-kept")} down, the three bars ${await screens(".bands")} down`,
  );
  say(
    "to do",
    `${await screens("#next-heading")} down: ${(await sheet.locator("#next-heading ~ p").first().innerText()).trim()}`,
  );
  say(
    "",
    `the whole page is ${((await page.evaluate(() => document.documentElement.scrollHeight)) / WINDOW.height).toFixed(1)} screens`,
  );
  await sheet.evaluate(() => document.getElementById("next-heading").scrollIntoView());
  await picture("to-do");
  console.log(`load average ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  server.close();
}
