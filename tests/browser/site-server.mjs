// The built site on loopback, under a path of its own, with a log of everything that is asked of
// it.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import { closeBrowsers } from "./browsers.mjs";
import { siteDir } from "./built.mjs";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** The site must work under any sub-path, so it never stands at the root here. */
const PATH = "/some/where/";

const BARRIER = '<!doctype html><title>Barrier</title><link rel="icon" href="data:,">';

/**
 * Starts a server. `files` are further files, by their path within the site; null is a file that
 * is not there. `headers` gives further headers for a path.
 *
 * @param {Record<string, string | Buffer | null>} [files]
 * @param {(name: string) => Record<string, string>} [headers]
 */
export async function serveSite(files = {}, headers = () => ({})) {
  const log = [];
  const server = createServer(async (request, response) => {
    log.push(request.url);
    const { pathname } = new URL(request.url, "http://site.test");
    if (!pathname.startsWith(PATH)) return response.writeHead(404).end();
    const path = normalize(decodeURIComponent(pathname.slice(PATH.length))) || "index.html";
    const name = path === "./" || path === "." ? "index.html" : path;
    // For askedSince in no-way-out.mjs.
    if (/^barrier-\d+$/.test(name)) return response.writeHead(200, { "content-type": "text/html" }).end(BARRIER);
    try {
      if (files[name] === null) throw new Error("not there");
      const body = files[name] ?? (await readFile(join(siteDir, name)));
      const type = types[extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, ...headers(name) }).end(body);
    } catch {
      // As static hosts do.
      const page = await readFile(join(siteDir, "404.html")).catch(() => "");
      response.writeHead(404, { "content-type": "text/html" }).end(page);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A test that fails before it closes the server doesn't keep its file from ending.
  server.unref();
  return {
    address: `http://127.0.0.1:${server.address().port}${PATH}`,
    log,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** A page without a policy, and the frame in it, from which everything gets out. */
const openPages = {
  "/open.html": '<!doctype html><title>Open</title><link rel="icon" href="data:,"><body><iframe src="inner.html"></iframe>',
  "/inner.html": "<!doctype html><title>Inner</title><body>",
};

/**
 * Another address, for what tries to get out: it takes anything from anywhere, and logs it.
 * open.html is a page without a policy.
 */
export async function serveElsewhere() {
  const log = [];
  const server = createServer((request, response) => {
    log.push(request.url);
    const page = openPages[request.url];
    const type = { "access-control-allow-origin": "*", ...(page && { "content-type": "text/html" }) };
    response.writeHead(200, type).end(page ?? "x");
  });
  server.on("upgrade", (request, socket) => {
    log.push(request.url);
    socket.destroy();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A test that fails before it closes the server doesn't keep its file from ending.
  server.unref();
  return { address: `http://127.0.0.1:${server.address().port}/`, log, close: () => server.close() };
}

/**
 * The site for the tests of one file: served before them, closed after them together with their
 * browsers. `files` gives what serveSite takes.
 *
 * @param {() => Parameters<typeof serveSite>[0] | Promise<Parameters<typeof serveSite>[0]>} [files]
 * @param {Parameters<typeof serveSite>[1]} [headers]
 */
export function siteForTests(files = () => ({}), headers = undefined) {
  /** @type {Awaited<ReturnType<typeof serveSite>>} */
  const site = Object.create(null);
  before(async () => Object.assign(site, await serveSite(await files(), headers)));
  after(async () => {
    await closeBrowsers();
    await site.close();
  });
  return site;
}

/** The address elsewhere for the tests of one file. */
export function elsewhereForTests() {
  /** @type {Awaited<ReturnType<typeof serveElsewhere>>} */
  const elsewhere = Object.create(null);
  before(async () => Object.assign(elsewhere, await serveElsewhere()));
  after(() => elsewhere.close());
  return elsewhere;
}
