// expost key, sign and verify. The other side is minisign itself where it is installed: it verifies
// what Expost signs, and signs what Expost verifies.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { command, folder as newFolder, packageDir } from "./run-expost.mjs";

const run = promisify(execFile);
const sample = join(packageDir, "../sample/report.json");
const original = readFileSync(sample, "utf8");
const minisign = await run("minisign", ["-v"]).then(
  () => true,
  () => false,
);
const withMinisign = { skip: !minisign && "minisign is not installed" };

const { path: folder, write: file } = newFolder();

async function keys(name, ...options) {
  const secret = join(folder, `${name}.key`);
  const made = await command(["key", secret, ...(options.length ? options : ["--no-password"])]);
  assert.equal(made.code, 0, made.stderr);
  const publicFile = file(`${name}.pub`, made.stdout);
  return { secret, publicFile, key: made.stdout.trim().split("\n")[1] };
}
const sign = async (path, key, ...options) => command(["sign", path, "--key", key, ...options]);

test("a signed report is the report with one more key, and names its signer", async () => {
  const { secret, key, publicFile } = await keys("one");
  const signed = await sign(sample, secret);
  assert.equal(signed.code, 0, signed.stderr);
  const { "x-signature": signature, ...rest } = JSON.parse(signed.stdout);
  assert.deepEqual(rest, JSON.parse(original));
  assert.equal(signature.key, key);
  assert.match(signature.comment, /^signed on 2\d{3}-\d\d-\d\d$/);
  const path = file("signed.json", signed.stdout);
  for (const wanted of [[], ["--key", key], ["--key", publicFile]])
    assert.deepEqual(await command(["verify", path, ...wanted]), {
      code: 0,
      signal: null,
      stdout: `signed by ${key}\n`,
      stderr: "",
    });
});

test("the secret key is its owner's alone, and never overwritten", async () => {
  const { secret } = await keys("two");
  assert.equal(statSync(secret).mode & 0o777, 0o600);
  const before = readFileSync(secret);
  const again = await command(["key", secret, "--no-password"]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /is there already, and a key is never overwritten\n$/);
  assert.deepEqual(readFileSync(secret), before);
  const out = await command(["key", "-", "--no-password"]);
  assert.equal(out.code, 2);
  assert.equal(out.stdout, "");
});

test("two keys differ in everything", async () => {
  const [a, b] = [(await keys("a")).key, (await keys("b")).key].map((key) => Buffer.from(key, "base64"));
  assert.notDeepEqual(a.subarray(2, 10), b.subarray(2, 10));
  assert.notDeepEqual(a.subarray(10), b.subarray(10));
});

// An attacker may do any of this to a signed report.
test("a report that was changed after it was signed is refused by every command", async () => {
  const { secret } = await keys("attacked");
  const { stdout: text } = await sign(sample, secret);
  const other = JSON.parse((await sign(sample, (await keys("attacker")).secret)).stdout)["x-signature"];
  const own = JSON.parse(text)["x-signature"];
  const put = (changed) => text.replace(JSON.stringify(own), JSON.stringify({ ...own, ...changed }));
  const flipped = (value) => value.replace(/.(?=.{20}$)/, (c) => (c === "A" ? "B" : "A"));
  const changes = {
    "a number": text.replace(/"epsilon": 1/, '"epsilon": 2'),
    "a blank": text.replace('"format":', '"format" :'),
    "a byte of the signature": put({ value: flipped(own.value) }),
    "the comment": put({ comment: "signed on 2020-01-01" }),
    "the comment's signature": put({ commentValue: flipped(own.commentValue) }),
    "another's key": put({ key: other.key }),
    "another's signature under the first key": put({ value: other.value, commentValue: other.commentValue }),
    // Characters 4 to 13 of the base64 are the key's number.
    "another number of the same key": put({ key: own.key.replace(/(?<=^.{6})./, (c) => (c === "A" ? "B" : "A")) }),
    "no key": put({ key: undefined }),
    "a key of another kind": put({ key: 7 }),
    "a signature that is a text": text.replace(JSON.stringify(own), '"RW"'),
    "a key behind it": text.replace(/\}\n\}\n$/, '},\n  "x-more": 1\n}\n'),
    "keys sorted": `${JSON.stringify({ "x-signature": own, ...JSON.parse(original) })}\n`,
    "formatted anew": `${JSON.stringify(JSON.parse(text), null, 4)}\n`,
    "moved into another object": original.replace(/\n\}\n$/, `,\n  "x-own": {"x-signature": ${JSON.stringify(own)}}\n}\n`),
    "signed twice": text.replace(/\n\}\n$/, `,\n  "x-signature": ${JSON.stringify(own)}\n}\n`),
  };
  for (const [what, changed] of Object.entries(changes)) {
    assert.notEqual(changed, text, what);
    const path = file("changed.json", changed);
    for (const args of [
      ["verify", path],
      ["statement", path],
      ["page", path, "--out", "-"],
      ["bound", path, "--record", path],
    ]) {
      const { code, stdout, stderr } = await command(args);
      assert.equal(code, 1, `${what}, ${args[0]}`);
      assert.equal(stdout, "", what);
      assert.match(stderr, /^expost: .*changed\.json: the signature doesn't fit: .*\n$/, what);
    }
  }
});

test("another's key, and no signature, are told apart from the expected one", async () => {
  const [one, two] = [await keys("expected"), await keys("other")];
  const path = file("by-one.json", (await sign(sample, one.secret)).stdout);
  for (const [args, words] of [
    [["verify", path, "--key", two.key], "that key did not sign it"],
    [["verify", sample, "--key", one.key], "that key did not sign it"],
    [["verify", sample], "has no signature"],
  ]) {
    const { code, stderr } = await command(args);
    assert.equal(code, 1);
    assert.ok(stderr.endsWith(`: ${words}\n`), stderr);
  }
});

