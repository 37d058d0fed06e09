import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf } from "../../web/sheet/fields.js";
import { readRecords } from "../../build/package/index.js";
import { matchFields, recordsIn } from "../../web/sheet/one-record.js";
import { valuesLetter } from "../../web/sheet/values-letter.js";
import { languageOf } from "../../wording/formats.js";
import { check as ar } from "../../words/ar/check.js";
import { check as de } from "../../words/de/check.js";
import { check as en } from "../../words/en/check.js";
import { independent, translated } from "../browser/made-up-reports.mjs";

const { features, label } = independent();
const fields = fieldsOf({ features, label }, en);
const idOf = (name) => fields.find((field) => field.key === name).id;
const records = (text, asked = fields) => recordsIn(text, asked, readRecords);
/** The one record of a text, matched, or why there is none. */
async function matched(text, asked, decimals) {
  const found = await records(text, asked);
  if (found.problem) return found;
  assert.equal(found.records.length, 1, text);
  return matchFields(found.records[0], asked, decimals);
}
const match = (text, decimals = ["."]) => matched(text, fields, decimals);
const keys = (entries) => entries.map(({ field }) => field.key);

test("a CSV row is matched by its header, in any order and with other columns", async () => {
  const { answers, filled, missing, read } = await match("id,late,age,region,employed\n7,no,45,south-east,TRUE\n");
  assert.deepEqual(answers, { [idOf("age")]: "45", [idOf("employed")]: "yes", [idOf("region")]: "south-east", outcome: "no" });
  assert.equal(filled, 4);
  assert.deepEqual(
    read.map(({ column, value, field }) => [column, value, field?.key]),
    [
      ["id", "7", undefined],
      ["late", "no", "late"],
      ["age", "45", "age"],
      ["region", "south-east", "region"],
      ["employed", "TRUE", "employed"],
    ],
  );
  assert.deepEqual(
    missing.map((field) => field.key),
    ["income", "balance", "housing"],
  );
});

test("rows copied from a spreadsheet have tabs, those of other countries semicolons; cells may be quoted", async () => {
  assert.equal((await match("age\tregion\r\n45\teast\r\n")).answers[idOf("region")], "east");
  assert.equal((await match("age;income\n45;1,5\n")).answers[idOf("income")], "1.5");
  assert.equal((await match('"age","Region"\n"45","north-east"\n')).answers[idOf("region")], "north-east");
  assert.equal((await match('age;"a;b, c";region\n45;"x; y, z";"east"\n')).answers[idOf("region")], "east");
  assert.equal((await match('age,"a;b;c;d",region\n45,x,east\n')).answers[idOf("region")], "east");
  assert.equal((await match("age,region\r45,east\r")).answers[idOf("region")], "east");
  assert.equal((await match('age,note,region\n45,"two\nlines, ""quoted""",east')).answers[idOf("region")], "east");
  assert.equal((await match("\ufeffage,region\n45,east\n")).answers[idOf("age")], "45");
});

test("a point beside a decimal comma of the same row may stand for thousands, so it is left for the person to say", async () => {
  for (const decimals of [["."], [","]]) {
    const { answers, read, filled } = await match("age;income;balance\n45,5;1.045;12.5\n", decimals);
    assert.equal(answers[idOf("age")], decimals[0] === "." ? "45.5" : "45,5");
    assert.equal(answers[idOf("income")], undefined);
    assert.equal(answers[idOf("balance")], "12.5");
    assert.equal(filled, 2);
    assert.deepEqual(
      read.map(({ unusable }) => unusable),
      [undefined, true, undefined],
    );
    const income = async (text) => (await match(text, decimals)).answers[idOf("income")];
    // The comma may be in a column that the form doesn't have.
    assert.equal(await income("other;income\n0,5;1.234.567\n"), undefined);
    // 2,150 may be a thousand itself, and says nothing of the others.
    assert.equal(await income("other;income\n2,150;1.045\n"), "1.045");
    assert.equal(await income("other;income\n3;1.045\n"), "1.045");
  }
});

