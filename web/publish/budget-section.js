// The promise to everyone: ε with what it lets someone believe, δ, what is released, and what that
// costs in noise.
import { html, nothing } from "lit-html";
import { upward } from "../../wording/figures.js";
import { countsOn } from "../../wording/rounding.js";
import { releasedParts, shareFields } from "./released-parts.js";

export const PRIORS = [0.01, 0.1, 0.5];
const RELEASES = ["gradient", "hessian", "smallestEigenvalue"];

export function budgetSection(state, language, controls, actions) {
  const words = language.page.budget;
  const { answers } = state;
  const field = (key, more) => controls.text({ value: answers[key], set: (value) => actions.answer(key, value), ...more });
  return html`<section class="part" aria-labelledby="budget-heading">
    <h2 id="budget-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      <div class="beside-table">
        ${field("epsilon", { id: "epsilon", label: words.epsilon, hint: words.epsilonHint, width: "number", keys: "decimal" })}
        ${beliefTable(state.beliefs, language)}
      </div>
      ${field("delta", { id: "delta", label: words.delta, hint: words.deltaHint, width: "number" })}
      ${controls.radios({
        id: "release",
        legend: words.release.legend,
        value: answers.release,
        set: (value) => actions.answer("release", value),
        choices: [
          { value: "none", text: words.release.none, hint: words.release.noneHint },
          { value: "hessian", text: words.release.hessian, hint: words.release.hessianHint },
          { value: "gradient+hessian", text: words.release.both, hint: words.release.bothHint },
          { value: "adaptive", text: words.release.adaptive, hint: words.release.adaptiveHint },
        ],
      })}
      ${releasedParts(answers).length > 0 ? shares(answers, words, controls, field) : nothing}
      <div class="plan" id="plan">
        <h3>${words.plan.heading}</h3>
        <p role="status" class=${state.plan.value ? "visually-hidden" : "quiet"} id="plan-status">
          ${planStatus(state.plan, words.plan)}
        </p>
        ${state.plan.value ? planTables(state.plan.value, language) : nothing}
      </div>
    </div>
  </section>`;
}

function planStatus({ value, busy, message }, words) {
  if (busy) return words.busy;
  if (message) return message;
  return value ? words.ready : words.waiting;
}

function shares(answers, words, controls, field) {
  const share = (key, id) => field(key, { id, label: words[key], width: "number number-short", keys: "decimal" });
  return controls.group({
    id: "shares",
    legend: words.shares,
    hint: words.sharesHint,
    content: html`<div class="pair">${shareFields(answers).map(([, key, id]) => share(key, id))}</div>`,
  });
}

/**
 * The whole that beliefs are counted out of, always the same, so that they can be compared down
 * and across.
 */
const OF = 1000;
/** Beyond this it is "more than". */
const MOST = 0.99 * OF;

/** Rounded outward, as everywhere: an ε never looks smaller than it is. */
function beliefTable(beliefs, language) {
  if (!beliefs) return nothing;
  const words = language.page.budget.beliefs;
  const { result } = language.words;
  const counted = (count) => result.inCount(language.count(count), language.count(OF));
  const start = (prior) => counted(Math.round(prior * OF));
  const most = (interval) => {
    const { count } = countsOn(OF, interval).atMost;
    return count > MOST ? result.moreThan(language.count(MOST), language.count(OF)) : counted(count);
  };
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${words.caption}>
    <table class="figures">
      <caption>
        ${words.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.epsilon}</th>
          ${PRIORS.map((prior) => html`<th scope="col">${words.from(start(prior))}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${beliefs.map(
          ({ epsilon, yours, intervals }) =>
            html`<tr class=${yours ? "row-yours" : nothing}>
              <th scope="row">
                ${language.number(epsilon)}${yours ? html` <span class="mark">${words.yours}</span>` : nothing}
              </th>
              ${intervals.map((interval) => html`<td>${most(interval)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="hint">${words.note}</p>
  </div>`;
}

function planTables(plan, language) {
  const words = language.page.budget.plan;
  const { parts } = language.page;
  const rows = [["model", plan.model], ...RELEASES.filter((key) => plan.release[key]).map((key) => [key, plan.release[key]])];
  const finite = plan.model.sigma !== Infinity;
  return html`${
      finite
        ? html`<div class="scrolled" tabindex="0" role="region" aria-label=${words.noise}>
            <table class="figures" id="noise-table">
              <caption>
                ${words.noise}
              </caption>
              <thead>
                <tr>
                  <th scope="col">${words.part}</th>
                  <th scope="col">${words.sigma}</th>
                  <th scope="col">${words.alone}</th>
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  ([key, { sigma, epsilon }]) =>
                    html`<tr>
                      <th scope="row">${parts[key]}</th>
                      <td>${upward(sigma)}</td>
                      <td>${upward(epsilon)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
            <p class="hint">${words.grid}</p>
          </div>`
        : nothing
    }
    <div class="scrolled" tabindex="0" role="region" aria-label=${words.accountants}>
      <table class="figures" id="accountants-table">
        <caption>
          ${words.accountants}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.accountant}</th>
            <th scope="col">${words.lambda}</th>
            <th scope="col">${words.modelSigma}</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(plan.accountants).map(
            ([name, { lambda, sigma }]) =>
              html`<tr class=${name === plan.model.accountant ? "row-yours" : nothing}>
                <th scope="row" translate="no">
                  ${name}${name === plan.model.accountant ? html` <span class="mark">${words.chosen}</span>` : nothing}
                </th>
                <td>${upward(lambda)}</td>
                <td>${sigma === Infinity ? words.none : upward(sigma)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${reasons(plan.accountants).map((reason) => html`<p class="hint">${reason}</p>`)}
    </div>
    ${
      plan.hessianShift === undefined
        ? nothing
        : html`<p class="hint">${words.shift(upward(plan.hessianShift), language.count(plan.dimension))}</p>`
    }`;
}

/** Why an accountant can't reach the target, each reason once. */
const reasons = (accountants) => {
  const byReason = new Map();
  for (const [name, { reason }] of Object.entries(accountants)) {
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return Array.from(byReason, ([reason, names]) => `${names.join(", ")}: ${reason}`);
};
