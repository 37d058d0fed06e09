// The mathematics as claims: each has hypotheses, a statement, a proof where it says so, its code
// and its test, and all of these exist.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../scripts/paths.mjs";

const MOST = 160;
const MAP = "docs/mathematics.md";
const PAGES = [
  MAP,
  ...readdirSync(inRoot("docs/mathematics"))
    .sort()
    .map((name) => `docs/mathematics/${name}`),
];
const STATUSES = ["Proved", "Cited", "Definition", "Measured", "Sketched"];
const read = (path) => readFileSync(inRoot(path), "utf8");

/** Paragraphs of a text, each on one line. */
const paragraphs = (text) => text.split(/\n\n+/).map((paragraph) => paragraph.replaceAll("\n", " ").trim());

/** The claims of a page: { id, title, status, isNew, parts }, the parts as paragraphs. */
function claimsOf(text) {
  const places = [...text.matchAll(/<a id="(c-[\d-]+)"><\/a>\n### (.+)\n/g)];
  return places.map((place, i) => {
    const start = place.index + place[0].length;
    const end = Math.min(
      ...[places[i + 1]?.index, ...["\n## ", "\n### "].map((mark) => text.indexOf(mark, start))].map(orEnd(text)),
    );
    const parts = paragraphs(text.slice(start, end)).filter((part) => part !== "");
    const status = /^\*(\w+)(; new)?\.\*/.exec(parts[0] ?? "");
    return { id: place[1], title: place[2], status: status?.[1], isNew: status?.[2] !== undefined, parts };
  });
}
const orEnd = (text) => (index) => (index === undefined || index < 0 ? text.length : index);

/** "Code: `file`, `name`, `name`; `file`, …" → [{ file, names }]; names of tests are in quotes. */
function references(part) {
  const found = [];
  for (const [, name, quoted] of part.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (name !== undefined && name.includes("/")) found.push({ file: name, names: [] });
    else found.at(-1)?.names.push(name ?? quoted);
  }
  return found;
}

/** The names of the cases in a test file: C++ by doctest, JavaScript by node:test. */
function casesOf(path) {
  const text = read(path);
  const pattern = path.endsWith(".cpp")
    ? /TEST_CASE(?:_TEMPLATE)?\(\s*"((?:[^"\\]|\\.)*)"/g
    : /\btest\(\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|'([^']*)')/g;
  return [...text.matchAll(pattern)].map(([, ...names]) => names.find((name) => name !== undefined));
}

/** Faults of one claim, in sentences. */
function faultsOf(page, claim) {
  const starts = (word) => claim.parts.filter((part) => part.startsWith(word));
  const faults = [];
  const want = (holds, what) => (holds ? 0 : faults.push(`${page} ${claim.id}: ${what}`));
  want(STATUSES.includes(claim.status), "a status");
  want(claim.title.startsWith(`${claim.id.slice(2).replaceAll("-", ".")} `), "a title with the anchor's number");
  for (const word of ["**Hypotheses.**", "**Statement.**"]) want(starts(word).length === 1, word);
  if (claim.status === "Proved") want(starts("**Proof.**").length === 1, "a proof");
  if (claim.status === "Proved")
    want(
      claim.parts.some((part) => part.includes("∎")),
      "the end of its proof",
    );
  if (claim.isNew) want(claim.status === "Proved", "what is new has a proof");
  if (claim.status !== "Proved") want(starts("**Proof.**").length === 0, "no proof under this status");
  const last = starts("Code: ");
  want(last.length === 1 && last[0].includes(" Test: "), "one paragraph with code and test");
  if (faults.length > 0) return faults;
  const [code, tests] = last[0].split(" Test: ");
  want(references(code).length > 0 && references(tests).length > 0, "a file of code and one of tests");
  for (const { file, names } of references(code)) {
    want(existsSync(inRoot(file)), `${file} exists`);
    want(names.length > 0, `a name in ${file}`);
    for (const name of names) want(existsSync(inRoot(file)) && read(file).includes(name), `${name} in ${file}`);
  }
  for (const { file, names } of references(tests)) {
    want(existsSync(inRoot(file)), `${file} exists`);
    want(names.length > 0, `a case of ${file}`);
    const cases = existsSync(inRoot(file)) ? casesOf(file) : [];
    for (const name of names) want(cases.includes(name), `"${name}" in ${file}`);
  }
  return faults;
}

