// expost serve: the site, for this computer only.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expost, folder, isOneLine, packageDir, startExpost } from "./run-expost.mjs";

const dir = folder();
mkdirSync(dir.file("site/below"), { recursive: true });
mkdirSync(dir.file("site-next-door"));
dir.write("site/index.html", "<p>start</p>");
dir.write("site/below/index.html", "<p>below</p>");
dir.write("site/data.json", "{}");
dir.write("site/.hidden", "hidden");
dir.write("site-next-door/secret.txt", "secret");
dir.write("secret.txt", "secret");

const children = [];
after(() => children.forEach((child) => child.kill()));

/** Starts a server and returns its address as it is printed. */
async function serve(...args) {
  const child = startExpost(["serve", ...args, "--port", "0"]);
  children.push(child);
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", (piece) => resolve(String(piece)));
    child.once("close", (code) => reject(new Error(`ended with ${code}`)));
  });
  assert.match(line, /^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  return new URL(line.trim());
}

/** A request whose path goes out as it is written. */
function get(address, path, { method = "GET", headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: address.hostname, port: address.port, path, method, headers: { host: address.host, ...headers } },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (piece) => (body += piece));
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
      },
    );
    asked.on("error", reject).end();
  });
}

let address;
before(async () => (address = await serve(dir.file("site"))));

test("GET / is index.html", async () => {
  const { status, headers, body } = await get(address, "/");
  assert.equal(status, 200);
  assert.equal(body, "<p>start</p>");
  assert.match(headers["content-type"], /^text\/html/);
  assert.equal(headers["x-content-type-options"], "nosniff");
});

test("files and folders below", async () => {
  assert.equal((await get(address, "/below/")).body, "<p>below</p>");
  assert.match((await get(address, "/data.json")).headers["content-type"], /^application\/json/);
  const head = await get(address, "/data.json", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(head.body, "");
});

test("a file that isn't there: 404", async () => {
  const { status, body } = await get(address, "/nothing.html");
  assert.equal(status, 404);
  assert.equal(body, "Not found\n");
});

test("a folder's own page for what isn't there goes to browsers, at any depth, with the status", async () => {
  dir.write("site/404.html", "<p>not here</p>");
  const headers = { accept: "text/html,application/xhtml+xml" };
  for (const path of ["/nothing.html", "/deep/er/nothing.html"]) {
    const found = await get(address, path, { headers });
    assert.equal(found.status, 404);
    assert.match(found.headers["content-type"], /^text\/html/);
    assert.equal(found.body, "<p>not here</p>");
  }
  assert.equal((await get(address, "/nothing.html", { method: "HEAD", headers })).body, "");
  assert.equal((await get(address, "/nothing.json")).body, "Not found\n");
});

for (const path of [
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/%2e%2e%2fsecret.txt",
  "/below/../../secret.txt",
  "/..\\secret.txt",
  "/..%5csecret.txt",
  "/../site-next-door/secret.txt",
  "//etc/passwd",
  "/.hidden",
  "/%2ehidden",
  "/%",
]) {
  test(`nothing outside the folder, nothing hidden: ${path}`, async () => {
    const { status, body } = await get(address, path);
    assert.equal(status, 404);
    assert.doesNotMatch(body, /secret|hidden|root:/);
  });
}

test("only GET and HEAD", async () => {
  assert.equal((await get(address, "/", { method: "POST" })).status, 405);
});

test("only under its own name: a page elsewhere can't borrow the address", async () => {
  assert.equal((await get(address, "/", { headers: { host: "evil.example" } })).status, 421);
  assert.equal((await get(address, "/", { headers: { host: `localhost:${address.port}` } })).status, 200);
});

test("two Host headers: 400, whichever comes first", async () => {
  const answerTo = (lines) =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(address.port), address.hostname, () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
      let text = "";
      socket.setEncoding("utf8").on("data", (piece) => (text += piece));
      socket.on("end", () => resolve(text)).on("error", reject);
    });
  const own = `Host: ${address.host}`;
  for (const names of [
    [own, "Host: elsewhere.example"],
    ["Host: elsewhere.example", own],
    [own, `host: ${address.host}`],
  ]) {
    const text = await answerTo(["GET / HTTP/1.1", ...names, "Connection: close"]);
    assert.match(text, /^HTTP\/1\.1 400 /, names.join(", "));
    assert.doesNotMatch(text, /start/);
  }
  assert.match(await answerTo(["GET / HTTP/1.1", own, "Connection: close"]), /^HTTP\/1\.1 200 /);
});

