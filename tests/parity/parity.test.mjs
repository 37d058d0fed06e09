// Native and WebAssembly give the same hexadecimal floats, exactly.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

const build = join(dirname(fileURLToPath(import.meta.url)), "../../build");
// Each is of one compiler; the deep run names those of others.
const native = process.env.EXPOST_PARITY_NATIVE ?? join(build, "clang/tests/expost_parity");
const wasm = process.env.EXPOST_PARITY_WASM ?? join(build, "wasm/tests/expost_parity.cjs");

/**
 * A program's output, by way of a file: a program under Node ends before a pipe has taken
 * everything.
 */
function lines(...command) {
  const folder = mkdtempSync(join(tmpdir(), "expost-parity-"));
  try {
    const output = openSync(join(folder, "output"), "w");
    execFileSync(command[0], command.slice(1), { stdio: ["ignore", output, "inherit"] });
    closeSync(output);
    return readFileSync(join(folder, "output"), "utf8").trimEnd().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let ofNative;
let ofWasm;

before(() => {
  for (const program of [native, wasm]) assert.ok(existsSync(program), `${program} was not built`);
  ofNative = lines(native);
  ofWasm = lines(process.execPath, wasm);
});

const startingWith = (...words) => ofNative.filter((line) => words.some((word) => line.startsWith(`${word} `)));

test("there are at least 2,000 bounds and 200 quantiles to compare", () => {
  assert.ok(startingWith("bound").length >= 2000);
  assert.ok(startingWith("normal", "chi-squared", "goe").length >= 200);
  assert.ok(startingWith("accountant", "whole").length >= 60);
  assert.ok(startingWith("exact").length >= 100);
});

test("no number is NaN, and they are not all the same", () => {
  assert.deepEqual(
    ofNative.filter((line) => /nan/i.test(line)),
    [],
  );
  assert.ok(new Set(startingWith("bound").map((line) => line.split(" ")[7])).size > 1000);
});

test("native and WebAssembly agree to the last bit", () => {
  assert.equal(ofWasm.length, ofNative.length);
  const different = ofNative.flatMap((line, i) => (line === ofWasm[i] ? [] : [`native ${line}\nwasm   ${ofWasm[i]}`]));
  assert.deepEqual(different.slice(0, 5), [], `${different.length} of ${ofNative.length} lines differ`);
});