test("a JSON object, alone or in an array of one", async () => {
  const object = { age: 45, employed: true, late: "yes", income: null };
  for (const text of [JSON.stringify(object), JSON.stringify([object])]) {
    const { answers, filled } = await match(text);
    assert.deepEqual(answers, { [idOf("age")]: "45", [idOf("income")]: "", [idOf("employed")]: "yes", outcome: "yes" });
    assert.equal(filled, 3);
  }
});

test("numbers are handed on as they are written: what could be read in two ways is judged when the record is checked", async () => {
  assert.equal((await match('{"age": "1,5"}')).answers[idOf("age")], "1,5");
  assert.equal((await match("age;income\n45;1.5\n", [","])).answers[idOf("income")], "1.5");
});

test("where the form settles that decimals have a point, they appear as the page's language writes them", async () => {
  for (const text of ['{"age": 45, "income": 2150.5}', "age,income\n45,2150.5\n"]) {
    assert.equal((await match(text, [","])).answers[idOf("income")], "2150,5");
    assert.equal((await match(text, ["٫", "."])).answers[idOf("income")], "٢١٥٠٫٥");
    assert.equal((await match(text)).answers[idOf("income")], "2150.5");
  }
});

test("with semicolons or tabs between values a comma is a decimal comma, unless it could stand for thousands", async () => {
  for (const delimiter of [";", "\t"]) {
    const read = async (value, decimals) => await match(`age${delimiter}balance\n45${delimiter}${value}\n`, decimals);
    const balance = async (value, decimals) => (await read(value, decimals)).answers[idOf("balance")];
    assert.equal(await balance("2,5"), "2.5");
    assert.equal(await balance("-0,125"), "-0.125");
    assert.equal(await balance("2150,125"), "2150.125");
    assert.equal(await balance("2,15E+03"), "2.15E+03");
    assert.equal(await balance("2,5", [","]), "2,5");
    assert.equal(await balance("2,5", ["\u066b", "."]), "\u0662\u066b\u0665");
    for (const value of ["2,150", "-999,999", "1,5,5", "1.000,5", ",5", "5,", "2.5"]) {
      assert.equal(await balance(value), value);
      assert.equal((await read(value)).read[1].became, undefined);
    }
    assert.equal((await read("2,5")).read[1].became, "2.5");
    assert.equal((await read("2,5", [","])).read[1].became, undefined);
  }
  assert.equal((await match('age,balance\n45,"2,5"\n')).answers[idOf("balance")], "2,5");
});

test("what a value became is told where the form shows something else", async () => {
  const { read } = await match("age,employed,late,housing\n45,1,N,Rents\n");
  assert.deepEqual(
    read.map(({ became }) => became),
    [undefined, "yes", "no", "rents"],
  );
  assert.deepEqual(
    (await match("employed,housing\nyes,\n")).read.map(({ became }) => became),
    [undefined, undefined],
  );
  const german = fieldsOf({ features, label }, de);
  assert.equal((await matched("employed\ntrue", german, [","])).read[0].became, "ja");
});

test("a row that doesn't fit its header is refused, never shifted", async () => {
  for (const [text, problem, line] of [
    ["age,income,region\n45,1,5,east\n", "uneven", 2],
    ["age\n\n1,5\n", "uneven", 3],
    ['age,region\n45,"east\n', "unreadable", 2],
    ["age,income,region\n45,\n", "uneven", 2],
    ["age,id\n45,7,8\n", "uneven", 2],
    ["age,income\n1,2\n3\n", "uneven", 3],
  ])
    assert.deepEqual(await records(text), { problem, line }, text);
});

test("a word that is not one of the choices is told, not guessed", async () => {
  const { answers, read } = await match("age,region\n45,middle\n");
  assert.equal(answers[idOf("region")], undefined);
  assert.deepEqual(keys(read.filter(({ unusable }) => unusable)), ["region"]);
});

