// docs/results.md as a page that people read: pictures first, long tables folded, commands at the
// end; and the section of descents, which another command writes, in its place.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { accountantsSection, HEADING as ACCOUNTANTS } from "../../scripts/accountants-text.mjs";
import { HEADING } from "../../scripts/descent-results-text.mjs";
import { HEADING as PERSONAL, personalSection, up } from "../../scripts/personal-results-text.mjs";
import { inRoot } from "../../scripts/paths.mjs";
import { APPENDIX, folded, sectionOf, withSection } from "../../scripts/results-sections.mjs";

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
  assert.equal(sectionOf(once, HEADING), section);
  const other = "## Another\n\nwords";
  const both = withSection(once, other);
  assert.equal(withSection(both, section), both, "an old section's place is kept");
  assert.equal(sectionOf(both, "## Another"), other);
  assert.equal(sectionOf(both, "## None"), null);
  assert.equal(withSection("# Results\n", section), `# Results\n\n${section}\n`);
  assert.equal(folded("a table", "text"), "<details>\n<summary>a table</summary>\n\ntext\n\n</details>");
});

test("accountants: each question is a line, and an accountant that does not answer it has a dash", () => {
  const answers = {
    gaussian: [{ epsilon: 1, delta: 1e-6, sigma: { expost: 4.2246789, "dp-accounting": 4.2246789, autodp: 4.2246789 } }],
    descents: [{ multiplier: 2, steps: 10, rate: 0.5, delta: 1e-6, epsilon: { "expost pld": 1.25, "autodp rdp": 1.5 } }],
    versions: { "dp-accounting": "1", autodp: "2", riskcal: "3", scipy: "4" },
  };
  const text = accountantsSection({ answers, date: "2026-01-01" });
  assert.ok(text.startsWith(`${ACCOUNTANTS}\n`));
  assert.match(text, /^\| 1, 0\.000001 \| 4\.22468 \| 4\.22468 \| 4\.22468 \|$/m);
  assert.match(text, /^\| 2, 10, 0\.5, 0\.000001 \| – \| 1\.25000 \| – \| – \| – \| – \| 1\.50000 \|$/m);
});

test("accountants: the others' figures on the page are next to Expost's", () => {
  const section = sectionOf(page, ACCOUNTANTS);
  const lines = section.split("\n").filter((line) => /^\| \d/.test(line));
  const cells = lines.map((line) => line.split("|").slice(2, -1).map(Number));
  assert.deepEqual(
    cells.map((row) => row.length),
    [3, 3, 3, 7, 7, 7],
  );
  for (const [own, ...others] of cells.slice(0, 3)) {
    for (const other of others) assert.ok(Math.abs(other / own - 1) < 2e-5, `${own}, ${other}`);
  }
});

test("one person: everything is rounded up, and the page has every report and every field", () => {
  assert.deepEqual([up(0.4021, 3), up(0.403, 3), up(12.41, 1), up(0, 2)], ["0.403", "0.403", "12.5", "0.00"]);
  const text = personalSection({
    date: "2026-01-01",
    node: "20",
    commands: ["expost publish a.csv"],
    promises: [{ title: "one", promise: { median: 0.4, p99: 0.5, max: 0.7 }, above: 3741, rows: 30000 }],
    cases: [{ report: "one", fields: "all", records: 2, gap: 0.00111, milliseconds: 1.01, bound: 0.5, known: 0.25 }],
    costs: [{ fields: "age", added: 0.51, most: 2.31, hardly: 1, records: 2 }],
    series: [{ title: "one", reports: 3, records: 2, together: 0.5011, sum: 1, ratio: 1.996, milliseconds: 1.01 }],
  });
  assert.ok(text.startsWith(`${PERSONAL}\n`));
  assert.match(text, /^\| one \| 0\.400 \| 0\.500 \| 0\.700 \| 12\.5 % \|$/m);
  assert.match(text, /^\| one \| all \| 2 \| 0\.500 \(0\.250\) \| 0\.0012 \| 1\.1 \|$/m);
  assert.match(text, /^\| age \| 0\.6 \| 2\.4 \| 1 of 2 \|$/m);
  assert.match(text, /^\| one \| 3 \| 0\.502 \| 1\.000 \| 2\.00 \| 2 \| 1\.1 \|$/m);
  const section = sectionOf(page, PERSONAL);
  const lines = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  assert.equal(lines.length, 1 + 6 + 1 + 18 + 1 + 10 + 1 + 8);
  const longest = lines.slice(1, 7).map((line) => Number(line.split("|")[4]));
  for (const epsilon of longest) assert.ok(epsilon > 0 && epsilon <= 1, `${epsilon}`);
});
