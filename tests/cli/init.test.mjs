// expost init: a scaffold with names, in which nothing of the data can be found.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isIdentifierName } from "../../cli/input/identifier-names.js";
import { command, folder, isOneLine, root } from "./run-expost.mjs";
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

test("names from the header; guesses and what to do next on standard error", async () => {
  const data = dir.write("data.csv", csv([header, ...rows(60)]));
  const { code, stdout, stderr } = await command(["init", data, "--label", "paid"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).features, [
    { name: "intercept", kind: "constant", value: 1 },
    { name: "age", kind: null },
    { name: "member", kind: null },
    { name: "town", kind: null },
  ]);
  assert.deepEqual(JSON.parse(stdout).label, { name: "paid", kind: null });
  assert.deepEqual(JSON.parse(stdout).mechanism.loss, { name: null });
  const told = stderr.replaceAll("\n", " ");
  assert.match(told, /Guessed from this file, and told to you alone, because one row can change a guess\. Confirm each/);
  assert.match(
    told,
    /"kind": "number" with "minimum" and "maximum": "age"\. "kind": "boolean": "member"\. "kind": "category" with "levels": "town"\./,
  );
  assert.doesNotMatch(told, /"missing"/);
  assert.match(stderr, /^To fill in: every null but lambda\./m);
  assert.match(told, /from public knowledge .* never from this file/);
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
  assert.deepEqual(JSON.parse(stdout).label, { name: "outcome", kind: null });
  assert.match(
    stderr.replaceAll("\n", " "),
    /The label "outcome" has 2 different values in this file\. This is told to you alone/,
  );
  for (const cell of new Set(cells.flat())) {
    if (cell !== "") assert.ok(!stdout.includes(cell) && !stderr.includes(cell), cell);
  }
  assert.deepEqual(
    JSON.parse(stdout).features.map(({ name, kind }) => `${name}: ${kind}`),
    [
      ...["intercept: constant", "id: null", "born on: null", "height: null", "blood: null"],
      ...["smokes: null", "weight: null", "note: null"],
    ],
  );
  const told = stderr.replaceAll("\n", " ");
  assert.match(told, /"number" with "minimum" and "maximum": "id", "height", "weight"\. "kind": "boolean": "smokes"\./);
  assert.match(told, /"levels": "born on", "blood", "note"\. "missing", the fill-in value of a blank, too: "weight"\./);
  assert.match(stderr, /^Left out: 1 column without a name\.$/m);
});

test("the rows make no difference to the study, whatever they hold and however many there are", async () => {
  const made = async (lines) => {
    const { stdout } = await command(["init", dir.write("form.csv", csv([header, ...lines])), "--label", "paid"]);
    return stdout;
  };
  const first = await made(rows(60));
  assert.equal(await made(rows(60).reverse()), first);
  assert.equal(await made(rows(7).map(([, member]) => ["1e6", member, "elsewhere", "no"])), first);
  // One more row, or it alone: a two among yes and no, a third outcome, blanks, other forms.
  for (const odd of [
    ["30", "2", "south", "no"],
    ["30", "yes", "south", "perhaps"],
    ["", "", "", "yes"],
    ["old", "who", "7", "3"],
  ]) {
    assert.equal(await made([...rows(60), odd]), first);
    assert.equal(await made([odd]), first);
  }
});

const problemsIn = (stderr) =>
  stderr
    .trim()
    .split("\n")
    .map((line) => {
      const named = /^expost: .*study\.json: .*?(\/[a-z]+(?:\/[\w-]+)*)\)? is not filled in yet/.exec(line);
      assert.ok(named, line);
      return named[1];
    });

