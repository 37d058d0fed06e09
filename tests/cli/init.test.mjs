// expost init: a scaffold with names and kinds, in which no value of the data can be found.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { csv, header, rows, study } from "./small-study.mjs";

const dir = folder();

/** The places of every null. */
function nullsIn(value, pointer = "") {
  if (value === null) return [pointer];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => nullsIn(member, `${pointer}/${key}`));
}

function put(document, pointer, value) {
  const keys = pointer.split("/").slice(1);
  const last = keys.pop();
  keys.reduce((at, key) => at[key], document)[last] = value;
}

test("names and kinds from the header and the form of the values; what to do next on standard error", async () => {
  const data = dir.write("data.csv", csv([header, ...rows(60)]));
  const { code, stdout, stderr } = await command(["init", data, "--label", "paid"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).features, [
    { name: "intercept", kind: "constant", value: 1 },
    { name: "age", kind: "number", minimum: null, maximum: null },
    { name: "member", kind: "boolean" },
    { name: "town", kind: "category", levels: null },
  ]);
  assert.deepEqual(JSON.parse(stdout).label, { name: "paid", kind: "binary", negative: null, positive: null });
  assert.match(stderr, /^To fill in: every null but lambda\./);
  assert.match(stderr.replaceAll("\n", " "), /from public knowledge .* never from this file/);
});

test("no value of the file is in the scaffold", async () => {
  const columns = ["id", "born on", "height", "blood", "smokes", "weight", "note", "", "outcome"];
  // Values that are nowhere in a scaffold by chance, in every form: numbers, texts, booleans,
  // blanks, and numbers in a column of texts.
  const cells = Array.from({ length: 200 }, (_, i) => [
    `70${1000 + i}`,
    `20${10 + (i % 80)}-05-1${i % 10}`,
    `${150 + i}.${i}7`,
    ["A+", "AB-", "zero"][i % 3],
    i % 2 ? "TRUE" : "FALSE",
    i % 9 ? String(-77 - i) : "",
    i % 4 ? `a "quoted", note ${i}` : `9${i}9.5`,
    `unnamed${i}`,
    i % 3 ? "went home" : "stayed in",
  ]);
  const data = dir.write("secret.csv", csv([columns, ...cells]));
  const { code, stdout, stderr } = await command(["init", data, "--label", "outcome"]);
  assert.equal(code, 0, stderr);
  for (const cell of new Set(cells.flat())) {
    if (cell !== "") assert.ok(!stdout.includes(cell) && !stderr.includes(cell), cell);
  }
  assert.deepEqual(
    JSON.parse(stdout).features.map(({ name, kind }) => `${name}: ${kind}`),
    [
      ...["intercept: constant", "id: number", "born on: category", "height: number", "blood: category"],
      ...["smokes: boolean", "weight: number", "note: category"],
    ],
  );
  assert.match(stderr, /^Left out: 1 column without a name\.$/m);
});

test("the order of the rows and their values make no difference, only their form", async () => {
  const made = async (lines) => {
    const { stdout } = await command(["init", dir.write("form.csv", csv([header, ...lines])), "--label", "paid"]);
    return stdout;
  };
  const first = await made(rows(60));
  assert.equal(await made(rows(60).reverse()), first);
  assert.equal(await made(rows(7).map(([, member]) => ["1e6", member, "elsewhere", "maybe"])), first);
});