test("a choice may be written in any case, or as a number is; what could be two of them is none", async () => {
  const report = independent();
  report.features[5].levels = ["1", "2", "a", "A"];
  const housing = async (text) => {
    const asked = fieldsOf(report, en);
    return (await matched(`age,housing\n45,${text}\n`, asked, ["."])).answers[asked[4].id];
  };
  for (const [text, value] of [
    ["1", "1"],
    ["2.0", "2"],
    ["a", "a"],
    ["A", "A"],
    ["3", undefined],
  ])
    assert.equal(await housing(text), value, text);
  report.features[5].levels = ["ab", "AB", "c"];
  assert.equal(await housing("Ab"), undefined);
  assert.equal(await housing("C"), "c");
});

test("a text without a record that can be used says why", async () => {
  const problem = async (text) => (await match(text)).problem;
  assert.equal(await problem("age,region\n"), "noRow");
  assert.equal(await problem("45,east\n"), "noRow");
  assert.equal(await problem("age,region,age\n45,east,46\n"), "twice");
  assert.equal(await problem('{"age": 45, "age": 46}'), "twice");
  assert.equal(await problem("age,Age\n45,46\n"), "twice");
  assert.equal(await problem("name,Name,age\nx,y,45\n"), undefined);
  assert.equal(await problem(`age\n${"1".repeat(2 ** 20)}`), "several");
  assert.equal(await problem(`age\n${"1\n".repeat(1001)}`), "several");
  assert.equal(await problem(JSON.stringify(Array(1001).fill({ age: 1 }))), "several");
  assert.equal(await problem("age\n1\n\n \n"), undefined);
  assert.equal(await problem("  "), "empty");
  assert.equal(await problem("[]"), "empty");
  assert.equal(await problem("{broken"), "unreadable");
  assert.equal(await problem("[1]"), "unreadable");
  for (const text of ["name,town\nx,y\n", '{"name": "x"}', "{}", "name: x\ntown: y"])
    assert.equal(await problem(text), "noMatch", text);
});

test("several records are there to choose from", async () => {
  const ages = async (text) => (await records(text)).records.map((one) => matchFields(one, fields, ["."]).answers[idOf("age")]);
  assert.deepEqual(await ages("age,region\n1,east\n2,west\n3,\n"), ["1", "2", "3"]);
  assert.deepEqual(await ages('[{"age": 1}, {"age": 2}]'), ["1", "2"]);
  assert.deepEqual(await ages("age: 1\nregion: east\n\nage: 2\nregion: west\n"), ["1", "2"]);
  assert.equal((await ages(`age\n${"1\n".repeat(1000)}`)).length, 1000);
});

test("lines of a name and a value, with any sign between them, also in a mail", async () => {
  const expected = { [idOf("age")]: "45", [idOf("region")]: "east", outcome: "no" };
  for (const text of [
    "age,45\nregion,east\nlate,no\n",
    "field,value\nage,45\nRegion,east\nlate,no\n",
    "age;45\nregion;east\nlate;no",
    "Age\t45\r\nRegion\teast\r\nPaid late\tno\r\n",
    "AGE: 45\nRegion: east\nPaid late: no",
    "age = 45\nregion = east\nlate = no",
    '"age","45"\n"region","east"\n"late","no"\n',
    "Dear customer,\n\nhere it is:\n\n* Age, in years: 45\n- Region: east\n> Paid late: no\n\nKind regards: the bank",
  ])
    assert.deepEqual((await match(text)).answers, expected, text);
  assert.equal((await records("Hello,\nage: 45\nBye")).spare, 2);
  // One such line may also be a table's header; with a colon it can't.
  assert.equal((await match("age: 45\nother: x")).answers[idOf("age")], "45");
  assert.equal((await match("age,45\nx,y")).answers[idOf("age")], "x");
  assert.deepEqual((await match("age,income\n45,2150\n")).answers, { [idOf("age")]: "45", [idOf("income")]: "2150" });
});

