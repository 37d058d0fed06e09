// The map of the rows: its two sides, and where each row lies on them.
import { chosenAxes } from "./map-axes.js";

/** Keeps the state's `map` up with what was chosen for it. */
export class RowMap {
  #page;
  #workplace;
  #words;
  /** Counts the times the rows were placed: only the latest is shown. */
  #turn = 0;

  /**
   * @param {import("./state.js").ProfilePage} page
   * @param {import("./work.js").ProfileWorkplace} workplace
   * @param {{failed: string}} words
   */
  constructor(page, workplace, words) {
    this.#page = page;
    this.#workplace = workplace;
    this.#words = words;
  }

  /**
   * Chooses the axis of a side: 0 across, 1 up.
   *
   * @param {0 | 1} side
   * @param {string} key
   */
  choose(side, key) {
    const { map } = this.#page.state;
    Object.assign(map, { chosen: map.chosen.with(side, key), asked: true });
    this.placeRows();
  }

  /**
   * Chooses what a cell shows of its rows' losses.
   *
   * @param {import("./state.js").MapState["statistic"]} statistic
   */
  chooseStatistic(statistic) {
    Object.assign(this.#page.state.map, { statistic, asked: true });
    this.#page.draw();
  }

  /** Places that are still being read are not shown any more. */
  forget() {
    this.#turn += 1;
  }

  /**
   * Finds where the rows lie on the two sides. For columns the file is read again, because nothing
   * of it is kept.
   */
  async placeRows() {
    const turn = (this.#turn += 1);
    const { state } = this.#page;
    if (state.result === null) return;
    const { axes, source, decimalComma, study } = state.result;
    const chosen = chosenAxes(state.map, axes);
    const columns = chosen.flatMap(({ column }) => column ?? []);
    Object.assign(state.map, { places: null, message: null });
    this.#page.draw();
    try {
      const read = columns.length > 0 ? await this.#workplace.do("places", { source, decimalComma, study, columns }) : [];
      if (turn !== this.#turn) return;
      const places = chosen.map(({ changes }) => changes ?? read.shift());
      state.map.places = places.filter((place) => place !== undefined);
    } catch {
      if (turn !== this.#turn) return;
      state.map.message = this.#words.failed;
    }
    this.#page.draw();
  }
}
