// WebKitGTK's MiniBrowser, driven through WebKitWebDriver: plain WebDriver over HTTP
// (https://www.w3.org/TR/webdriver2/), because playwright drives only a WebKit of its own, which
// it downloads. MiniBrowser needs a screen, and Xvfb is one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATIENCE } from "./until.mjs";

const onPath = (program) => process.env.PATH.split(":").some((folder) => existsSync(join(folder, program)));

/**
 * MiniBrowser is not on PATH; Debian keeps it next to the library, in a folder that names its
 * version.
 */
function miniBrowser() {
  const folders = ["/usr/lib", ...(existsSync("/usr/lib") ? readdirSync("/usr/lib").map((name) => `/usr/lib/${name}`) : [])];
  return folders
    .flatMap((folder) => ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"].map((name) => join(folder, name, "MiniBrowser")))
    .find(existsSync);
}

/** Names what is missing to drive WebKit, as a reason to skip; false where nothing is. */
export const webkitMissing =
  onPath("WebKitWebDriver") && onPath("Xvfb") && miniBrowser() !== undefined
    ? false
    : "needs WebKitWebDriver, MiniBrowser and Xvfb (on Debian: webkit2gtk-driver, xvfb)";

/** The keys that tests press, as WebDriver writes them. */
export const keys = { tab: "\uE004", enter: "\uE007", space: " ", up: "\uE013", down: "\uE015", shift: "\uE008" };

/** How WebDriver writes an element in JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A screen of its own: Xvfb looks for a free number and says which. */
async function startScreen() {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-nolisten", "tcp", "-screen", "0", "1400x1100x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const number = await new Promise((resolve, reject) => {
    screen.stdio[3].once("data", (text) => resolve(String(text).trim()));
    screen.once("error", reject);
    screen.once("close", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { name: `:${number}`, process: screen };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const close = new Promise((resolve) => child.once("close", resolve));
  child.kill();
  await close;
}

/** One window of WebKit. */
class WebKit {
  #call;

  constructor(call) {
    this.#call = call;
  }

  open(address) {
    return this.#call("POST", "/url", { url: address });
  }

  /** Runs a function in the page, or in the frame that `inside` went to. */
  run(work, ...args) {
    return this.evaluate(`return (${work}).apply(null, arguments)`, ...args);
  }

  /** Runs the body of a function, given as text; waits for the promise that it may return. */
  evaluate(script, ...args) {
    return this.#call("POST", "/execute/sync", { script, args });
  }

  /** Runs a function again and again until what it returns is true of something; returns that. */
  async until(work, ...args) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      // The page may draw an element again before the driver has hold of it, and the frame's
      // document may have given way to the next one: then that one is asked.
      const found = await this.run(work, ...args).catch((error) => {
        if (!/stale element|before the unload event/.test(error.message)) throw error;
      });
      if (found) return found;
      assert.ok(Date.now() < end, `in ${PATIENCE} ms never true: ${work} of ${JSON.stringify(args)}`);
      await pause(50);
    }
  }

  /** Waits for an element. */
  find(selector) {
    return this.until((wanted) => document.querySelector(wanted), selector);
  }

  /** Does something within a frame, told by a selector or a function that returns it. */
  async inside(frame, work) {
    await this.#call("POST", "/frame", { id: await (typeof frame === "string" ? this.find(frame) : this.until(frame)) });
    try {
      return await work();
    } finally {
      await this.#call("POST", "/frame/parent", {});
    }
  }

  /** The name that assistive technology gets for an element. */
  nameOf(element) {
    return this.#call("GET", `/element/${element[ELEMENT]}/computedlabel`);
  }

  /** The role that assistive technology gets for an element. */
  roleOf(element) {
    return this.#call("GET", `/element/${element[ELEMENT]}/computedrole`);
  }

  click(element) {
    return this.#call("POST", `/element/${element[ELEMENT]}/click`, {});
  }

  /** Types into an element as a person would. */
  type(element, text) {
    return this.#call("POST", `/element/${element[ELEMENT]}/value`, { text });
  }

  /** Presses keys one after the other, wherever the focus is. */
  async press(...pressed) {
    const actions = pressed.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** The window's picture, as the bytes of a PNG. */
  async picture() {
    return Buffer.from(await this.#call("GET", "/screenshot"), "base64");
  }
}

/** Runs `use(webkit)` in a browser of its own, which leaves nothing behind. */
export async function withWebkit(use) {
  const screen = await startScreen();
  const home = mkdtempSync(join(tmpdir(), "expost-webkit-"));
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: screen.name, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1" },
  });
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  let session;
  try {
    const end = Date.now() + PATIENCE;
    while (!(await call("GET", "/status").catch(() => null))?.ready) {
      assert.ok(driver.exitCode === null && Date.now() < end, "WebKitWebDriver doesn't answer");
      await pause(50);
    }
    const options = { binary: miniBrowser(), args: ["--automation"] };
    session = await call("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
    return await use(new WebKit((method, path, body) => call(method, `/session/${session.sessionId}${path}`, body)));
  } finally {
    if (session) await call("DELETE", `/session/${session.sessionId}`).catch(() => {});
    await ended(driver);
    await ended(screen.process);
    rmSync(home, { recursive: true, force: true });
  }
}