test("a comma is a decimal comma in lines unless it divides them", async () => {
  assert.equal((await match("age: 45\nincome: 2150,5")).answers[idOf("income")], "2150.5");
  assert.equal((await match("age;45\nincome;2,150")).answers[idOf("income")], "2,150");
  assert.equal((await match("age,45\nincome,2150,5")).answers[idOf("income")], "2150,5");
  assert.equal((await match("age: 45,5\nincome: 1.045")).answers[idOf("income")], undefined);
});

test("JSON is searched for the object that has most of the fields", async () => {
  const person = { age: 45, region: "east", late: "no" };
  const expected = { [idOf("age")]: "45", [idOf("region")]: "east", outcome: "no" };
  for (const document of [
    { subject: person },
    { request: { id: 7, age: "sent" }, data: [{ kind: "account", record: person }] },
    [[{ ...person }]],
    { age: 12, history: { now: person } },
  ])
    assert.deepEqual((await match(JSON.stringify(document))).answers, expected);
  const two = await records(JSON.stringify({ now: person, before: { ...person, age: 44 }, other: { age: 3 } }));
  assert.deepEqual(
    two.records.map(({ values }) => values.get("age")),
    ["45", "44"],
  );
});

test("an answer to the letter fills in the whole form, in every language", async () => {
  const report = translated();
  for (const words of [en, de, ar]) {
    const asked = fieldsOf(report, words);
    const letter = valuesLetter({ summary: report, hash: "ab12" }, asked, languageOf(words));
    for (const { key, label } of asked)
      assert.ok(letter.includes(key) && letter.includes(label), `${key} in ${words.language}`);
    const written = {
      age: "45 years",
      income: "2150.5",
      balance: "-120",
      employed: "Yes",
      housing: "RENTS",
      region: "east",
      late: "no",
    };
    const answer = letter.replace(/: $/gm, (colon, at) => {
      const line = letter.slice(letter.lastIndexOf("\n", at - 1) + 1, at).replace(/[\u2066-\u2069]/g, "");
      return `${colon}${written[line.split(" (")[0]]}`;
    });
    // The letter below the answer, as mail quotes it, is no second record.
    for (const text of [answer, `${answer}\n\n${letter.replace(/^/gm, "> ")}`]) {
      const { answers, filled, read } = await matched(text, asked, words.decimals);
      assert.equal(filled, 7, words.language);
      assert.equal(read.length, 7);
      assert.equal(answers[asked[4].id], "rents");
      assert.equal(answers[asked[0].id], "45");
    }
  }
});

test("a unit that the form states is left out of a number", async () => {
  for (const text of ["45 years", "45years", "45 YEARS", "years 45"]) {
    const { answers, read } = await match(`age;region\n${text};east\n`);
    assert.equal(answers[idOf("age")], "45", text);
    assert.equal(read[0].became, "45");
  }
  assert.equal((await match("income;region\n2150,50 euros;east\n")).answers[idOf("income")], "2150.50");
  for (const text of ["45 months", "years", "45 years old"])
    assert.equal((await match(`age;region\n${text};east\n`)).answers[idOf("age")], text);
  const german = fieldsOf(translated(), de);
  for (const text of ["45 Jahre", "45 years"])
    assert.equal((await matched(`age;region\n${text};east\n`, german, [","])).answers[german[0].id], "45", text);
});

