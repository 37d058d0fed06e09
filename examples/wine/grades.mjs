// The wines' file with a column more, for the study with three classes: grade, low (quality 5 and
// less), middle (6) or high (7 and more).
//
//   node examples/wine/grades.mjs ../shared/data/winequality-red.csv >
//   build/results/winequality-red-grades.csv
import { readFileSync } from "node:fs";

const grade = (/** @type {number} */ quality) => (quality <= 5 ? "low" : quality <= 6 ? "middle" : "high");

const [header, ...lines] = readFileSync(process.argv[2], "utf8").trimEnd().split(/\r?\n/);
const column = header.split(";").indexOf('"quality"');
if (column < 0) throw new Error("there is no column quality");
const graded = lines.map((line) => `${line};${grade(Number(line.split(";")[column]))}`);
process.stdout.write([`${header};"grade"`, ...graded, ""].join("\n"));
