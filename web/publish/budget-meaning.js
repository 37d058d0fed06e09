// The budget's meaning: the beliefs that each ε allows, and the noise that it takes. Both are
// worked out again while the publisher types.
import { readNumber } from "../../wording/typed-decimal.js";
import { isAbort, plainError } from "../worker/plain-error.js";
import { PRIORS } from "./belief-table.js";
import { planOptions } from "./plan-options.js";

/** The ε that the table of beliefs has in addition to the publisher's own. */
const EPSILONS = [0.1, 0.25, 0.5, 1, 2, 4, 8];
/** How long typing must pause before the noise is worked out again. */
const PAUSE_MS = 400;

/** Keeps the `plan` and the `beliefs` of the page's state up with its answers. */
export class BudgetMeaning {
  #page;
  #workplace;
  #words;
  /** Counts the times it was worked out: only the latest is shown. */
  #turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import("./state.js").PublishPage} page
   * @param {import("./work.js").PublishWorkplace} workplace
   * @param {import("#words/publish").PublishWords} words
   */
  constructor(page, workplace, words) {
    this.#page = page;
    this.#workplace = workplace;
    this.#words = words;
  }

  /** To be called after each change of the answers. */
  changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.workOut(), PAUSE_MS);
  }

  /** Nothing that is being worked out is shown any more. */
  forget() {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }

  /** Works it out at once. */
  async workOut() {
    const turn = (this.#turn += 1);
    const { state } = this.#page;
    const own = readNumber(state.answers.epsilon, this.#words.decimals).value;
    const yours = own !== undefined && own > 0 ? own : null;
    const epsilons = [...new Set(yours === null ? EPSILONS : [...EPSILONS, yours])].sort((a, b) => a - b);
    const options = planOptions(state.answers, this.#words);
    if (options === null) state.plan = { value: null, busy: false, message: null };
    else if (JSON.stringify(options) !== state.plan.key) state.plan = { value: null, busy: true, message: null };
    this.#page.draw();
    try {
      const intervals = await this.#workplace.do("beliefs", { epsilons, priors: PRIORS });
      if (turn !== this.#turn) return;
      state.beliefs = epsilons.map((epsilon, index) => ({ epsilon, yours: epsilon === yours, intervals: intervals[index] }));
      if (options !== null && state.plan.busy) {
        const value = await this.#workplace.do("plan", options);
        if (turn !== this.#turn) return;
        state.plan = { value, busy: false, message: null, key: JSON.stringify(options) };
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      state.plan = { value: null, busy: false, message: isAbort(error) ? null : plainError(error).message };
      // Cancelling ends the worker, and with it whatever else it had to do.
      if (isAbort(error)) this.changed();
    }
    this.#page.draw();
  }
}
