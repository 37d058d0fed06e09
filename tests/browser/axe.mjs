// Findings of axe in a page, or in one of its frames.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * One line for each rule that is broken, with the places; none: []. Frames inside are left out:
 * each is judged by itself.
 */
export async function violations(frame, options = {}) {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
  const found = await frame.evaluate(
    (more) => window.axe.run(document, { iframes: false, resultTypes: ["violations"], ...more }),
    options,
  );
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary})`).join("; ")}`,
  );
}

/**
 * Returns the violations of a page in the light and in the dark scheme: [line with the scheme, …].
 * The dark scheme has only the rules about colours, as the others don't depend on it; the deep run
 * has all rules in both. Firefox has the light scheme only: it can't be told to be dark.
 */
export async function violationsInSchemes(page) {
  if (page.context().browser().browserType().name() === "firefox") return violations(page);
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const onColours = colorScheme === "dark" && process.env.EXPOST_EVERY_BROWSER !== "1";
    const lines = await violations(page, onColours ? { runOnly: ["cat.color"] } : {});
    found.push(...lines.map((line) => `${colorScheme}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}
