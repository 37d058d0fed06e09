// A made-up table of any size with its study, to measure how much memory and time reading takes.
//
//   node tests/bench/wide-data.mjs --rows 1000000 --columns 50 --out /tmp/wide.csv --study
//   /tmp/wide.json /usr/bin/time -v node build/package/cli/expost.js publish /tmp/wide.csv --study
//   /tmp/wide.json --out /tmp/wide-report.json
//
// A name that ends in .parquet makes a Parquet file: one row group, as pandas and Arrow write up
// to 1,048,576 rows.
import { createWriteStream, writeFileSync } from "node:fs";
import { once } from "node:events";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    columns: { type: "string", default: "50" },
    "group-rows": { type: "string", default: "1048576" },
    out: { type: "string" },
    study: { type: "string" },
  },
});
const rows = Number(values.rows);
const features = Number(values.columns) - 1;
const names = Array.from({ length: features }, (_, j) => `feature ${j + 1}`);

/** Always the same numbers from 0 to 1 (a 32-bit linear congruential generator). */
let state = 2026;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
/** Four digits after the point, as measured data often have. */
const cell = () => Math.round(next() * 1e4) / 1e4;

async function writeCsv() {
  const file = createWriteStream(values.out);
  file.write(`${[...names, "outcome"].join(",")}\n`);
  for (let i = 0; i < rows;) {
    let text = "";
    for (const end = Math.min(rows, i + 1000); i < end; i += 1) {
      let line = "";
      for (let j = 0; j < features; j += 1) line += `${cell()},`;
      text += `${line}${next() < 0.4 ? "yes" : "no"}\n`;
    }
    if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
}

async function writeParquet() {
  const { parquetWriteFile } = await import("hyparquet-writer");
  const column = (make) => Array.from({ length: rows }, make);
  const columnData = names.map((name) => ({ name, data: Float64Array.from(column(cell)), type: "DOUBLE" }));
  columnData.push({ name: "outcome", data: column(() => next() < 0.4), type: "BOOLEAN" });
  await parquetWriteFile({ filename: values.out, columnData, rowGroupSize: Number(values["group-rows"]) });
}

const isParquet = values.out.endsWith(".parquet");
await (isParquet ? writeParquet() : writeCsv());
const [negative, positive] = isParquet ? ["false", "true"] : ["no", "yes"];
writeFileSync(
  values.study,
  JSON.stringify({
    title: "Made-up table",
    unit: "one row",
    features: [
      { name: "intercept", kind: "constant", value: 1 },
      ...names.map((name) => ({ name, kind: "number", minimum: 0, maximum: 1 })),
    ],
    scaling: { range: [-1, 1], norm: Math.sqrt(features + 1) },
    label: { name: "outcome", kind: "binary", negative, positive },
    mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: null },
    budget: { epsilon: 1, delta: 1e-6, release: "gradient+hessian", shares: { model: 0.2, hessian: 0.7, gradient: 0.1 } },
  }),
);
