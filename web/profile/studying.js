// Studying the rows, once everything that it takes was given.
import { plainError } from "../worker/plain-error.js";
import { placedError } from "./errors.js";
import { axesOf, firstTwo } from "./map-axes.js";
import { optionsFrom } from "./settings.js";
import { isComma, newMap } from "./state.js";
import { columnsOf } from "./study-columns.js";

/**
 * Studies what the page's state has, or says what is missing. Calls `shown` once it is shown.
 *
 * @param {import("./state.js").ProfilePage} page
 * @param {import("./work.js").ProfileWorkplace} workplace
 * @param {import("#words/profile").ProfileWords} words
 * @param {() => void} shown
 */
export async function studyRows(page, workplace, words, shown) {
  if (!(await page.everythingRead())) return;
  const { settings, source, study, heldOut, report } = page.state;
  const { options, problems } = optionsFrom(settings, study?.document ?? null, words);
  if (source === null) problems.push({ id: "data-file", message: words.errors.data });
  if (study === null) problems.push({ id: "study-file", message: words.errors.study });
  // Without one of these or with a setting that is none there is a problem.
  if (problems.length > 0 || source === null || study === null) {
    page.refuse(problems);
    return;
  }
  const decimalComma = isComma(page.state, source);
  const request = {
    source: source.data,
    decimalComma,
    study: study.document,
    heldOut: heldOut?.data ?? null,
    reportText: report?.text ?? null,
    options: /** @type {import("expost").ProfileOptions} */ (options),
  };
  await page.run((watching) => workplace.do("study", request, watching), {
    done(found) {
      const axes = axesOf(columnsOf(study.document, words.columns), found.profile, words.charts.map);
      const classes = study.document.mechanism?.loss?.name === "softmax";
      const unit = study.document.label?.unit ?? null;
      const shared = { source: source.data, decimalComma, study: study.document, madeUp: source.madeUp };
      const result = { ...found, axes, classes, unit, ...shared };
      page.show({ phase: "result", result, map: { ...newMap(), chosen: firstTwo(axes) } });
      shown();
    },
    problemsOf: (error) => [
      placedError(
        plainError(error),
        { data: source.name, heldOut: heldOut?.name, study: study.name, report: report?.name },
        words,
      ),
    ],
    cancelled: words.run.cancelled,
  });
}
