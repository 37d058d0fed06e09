// WebAssembly's linker may keep these kernels of Eigen: those that multiply and solve, from code
// that was compiled for speed only.
//
// Template functions are in every object that uses them, and one copy survives. Compiled for size
// it is some ten times slower, and no other test sees it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { inBuild } from "../../scripts/paths.mjs";

const KERNEL = /\b[WV] .*Eigen::internal::(gebp|gemm_pack|tribb_kernel|general_matrix|triangular_solve_|selfadjoint_)/;

/** Every object of the modules' libraries: { path, flags }. */
function objects() {
  const commands = JSON.parse(readFileSync(inBuild("wasm/compile_commands.json"), "utf8"));
  return commands
    .map(({ command }) => command.split(" "))
    .map((flags) => ({ path: flags[flags.indexOf("-o") + 1], flags }))
    .filter(({ path }) => !path.startsWith("tests/"));
}

/** Those objects that hold kernels. */
function withKernels(all) {
  const paths = all.map(({ path }) => path);
  const options = { cwd: inBuild("wasm"), encoding: "utf8", maxBuffer: 1 << 28 };
  const lines = execFileSync("emnm", ["-A", "-C", ...paths], options).split("\n");
  const found = new Set(lines.filter((line) => KERNEL.test(line)).map((line) => line.slice(0, line.indexOf(":"))));
  return all.filter(({ path }) => found.has(path));
}

test("no object with kernels of Eigen was compiled for size", () => {
  const all = objects();
  // The last level given counts.
  const levelOf = ({ flags }) => flags.filter((flag) => /^-O/.test(flag)).at(-1);
  const small = all.filter((object) => ["-Os", "-Oz"].includes(levelOf(object)));
  const fast = all.filter((object) => levelOf(object) === "-O3");
  assert.equal(small.length + fast.length, all.length);
  // Both kinds are there, and kernels are found where they are.
  assert.ok(small.length >= 5 && fast.length >= 5, `${small.length} for size, ${fast.length} for speed`);
  assert.ok(withKernels(fast).length >= 3);
  assert.deepEqual(
    withKernels(small).map(({ path }) => basename(path)),
    [],
  );
});
