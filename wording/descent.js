// Words on what was published of noisy gradient descent (docs/noisy-gradient-descent.md).

/** @typedef {import("expost").DescentMechanism} DescentMechanism */
/** @typedef {import("expost").ReportSummary} ReportSummary */
/** @typedef {import("./formats.js").Language} Language */

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
  const { steps, stoppedAfter, sampling, update, final, path, every, elsewhere, network } = mechanism;
  const { shared } = language.words.mechanisms["noisy-gradient-descent"];
  const count = language.count;
  const trained =
    stoppedAfter < steps
      ? shared.stopped(count(stoppedAfter), count(steps), stoppedAfter)
      : shared.trained(count(steps), steps);
  /** @type {Record<DescentMechanism["path"], () => string[]>} */
  const ofPath = {
    all: () => [shared.all, ...(guarantee ? [shared.counted] : []), network ? shared.lessOfNetwork : shared.less],
    every: () => [shared.every(count(every)), ...(guarantee ? [shared.countedAnyway] : [])],
    none: () => [shared.none, ...(guarantee ? [shared.countedAnyway] : [])],
  };
  return [
    trained,
    ...(network ? [shared.network] : []),
    samplingInWords(sampling, language),
    ...(update.rule === "other" ? [shared.other(language.isolated(update.words))] : []),
    ...(final === "last" ? [] : [final === "average" ? shared.average : shared.made]),
    ...ofPath[path](),
    shared.nothing,
    ...(elsewhere ? [shared.elsewhere, ...(guarantee ? [shared.claimed] : [])] : []),
  ].join(" ");
}

/**
 * The sentence on who took part in a step.
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

/**
 * The sentence for a result that can't be split into parts.
 *
 * @param {Pick<ReportSummary, "mechanism">} summary
 * @param {Pick<Language["words"], "parts" | "mechanisms">} words
 */
export const wholeOf = ({ mechanism }, { parts, mechanisms }) =>
  mechanism.kind === "noisy-gradient-descent" ? mechanisms[mechanism.kind].whole : parts.whole;