test("publish refuses the scaffold, naming one gap after the other, until all are filled in", async () => {
  const own = folder();
  const lines = rows(60);
  lines[5][0] = "";
  own.write("data.csv", csv([header, ...lines]));
  const made = await command(["init", own.file("data.csv"), "--label", "paid", "--out", own.file("study.json")]);
  assert.equal(made.code, 0, made.stderr);
  assert.equal(made.stdout, "");
  const scaffold = own.json("study.json");
  const gaps = nullsIn(scaffold).filter((pointer) => pointer !== "/mechanism/lambda");
  const answers = {
    ...{ title: "T", name: "P", unit: "one person, one row", minimum: 18, maximum: 90, missing: 40 },
    ...{ privacy: "https://example.org/privacy", rights: "https://example.org/rights", optOut: "https://example.org/no" },
    ...{ levels: study().features[3].levels, negative: "no", positive: "yes", epsilon: 1, delta: 1e-6 },
  };
  const publish = () =>
    command(["publish", own.file("data.csv"), "--study", own.file("study.json"), "--out", own.file("report.json")]);
  while (gaps.length > 0) {
    const refused = await publish();
    isOneLine(assert, refused);
    assert.equal(refused.code, 1);
    const named = /^expost: .*study\.json: .*?(\/[a-z]+(?:\/[\w-]+)*)\)? is not filled in yet/.exec(refused.stderr);
    assert.ok(gaps.includes(named?.[1]), refused.stderr);
    assert.deepEqual(own.names(), ["data.csv", "study.json"]);
    gaps.splice(gaps.indexOf(named[1]), 1);
    put(scaffold, named[1], answers[named[1].split("/").pop()]);
    own.write("study.json", scaffold);
  }
  const { code, stdout, stderr } = await publish();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^blanks filled in: age 1$/m);
  const { "x-links": links } = own.json("report.json").publisher;
  assert.deepEqual(links, { privacy: answers.privacy, rights: answers.rights, optOut: answers.optOut });
});

test("the publisher's pages for people stand in the scaffold, are refused in words, and may be deleted", async () => {
  const own = folder();
  own.write("data.csv", csv([header, ...rows(60)]));
  const made = await command(["init", own.file("data.csv"), "--label", "paid", "--out", own.file("scaffold.json")]);
  const { publisher } = own.json("scaffold.json");
  assert.deepEqual(publisher, { name: null, "x-links": { privacy: null, rights: null, optOut: null } });
  const told = made.stderr.replaceAll("\n", " ");
  assert.match(told, /"x-links" .*\(privacy\).*\(rights\).*\(optOut\)\. Delete those that you don't have/);
  const publish = async (links) => {
    const filled = study({ publisher: { name: "P", "x-links": links } });
    const run = await command([
      ...["publish", own.file("data.csv"), "--study", own.write("study.json", filled)],
      ...["--out", own.file("report.json"), "--seed", "1", "--replace"],
    ]);
    return { ...run, publisher: run.code === 0 ? own.json("report.json").publisher : null };
  };
  for (const kind of ["privacy", "rights", "optOut"]) {
    const refused = await publish({
      ...publisher["x-links"],
      privacy: "https://example.org/",
      rights: "https://example.org/",
      [kind]: null,
    });
    isOneLine(assert, refused);
    assert.match(
      refused.stderr,
      new RegExp(`/publisher/x-links/${kind} is not filled in yet: it must be an address like https://\\S+, .*left out`),
    );
  }
  assert.deepEqual((await publish({ rights: "https://example.org/rights" })).publisher, {
    name: "P",
    "x-links": { rights: "https://example.org/rights" },
  });
  assert.deepEqual((await publish({})).publisher, { name: "P" });
});

for (const [what, text, message, label = "paid"] of [
  ["an empty file", "", /bad\.csv: is empty/],
  ["a header only", "age,paid\n", /bad\.csv: has a header, but no rows/],
  ["a column twice", "age,paid,age\n1,2,3\n", /bad\.csv: the header has the column "age" twice/],
  [
    "no such column",
    "age,paid\n1,2\n",
    /bad\.csv: the header must have a column "Paid", the label, but has "age" and "paid"$/m,
    "Paid",
  ],
  ["no other column", "paid\n1\n", /bad\.csv: the header must have a column other than the label "paid"/],
  ["a short line", "age,paid\n1,2\n\n3\n", /bad\.csv: line 4 has 1 field, but the header has 2/],
]) {
  test(`${what}: exit 1, one line, nothing written`, async () => {
    const own = folder();
    const result = await command([
      ...["init", own.write("bad.csv", text), "--label", label],
      ...["--out", own.file("study.json")],
    ]);
    isOneLine(assert, result);
    assert.match(result.stderr, message);
    assert.equal(result.code, 1);
    assert.deepEqual(own.names(), ["bad.csv"]);
  });
}

test("the label must be named", async () => {
  const { code, stderr } = await command(["init", dir.write("x.csv", "a,b\n1,2\n")]);
  assert.equal(code, 2);
  assert.match(stderr, /--label/);
});
