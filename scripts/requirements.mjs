// The programs and libraries that a machine needs, and how to tell that they are there.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { output } from "./command.mjs";

/**
 * A program or library that is needed, a check that it is there, and the Debian packages that bring
 * it.
 *
 * @typedef {{what: string, there: () => boolean, packages: string[], optional?: boolean}}
 *   Requirement
 */

const onPath = (/** @type {string} */ program) =>
  (process.env.PATH ?? "")
    .split(":")
    .map((folder) => join(folder, program))
    .find(existsSync) ?? null;
const command = (/** @type {string} */ program) => () => onPath(program) !== null;
const header =
  (/** @type {string[]} */ ...names) =>
  () =>
    ["/usr/include", "/usr/local/include"].some((folder) => names.some((name) => existsSync(join(folder, name))));

/**
 * [3, 1, 6] of a text with a version in it, null where there is none.
 *
 * @param {string | null} [text]
 */
function versionIn(text) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text ?? "");
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : null;
}

/**
 * @param {number[] | null} version
 * @param {number[]} wanted
 */
function atLeast(version, wanted) {
  if (version === null) return false;
  for (let i = 0; i < 3; i += 1) {
    if (version[i] !== wanted[i]) return version[i] > wanted[i];
  }
  return true;
}

/**
 * As cmake/emscripten.cmake looks for it: an Emscripten that is there already is used instead of
 * Debian's.
 */
function emscriptenIsThere() {
  const emcc = onPath("emcc");
  const folders = [
    process.env.EMSCRIPTEN_ROOT,
    process.env.EMSDK && join(process.env.EMSDK, "upstream/emscripten"),
    emcc && dirname(realpathSync(emcc)),
    "/usr/share/emscripten",
  ];
  const found = folders.find((folder) => folder && existsSync(join(folder, "cmake/Modules/Platform/Emscripten.cmake")));
  return (
    typeof found === "string" && atLeast(versionIn(readFileSync(join(found, "emscripten-version.txt"), "utf8")), [3, 1, 6])
  );
}

const sanitizerRuntime = () => {
  const folder = output("clang++", "-print-runtime-dir")?.trim();
  const file = output("clang++", "-print-file-name=libclang_rt.fuzzer-x86_64.a")?.trim();
  return (
    (file !== undefined && file.startsWith("/") && existsSync(file)) ||
    (folder !== undefined && existsSync(join(folder, "libclang_rt.fuzzer.a")))
  );
};

/** A Python that has numpy: the one on PATH, or Debian's own where another comes before it. */
export const pythonWithNumpy = () =>
  ["python3", "/usr/bin/python3"].find((python) => output(python, "-c", "import numpy") !== null) ?? null;

/** Fails where it isn't 3.10, or lacks the modules that make environments, or C's headers. */
const FOR_THE_PACKAGE = `
import ensurepip, os, sys, sysconfig, venv
sys.exit(sys.version_info < (3, 10) or not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))`;

/** A Python that the package can be built for. */
export const pythonWithVenv = () =>
  ["python3", "/usr/bin/python3"].find((python) => output(python, "-c", FOR_THE_PACKAGE) !== null) ?? null;

/**
 * To build the library and the package.
 *
 * @type {Requirement[]}
 */
export const toBuild = [
  { what: "a C++20 compiler", there: command("c++"), packages: ["g++"] },
  { what: "CMake 3.22", there: () => atLeast(versionIn(output("cmake", "--version")), [3, 22, 0]), packages: ["cmake"] },
  { what: "Ninja", there: command("ninja"), packages: ["ninja-build"] },
  { what: "Emscripten 3.1.6", there: emscriptenIsThere, packages: ["emscripten"] },
  { what: "Eigen", there: header("eigen3/Eigen/Core", "Eigen/Core"), packages: ["libeigen3-dev"] },
  { what: "Boost", there: header("boost/math/special_functions/gamma.hpp"), packages: ["libboost-dev"] },
  { what: "nlohmann/json", there: header("nlohmann/json.hpp"), packages: ["nlohmann-json3-dev"] },
  // The guides go without the pages of the C++ library where it isn't there.
  { what: "Doxygen", there: command("doxygen"), packages: ["doxygen"], optional: true },
  { what: "fast_float", there: header("fast_float/fast_float.h"), packages: ["libfast-float-dev"] },
];

/** WebKitGTK's driver comes with its browser, and Xvfb is a screen for it. */
const webkit = () => command("WebKitWebDriver")() && command("Xvfb")();

const dejavu = () => existsSync("/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf");

/**
 * To run the tests, in addition. Where nothing can be installed, tests of what is `optional` are
 * skipped.
 *
 * @type {Requirement[]}
 */
export const toTest = [
  { what: "ccache", there: command("ccache"), packages: ["ccache"], optional: true },
  { what: "doctest", there: header("doctest/doctest.h"), packages: ["doctest-dev"] },
  { what: "pkg-config", there: command("pkg-config"), packages: ["pkgconf"] },
  { what: "clang", there: command("clang++"), packages: ["clang"] },
  { what: "clang's sanitizer runtime", there: sanitizerRuntime, packages: ["libclang-rt-14-dev"] },
  { what: "clang-format", there: command("clang-format"), packages: ["clang-format"] },
  { what: "Python with numpy", there: () => pythonWithNumpy() !== null, packages: ["python3-numpy"] },
  {
    what: "Python 3.10 with venv and headers",
    there: () => pythonWithVenv() !== null,
    packages: ["python3-venv", "python3-dev"],
  },
  { what: "Chromium", there: command("chromium"), packages: ["chromium"] },
  // The same browser without what a window needs: a page takes a quarter of the time.
  {
    what: "Chromium's headless shell",
    there: command("chromium-headless-shell"),
    packages: ["chromium-headless-shell"],
    optional: true,
  },
  { what: "Firefox", there: command("firefox-esr"), packages: ["firefox-esr"] },
  { what: "WebKitGTK's driver and Xvfb", there: webkit, packages: ["webkit2gtk-driver", "xvfb"], optional: true },
  // For tests of Spark.
  { what: "Java", there: command("java"), packages: ["default-jre-headless"], optional: true },
  { what: "minisign", there: command("minisign"), packages: ["minisign"], optional: true },
  { what: "the DejaVu fonts", there: dejavu, packages: ["fonts-dejavu-core"], optional: true },
];

/**
 * For `npm run lint`, in addition.
 *
 * @type {Requirement[]}
 */
export const toLint = [{ what: "clang-tidy", there: command("clang-tidy"), packages: ["clang-tidy"] }];