const all = PAGES.flatMap((page) => claimsOf(read(page)).map((claim) => ({ page, claim })));

test("every claim has hypotheses, statement, proof, code and tests, and they exist", () => {
  assert.ok(all.length > 90);
  assert.deepEqual(
    all.flatMap(({ page, claim }) => faultsOf(page, claim)),
    [],
  );
});

test("a renamed case, a lost proof and a missing function are found", () => {
  const { page, claim } = all.find(({ claim: { id } }) => id === "c-5-1");
  const changed = (from, to) => ({ ...claim, parts: claim.parts.map((part) => part.replace(from, to)) });
  assert.deepEqual(faultsOf(page, claim), []);
  assert.match(
    faultsOf(page, changed("without releases: section", "no releases: section"))[0],
    /no releases.* in tests\/core\/bound\.cpp$/,
  );
  assert.match(faultsOf(page, changed("`bound_sharp`", "`bound_blunt`"))[0], /bound_blunt in core\/src\/bounds\/bound\.cpp$/);
  assert.match(faultsOf(page, changed("**Proof.**", "**Idea.**"))[0], /a proof$/);
  assert.match(faultsOf(page, { ...claim, status: "Measured" })[0], /what is new has a proof$/);
  assert.match(faultsOf(page, changed(" Test: ", " Tests: "))[0], /code and test$/);
});

test("the table of all claims is that of the pages, with their statuses and counts", () => {
  const rows = [...read(MAP).matchAll(/^\| \[([\d.]+)\]\(([^)#]*)#(c-[\d-]+)\) (.+) \| (.+) \|$/gm)];
  const told = rows.map(([, number, page, id, title, status]) => `${page} ${id} ${number} ${title}: ${status}`);
  const shown = ({ page, claim: { id, title, status, isNew } }) =>
    `${page === MAP ? "" : page.slice("docs/".length)} ${id} ${title}: ${status.toLowerCase()}${isNew ? "; new" : ""}`;
  assert.deepEqual([...told].sort(), all.map(shown).sort());
  const count = (status) => all.filter(({ claim }) => claim.status === status).length;
  const [proved, cited, definitions, measured, sketched] = STATUSES.map(count);
  const sentence = `${all.length} claims: ${proved} proved, ${cited} cited, ${definitions} definitions, ${measured} measured, ${sketched} sketched.`;
  assert.ok(read(MAP).replaceAll("\n", " ").includes(sentence), sentence);
});

test("anchors are unique, and every link between the pages has its target", () => {
  const anchorsOf = (page) => {
    const text = read(page);
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\- ]/gu, "")
        .replaceAll(" ", "-"),
    );
    return [...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id), ...headings];
  };
  const missing = [];
  for (const page of PAGES) {
    const ids = [...read(page).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
    for (const [, target] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      const [file, anchor] = target.split("#");
      const path = file === "" ? page : join(dirname(page), file);
      const found = existsSync(inRoot(path)) && (anchor === undefined || anchorsOf(path).includes(anchor));
      if (!found) missing.push(`${page}: ${target}`);
    }
  }
  assert.deepEqual(missing, []);
});

test("sections that code comments name exist", () => {
  const headings = [...read(MAP).matchAll(/^##+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number);
  for (let section = 1; section <= 17; section += 1)
    assert.ok(headings.includes(`${section}.`.slice(0, -1)), `section ${section}`);
  for (const subsection of ["6.1", "6.2"]) assert.ok(headings.includes(subsection), subsection);
  for (const point of ["5.1", "5.2", "5.3", "5.4", "5.5"]) assert.match(read(MAP), new RegExp(`^\\* ${point} `, "m"));
});

test(`no line has more than ${MOST} columns, and "new" is said by a status alone`, () => {
  for (const page of PAGES) {
    const text = read(page);
    const long = text.split("\n").flatMap((line, i) => (Array.from(line).length > MOST ? [`${page}:${i + 1}`] : []));
    assert.deepEqual(long, []);
    assert.doesNotMatch(text, /\*\*new\*\*|\*\*\(new\)\*\*|\(new\)/);
  }
});
