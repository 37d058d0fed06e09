// The constants of a descent in a report that was made, and how much of its path is in there.
import { plain } from "../../wording/figures.js";

/** @import { PublishLanguage } from "./language.js" */
/** @import { MadeDescent, MadeReport } from "./state.js" */

/**
 * @param {MadeReport} report
 * @param {PublishLanguage} language
 * @returns {[name: string, value: string][]}
 */
export function descentLevels({ model, release }, language) {
  const { written, count } = language;
  const words = language.page.review.levels.descent;
  const { clip, sigma, steps, sampling, update, final } = /** @type {MadeDescent} */ (model.mechanism);
  const number = (/** @type {number} */ value) => written(plain(value));
  const { rate, momentum, ridge, divisor } = update;
  const path = release?.iterates;
  return [
    [words.sum, number(sigma)],
    [words.clip, number(clip)],
    [words.steps, count(steps)],
    [words.sampling, samplingWords(sampling, language)],
    [words.learningRate, Array.isArray(rate) ? words.rates : number(rate)],
    [words.momentum, number(momentum)],
    [words.ridge, number(ridge)],
    [words.divisor, number(divisor)],
    [words.final, words.finals[final]],
    [words.path, path === undefined ? words.noPath : count(path.count)],
    ...(path?.every === undefined ? [] : /** @type {[string, string][]} */ ([[words.every, count(path.every)]])),
  ];
}

/**
 * @param {MadeDescent["sampling"]} sampling
 * @param {PublishLanguage} language
 */
function samplingWords(sampling, { page, written, count }) {
  const words = page.review.levels.descent.samplings;
  switch (sampling.kind) {
    case "full":
      return words.full;
    case "poisson":
      return words.poisson(written(plain(sampling.rate)));
    case "shuffle":
      return words.shuffle(count(sampling.batches));
  }
}
