// expost predict, score and model against numpy: tests/cli/prediction/reference.json is what
// reference.py beside it makes of the same reports and rows.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command, folder, isOneLine, root } from "./run-expost.mjs";

const dir = folder();
const here = join(root, "tests/cli/prediction");
const rows = join(here, "rows.csv");
const reference = JSON.parse(readFileSync(join(here, "reference.json"), "utf8"));
const good = (name) => join(root, "tests/reports/good", `${name}.json`);

async function run(...args) {
  const { code, stdout, stderr } = await command(args);
  assert.equal(code, 0, stderr);
  return { stdout, stderr };
}

function near(found, expected, what) {
  if (Array.isArray(expected)) {
    assert.equal(found.length, expected.length, what);
    expected.forEach((one, i) => near(found[i], one, `${what}, ${i}`));
  } else if (typeof expected === "number")
    assert.ok(Math.abs(found - expected) <= 1e-12 * Math.max(1, Math.abs(expected)), `${what}: ${found}, not ${expected}`);
  else assert.equal(found, expected, what);
}

const table = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split(","));

for (const [name, expected] of Object.entries(reference)) {
  test(`${name}: predictions of all rows`, async () => {
    const { stdout, stderr } = await run("predict", good(name), rows);
    const [header, ...lines] = table(stdout);
    const column = (title) => lines.map((line) => line[header.indexOf(title)]);
    assert.deepEqual(
      column("row"),
      lines.map((_, i) => String(i + 1)),
    );
    assert.equal(lines.length, 40);
    if (expected.prediction) near(column("prediction").map(Number), expected.prediction, "prediction");
    else {
      assert.deepEqual(column("class"), expected.class);
      if (expected.score) {
        near(column("score").map(Number), expected.score, "score");
        near(
          column("probability").map(Number),
          expected.probability.map(([, positive]) => positive),
          "probability",
        );
      } else
        ["low", "middle", "high"].forEach((level, k) =>
          near(
            column(`probability of ${level}`).map(Number),
            expected.probability.map((row) => row[k]),
            level,
          ),
        );
    }
    assert.match(stderr, new RegExp(`^40 rows; \\d+ rows clamped, ${expected.scaled} scaled$`, "m"));
  });

  test(`${name}: scores`, async () => {
    const { stdout, stderr } = await run("score", good(name), rows, "--json");
    const found = JSON.parse(stdout);
    assert.equal(found.rows, 40);
    for (const key of [
      "accuracy",
      "commonest",
      "logLoss",
      "ownLogLoss",
      "rootMeanSquaredError",
      "meanAbsoluteError",
      "r2",
      "deviation",
    ])
      near(found[key], expected[key], key);
    near(found.confusion ?? null, expected.confusion ?? null, "confusion");
    expected.calibration?.forEach((bin, k) => {
      for (const [key, value] of Object.entries(bin)) near(found.calibration[k][key], value, `bin ${k}, ${key}`);
      near(found.calibration[k].from, k / 10, "from");
    });
    assert.match(stderr, /warning: this is about the rows of \S+rows\.csv, and no promise covers it: show it to nobody/);
  });

  test(`${name}: coefficients`, async () => {
    const { outputs, terms, mayScale } = JSON.parse((await run("model", good(name), "--json")).stdout);
    near(
      outputs.map(({ intercept }) => intercept),
      [expected.intercept].flat(),
      "intercept",
    );
    near(
      outputs.map(({ coefficients }) => coefficients),
      expected.coefficients,
      "coefficients",
    );
    assert.equal(terms.length, expected.coefficients[0].length);
    assert.equal(mayScale, expected.scaled > 0);
  });
}

test("coefficients make the predictions of rows that are not scaled", async () => {
  const { outputs, terms } = JSON.parse((await run("model", good("pseudo-huber-number-label"), "--json")).stdout);
  assert.deepEqual(terms, [{ feature: "acidity", unit: "g/dm³" }, { feature: "organic" }]);
  const data = dir.write("one.csv", "acidity;organic\n7,5;yes\n");
  const { stdout } = await run("predict", good("pseudo-huber-number-label"), data, "--decimal-comma");
  const [{ intercept, coefficients }] = outputs;
  near(Number(table(stdout)[1][1]), intercept + 7.5 * coefficients[0] + coefficients[1], "prediction");
});

test("people read tables", async () => {
  const classes = (await run("score", good("softmax-three-classes"), rows)).stdout;
  assert.match(
    classes,
    /^40 rows +the model +knowing only how many are of each class\nshare that is right +0\.3750 +0\.3500\n/,
  );
  assert.match(classes, /^log loss, in nats +1\.139 +1\.098$/m);
  assert.match(classes, /^ +low +middle +high\nlow +11 +3 +0\nmiddle +9 +4 +0\nhigh +7 +6 +0$/m);
  assert.match(classes, /^Calibration: the probability of what the model says, /m);
  const numbers = (await run("score", good("pseudo-huber-number-label"), rows)).stdout;
  assert.match(numbers, /^root mean squared error, in points +3\.525 +3\.304$/m);
  assert.match(numbers, /^R² +−0\.1380$/m);
  const model = (await run("model", good("descent"))).stdout;
  assert.match(
    model,
    /^intercept +0\.09923\nage, per unit \(years\) +−0\.0005012\nsex: female +0\.2887\nsex: male +−0\.1443\n/,
  );
  assert.match(model, /make the log odds of "yes" against "no"\./);
  assert.doesNotMatch(model, /scaled down/);
  assert.match((await run("model", good("softmax-three-classes"))).stdout, /^ +low +middle +high\nintercept /);
  assert.match((await run("model", good("adaptive"))).stdout.replace(/\s+/g, " "), /longer than 1 .* is scaled down first/);
});

