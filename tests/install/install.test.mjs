// cmake --install, and another project that finds what was installed.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { goeQuantile, version } from "../../build/package/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "expost-install-"));
const prefix = join(folder, "prefix");
const run = (program, ...args) =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

before(() => {
  run("cmake", "--install", join(root, "build/clang"), "--prefix", prefix);
  // A copy, so that nothing is found because it lies near the repository.
  cpSync(join(root, "tests/install/consumer"), join(folder, "consumer"), { recursive: true });
  const find = [`-DCMAKE_PREFIX_PATH=${prefix}`, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF"];
  const [major, minor] = version.split(".");
  const wanted = `-DEXPOST_WANTED=${major}.${minor}`;
  run("cmake", "-S", "consumer", "-B", "built", "-G", "Ninja", ...find, wanted);
  // Before 1.0 another minor version is another interface.
  const other = `-DEXPOST_WANTED=${major}.${Number(minor) + 1}`;
  assert.throws(() => run("cmake", "-S", "consumer", "-B", "other", "-G", "Ninja", ...find, other), /requested version/);
  run("cmake", "--build", "built", "--parallel", "2");
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("a consumer finds it, links it, and gets the same digits as the package", async () => {
  const [bounds, quantile, refused] = run(join(folder, "built/bounds")).trim().split("\n");
  const [lower, upper] = bounds.split(" ").map(hexadecimal);
  assert.ok(0 <= lower && lower < upper && upper < 10, bounds);
  assert.equal(hexadecimal(quantile), await goeQuantile(24, 1e-6));
  assert.equal(refused, "refused");
});

test("the operations are installed too", () => {
  const [, quantile] = run(join(folder, "built/bounds")).trim().split("\n");
  assert.equal(run(join(folder, "built/documents")).trim(), quantile);
});

test("the numeric flags reach the consumer, and no others do", () => {
  const commands = run("ninja", "-C", join(folder, "built"), "-t", "commands", "bounds");
  for (const flag of ["-ffp-contract=off", "-DEIGEN_DONT_VECTORIZE", "-DBOOST_MATH_PROMOTE_DOUBLE_POLICY=false"]) {
    assert.ok(commands.includes(flag), flag);
  }
  assert.doesNotMatch(commands, /-Wconversion|-march|-ffast-math|-fsanitize/);
});

test("what is installed names no folder of the build, and has the package's version", () => {
  const config = join(prefix, "lib");
  const cmakeFiles = readdirSync(config, { recursive: true }).filter((name) => name.endsWith(".cmake"));
  assert.ok(cmakeFiles.length >= 4, cmakeFiles.join(" "));
  for (const name of cmakeFiles) {
    assert.ok(!readFileSync(join(config, name), "utf8").includes(root), name);
  }
  const versionFile = cmakeFiles.find((name) => name.endsWith("ConfigVersion.cmake"));
  assert.match(
    readFileSync(join(config, versionFile), "utf8"),
    new RegExp(`PACKAGE_VERSION "${version.replaceAll(".", "\\.")}"`),
  );
});

const include = join(prefix, "include");
const headerFlags = [
  "-std=c++20",
  "-fsyntax-only",
  "-Wall",
  "-Wextra",
  "-Werror",
  `-I${include}`,
  "-isystem/usr/include/eigen3",
];
const headers = () =>
  readdirSync(include, { recursive: true })
    .filter((name) => name.endsWith(".hpp"))
    .map((name) => join(include, name));

test("the installed headers need nothing that isn't installed", () => {
  const all = headers();
  for (const name of ["bounds/bound.hpp", "operations/operations.hpp"]) assert.ok(all.includes(join(include, "expost", name)), name);
  assert.deepEqual(all.filter((path) => path.endsWith("/root.hpp")), [], "a private header was installed");
  run("c++", ...headerFlags, ...all.flatMap((header) => ["-include", header]), "-x", "c++", "/dev/null");
});

// A source of the library includes its own header first, so that most are shown to stand by themselves wherever it is built.
test(
  "each header stands by itself",
  { skip: process.env.EXPOST_DEEP ? false : "npm run test:deep compiles each alone" },
  async () => {
    const left = headers();
    const compile = async () => {
      for (let header = left.shift(); header !== undefined; header = left.shift())
        await promisify(execFile)("c++", [...headerFlags, "-include", header, "-x", "c++", "/dev/null"]);
    };
    await Promise.all([compile(), compile()]);
  },
);

/** The double that C's %a wrote. */
function hexadecimal(text) {
  const [, sign, whole, fraction = "", exponent] = /^(-?)0x([0-9a-f]+)(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(text);
  return (sign ? -1 : 1) * parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}
