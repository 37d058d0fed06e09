// Writes the seed corpus of report_and_record.cpp from tests/reports: every good report with a record that fits it, and some bad
// ones. Run it after changing those files: node tests/fuzz/seeds.mjs
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const reports = new URL("../reports/", import.meta.url);
const corpus = new URL("corpus/report_and_record/", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, reports), "utf8"));

function recordFor({ features, label, model }) {
  if (!features) return { x: model.theta.map((_, i) => (i === 0 ? 0.5 : 0)), y: 1 };
  const record = {};
  for (const feature of features) {
    if (feature.kind === "number") record[feature.name] = feature.missing === undefined ? feature.minimum - 1 : "";
    if (feature.kind === "boolean") record[feature.name] = "yes";
    if (feature.kind === "category") record[feature.name] = feature.levels[0];
  }
  record[label.name] = label.kind === "binary" ? label.positive : String(label.maximum / 2);
  return record;
}

rmSync(corpus, { recursive: true, force: true });
mkdirSync(corpus, { recursive: true });
for (const name of readdirSync(new URL("good/", reports))) {
  const report = read(`good/${name}`);
  writeFileSync(
    new URL(name.replace(".json", ""), corpus),
    `${JSON.stringify(report)}\n---\n${JSON.stringify(recordFor(report))}`,
  );
}
// A fixed twentieth of them, whatever files come later.
const chosen = (name) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 20 === 0;
for (const name of readdirSync(new URL("bad/", reports)).filter(chosen)) {
  const { report, text } = read(`bad/${name}`);
  const seed = text ?? JSON.stringify(report);
  if (seed.length < 5000) writeFileSync(new URL(`bad-${name.replace(".json", "")}`, corpus), `${seed}\n---\n{}`);
}
