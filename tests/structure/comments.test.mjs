// Comments can be read next to other code: their lines have at most 100 columns. They name their
// subject first: none opens with "what", "who", "of" or "by".
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/paths.mjs";
import { sourceFiles } from "../../scripts/sources.mjs";

const MOST = 100;

/**
 * Comment lines that are too long, as "file:line". Comments behind code are left to the formatters.
 */
function longComments(files) {
  return files.flatMap(({ path, text }) => {
    let inBlock = false;
    return text.split("\n").flatMap((line, index) => {
      const begins = /^\s*\/\*/.test(line);
      const comment = inBlock || begins || /^\s*\/\//.test(line);
      inBlock = (inBlock || begins) && !line.includes("*/");
      return comment && Array.from(line).length > MOST ? [`${path}:${index + 1}`] : [];
    });
  });
}

const OPENER = /^\s*(?:\/\/+|\/\*+|\*|#:?)\s+(?:who|what|whoever|of|by)\b/i;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#)/;

/** Comments that open with such a word, as "file:line". */
function wrongOpeners(files) {
  return files.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    const opens = (index) => !COMMENT.test(lines[index - 1] ?? "") || /^\s*(?:\/\/+|\/?\*+|#:?)\s*$/.test(lines[index - 1]);
    return lines.flatMap((line, index) => (OPENER.test(line) && opens(index) ? [`${path}:${index + 1}`] : []));
  });
}

const sources = () =>
  sourceFiles([".cpp", ".hpp", ".js", ".mjs", ".ts", ".css"], root).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));

test("no line of a comment has more than 100 columns", () => {
  const all = sources();
  assert.ok(all.length > 500);
  assert.deepEqual(longComments(all), []);
});

test("a line that is too long is told with its place; code and strings of any length are not", () => {
  const long = "x".repeat(98);
  const lines = [`// ${long}`, `const code = "${long}"; /* ${long} */`, `  /// ${long}`, `/** ${long} */`, ` * ${long}`];
  const text = ["// short", ...lines, "/*", ` * ${long}`, " */", ` * ${long}`].join("\n");
  assert.deepEqual(longComments([{ path: "a.cpp", text }]), ["a.cpp:2", "a.cpp:4", "a.cpp:5", "a.cpp:8"]);
});

test("every comment names its subject first", () => {
  const python = sourceFiles([".py"], root).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  assert.ok(python.length > 40);
  assert.deepEqual(wrongOpeners([...sources(), ...python]), []);
});

test("a comment that opens otherwise is told with its place; a line in its middle is not", () => {
  const text = [
    "// What it is",
    "code();",
    "/**",
    " * By hand",
    " */",
    "// Takes the sum",
    "// of all",
    "//",
    "// Of all",
  ].join("\n");
  assert.deepEqual(wrongOpeners([{ path: "a.js", text }]), ["a.js:1", "a.js:4", "a.js:9"]);
  assert.deepEqual(wrongOpeners([{ path: "a.py", text: "#: Who\n# A sum\n# of all\ncode()  # of it" }]), ["a.py:1"]);
});