test("publish names every gap of the scaffold in one run, before the data are opened, and none when all are filled in", async () => {
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
    ...{ title: "T", unit: "one person, one row", norm: 2 },
    ...{ privacy: "https://example.org/privacy", rights: "https://example.org/rights", optOut: "https://example.org/no" },
    ...{ epsilon: 1, delta: 1e-6 },
    ...{ "/publisher/name": "P", "/label/kind": "binary", "/mechanism/loss/name": "logistic" },
  };
  const publish = (data = own.file("data.csv")) =>
    command(["publish", data, "--study", own.file("study.json"), "--out", own.file("report.json")]);
  const model = own.write("model.json", { theta: [1], sigma: 1, lambda: 1 });
  for (const refused of [
    await publish(),
    await publish(own.file("absent.csv")),
    await command([
      ...["attach", own.file("absent.csv"), "--study", own.file("study.json"), "--model", model],
      ...["--out", own.file("report.json")],
    ]),
  ]) {
    assert.equal(refused.code, 1);
    assert.equal(refused.stdout, "");
    assert.deepEqual(problemsIn(refused.stderr).sort(), gaps.toSorted());
    assert.match(
      refused.stderr,
      /the kind of "age" \(\/features\/1\/kind\) is not filled in yet: it must be "number" \(with minimum and maximum\), "boolean"/,
    );
  }
  assert.deepEqual(own.names(), ["data.csv", "model.json", "study.json"]);
  for (const pointer of gaps) put(scaffold, pointer, answers[pointer] ?? answers[pointer.split("/").pop()]);
  // The kinds, with what each needs; a null of theirs is named too.
  const missing = study().features.map((feature) => (feature.name === "age" ? { ...feature, missing: 40 } : feature));
  Object.assign(scaffold, { features: missing, label: study().label, scaling: { range: [-1, 1], norm: null } });
  own.write("study.json", scaffold);
  const norm = await publish();
  assert.match(norm.stderr, /\/scaling\/norm is not filled in yet: no record of these features is longer than 2, so with/);
  scaffold.scaling.norm = 2;
  own.write("study.json", scaffold);
  const { code, stdout, stderr } = await publish();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^blanks filled in: age 1$/m);
  assert.match(stdout, /^records scaled down to length 1: 0$/m);
  const { "x-links": links } = own.json("report.json").publisher;
  assert.deepEqual(links, { privacy: answers.privacy, rights: answers.rights, optOut: answers.optOut });
});

test("a study with hundreds of problems: a hundred of them, and how many more", async () => {
  const own = folder();
  const columns = Array.from({ length: 130 }, (_, i) => `c${i}`);
  own.write("data.csv", csv([[...columns, "paid"], ...rows(30).map(([age]) => [...columns.map(() => age), "no"])]));
  await command(["init", own.file("data.csv"), "--label", "paid", "--out", own.file("study.json")]);
  const gaps = nullsIn(own.json("study.json")).length - 1;
  const args = ["--study", own.file("study.json"), "--out", own.file("report.json")];
  const { code, stdout, stderr } = await command(["publish", own.file("data.csv"), ...args]);
  assert.deepEqual([code, stdout], [1, ""]);
  const lines = stderr.trim().split("\n");
  assert.equal(lines.length, 101);
  assert.match(lines[100], new RegExp(`^expost: .*study\\.json: and ${gaps - 100} more problems$`));
  assert.equal(problemsIn(lines.slice(0, 100).join("\n"))[0], "/title");
});