test("all rows with one outcome have scores, and no R²", async () => {
  const some = readFileSync(rows, "utf8").split("\n");
  const same = dir.write("same.csv", [some[0], some[1], some[1]].join("\n"));
  const numbers = JSON.parse((await run("score", good("pseudo-huber-number-label"), same, "--json")).stdout);
  assert.equal(numbers.r2, null);
  assert.equal(numbers.deviation, 0);
  const classes = JSON.parse((await run("score", good("adaptive"), same, "--json")).stdout);
  assert.deepEqual([classes.commonest, classes.ownLogLoss], [1, 0]);
});

test("coded rows are predicted with their codes", async () => {
  const coded = dir.write("coded.csv", "x1,x2,y\n0.5,0.25,1\n");
  const { stdout } = await run("predict", good("coded-squared"), coded);
  const { theta } = JSON.parse(readFileSync(good("coded-squared"), "utf8")).model;
  near(Number(table(stdout)[1][1]), 0.5 * theta[0] + 0.25 * theta[1], "prediction");
});

test("an alias predicts and scores as its level", async () => {
  const data = (sex, paid) => dir.write("alias.csv", `age,sex,default\n30,${sex},${paid}\n31,male,no\n`);
  const outputs = [];
  for (const file of [() => data("female", "yes"), () => data("F", "yes.")]) {
    const path = file();
    outputs.push(
      (await run("predict", good("level-aliases"), path)).stdout +
        (await run("score", good("level-aliases"), path, "--json")).stdout,
    );
  }
  assert.equal(outputs[0], outputs[1]);
});

for (const [what, args, message, code] of [
  [
    "no outcome to score",
    ["score", good("adaptive"), dir.write("a.csv", "age,sex\n20,male\n")],
    /a\.csv: the header must have a column "default", but has "age" and "sex"/,
    1,
  ],
  [
    "a missing feature",
    ["predict", good("adaptive"), dir.write("b.csv", "age\n20\n")],
    /b\.csv: the header must have a column "sex"/,
    1,
  ],
  [
    "a bad value",
    ["predict", good("adaptive"), dir.write("c.csv", "age,sex\n20,male\n\nold,male\n")],
    /c\.csv, line 4: row 2, column "age" must be a number/,
    1,
  ],
  [
    "an unknown outcome",
    ["score", good("adaptive"), dir.write("d.csv", "age,sex,default\n20,male,maybe\n")],
    /d\.csv, line 2: row 1, column "default" must be one of/,
    1,
  ],
  ["no rows", ["score", good("adaptive"), dir.write("e.csv", "age,sex,default\n")], /e\.csv: has a header, but no rows/, 1],
  ["a report that is none", ["model", dir.write("f.json", "{}")], /f\.json: /, 1],
  ["standard input twice", ["predict", "-", "-"], /standard input \(-\) can stand for one file only/, 2],
  ["the report as the output", ["predict", good("adaptive"), rows, "--out", good("adaptive")], /adaptive\.json/, 2],
]) {
  test(`${what}: exit ${code}, one line, nothing printed`, async () => {
    const found = await command(args);
    isOneLine(assert, found);
    assert.match(found.stderr, message);
    assert.equal(found.code, code);
  });
}

test("many rows are read in chunks, and a refusal near their end leaves no file and no line", async () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `${18 + (i % 70)},${i % 3 ? "male" : "female"},${i % 2 ? "yes" : "no"}`);
  const many = dir.write("many.csv", ["age,sex,default", ...lines, ""].join("\n"));
  const out = dir.file("many-predicted.csv");
  const { stderr } = await run("predict", good("adaptive"), many, "--out", out);
  assert.match(stderr, /^5000 rows;/m);
  const predicted = table(readFileSync(out, "utf8"));
  assert.equal(predicted.length, 5001);
  assert.deepEqual([predicted[1][0], predicted[5000][0]], ["1", "5000"]);
  // Row 1 and row 4201 are alike, in different chunks.
  assert.deepEqual(predicted[4201].slice(1), predicted[1].slice(1));
  const scores = JSON.parse((await run("score", good("adaptive"), many, "--json")).stdout);
  assert.equal(scores.rows, 5000);
  assert.equal(scores.accuracy, predicted.slice(1).filter((row, i) => row[3] === (i % 2 ? "yes" : "no")).length / 5000);

  lines[4299] = "18,other,no";
  const wrong = dir.write("wrong.csv", ["age,sex,default", ...lines, ""].join("\n"));
  for (const more of [[], ["--out", dir.file("none.csv")]]) {
    const found = await command(["predict", good("adaptive"), wrong, ...more]);
    isOneLine(assert, found);
    assert.match(found.stderr, /wrong\.csv, line 4301: row 4300, column "sex" must be one of/);
    assert.equal(found.stdout, "");
  }
  assert.ok(!existsSync(dir.file("none.csv")));
});

test("names of classes can't end a cell", async () => {
  const report = JSON.parse(readFileSync(good("adaptive"), "utf8"));
  report.label.positive = 'yes, "late"';
  report.label.negative = "no; never";
  const { stdout } = await run("predict", dir.write("g.json", report), dir.write("h.csv", "age,sex\n20,female\n20,male\n"));
  assert.match(stdout, /^1,[^,]+,[^,]+,"yes, ""late"""$/m);
  assert.match(stdout, /^2,[^,]+,[^,]+,no; never$/m);
});
