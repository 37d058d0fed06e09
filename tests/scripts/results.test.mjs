// docs/results.md as a page that people read: pictures first, long tables folded, commands at the
// end; and the section of descents, which another command writes, in its place.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { APPENDIX, folded, HEADING, sectionOf, withSection } from "../../scripts/descent-results-text.mjs";
import { inRoot } from "../../scripts/paths.mjs";

const page = readFileSync(inRoot("docs/results.md"), "utf8");
const sections = page.split(/^(?=## )/m);

test("a picture comes before the first table, and every picture exists", () => {
  const pictures = [...page.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)];
  assert.ok(pictures.length >= 4);
  for (const [, words, file] of pictures) {
    assert.ok(words.length > 10);
    assert.ok(existsSync(inRoot("docs", file)), file);
  }
  assert.ok(page.indexOf("![") < page.indexOf("\n|"));
  assert.ok(sections[1].startsWith("## In one picture\n"));
});

test("every mechanism for a logistic loss is in one table, with a bound on everything published", () => {
  const section = sections.find((one) => one.startsWith("## Every mechanism on the same data\n"));
  const rows = section.split("\n").filter((line) => /^\| [a-z]/.test(line) && !line.startsWith("| mechanism"));
  assert.equal(rows.length, 8);
  for (const row of rows) {
    const [, , median, p99, most] = row.split("|").map((cell) => cell.trim());
    assert.ok(0 < Number(median) && Number(median) <= Number(p99) && Number(p99) <= Number(most), row);
    assert.match(row, /\| 0 of 30000 \|/);
  }
});

test("tables of more than ten lines are folded, and so are all commands", () => {
  const open = page.replaceAll(/<details>.*?<\/details>/gs, "");
  assert.doesNotMatch(open, /```console/);
  for (const [table] of open.matchAll(/(?:^\|.*\n)+/gm)) assert.ok(table.split("\n").length <= 13, table);
  assert.equal(page.split("<details>").length, page.split("</details>").length);
  assert.ok(sections.at(-1).startsWith(`${APPENDIX}\n`));
});

test("the section of descents goes before the appendix, in the place of an old one", () => {
  const document = `# Results\n\n## One\n\nwords\n\n${APPENDIX}\n\ncommands\n`;
  const section = `${HEADING}\n\nmeasured`;
  const once = withSection(document, section);
  assert.equal(once, `# Results\n\n## One\n\nwords\n\n${section}\n\n${APPENDIX}\n\ncommands\n`);
  assert.equal(withSection(once, section), once);
  assert.equal(sectionOf(once), section);
  assert.equal(withSection("# Results\n", section), `# Results\n\n${section}\n`);
  assert.equal(folded("a table", "text"), "<details>\n<summary>a table</summary>\n\ntext\n\n</details>");
});
