// The built site on loopback, under a path of its own, with a log of everything that is asked of it.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
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

/**
 * Starts a server. `files` are further files, by their path within the site; null is a file that is not there. `headers` gives
 * further headers for a path.
 */
export async function serveSite(files = {}, headers = () => ({})) {
  const log = [];
  const server = createServer(async (request, response) => {
    log.push(request.url);
    const { pathname } = new URL(request.url, "http://site.test");
    if (!pathname.startsWith(PATH)) return response.writeHead(404).end();
    const path = normalize(decodeURIComponent(pathname.slice(PATH.length))) || "index.html";
    const name = path === "./" || path === "." ? "index.html" : path;
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
  return {
    address: `http://127.0.0.1:${server.address().port}${PATH}`,
    log,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Another address, for what tries to get out: it takes anything from anywhere, and logs it. */
export async function serveElsewhere() {
  const log = [];
  const server = createServer((request, response) => {
    log.push(request.url);
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("x");
  });
  server.on("upgrade", (request, socket) => {
    log.push(request.url);
    socket.destroy();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, log, close: () => server.close() };
}
