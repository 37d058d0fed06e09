// A page on which files are given and one long task is done with them: what the publisher's and
// the practitioner's page have in common. What they ask, do and show is their own.
import { render } from "lit-html";
import { takeDroppedFiles } from "./dropped.js";
import { isEmbedded, tellReady } from "./embedded-page.js";
import { forgetPasted } from "./paste-rows.js";
import { inPageOrder, unfoldProblems } from "./problems.js";
import { Readings } from "./readings.js";

/**
 * Holds the state of such a page and draws it anew after each change.
 *
 * The page is in one of three phases: its form, "working", and its result. It is drawn only when
 * `draw` is called; its methods that change the state call it themselves.
 */
export class DataPage {
  state;
  #place;
  #nothingYet;
  #view;
  #workplace;
  #readings = new Readings();
  /** The controller of the task under way. */
  #running = null;
  #refusals = 0;

  /**
   * @param place the element that the page is drawn in
   * @param parts `nothingYet` makes the state of a page on which nothing was entered; `view` draws
   *   a state; `workplace` is where the task is done
   */
  constructor(place, { nothingYet, view, workplace }) {
    this.state = nothingYet();
    this.#place = place;
    this.#nothingYet = nothingYet;
    this.#view = view;
    this.#workplace = workplace;
  }

  draw() {
    render(this.#view(this.state), this.#place);
  }

  /** Changes the state and draws it. */
  show(changes) {
    Object.assign(this.state, changes);
    this.draw();
  }

  focusOn(id) {
    document.getElementById(id)?.focus();
  }

  /** Goes back to the form, shows what is wrong in the order of the page, and moves there. */
  refuse(problems) {
    this.#refusals += 1;
    this.show({ phase: "form", problems, message: null });
    // Only now all fields with problems are on the page.
    this.state.problems = inPageOrder(problems);
    unfoldProblems(problems);
    this.draw();
    this.focusOn("error-summary");
  }

  /** Takes back what was wrong with a field; draws nothing. */
  settle(field) {
    this.state.problems = this.state.problems.filter(({ id }) => id !== field);
  }

  /**
   * Reads what was given for a field. `read` gets a function that says whether it is still the
   * latest given for that field; it shows its own faults.
   */
  read(field, read) {
    return this.#readings.start(field, read);
  }

  /** What is being read for a field doesn't count any more. */
  forget(field) {
    this.#readings.forget(field);
  }

  /**
   * Ends once nothing is being read any more. Returns whether the form still waits for the person
   * and nothing was refused meanwhile.
   */
  async everythingRead() {
    if (!this.#readings.underway) return true;
    const before = this.#refusals;
    await this.#readings.settled();
    return this.#refusals === before && this.state.phase === "form";
  }

  /**
   * Does the page's task in place of the form, until it ends, is refused, or is cancelled.
   *
   * @param work does it; gets `onProgress`, whose reports become the state's `progress`, and the
   *   `signal` of a cancelled task
   * @param then `done` shows what was found, `problemOf` makes the problem of a refusal, and
   *   `cancelled` is said once it was cancelled
   */
  async run(work, { done, problemOf, cancelled }) {
    const controller = new AbortController();
    this.#running = controller;
    this.show({ phase: "working", problems: [], message: null, progress: null, inPage: this.#workplace.inPage });
    this.focusOn("working-heading");
    const onProgress = (progress) => {
      if (this.#running === controller) this.show({ progress });
    };
    try {
      const found = await work({ onProgress, signal: controller.signal });
      if (this.#running === controller) done(found);
    } catch (fault) {
      if (this.#running !== controller) return;
      if (controller.signal.aborted) {
        this.show({ phase: "form", message: cancelled });
        this.focusOn("run");
      } else this.refuse([problemOf(fault)]);
    } finally {
      if (this.#running === controller) this.#running = null;
    }
  }

  /** Cancels the task under way. */
  cancel() {
    this.#running?.abort(new DOMException("cancelled", "AbortError"));
  }

  /**
   * Draws the page for the first time, takes files that are dropped on its form, and tells a page
   * around that it is ready.
   *
   * @param own `drop(file, element)` reads a file that was dropped on an element; `leave` ends what
   *   the page does besides, when it is left
   */
  start({ drop, leave }) {
    takeDroppedFiles((file, element) => {
      if (this.state.phase === "form") this.#readings.wait(drop(file, element));
    });
    // A page that a browser keeps for the way back would keep the data with it.
    addEventListener("pagehide", () => {
      this.#running?.abort(new DOMException("left", "AbortError"));
      this.#readings.forget();
      leave();
      forgetPasted();
      this.show(this.#nothingYet());
    });
    document.documentElement.toggleAttribute("data-embedded", isEmbedded());
    this.#place.replaceChildren();
    this.draw();
    if (isEmbedded()) tellReady();
  }
}
