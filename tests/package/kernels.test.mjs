// What WebAssembly's linker may keep of Eigen: kernels that multiply and solve, from code that was compiled for speed only.
//
// Template functions are in every object that uses them, and one copy survives. Compiled for size it is some ten times slower, and no other test
// sees it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { inBuild } from "../../scripts/paths.mjs";

const KERNEL = /\b[WV] .*Eigen::internal::(gebp|gemm_pack|tribb_kernel|general_matrix|triangular_solve_|selfadjoint_)/;

/** Every object of the modules' build: { path, flags }. */
function objects() {
  const rules = readFileSync(inBuild("wasm/build.ninja"), "utf8").matchAll(/^build (\S+\.o): CXX_COMPILER.*\n(?: {2}.*\n)*/gm);
  return Array.from(rules, ([rule, path]) => ({ path, flags: /^ {2}FLAGS = (.*)$/m.exec(rule)?.[1] ?? "" }));
}

const hasKernels = ({ path }) =>
  KERNEL.test(execFileSync("emnm", ["-C", join(inBuild("wasm"), path)], { encoding: "utf8", maxBuffer: 1 << 28 }));

test("no object with kernels of Eigen was compiled for size", () => {
  const all = objects();
  const small = all.filter(({ flags }) => / -O[sz]\b/.test(flags));
  const fast = all.filter((object) => !small.includes(object));
  // Both kinds are there, and kernels are found where they are.
  assert.ok(small.length >= 20 && fast.length >= 20, `${small.length} for size, ${fast.length} for speed`);
  assert.ok(fast.filter(hasKernels).length >= 10);
  assert.deepEqual(
    small.filter(hasKernels).map(({ path }) => basename(path)),
    [],
  );
});