test("the form asks in its language where the report has words for it, and keeps the report's values", async () => {
  const report = translated();
  const german = fieldsOf(report, de);
  const shown = german.map(({ label, unit, choices }) => [label, unit, choices?.map(({ text }) => text).slice(0, 2)]);
  assert.deepEqual(shown.slice(0, 2), [
    ["Alter", "Jahre", undefined],
    ["Monthly income", "Euro", undefined],
  ]);
  assert.deepEqual(
    shown.slice(3).map(([label, , choices]) => [label, choices]),
    [
      ["In bezahlter Arbeit", ["ja", "nein"]],
      ["Wohnen", ["zur Miete", "im Eigentum"]],
      ["Region", ["north", "north-east"]],
      ["Zu spät gezahlt", ["nein", "ja"]],
    ],
  );
  for (const words of [de, en, ar]) {
    const fields = fieldsOf(report, words);
    assert.deepEqual(
      fields.map(({ key, choices }) => [key, choices?.map(({ value }) => value)]),
      fieldsOf(independent(), words).map(({ key, choices }) => [key, choices?.map(({ value }) => value)]),
      words.language,
    );
  }
  assert.equal(fieldsOf(report, en)[0].label, "Age");
  assert.equal(fieldsOf(report, ar)[0].label, "العمر");
  assert.equal(fieldsOf(report, ar)[0].unit, "years");
});

test("a column may be called by its name, its label, or what the form shows, with the unit or without", async () => {
  const german = fieldsOf(translated(), de);
  const age = async (header, fields) => (await matched(`${header}\tregion\n45\teast\n`, fields, [","])).answers?.["value-1"];
  for (const header of ["age", "AGE", "Age", "Alter", "alter", "Alter (Jahre)"])
    assert.equal(await age(header, german), "45", header);
  for (const header of ["age", "Age", "Age, in years"]) assert.equal(await age(header, fields), "45", header);
  for (const header of ["Age, in years", "years", "العمر"]) assert.equal(await age(header, german), undefined, header);
  const arabic = fieldsOf(translated(), ar);
  const [asked] = arabic[0].names.slice(-1);
  for (const header of [asked, asked.replace(/[\u2068\u2069]/g, ""), "العمر"])
    assert.equal(await age(header, arabic), "45", header);
});

test("names with units in a row from a spreadsheet are not taken apart at their commas", async () => {
  const { answers } = await match("Age, in years\tMonthly income, in euros\tRegion\n45\t2150.5\teast\n");
  assert.deepEqual(answers, { [idOf("age")]: "45", [idOf("income")]: "2150.5", [idOf("region")]: "east" });
  assert.equal((await match('"Age, in years",Region\n45,east\n')).answers[idOf("age")], "45");
  assert.equal((await match('{"Age, in years": 45}')).answers[idOf("age")], "45");
});

test("a column whose name is another field's is never taken by its label", async () => {
  const report = translated();
  report.features[1].labels.de = "Region";
  const { answers, missing } = await matched("region\neast\n", fieldsOf(report, de), [","]);
  assert.deepEqual(Object.keys(answers), [idOf("region")]);
  assert.ok(keys(missing.map((field) => ({ field }))).includes("age"));
});

test("a value may be written as the form shows it; the report's own value comes first", async () => {
  const report = translated();
  const read = async (text) => (await matched(text, fieldsOf(report, de), [","])).answers;
  const { housing, late, employed } = { housing: idOf("housing"), late: "outcome", employed: idOf("employed") };
  assert.deepEqual(await read("housing;late;employed\nIm Eigentum;ja;nein\n"), {
    [employed]: "no",
    [housing]: "owns",
    [late]: "yes",
  });
  report.features[5].levelLabels.de = ["owns", "rents", "other"];
  assert.equal((await read("housing\nowns\n"))[housing], "owns");
});

test("a value may be spelt as an alias of the report has it", async () => {
  const report = independent();
  report.features[5].aliases = { "own.": "owns", R: "rents" };
  report.label.aliases = { "yes.": "yes" };
  const spelt = fieldsOf(report, en);
  const read = (text) => matched(text, spelt, ["."]);
  const { answers, read: columns } = await read("housing,late\nown.,yes.\n");
  assert.deepEqual(answers, { [idOf("housing")]: "owns", outcome: "yes" });
  assert.deepEqual(
    columns.map(({ became, unusable }) => [became, unusable]),
    [
      ["owns", undefined],
      ["yes", undefined],
    ],
  );
  for (const other of ["own..", "constructor", "toString"])
    assert.ok((await read(`housing\n${other}\n`)).read[0].unusable, other);
});