test("links that lead out of the folder name no file; those within it do", async () => {
  const links = {
    "link.txt": "../secret.txt",
    "page.html": "../secret.txt",
    outside: "../site-next-door",
    "again.json": "data.json",
    inside: "below",
    gone: "../nothing",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, dir.file(`site/${name}`));
  for (const path of ["/link.txt", "/page", "/page.html", "/outside/secret.txt", "/outside/", "/gone", "/inside/../link.txt"]) {
    const { status, body } = await get(address, path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(body, /secret/, path);
  }
  assert.equal((await get(address, "/again.json")).body, "{}");
  assert.equal((await get(address, "/inside/")).body, "<p>below</p>");
});

test("odd ranges don't stop it", async () => {
  for (const range of ["bytes=5-2", "bytes=a-b", "bytes=900-", "x"]) await get(address, "/", { headers: { range } });
  assert.equal((await get(address, "/")).status, 200);
});

/** As `get`, with the body as bytes. */
const bytesOf = (address, path, headers = {}, method = "GET") =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: address.hostname, port: address.port, path, method, headers: { host: address.host, ...headers } },
      (response) => {
        const pieces = [];
        response.on("data", (piece) => pieces.push(piece));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
        );
      },
    );
    asked.on("error", reject).end();
  });

describe("compression", () => {
  const text = "<p>the same words again and again</p>\n".repeat(2000);
  before(() => {
    dir.write("site/long.html", text);
    dir.write("site/picture.png", text);
  });
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["gzip;q=0.5, br;q=0", "gzip"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["gzip;q=0", undefined],
    ["brotli-like, xgzip", undefined],
    [undefined, undefined],
  ]) {
    test(`${accepted ?? "no Accept-Encoding"}: ${encoding ?? "as it is"}`, async () => {
      const { status, headers, body } = await bytesOf(address, "/long.html", accepted ? { "accept-encoding": accepted } : {});
      assert.equal(status, 200);
      assert.equal(headers["content-encoding"], encoding);
      assert.match(headers.vary ?? "", /Accept-Encoding/i);
      assert.equal((encoding ? decoders[encoding](body) : body).toString(), text);
      if (encoding) assert.ok(body.length < 1000, `${body.length}`);
      else assert.equal(Number(headers["content-length"]), text.length);
    });
  }

  test("HEAD says the same without a body", async () => {
    const { headers, body } = await bytesOf(address, "/long.html", { "accept-encoding": "br" }, "HEAD");
    assert.equal(headers["content-encoding"], "br");
    assert.equal(headers["content-length"], undefined);
    assert.equal(body.length, 0);
  });

  test("a file that hasn't changed isn't sent again", async () => {
    const first = await bytesOf(address, "/long.html", { "accept-encoding": "br" });
    const again = await bytesOf(address, "/long.html", { "accept-encoding": "br", "if-none-match": first.headers.etag });
    assert.deepEqual([again.status, again.body.length, again.headers["content-encoding"]], [304, 0, undefined]);
  });

  test("what is compressed already, and what is short, is sent as it is", async () => {
    for (const path of ["/picture.png", "/data.json"])
      assert.equal((await bytesOf(address, path, { "accept-encoding": "br" })).headers["content-encoding"], undefined, path);
  });

  test("many at once, and readers who leave, don't stop it", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => bytesOf(address, "/long.html", { "accept-encoding": "br" })),
    );
    assert.ok(all.every(({ body }) => brotliDecompressSync(body).toString() === text));
    await new Promise((resolve) => {
      const asked = request({
        host: address.hostname,
        port: address.port,
        path: "/long.html",
        headers: { host: address.host, "accept-encoding": "gzip" },
      });
      asked.on("response", (response) => (response.destroy(), resolve()));
      asked.on("error", resolve).end();
    });
    assert.equal((await get(address, "/")).status, 200);
  });
});

test("loopback only", async (t) => {
  const other = Object.values(networkInterfaces())
    .flat()
    .find(({ internal, family }) => !internal && family === "IPv4");
  if (other === undefined) return t.skip("this machine has no other address");
  const answer = await new Promise((resolve) => {
    const socket = connect({ host: other.address, port: Number(address.port) });
    socket.once("connect", () => resolve("connected"));
    socket.once("error", (error) => resolve(error.code));
  });
  assert.equal(answer, "ECONNREFUSED");
});

test("a port that is taken: exit 1, one line", async () => {
  const result = await expost(["serve", dir.file("site"), "--port", address.port]);
  isOneLine(assert, result);
  assert.match(result.stderr, new RegExp(`port ${address.port} is taken; choose another with --port`));
  assert.equal(result.code, 1);
});

test("a folder that isn't there, and a file: exit 1", async () => {
  const absent = await expost(["serve", dir.file("absent")]);
  isOneLine(assert, absent);
  assert.match(absent.stderr, /absent: can't be served: there is no such file/);
  assert.equal(absent.code, 1);
  const file = await expost(["serve", dir.file("secret.txt")]);
  assert.match(file.stderr, /secret\.txt: can't be served: it is not a folder/);
  assert.equal(file.code, 1);
});

test("without a folder: the package's site", async () => {
  const own = await serve();
  assert.equal((await get(own, "/")).body, readFileSync(join(packageDir, "site/index.html"), "utf8"));
});