for (const [what, labels, levels] of [
  ["two numbers", ["2", "4"], "2 different values"],
  ["three words", ["low", "mid", "high"], "3 different values"],
  ["one word", ["low", " low "], "1 value"],
  ["many numbers", Array.from({ length: 21 }, (_, i) => `${i}.5`), "more than 20 different values"],
  ["a yes, a no and a stray text", ["yes", "no", "perhaps"], "3 different values"],
])
  test(`a label of ${what}: its kind and the loss are left open, and the curator alone hears of the values`, async () => {
    const lines = rows(42).map(([age], i) => [age, labels[i % labels.length]]);
    const data = dir.write("labels.csv", csv([["age", "class"], ...lines]));
    const { stdout, stderr } = await command(["init", data, "--label", "class"]);
    const made = JSON.parse(stdout);
    assert.deepEqual(made.label, { name: "class", kind: null });
    assert.deepEqual(made.mechanism.loss, { name: null });
    const told = stderr.replaceAll("\n", " ");
    assert.ok(told.includes(`The label "class" has ${levels} in this file.`), stderr);
    assert.match(told, /"category" with "levels", for \{"name": "softmax", "classes": the number of levels\}/);
    const refused = await command([
      "publish",
      data,
      "--study",
      dir.write("labels.json", made),
      "--out",
      dir.file("never.json"),
    ]);
    assert.match(refused.stderr, /the kind of "class" \(\/label\/kind\) is not filled in yet: it must be "binary" \(with neg/);
    assert.match(refused.stderr, /\/mechanism\/loss\/name is not filled in yet: it must be "logistic", /);
  });

test("a label of yes and no is left open too", async () => {
  const data = dir.write("data.csv", csv([header, ...rows(60)]));
  const { stderr } = await command(["init", data, "--label", "paid"]);
  assert.match(stderr.replaceAll("\n", " "), /The label "paid" has 2 different values in this file\./);
  assert.doesNotMatch(stderr, /identifiers/);
});

test("identifiers: by name, and by values of which none comes twice; the study is the same", async () => {
  const columns = ["Customer-ID", "reader", "height", "mostly", "note", "few", "", "paid"];
  const cells = Array.from({ length: 200 }, (_, i) => [
    ...[String(i % 7), i % 5 ? String(900 + i) : "?", `${i}.25`, String(Math.max(i, 1))],
    ...[`remark ${i}`, i < 99 ? `x${i}` : "", `u${i}`, i % 2 ? "yes" : "no"],
  ]);
  const data = dir.write("ids.csv", csv([columns, ...cells]));
  const { stdout, stderr } = await command(["init", data, "--label", "paid"]);
  const told = stderr.replaceAll("\n", " ");
  assert.match(told, /Perhaps identifiers, by their names: "Customer-ID"\. A model must not use them/);
  // Not measurements, nor one that comes twice, nor fewer than 100 values, nor what is left out.
  assert.match(told, /Perhaps identifiers, as no value comes twice: "reader", "note"\. This is told to you alone/);
  const repeated = dir.write("ids.csv", csv([columns, ...cells, ...cells]));
  const again = await command(["init", repeated, "--label", "paid"]);
  assert.equal(again.stdout, stdout);
  assert.doesNotMatch(again.stderr, /comes twice/);
});

test("names of identifiers, and names that only look like some", () => {
  for (const name of [
    ...["id", "ID", "Id.", "user_id", "customerID", "patient id", "PatientNo", "customer number", "passport", "Passport No."],
    ...["uuid", "SSN", "e-mail", "E_Mail", "phone", "surname", "Full Name", "Unnamed: 0", "index", "account-number", "IBAN"],
    ...["Kundennummer", "Kunden-Nr.", "Ausweis", "Nachname", "Steuernummer", "رقم الهوية", "الاسم", "memberKey"],
  ])
    assert.ok(isIdentifierName(name), name);
  for (const name of [
    ...["paid", "age", "valid", "acid", "humidity", "distance", "number of loans", "rooms", "education-num", "capital gain"],
    ...["card", "reader", "note", "ideal", "keyboard", "Anzahl", "Alter", "Nummerierung"],
  ])
    assert.ok(!isIdentifierName(name), name);
  // Those of real data that are measurements.
  for (const example of readdirSync(join(root, "examples"))) {
    let text;
    try {
      text = readFileSync(join(root, "examples", example, "study.json"), "utf8");
    } catch {
      continue;
    }
    for (const { name } of JSON.parse(text).features) assert.ok(!isIdentifierName(name), `${example}: ${name}`);
  }
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
      optOut: "https://example.org/",
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
