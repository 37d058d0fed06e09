import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf } from "../../web/sheet/fields.js";
import { matchFields, readOneRecord } from "../../web/sheet/one-record.js";
import { en } from "../../web/sheet/text/en.js";
import { independent } from "./made-up-reports.mjs";

const { features, label } = independent();
const fields = fieldsOf({ features, label }, en);
const idOf = (name) => fields.find((field) => field.key === name).id;
const match = (text) => matchFields(readOneRecord(text).values, fields);

test("a CSV row is matched by its header, in any order and with other columns", () => {
  const { answers, filled, missing, ignored } = match("id,late,age,region,employed\n7,no,45,south-east,TRUE\n");
  assert.deepEqual(answers, { [idOf("age")]: "45", [idOf("employed")]: "yes", [idOf("region")]: "south-east", outcome: "no" });
  assert.equal(filled, 4);
  assert.equal(ignored, 1);
  assert.deepEqual(
    missing.map((field) => field.key),
    ["income", "balance", "housing"],
  );
});

test("rows copied from a spreadsheet have tabs, those of other countries semicolons; cells may be quoted", () => {
  assert.equal(match("age\tregion\r\n45\teast\r\n").answers[idOf("region")], "east");
  assert.equal(match("age;income\n45;1,5\n").answers[idOf("income")], "1,5");
  assert.equal(match('"age","Region"\n"45","north-east"\n').answers[idOf("region")], "north-east");
  assert.equal(match("\ufeffage,region\n45,east\n").answers[idOf("age")], "45");
});

test("a JSON object, alone or in an array of one", () => {
  const object = { age: 45, employed: true, late: "yes", income: null };
  for (const text of [JSON.stringify(object), JSON.stringify([object])]) {
    const { answers, filled } = match(text);
    assert.deepEqual(answers, { [idOf("age")]: "45", [idOf("income")]: "", [idOf("employed")]: "yes", outcome: "yes" });
    assert.equal(filled, 3);
  }
});

test("numbers are handed on as they are written: the core judges them", () => {
  assert.equal(match('{"age": "1,5"}').answers[idOf("age")], "1,5");
});

test("a word that is not one of the choices is told, not guessed", () => {
  const { answers, unusable } = match("age,region\n45,middle\n");
  assert.equal(answers[idOf("region")], undefined);
  assert.deepEqual(
    unusable.map((field) => field.key),
    ["region"],
  );
});

test("only one record is taken", () => {
  assert.equal(readOneRecord("age\n1\n2\n").problem, "several");
  assert.equal(readOneRecord('[{"age": 1}, {"age": 2}]').problem, "several");
  assert.equal(readOneRecord("age,region\n").problem, "noRow");
  assert.equal(readOneRecord("  ").problem, "empty");
  assert.equal(readOneRecord("{broken").problem, "unreadable");
  assert.equal(readOneRecord("[1]").problem, "unreadable");
  assert.equal(match("name,town\nx,y\n").problem, "noMatch");
});
