// Writes the seed corpus of report_and_record.cpp from tests/reports: every good report with a record that fits it, and some bad
// ones. Run it after changing those files: node tests/fuzz/seeds.mjs
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { badCases, goodCases } from "../reports/cases.mjs";

const corpus = new URL("corpus/report_and_record/", import.meta.url);

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
for (const { name, document } of goodCases("reports")) {
  writeFileSync(new URL(name, corpus), `${JSON.stringify(document)}\n---\n${JSON.stringify(recordFor(document))}`);
}
// A fixed twentieth of them, whatever cases come later.
const chosen = ({ name }) => [...`${name}.json`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 20 === 0;
for (const { name, document, text } of badCases("reports").filter(chosen)) {
  const seed = text ?? JSON.stringify(document);
  if (seed.length < 5000) writeFileSync(new URL(`bad-${name}`, corpus), `${seed}\n---\n{}`);
}
