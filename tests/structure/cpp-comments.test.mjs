// Every public declaration of the library's headers has a documentation comment: "///" on the line
// before it, or "///<" behind it. Copies, moves, destructors, what is deleted, defaulted or
// overrides another, and names without a definition need none.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/paths.mjs";
import { sourceFiles } from "../../scripts/sources.mjs";

/** The same text with blanks for comments, texts and lines of the preprocessor. */
function bare(text) {
  const blank = (found) => found.replace(/[^\n]/g, " ");
  return text
    .replace(/\/\/[^\n]*|\/\*[^]*?\*\//g, blank)
    .replace(/"(?:[^"\\\n]|\\.)*"|(?<![\w])'(?:[^'\\\n]|\\.)'/g, blank)
    .replace(/^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm, blank);
}

/** The place behind the bracket that closes the one at a place. */
function behind(code, open) {
  let depth = 0;
  for (let i = open; i < code.length; i += 1) {
    if ("({[".includes(code[i])) depth += 1;
    if (")}]".includes(code[i])) depth -= 1;
    if (depth === 0) return i + 1;
  }
  throw new Error("a bracket isn't closed");
}

const TYPE = /^(?:template\s*<[^{]*>\s*)?(class|struct|union|enum(?:\s+class)?)\s+(?:\[\[[^\]]*\]\]\s*)?(\w+)/;
const NAMESPACE = /^(?:inline\s+)?namespace\b/;

/** Declarations that speak for themselves: of `type`, if they are members. */
function needsNone(words, type) {
  if (words === "" || /^(?:friend|static_assert|using\s+namespace|extern\s+template)\b/.test(words)) return true;
  if (/^(?:template\s*<[^{]*>\s*)?(?:class|struct|union|enum)(?:\s+class)?\s+\w+(?:\s*:\s*[\w:]+)?$/.test(words)) return true;
  // A function that overrides another has that one's comment.
  if (/\boverride\b/.test(words)) return true;
  if (/=\s*(?:delete|default)$/.test(words) || /~\w+\s*\(/.test(words)) return true;
  if (type === null) return false;
  const copy = new RegExp(`^(?:constexpr\\s+)?${type}\\s*\\(\\s*(?:const\\s+)?${type}\\s*&&?\\s*\\w*\\s*\\)`);
  return copy.test(words) || /\boperator=\s*\(/.test(words);
}

/** Every public declaration: its first and last line, from 0, and its words. */
function declarationsIn(text) {
  const code = bare(text);
  const lineOf = (place) => code.slice(0, place).split("\n").length - 1;
  const found = [];
  /** Reads the declarations from a place up to the bracket that closes them. */
  function read(place, { type, access }) {
    let begin = null;
    const words = (end) => code.slice(begin, end).trim().replace(/\s+/g, " ");
    const ended = (end) => {
      if (access === "public" && !needsNone(words(end), type))
        found.push({ first: lineOf(begin), last: lineOf(end), words: words(end) });
      begin = null;
    };
    for (let i = place; i < code.length; i += 1) {
      if (/\s/.test(code[i])) continue;
      if (code[i] === "}") return i + 1;
      const label = type !== null && begin === null && /^(public|protected|private)\s*:/.exec(code.slice(i, i + 20));
      if (label) {
        access = label[1];
        i += label[0].length - 1;
        continue;
      }
      if (code[i] === ";") {
        if (begin !== null) ended(i);
        continue;
      }
      begin ??= i;
      if (code[i] === "(" || code[i] === "[") i = behind(code, i) - 1;
      else if (code[i] === "{") {
        const head = words(i);
        const inside = TYPE.exec(head);
        if (NAMESPACE.test(head)) {
          i = read(i + 1, { type: null, access }) - 1;
          begin = null;
        } else if (inside && !/[()=]/.test(head.replace(/^template\s*<[^{]*>/, ""))) {
          if (access === "public") found.push({ first: lineOf(begin), last: lineOf(begin), words: head });
          const kind = inside[1].split(" ")[0];
          if (kind === "enum") i = behind(code, i) - 1;
          else i = read(i + 1, { type: inside[2], access: access === "public" && kind !== "class" ? "public" : "private" }) - 1;
          begin = null;
        } else {
          const after = behind(code, i);
          // A function's body ends its declaration; an initial value doesn't.
          if (/\)/.test(head) && !/=[^=>()]*$/.test(head) && !/^\s*[;,]/.test(code.slice(after))) ended(i);
          i = after - 1;
        }
      }
    }
    return code.length;
  }
  read(0, { type: null, access: "public" });
  return found;
}

/** Public declarations without a comment, as "file:line: declaration". */
function undocumented(files) {
  return files.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    return declarationsIn(text)
      .filter(
        ({ first, last }) =>
          !/^\s*\/\/\/(?!<)/.test(lines[first - 1] ?? "") &&
          !lines.slice(first, last + 1).some((line) => /\/\/\/< ?\S/.test(line)),
      )
      .map(({ first, words }) => `${path}:${first + 1}: ${words.slice(0, 100)}`);
  });
}

const headers = () =>
  sourceFiles([".hpp"], root)
    .filter((path) => path.startsWith("core/include/"))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("every public declaration of the library has a comment", () => {
  const all = headers();
  assert.ok(all.length > 60, `${all.length} headers`);
  assert.ok(all.flatMap(({ text }) => declarationsIn(text)).length > 700);
  assert.deepEqual(undocumented(all), []);
});

test("a declaration without a comment is told with its place", () => {
  const text = `// A header.
#include <x>
namespace expost {
class Later;
/// Has one.
struct Good {
  int a = 0;  ///< has one
  int b;
  /// Has one.
  int f() const { return a; }
  int g();
  ~Good();
  Good(const Good& other);
  Good& operator=(Good other);
 private:
  int hidden;
};
enum class Bad { one, two };
/// Has one, on several lines
/// and the next.
template <class T>
[[nodiscard]] constexpr T twice(T x) {
  return x + x;
}
int far(int x,
        int y);
/// Has one.

double apart();
using Number = double;
inline constexpr double limit = 1;
/// Has one.
class Private {
  int own();
 public:
  explicit Private(int x) : x_{x} {}
  Private(Private&&) = delete;
};
}  // namespace expost
`;
  assert.deepEqual(
    undocumented([{ path: "a.hpp", text }]).map((found) => found.split(": ")[0]),
    [8, 11, 18, 25, 29, 30, 31, 36].map((line) => `a.hpp:${line}`),
  );
});
