// Debian's Chromium and Firefox, driven by one test body.
//
// Every file runs in Chromium. A file whose subject is up to the engine runs in Firefox, too, and
// says why in its first line. The deep run (EXPOST_EVERY_BROWSER=1) has every file in every
// browser. EXPOST_BROWSER names the only one that this process uses.
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { chromium, firefox } from "playwright-core";
import { PATIENCE } from "./until.mjs";

/** Without these Chromium asks for things on the network of its own accord. */
export const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export const deep = process.env.EXPOST_EVERY_BROWSER === "1";

/**
 * The deep run takes Chromium as people have it. Else Debian's headless shell, where it is
 * installed: the same engine without windows, in which a page costs a quarter of the time.
 */
const programs = deep ? ["/usr/bin/chromium"] : ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
export const chromiumProgram = process.env.EXPOST_CHROMIUM_PROGRAM ?? programs.find(existsSync);

const WITH_WINDOWS = "/usr/bin/chromium";

const kinds = {
  chromium: { type: chromium, options: { executablePath: chromiumProgram, args: QUIET } },
  firefox: {
    type: firefox,
    options: {
      channel: "moz-firefox",
      executablePath: "/usr/bin/firefox-esr",
      firefoxUserPrefs: {
        // Else its WebRTC leaves out this machine, where the tests listen (listeners.mjs).
        "media.peerconnection.ice.loopback": true,
        // Every name is this machine's.
        "network.dns.forceResolve": "127.0.0.1",
        // Its list of downloads would open by itself and take the keys from then on.
        "browser.download.alwaysOpenPanel": false,
        // The driver lets files read each other, which people's browsers don't.
        "security.fileuri.strict_origin_policy": true,
      },
    },
  },
  // As people have it: only with windows does it open connections ahead of a navigation. Every name
  // that ends in .test is this machine's.
  "chromium with windows": {
    type: chromium,
    options: {
      executablePath: WITH_WINDOWS,
      args: [...QUIET.filter((arg) => arg !== "--disable-background-networking"), "--host-resolver-rules=MAP *.test 127.0.0.1"],
    },
  },
};

const only = process.env.EXPOST_BROWSER;

export const everyBrowser = ["chromium", "firefox"].filter((name) => only === undefined || name === only);

/**
 * The browsers for tests of what one does around a page: tabs, and connections that no page asked
 * for. Chromium's has windows; none where only the headless shell is installed.
 */
export const browsersWithTabs = everyBrowser
  .map((name) => (name === "chromium" ? "chromium with windows" : name))
  .filter((name) => existsSync(kinds[name].options.executablePath));

/** The browsers for tests that no engine has a say in. */
export const browserNames = everyBrowser.filter((name) => deep || name === "chromium");

/** The function `test` for what is no browser's, or Chromium's alone. */
export const testOnce = everyBrowser.includes("chromium") ? test : () => {};

/** The function `test` for what only the deep run tries. */
export const testDeep = deep ? testOnce : () => {};

/**
 * The function `test` for what no engine has a say in, within a file that runs in every browser.
 */
export const testPage = (name) => (browserNames.includes(name) ? test : () => {});

const running = new Map();

/** The browser of that name: one for this process. */
function browser(name) {
  if (!running.has(name)) {
    const { type, options } = kinds[name];
    running.set(name, type.launch(options));
  }
  return running.get(name);
}

// Firefox takes no notice of a context without JavaScript, only of a setting of the whole browser.
function firefoxWithoutScripts() {
  const name = "firefox without JavaScript";
  const { type, options } = kinds.firefox;
  if (!running.has(name)) running.set(name, type.launch({ ...options, firefoxUserPrefs: { "javascript.enabled": false } }));
  return running.get(name);
}

export async function closeBrowsers() {
  for (const started of running.values()) await (await started).close();
  running.clear();
}

const holding = new AsyncLocalStorage();
let turn = Promise.resolve();

/**
 * Runs `work` while no other test uses Firefox: with windows of two tests at a time this Firefox
 * sometimes answers no more. What is called from within `work` has the turn already.
 */
function alone(work) {
  if (holding.getStore()) return work();
  const mine = turn.then(() => holding.run(true, work));
  turn = mine.catch(() => {});
  return mine;
}

/**
 * Was it a page's icon, given up because the page was left? A browser with windows asks for it
 * after everything else, so whether it is there in time is chance.
 */
const wasLeft = (request) =>
  /\/(icon\.svg|apple-touch-icon\.png)$/.test(request.url()) && /ABORTED/.test(request.failure()?.errorText ?? "");

/**
 * Runs `use(page, seen)` on a page of its own. `seen` collects what went wrong on it: errors,
 * messages of the console (violations of a policy are among them) and failed requests. With
 * `ownBrowser` the page has a browser to itself: once Firefox has printed, it ends only as a whole.
 */
export async function withPage(name, use, options = {}) {
  return name === "firefox" ? alone(() => onPage(name, use, options)) : onPage(name, use, options);
}

async function onPage(name, use, { ownBrowser = false, ...options }) {
  const silent = name === "firefox" && options.javaScriptEnabled === false;
  const launched = await (ownBrowser
    ? kinds[name].type.launch(kinds[name].options)
    : silent
      ? firefoxWithoutScripts()
      : browser(name));
  const context = await launched.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const seen = { problems: [], requests: [] };
  context.on("request", (request) => seen.requests.push(request.url()));
  context.on("requestfailed", (request) => wasLeft(request) || seen.problems.push(`failed: ${request.url()}`));
  page.on("pageerror", (error) => seen.problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.problems.push(`${message.type()}: ${message.text()}`);
  });
  try {
    return await use(page, seen);
  } finally {
    await (ownBrowser ? launched : context).close();
  }
}
