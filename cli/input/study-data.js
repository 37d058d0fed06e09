// A curator's study and data, with the names of their files on what is wrong in them.
import { studyErrors } from "expost";
import { inputError, naming } from "../errors.js";
import { Progress } from "../output/progress.js";
import { nameOf, onlyOnce } from "./bytes.js";
import { readMerged } from "./json.js";
import { withTable } from "./table.js";

/** @typedef {import("../../wasm/documents.js").StudyDocument} StudyDocument */
/** @typedef {(progress: import("../output/progress.js").LibraryProgress) => void} OnProgress */

/**
 * For options that take the study: the first file is whole, each later one changes parts of it.
 *
 * @param {string} path
 * @param {string[]} before
 */
export const collectStudies = (path, before = []) => [...before, path];

/** Problems of a study that are told in one run: more than any study of 40 columns has. */
const MOST_PROBLEMS = 100;

/**
 * Throws all that is wrong with a study, a line each.
 *
 * @param {StudyDocument} study
 * @param {string} name of its files
 */
async function checkWhole(study, name) {
  const problems = await studyErrors(study);
  if (problems.length === 0) return;
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ message }) => `${name}: ${message}`);
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`${name}: and ${more} more ${more === 1 ? "problem" : "problems"}`);
  throw inputError(lines);
}

/**
 * A study of which nothing is missing or wrong, and the name of its files.
 *
 * @param {string[]} paths
 */
export async function wholeStudy(paths) {
  const study = await readMerged(paths);
  const name = paths.map(nameOf).join(" with ");
  await checkWhole(study, name);
  return { study, name };
}

/**
 * Reads the study, then passes it with the data to `use(data, study, onProgress)`, where `data` is
 * what `publish` and `audit` take. The rows are read while `use` runs.
 *
 * @template Result
 * @param {string} dataPath
 * @param {string[]} studyPaths
 * @param {object} words
 * @param {string} words.working what follows reading, for the progress
 * @param {boolean} [words.mayBeEmpty] no rows are no error
 * @param {boolean} [words.decimalComma] numbers in the data have a decimal comma
 * @param {(study: StudyDocument) => Promise<void>} [words.beforeData] called before the data are
 *   opened, and before that a study at fault is refused with all its problems
 * @param {(data: import("expost").DataRows & Pick<import("./table.js").NamedTable, "selectAll">,
 *   study: StudyDocument, onProgress: OnProgress) => Result | Promise<Result>} use
 */
export async function withStudy(dataPath, studyPaths, { working, mayBeEmpty, decimalComma, beforeData }, use) {
  onlyOnce(dataPath, ...studyPaths);
  const study = await readMerged(studyPaths);
  const name = studyPaths.map(nameOf).join(" with ");
  if (beforeData)
    await naming({ study: name }, async () => {
      await checkWhole(study, name);
      await beforeData(study);
    });
  const bar = await Progress.over(dataPath);
  try {
    return await withTable(
      dataPath,
      { onBytes: bar.onBytes, onRead: bar.stop, mayBeEmpty, decimalComma },
      ({ placeOf, ...data }) => {
        /** @type {OnProgress} */
        const onProgress = (progress) => bar.onProgress(progress, working);
        const files = { study: name, data: placeOf };
        return naming(files, () => use(data, study, onProgress));
      },
    );
  } finally {
    bar.stop();
  }
}
