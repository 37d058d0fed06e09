// How far the study has come.
import { working } from "../controls/working.js";
import { count } from "./figures.js";

/** Whether a step counts towards an end: then the bar shows how far it has come. */
const sharesOf = {
  reading: ({ share }) => share,
  neighbours: ({ rows, total }) => rows / total,
  losses: ({ done, total }) => done / total,
  sampling: ({ done, total }) => done / total,
  auditing: ({ rows, total }) => rows / total,
};

function detailWords(progress, words) {
  if (!progress) return words.starting;
  const { phase, rows, done, total, step } = progress;
  if (phase === "reading") return words.reading(count(rows));
  if (phase === "training") return step === undefined ? words.training : words.trainingStep(count(step));
  return words[phase]?.(count(done ?? rows), count(total)) ?? words.starting;
}

/** In place of the form while the sums run. */
export function studying({ progress, inPage }, page, actions) {
  const words = page.run;
  const phase = words.phases[progress?.phase] ?? words.starting;
  const share = sharesOf[progress?.phase]?.(progress);
  return working(words, { phase, detail: detailWords(progress, words), share, inPage }, actions.cancel);
}
