// What axe finds wrong in a page, or in one of its frames.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The rules for a page in a colour scheme: dark, those about colours, as the others don't depend on it. The deep run has all of them in
 * both.
 */
export const rulesFor = (colorScheme) =>
  colorScheme === "dark" && process.env.EXPOST_EVERY_BROWSER !== "1" ? { runOnly: ["cat.color"] } : {};

/** One line for each rule that is broken, with the places; none: []. Frames inside are left out: each is judged by itself. */
export async function violations(frame, options = {}) {
  await frame.evaluate(axe);
  const found = await frame.evaluate(
    (more) => window.axe.run(document, { iframes: false, resultTypes: ["violations"], ...more }),
    options,
  );
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary})`).join("; ")}`,
  );
}
