// What was published of noisy gradient descent, in words (docs/noisy-gradient-descent.md).

/** @typedef {import("expost").DescentMechanism} DescentMechanism */
/** @typedef {import("expost").ReportSummary} ReportSummary */
/** @typedef {import("../text/formats.js").Language} Language */

/** @typedef {{mechanism: ReportSummary["mechanism"]}} OfMechanism */

/**
 * Whether a result can hold for every record at once: of noisy gradient descent, only where
 * everybody took part in every step and each noisy sum follows from the report (section 7).
 *
 * @param {OfMechanism} summary
 */
export function holdsForAll({ mechanism }) {
  if (mechanism.kind !== "noisy-gradient-descent") return true;
  const { sampling, path, update, final } = mechanism;
  return sampling.kind === "full" && path === "all" && update.rule === "standard" && final !== "other";
}

/**
 * The share of records in a step, as so many in 100.
 *
 * @param {number} rate
 * @param {Language} language
 */
export const inHundred = (rate, language) => language.number(Number((100 * rate).toPrecision(12)));

/**
 * Returns the sentences on what was published, and on how chance and a public rule had a part in
 * the training.
 *
 * @param {{mechanism: DescentMechanism, guarantee: ReportSummary["guarantee"]}} summary
 * @param {Language} language
 */
export function descentInWords({ mechanism, guarantee }, language) {
  const { steps, stoppedAfter, sampling, update, final, path, every, elsewhere } = mechanism;
  const { shared } = language.words.mechanisms["noisy-gradient-descent"];
  const count = language.count;
  const trained =
    stoppedAfter < steps
      ? shared.stopped(count(stoppedAfter), count(steps), stoppedAfter)
      : shared.trained(count(steps), steps);
  /** @type {Record<DescentMechanism["path"], () => string[]>} */
  const ofPath = {
    all: () => [shared.all, ...(guarantee ? [shared.counted] : []), shared.less],
    every: () => [shared.every(count(every)), ...(guarantee ? [shared.countedAnyway] : [])],
    none: () => [shared.none, ...(guarantee ? [shared.countedAnyway] : [])],
  };
  return [
    trained,
    samplingInWords(sampling, language),
    ...(update.rule === "other" ? [shared.other(language.isolated(update.words))] : []),
    ...(final === "last" ? [] : [final === "average" ? shared.average : shared.made]),
    ...ofPath[path](),
    shared.nothing,
    ...(elsewhere ? [shared.elsewhere, ...(guarantee ? [shared.claimed] : [])] : []),
  ].join(" ");
}

/**
 * Who took part in a step.
 *
 * @param {DescentMechanism["sampling"]} sampling
 * @param {Language} language
 */
export function samplingInWords(sampling, language) {
  const { shared } = language.words.mechanisms["noisy-gradient-descent"];
  switch (sampling.kind) {
    case "full":
      return shared.full;
    case "poisson":
      return shared.poisson(inHundred(sampling.rate, language));
    case "shuffle":
      return shared.shuffle(language.count(sampling.batches), sampling.batches);
  }
}