test("the same report is signed the same way after blanks at its end, and with a byte order mark", async () => {
  const { secret, key } = await keys("blanks");
  const value = async (text) => JSON.parse((await sign(file("x.json", text), secret)).stdout)["x-signature"].value;
  const expected = await value(original);
  assert.equal(await value(`${original.trimEnd()}  \n\n`), expected);
  assert.equal(await value(`\ufeff${original}`), expected);
  const signed = (await sign(file("x.json", `\ufeff${original}`), secret)).stdout;
  assert.equal((await command(["verify", file("y.json", `\ufeff${signed}`)])).stdout, `signed by ${key}\n`);
});

test("what can't be signed is refused in a sentence", async () => {
  const { secret, publicFile } = await keys("refusing");
  const signed = file("twice.json", (await sign(sample, secret)).stdout);
  const seeded = file("seeded.json", JSON.stringify({ ...JSON.parse(original), "x-insecure-seed": 1 }));
  for (const [args, code, words] of [
    [[signed, "--key", secret], 1, /has a signature already/],
    [[seeded, "--key", secret], 1, /its noise came from a seed/],
    [[sample, "--key", publicFile], 1, /is no secret key; `expost key` and `minisign -G` make one/],
    [[sample, "--key", secret, "--comment", "two\nlines"], 2, /--comment must be one line/],
    [[sample, "--key", secret, "--comment", "x".repeat(201)], 2, /--comment must be one line of at most 200/],
    [[sample, "--key", secret, "--out", secret], 2, /is an input too/],
    [[file("none.json", "{}"), "--key", secret], 1, /\/format is missing/],
  ]) {
    const result = await command(["sign", ...args]);
    assert.equal(result.code, code, result.stderr);
    assert.match(result.stderr, words);
    assert.equal(result.stdout, "");
  }
});

test("a key with a password signs with it, and with no other", async () => {
  const right = file("right", "long enough\n");
  const { secret, key } = await keys("locked", "--password-file", right);
  const signed = await sign(sample, secret, "--password-file", right);
  assert.equal(JSON.parse(signed.stdout)["x-signature"].key, key);
  const wrong = await sign(sample, secret, "--password-file", file("wrong", "long enougj\n"));
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /locked\.key: the password is wrong, or the key is damaged\n$/);
  const costly = Buffer.from(readFileSync(secret, "utf8").split("\n")[1], "base64");
  costly.writeBigUInt64LE(1n << 40n, 46);
  const hostile = await sign(
    sample,
    file("costly.key", `untrusted comment: x\n${costly.toString("base64")}\n`),
    "--password-file",
    right,
  );
  assert.match(hostile.stderr, /its password would cost more than/);
});

test("minisign verifies a detached signature of Expost's, and one taken out of a report", withMinisign, async () => {
  const { secret, publicFile } = await keys("theirs");
  const path = file("a.txt", "some text\n");
  assert.equal((await sign(path, secret, "--detached")).code, 0);
  await run("minisign", ["-V", "-m", path, "-p", publicFile]);
  writeFileSync(path, "another text\n");
  await assert.rejects(run("minisign", ["-V", "-m", path, "-p", publicFile]));

  // docs/signing.md, by hand: the report without its last key, and the signature as a file.
  const text = (await sign(sample, secret)).stdout;
  const { value, comment, commentValue } = JSON.parse(text)["x-signature"];
  const unsigned = file("unsigned.json", text.replace(/,\n {2}"x-signature": .*\n\}\n$/, "\n}\n"));
  assert.equal(readFileSync(unsigned, "utf8"), original);
  file("unsigned.json.minisig", `untrusted comment: x\n${value}\ntrusted comment: ${comment}\n${commentValue}\n`);
  const { stdout } = await run("minisign", ["-V", "-m", unsigned, "-p", publicFile]);
  assert.match(stdout, /verified/);
});

test("Expost verifies minisign's signatures, and signs with minisign's keys", withMinisign, async () => {
  const [publicFile, secret] = [join(folder, "m.pub"), join(folder, "m.key")];
  await run("minisign", ["-G", "-W", "-p", publicFile, "-s", secret]);
  const path = file("b.txt", "a text of theirs\n");
  for (const legacy of [[], ["-l"]]) {
    const signature = join(folder, `b${legacy.length}.minisig`);
    await run("minisign", ["-S", ...legacy, "-m", path, "-s", secret, "-x", signature]);
    const verify = () => command(["verify", path, "--signature", signature, "--key", publicFile]);
    assert.equal((await verify()).code, 0, (await verify()).stderr);
    const lines = readFileSync(signature, "utf8");
    writeFileSync(signature, lines.replace("timestamp:", "timestamp:9"));
    assert.match((await verify()).stderr, /the signature doesn't fit/);
    writeFileSync(signature, "untrusted comment: x\nRW\n");
    assert.match((await verify()).stderr, /is no signature of minisign's, which has four lines/);
  }
  const signed = file("by-theirs.json", (await sign(sample, secret)).stdout);
  assert.equal((await command(["verify", signed, "--key", publicFile])).code, 0);
});

test("minisign signs with a key of Expost's that has a password", withMinisign, async () => {
  const { secret, publicFile } = await keys("shared", "--password-file", file("password", "both know it\n"));
  const path = file("c.txt", "signed by the other program\n");
  const child = run("minisign", ["-S", "-m", path, "-s", secret]);
  child.child.stdin?.end("both know it\n");
  await child;
  const result = await command(["verify", path, "--signature", `${path}.minisig`, "--key", publicFile]);
  assert.equal(result.code, 0, result.stderr);
});
