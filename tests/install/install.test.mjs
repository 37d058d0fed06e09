// cmake --install, and another project that finds what was installed.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { goeQuantile, version } from "../../build/package/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "expost-install-"));
const prefix = join(folder, "prefix");
const runIn = (cwd, program, ...args) =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const run = (program, ...args) => runIn(folder, program, ...args);

/** The commands of the tutorial's recipe, each as its words: configure, build and install. */
const recipe = /## Build and install the library\n+```console\n([^`]*)```/
  .exec(readFileSync(join(root, "docs/tutorials/cpp.md"), "utf8"))[1]
  .split("\n")
  .flatMap((line) =>
    line
      .replace(/\s+#.*$/, "")
      .replace(/^\$ /, "")
      .split(" && "),
  )
  .filter((command) => command !== "")
  .map((command) => command.split(" "));

before(() => {
  const [, , install] = recipe;
  assert.deepEqual(install.slice(0, 2), ["cmake", "--install"]);
  // The recipe's own folder is built in the deep run only; build/clang has the same libraries.
  const from = process.env.EXPOST_DEEP ? install[2] : "build/clang";
  if (process.env.EXPOST_DEEP) for (const command of recipe.slice(0, 2)) runIn(root, ...command);
  runIn(root, "cmake", "--install", from, ...install.slice(3).map((word) => (word === "/opt/expost" ? prefix : word)));
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

test("the tutorial's recipe looks for nothing that only tests need, and knows its folders", () => {
  const [configure, build, install] = recipe;
  assert.equal(recipe.length, 3);
  runIn(root, ...configure);
  const cache = readFileSync(join(root, install[2], "CMakeCache.txt"), "utf8");
  assert.ok(!/doctest_INCLUDE/i.test(cache));
  // Names the steps, and takes none.
  runIn(root, ...build, "--", "-n");
});

test("the licences are installed", () => {
  const documents = join(prefix, "share/doc/expost");
  assert.equal(readFileSync(join(documents, "LICENSE"), "utf8"), readFileSync(join(root, "LICENSE"), "utf8"));
  assert.match(readFileSync(join(documents, "THIRD_PARTY_LICENSES"), "utf8"), /Mozilla Public License/);
});

test("pkg-config has what a compiler needs, also where the folder was moved to", () => {
  const moved = join(folder, "moved");
  cpSync(prefix, join(folder, "copy"), { recursive: true });
  renameSync(join(folder, "copy"), moved);
  const config = (...args) =>
    execFileSync("pkg-config", args, {
      encoding: "utf8",
      env: { ...process.env, PKG_CONFIG_PATH: join(moved, "lib/pkgconfig") },
    }).trim();
  for (const name of ["expost", "expost-report", "expost-operations"]) assert.equal(config("--modversion", name), version);
  const made = (source, name) => {
    const flags = config("--cflags", "--libs", name).split(/\s+/);
    assert.ok(!flags.some((flag) => flag.includes(prefix)), flags.join(" "));
    for (const flag of ["-ffp-contract=off", "-DEIGEN_DONT_VECTORIZE"]) assert.ok(flags.includes(flag), flag);
    const program = join(folder, `${name}-consumer`);
    run("c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", join("consumer", source), ...flags, "-o", program);
    return run(program);
  };
  assert.equal(made("bounds.cpp", "expost"), run(join(folder, "built/bounds")));
  assert.equal(made("documents.cpp", "expost-operations"), run(join(folder, "built/documents")));
  // The tutorial's own program.
  const [, program] = /```cpp\n([^`]*)```/.exec(readFileSync(join(root, "docs/tutorials/cpp.md"), "utf8"));
  writeFileSync(join(folder, "consumer/tutorial.cpp"), program);
  assert.match(made("tutorial.cpp", "expost"), /^0\.\d{4}\n$/);
});

test("a project that adds the library keeps its build type, installs nothing of it and has no tests of it", () => {
  cpSync(join(root, "tests/install/parent"), join(folder, "parent"), { recursive: true });
  const generate = (build, ...more) =>
    run("cmake", "-S", "parent", "-B", build, "-G", "Ninja", `-DEXPOST_SOURCE=${root}`, ...more);
  generate("whole");
  const cache = readFileSync(join(folder, "whole/CMakeCache.txt"), "utf8");
  const settings = cache.split("\n");
  for (const line of ["CMAKE_BUILD_TYPE:STRING=", "EXPOST_INSTALL:BOOL=OFF"]) assert.ok(settings.includes(line), line);
  assert.ok(!/doctest_INCLUDE/i.test(cache));
  assert.doesNotMatch(run("ninja", "-C", "whole", "-t", "targets", "all"), /expost_\w*tests|parity|bench/);
  // Nothing is built, so that anything to install would be missed.
  run("cmake", "--install", "whole", "--prefix", join(folder, "nothing"));
  assert.ok(!existsSync(join(folder, "nothing")));
  generate("whole", "-DEXPOST_INSTALL=ON");
  assert.throws(() => run("cmake", "--install", "whole", "--prefix", join(folder, "nothing")), /libexpost\.a/);
});

/** A folder with as much of Eigen as the build looks at before it compiles. */
function headersOfEigen(name, defines, header) {
  const place = join(folder, name);
  mkdirSync(dirname(join(place, "Eigen", header)), { recursive: true });
  writeFileSync(join(place, "Eigen/Core"), "");
  const lines = Object.entries(defines).map(([part, value]) => `#define EIGEN_${part}_VERSION ${value}\n`);
  writeFileSync(join(place, "Eigen", header), lines.join(""));
  return place;
}

test("Eigen 3.4 to 5 is accepted, and a program has to use the one that the library was built with", () => {
  const configured = (place, name) => {
    const flags = ["-DEXPOST_BUILD_TESTS=OFF", `-Dexpost_eigen_ROOT=${place}`];
    run("cmake", "-S", root, "-B", name, "-G", "Ninja", ...flags);
    const written = readFileSync(join(folder, name, "expostConfig.cmake"), "utf8");
    return [
      /^find_dependency\(Eigen3 (\S+)/m.exec(written)[1],
      /^Requires: (.*)$/m.exec(readFileSync(join(folder, name, "expost.pc"), "utf8"))[1],
    ];
  };
  const macros = "src/Core/util/Macros.h";
  const old = headersOfEigen("eigen-3.4", { WORLD: 3, MAJOR: 4, MINOR: 0 }, macros);
  assert.deepEqual(configured(old, "with-3.4"), ["3.4", "eigen3 >= 3.4, eigen3 < 4"]);
  const five = headersOfEigen("eigen-5", { WORLD: 3, MAJOR: 5, MINOR: 0, PATCH: 1 }, "Version");
  assert.deepEqual(configured(five, "with-5"), ["5", "eigen3 >= 5, eigen3 < 6"]);
  const older = headersOfEigen("eigen-3.3", { WORLD: 3, MAJOR: 3, MINOR: 9 }, macros);
  assert.throws(() => configured(older, "with-3.3"), /Eigen 3\.4 to 5 is needed: .* has 3\.3\.9/);
  const six = headersOfEigen("eigen-6", { WORLD: 3, MAJOR: 6, MINOR: 0, PATCH: 0 }, "Version");
  assert.throws(() => configured(six, "with-6"), /Eigen 3\.4 to 5 is needed: .* has 6\.0\.0/);
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
  for (const name of ["bounds/bound.hpp", "operations/operations.hpp"])
    assert.ok(all.includes(join(include, "expost", name)), name);
  assert.deepEqual(
    all.filter((path) => path.endsWith("/root.hpp")),
    [],
    "a private header was installed",
  );
  run("c++", ...headerFlags, ...all.flatMap((header) => ["-include", header]), "-x", "c++", "/dev/null");
});

// A source of the library includes its own header first, so that most are shown to stand by
// themselves wherever it is built.
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
