// expost serve [DIR]: the site on this computer, for this computer.
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join, sep } from "node:path";
import { PassThrough, pipeline } from "node:stream";
import { fileURLToPath } from "node:url";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import sirv from "sirv";
import { codeOf, fileError, inputError } from "../errors.js";
import { wholeNumber } from "../options.js";
import { print } from "../output/streams.js";

/** @typedef {import("node:http").IncomingMessage} IncomingMessage */
/** @typedef {import("node:http").ServerResponse} ServerResponse */

const LOOPBACK = "127.0.0.1";
/** The package's own site, next to the bundled command line. */
const SITE = fileURLToPath(new URL("../site", import.meta.url));

/** @param {import("commander").Command} program */
export function addServe(program) {
  program
    .command("serve")
    .summary("serve the site on this computer only")
    .description(
      `Serves a folder (default: the site of this package) on ${LOOPBACK}, so that nothing but this computer reaches it.`,
    )
    .argument("[DIR]", "the folder", SITE)
    .option("--port <N>", "port; 0 takes any that is free", wholeNumber(0, 65535), 8080)
    .addHelpText("after", "\nExamples:\n  expost serve\n  expost serve build/package/site --port 9000")
    .action(serve);
}

/** @param {string} dir */
async function checkFolder(dir) {
  let found;
  try {
    found = await stat(dir);
  } catch (error) {
    throw fileError(dir, "can't be served", error);
  }
  if (!found.isDirectory()) throw inputError(`${dir}: can't be served: it is not a folder`);
}

/**
 * @param {Answer} response
 * @param {number} status
 * @param {string} text
 */
function answer(response, status, text) {
  response.writeHead(status, { "Content-Type": "text/plain;charset=utf-8" });
  response.end(`${text}\n`);
}

/** Compressors by their names in headers, the better one first. */
const ENCODERS = {
  // The best quality takes a second for a check page, this one a fiftieth.
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};
const encodings = /** @type {(keyof typeof ENCODERS)[]} */ (Object.keys(ENCODERS));

/** The least size of a file that is compressed, in bytes. */
const LEAST_COMPRESSED = 1024;

/**
 * The encoding to send a text in; undefined where a browser takes none of ours.
 *
 * @param {string} [accepted] the header Accept-Encoding
 */
function encodingFor(accepted = "") {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(",")
      .map((one) => {
        const [name, ...more] = one.split(";").map((part) => part.trim());
        const weight = more.find((part) => part.startsWith("q="));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))];
      }),
  );
  return encodings.find((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}

/**
 * Stands between what answers a request and the response: texts are compressed on the way.
 *
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function compressing(request, response) {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const body = new PassThrough();
  return Object.assign(body, {
    getHeader: (/** @type {string} */ name) => response.getHeader(name),
    setHeader: (/** @type {string} */ name, /** @type {string} */ value) => response.setHeader(name, value),
    writeHead(/** @type {number} */ status, /** @type {Record<string, string | number>} */ headers = {}) {
      const { "Content-Length": length, ...others } = headers;
      const isText = /^text\/|json|javascript|xml|wasm/.test(String(headers["Content-Type"]));
      const done = () => {};
      if (isText) response.setHeader("Vary", "Accept-Encoding");
      if (encoding !== undefined && status === 200 && isText && Number(length) >= LEAST_COMPRESSED) {
        response.writeHead(status, { ...others, "Content-Encoding": encoding });
        pipeline(body, ENCODERS[encoding](), response, done);
      } else {
        response.writeHead(status, headers);
        pipeline(body, response, done);
      }
    },
  });
}

/** @typedef {Pick<ServerResponse, "writeHead" | "end"> | ReturnType<typeof compressing>} Answer */

/**
 * As other hosts do: the folder's own page for it, where it has one.
 *
 * @param {string} dir
 * @param {IncomingMessage} request
 * @param {Answer} response
 */
async function answerNotFound(dir, request, response) {
  let page = null;
  if ((request.headers.accept ?? "").includes("text/html")) page = await readFile(join(dir, "404.html")).catch(() => null);
  if (page === null) return answer(response, 404, "Not found");
  response.writeHead(404, { "Content-Type": "text/html;charset=utf-8" });
  response.end(request.method === "HEAD" ? undefined : page);
}

/**
 * Files whose name starts with a dot are nobody's page; an address that can't be decoded names no
 * file.
 *
 * @param {string} address
 */
function isHidden(address) {
  try {
    return /[/\\]\./.test(decodeURIComponent(address.split("?")[0]));
  } catch {
    return true;
  }
}

/** The files that sirv looks for at an address, in addition to the file of that very name. */
const ENDINGS = ["", ".html", ".htm", `${sep}index.html`, `${sep}index.htm`];

/**
 * Whether a file that an address can mean is a link to somewhere else, or lies behind one.
 *
 * @param {string} root
 * @param {string} address
 */
async function leadsOut(root, address) {
  const path = join(root, decodeURIComponent(address.split("?")[0])).replace(/[/\\]+$/, "");
  for (const ending of ENDINGS) {
    const real = await realpath(path + ending).catch(() => null);
    if (real !== null && real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) return true;
  }
  return false;
}

/**
 * The port of a server that listens.
 *
 * @param {import("node:http").Server} server
 */
const portOf = (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port;

const hosts = (/** @type {IncomingMessage} */ { rawHeaders }) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;

/**
 * @param {string} dir
 * @param {{port: number}} options
 */
async function serve(dir, { port }) {
  await checkFolder(dir);
  const root = await realpath(dir);
  // As files change: each is looked up when it is asked for.
  const files = sirv(dir, { dev: true, etag: true, onNoMatch: (request, response) => answerNotFound(dir, request, response) });
  const server = createServer(async (request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    const own = portOf(server);
    // Two readers could take two of them for the host.
    if (hosts(request) > 1) return answer(response, 400, "One Host header only");
    // A page elsewhere can have a name of its own point here; then the browser sends that name.
    if (![`${LOOPBACK}:${own}`, `localhost:${own}`].includes(request.headers.host ?? ""))
      return answer(response, 421, "Not served under this name");
    if (request.method !== "GET" && request.method !== "HEAD") return answer(response, 405, "Only GET and HEAD");
    const { url = "/" } = request;
    if (isHidden(url) || (await leadsOut(root, url))) return answer(response, 404, "Not found");
    // Whole files only: there is nothing here that anyone would fetch in parts.
    delete request.headers.range;
    return files(request, /** @type {ServerResponse} */ (/** @type {unknown} */ (compressing(request, response))));
  });
  await new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const code = codeOf(error);
      if (code === "EADDRINUSE")
        reject(inputError(`port ${port} is taken; choose another with --port, or --port 0 for any that is free`));
      else if (code === "EACCES")
        reject(inputError(`port ${port} is not allowed to this user; choose one above 1023 with --port`));
      else reject(error);
    });
    server.listen(port, LOOPBACK, () => resolve(undefined));
  });
  try {
    await print(`http://${LOOPBACK}:${portOf(server)}/\n`);
  } catch (error) {
    server.close();
    throw error;
  }
}
