// A page on which files are given and one long task is done with them: what the publisher's and
// the practitioner's page have in common. What they ask, do and show is their own.
import { render } from "lit-html";
import { takeDroppedFiles } from "./dropped.js";
import { isEmbedded, tellReady } from "./embedded-page.js";
import { forgetPasted } from "./paste-rows.js";
import { inPageOrder, unfoldProblems } from "./problems.js";
import { Readings } from "./readings.js";

/** @typedef {import("./problems.js").Problem} Problem */

/**
 * Parts of the state that every such page has. `message` is a sentence next to the page's main
 * button, `progress` how far the task is, and `inPage` whether the page itself does it.
 *
 * @typedef {object} DataPageState
 * @property {string} phase
 * @property {Problem[]} problems
 * @property {string | null} message
 * @property {unknown} progress
 * @property {boolean} inPage
 */

/**
 * Holds the state of such a page and draws it again after each change.
 *
 * The page is in one of three phases: its form, "working", and its result. It is drawn only when
 * `draw` is called; its methods that change the state call it themselves.
 *
 * @template {DataPageState} State
 */
export class DataPage {
  state;
  #place;
  #nothingYet;
  #view;
  #workplace;
  #readings = new Readings();
  /**
   * The controller of the task under way.
   *
   * @type {AbortController | null}
   */
  #running = null;
  #refusals = 0;

  /**
   * `nothingYet` makes the state of a page on which nothing was entered, `view` draws a state, and
   * `workplace` is where the task is done.
   *
   * @param {HTMLElement} place the element that the page is drawn in
   * @param {{nothingYet: () => State, view: (state: State) => import("lit-html").TemplateResult,
   *   workplace: {readonly inPage: boolean}}} parts
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

  /**
   * Changes the state and draws it.
   *
   * @param {Partial<State> | Partial<DataPageState>} changes
   */
  show(changes) {
    Object.assign(this.state, changes);
    this.draw();
  }

  /** @param {string} id of an element, which may not be there */
  focusOn(id) {
    document.getElementById(id)?.focus();
  }

  /**
   * Goes back to the form, shows what is wrong in the order of the page, and moves there.
   *
   * @param {Problem[]} problems
   */
  refuse(problems) {
    this.#refusals += 1;
    this.show({ phase: "form", problems, message: null });
    // Only now all fields with problems are on the page.
    this.state.problems = inPageOrder(problems);
    unfoldProblems(problems);
    this.draw();
    this.focusOn("error-summary");
  }

  /**
   * Takes back what was wrong with a field; draws nothing.
   *
   * @param {string} field its id
   */
  settle(field) {
    this.state.problems = this.state.problems.filter(({ id }) => id !== field);
  }

  /**
   * Reads what was given for a field. `read` gets a function that says whether it is still the
   * latest given for that field; it shows its own errors.
   *
   * @param {string} field
   * @param {(isLatest: () => boolean) => Promise<void>} read
   */
  read(field, read) {
    return this.#readings.start(field, read);
  }

  /**
   * Forgets what is being read for a field.
   *
   * @param {string} field
   */
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
   * `work` does it and gets `onProgress`, whose reports become the state's `progress`, and the
   * `signal` of a cancelled task. Then `done` shows what was found, `problemsOf` makes the problems
   * of a refusal, or `cancelled` is said.
   *
   * @template Found
   * @param {(watching: {onProgress: (progress: State["progress"]) => void, signal: AbortSignal}) =>
   *   Promise<Found>} work
   * @param {{done: (found: Found) => void, problemsOf: (error: unknown) => Problem[], cancelled:
   *   string}} then
   */
  async run(work, { done, problemsOf, cancelled }) {
    const controller = new AbortController();
    this.#running = controller;
    this.show({ phase: "working", problems: [], message: null, progress: null, inPage: this.#workplace.inPage });
    this.focusOn("working-heading");
    const onProgress = (/** @type {State["progress"]} */ progress) => {
      if (this.#running === controller) this.show({ progress });
    };
    try {
      const found = await work({ onProgress, signal: controller.signal });
      if (this.#running === controller) done(found);
    } catch (error) {
      if (this.#running !== controller) return;
      if (controller.signal.aborted) {
        this.show({ phase: "form", message: cancelled });
        this.focusOn("run");
      } else this.refuse(problemsOf(error));
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
   * `drop` reads a file that was dropped on an element; `leave` ends whatever else the page does,
   * when it is left.
   *
   * @param {{drop: (file: File, where: EventTarget | null) => Promise<void>, leave: () => void}}
   *   own
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
