// The answers about objective perturbation in a study that was opened.
import { isObject } from "../../intake/study-document.js";
import { presentName } from "../../wording/earlier-names.js";
import { asNumber, asText, member } from "./members.js";

/**
 * An accountant or a composition by its present name, joint where a study has none.
 *
 * @param {unknown} name
 */
const named = (name) => presentName(asText(name) || "joint");

/**
 * @param {unknown} mechanism
 * @param {unknown} budget
 * @param {string[]} decimals the language's signs before decimals
 */
export function objectiveAnswers(mechanism, budget, decimals) {
  const number = (/** @type {unknown} */ value) => asNumber(value, decimals);
  const shares = member(budget, "shares");
  const scales = member(mechanism, "scales");
  return {
    // Left out, it is "none"; null is a question still open.
    release: isObject(budget) && budget.release === undefined ? "none" : asText(member(budget, "release")),
    shareModel: number(member(shares, "model")),
    shareGradient: number(member(shares, "gradient")),
    shareHessian: number(member(shares, "hessian")),
    shareEigenvalue: number(member(shares, "smallestEigenvalue")),
    accountant: named(member(budget, "accountant")),
    composition: named(member(budget, "composition") ?? member(budget, "accounting")),
    lambda: number(member(mechanism, "lambda")),
    scaleModel: number(member(scales, "model")),
    scaleGradient: number(member(scales, "gradient")),
    scaleHessian: number(member(scales, "hessian")),
    scaleEigenvalue: number(member(scales, "smallestEigenvalue")),
  };
}
