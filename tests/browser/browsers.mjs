// Debian's Chromium and Firefox, driven by one test body.
import { chromium, firefox } from "playwright-core";

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

const launchers = {
  chromium: () => chromium.launch({ executablePath: "/usr/bin/chromium", args: QUIET }),
  firefox: (options) => firefox.launch({ channel: "moz-firefox", executablePath: "/usr/bin/firefox-esr", ...options }),
};

export const browserNames = Object.keys(launchers);

const running = new Map();

/** The browser of that name, started once for a test file. */
function browser(name) {
  if (!running.has(name)) running.set(name, launchers[name]());
  return running.get(name);
}

// Firefox takes no notice of a context without JavaScript, only of a setting of the whole browser.
function firefoxWithoutScripts() {
  const name = "firefox without JavaScript";
  if (!running.has(name)) running.set(name, launchers.firefox({ firefoxUserPrefs: { "javascript.enabled": false } }));
  return running.get(name);
}

export async function closeBrowsers() {
  for (const started of running.values()) await (await started).close();
  running.clear();
}

/**
 * Runs `use(page, seen)` on a page of its own. `seen` collects what went wrong on it: errors, messages of the console (violations
 * of a policy are among them) and failed requests.
 */
export async function withPage(name, use, options = {}) {
  const silent = name === "firefox" && options.javaScriptEnabled === false;
  const context = await (
    await (silent ? firefoxWithoutScripts() : browser(name))
  ).newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const seen = { problems: [], requests: [] };
  context.on("request", (request) => seen.requests.push(request.url()));
  context.on("requestfailed", (request) => seen.problems.push(`failed: ${request.url()}`));
  page.on("pageerror", (error) => seen.problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.problems.push(`${message.type()}: ${message.text()}`);
  });
  try {
    return await use(page, seen);
  } finally {
    await context.close();
  }
}
