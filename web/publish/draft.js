// A study under construction: where its parts come from, and what is wrong with them.
import { isObject } from "../../intake/study-document.js";
import { readNumber } from "../../wording/typed-decimal.js";

/** An object with what is undefined left out. */
const without = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** An imported part, under what the page says now: keys without a field here stay. */
export const over = (base, known) => without({ ...(isObject(base) ? base : {}), ...known });

/** Collects the places of fields in the study, and what is wrong with what they hold. */
export class Draft {
  problems = [];
  /** JSON pointer → { id, name } of the field it comes from. */
  places = new Map();

  constructor(words) {
    this.words = words;
  }

  at(pointer, id, name) {
    this.places.set(pointer, { id, name });
  }

  refuse(id, message) {
    this.problems.push({ id, message });
  }

  text(value, pointer, id, name, { required = false } = {}) {
    this.at(pointer, id, name);
    const written = value.trim();
    if (written === "" && required) this.refuse(id, this.words.errors.enter(name));
    return written;
  }

  /**
   * A number; null where it is left blank, the text itself where it is none (the study is then
   * refused by anyone who reads it).
   */
  number(value, pointer, id, name, { required = true } = {}) {
    this.at(pointer, id, name);
    const { value: number, problem } = readNumber(value);
    if (problem === undefined) return number;
    if (problem === "blank") {
      if (required) this.refuse(id, this.words.errors.enter(name));
      return null;
    }
    this.refuse(id, this.words.errors[problem](name));
    return value.trim();
  }

  range(from, to, pointer, ids, names) {
    const minimum = this.number(from, `${pointer}/minimum`, ids[0], names[0]);
    const maximum = this.number(to, `${pointer}/maximum`, ids[1], names[1]);
    if (typeof minimum === "number" && typeof maximum === "number" && !(minimum < maximum)) {
      this.refuse(ids[1], this.words.errors.above(names[1], names[0]));
    }
    return { minimum, maximum };
  }

  choice(value, pointer, id, name, message) {
    this.at(pointer, id, name);
    if (value === "") this.refuse(id, message);
    return value === "" ? null : value;
  }
}
