// Takes the indentation out of the pages' HTML templates, which browsers show as one blank.
import { readFile } from "node:fs/promises";

/**
 * For esbuild: in templates tagged `html`, a line end with the blanks around it becomes one blank.
 * None of them shows an element that keeps blanks around something written over several lines.
 *
 * @type {import("esbuild").Plugin}
 */
export const shortTemplates = {
  name: "short-templates",
  async setup(build) {
    // It is there only once npm has installed it.
    const { default: ts } = await import("typescript");
    build.onLoad({ filter: /[\\/]web[\\/][^.]*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = known.get(text) ?? shortened(ts, text);
      known.set(text, contents);
      return { contents, loader: "js" };
    });
  },
};

/**
 * Shortened texts, by the files' texts: a build puts one file into many pages.
 *
 * @type {Map<string, string>}
 */
const known = new Map();

/**
 * @param {typeof import("typescript")} ts
 * @param {string} text
 */
function shortened(ts, text) {
  /** @type {[from: number, to: number][]} */
  const parts = [];
  const find = (/** @type {import("typescript").Node} */ node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "html") {
      const { template } = node;
      const pieces = ts.isTemplateExpression(template)
        ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
        : [template];
      for (const piece of pieces) parts.push([piece.getStart(), piece.getEnd()]);
    }
    ts.forEachChild(node, find);
  };
  find(ts.createSourceFile("page.js", text, ts.ScriptTarget.Latest, true));
  // From behind, so that places in front keep their numbers.
  for (const [from, to] of parts.sort(([a], [b]) => b - a))
    text = text.slice(0, from) + text.slice(from, to).replace(/\s*\n\s*/g, " ") + text.slice(to);
  return text;
}
