// Writes the seed corpora of the fuzz targets from tests/reports, tests/fuzz/corpus/<target>/.
// Seeds that it doesn't make stay. Run it after changing those files: node tests/fuzz/seeds.mjs
import { encode } from "@msgpack/msgpack";
import { mkdirSync, writeFileSync } from "node:fs";
import { badCases, goodCases } from "../reports/cases.mjs";

const MOST_BYTES = 5000;

const put = (target, name, content) => {
  const folder = new URL(`corpus/${target}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  if (content.length < MOST_BYTES) writeFileSync(new URL(name, folder), content);
};

function recordFor({ features, label, model }) {
  if (!features) return { x: model.theta.map((_, i) => (i === 0 ? 0.5 : 0)), y: 1 };
  const record = {};
  for (const feature of features) {
    if (feature.kind === "number") record[feature.name] = feature.missing === undefined ? feature.minimum - 1 : "";
    if (feature.kind === "boolean") record[feature.name] = "yes";
    if (feature.kind === "category") record[feature.name] = Object.keys(feature.aliases ?? {})[0] ?? feature.levels[0];
  }
  record[label.name] = label.kind === "binary" ? label.positive : String(label.maximum / 2);
  return record;
}

// A fixed twentieth of the bad cases, whatever cases come later.
const chosen = ({ name }) => [...`${name}.json`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 20 === 0;
const badTexts = (kind) =>
  badCases(kind)
    .filter(chosen)
    .map(({ name, document, text }) => [`bad-${name}`, text ?? JSON.stringify(document)]);

for (const { name, document } of goodCases("reports")) {
  const record = recordFor(document);
  put("report_and_record", name, `${JSON.stringify(document)}\n---\n${JSON.stringify(record)}`);
  const calls = [
    ["load-report", { report: document }],
    ["bound", { report: 1, record, options: {} }],
    ["check", { report: 1, record }],
    ["free-report", { report: 1 }],
  ];
  if (Object.keys(document).length > 5) put("calls", name, encode(calls));
}
for (const [name, text] of badTexts("reports")) put("report_and_record", name, `${text}\n---\n{}`);

/** The columns of a study, and two rows of values that it takes, of one person if it has any. */
function table({ features, label, person }) {
  const own = features.filter(({ kind }) => kind !== "constant");
  const value = ({ kind, minimum, maximum, levels, positive, negative }, which) => {
    if (kind === "number") return String(which === 0 ? minimum : maximum);
    if (kind === "category") return levels[which % levels.length];
    return kind === "binary" ? [negative, positive][which] : ["no", "yes"][which];
  };
  return {
    header: [...own.map(({ name }) => name), label.name, ...(person ? [person.column] : [])],
    rows: [0, 1].map((which) => [...[...own, label].map((field) => value(field, which)), ...(person ? ["A7"] : [])]),
  };
}

goodCases("studies").forEach(({ name, document }, index) => {
  const { header, rows } = table(document);
  put("study", name, `${JSON.stringify(document)}\n---\n${header.join(",")}`);
  const lines = rows.map((row) => row.join(","));
  put("csv_rows", name, Buffer.from([index, ...Buffer.from(lines.join("\n"))]));
  const nobody = lines.map((line) => line.replace(/A7$/, ""));
  if (document.person) put("csv_rows", `${name}-of-nobody`, Buffer.from([index, ...Buffer.from(nobody.join("\n"))]));
  put(
    "calls",
    `study-${name}`,
    encode([
      ["open-study", { study: document, header }],
      ["append-rows", { data: 1, rows, firstRow: 1 }],
      ["check-profile", { data: 1 }],
      ["count-forms", { header, rows }],
      ["free-data", { data: 1 }],
    ]),
  );
});
for (const [name, text] of badTexts("studies")) put("study", name, `${text}\n---\na,b`);
put("calls", "posterior", encode([["posterior", { epsilon: 1, prior: 0.5 }]]));
put("calls", "gaussian-sigma", encode([["gaussian-sigma", { epsilon: 1, delta: 1e-6, sensitivity: 1 }]]));
// Paths of three iterates of 7 parameters, in every encoding, in steps of 2^-10.
[8, 4, 1, 2, 4].forEach((width, encoding) => {
  const differences = encoding > 1;
  const path = Buffer.alloc(7 * ((differences ? 4 : width) + 2 * width));
  // In doubles and floats 2 and more bits of it.
  for (let i = 0; i < 14; ++i) path[path.length - 1 - i * width] = differences ? i % 3 : 0x40;
  put("path_file", `encoding-${encoding}`, Buffer.concat([Buffer.from([encoding, 2, 10, 5]), path]));
});
const network = goodCases("reports").find(({ name }) => name.startsWith("network-coded-image"));
const iterates = { count: 1, encoding: "base64-f64le", sha256: "0".repeat(64) };
const calls = [
  ["open-path", { report: { ...network.document, release: { iterates } } }],
  ["add-path", { path: 1 }],
  ["load-report", { path: 1 }],
  ["free-path", { path: 1 }],
];
put("calls", "path", encode(calls));
