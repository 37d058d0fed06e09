// What the practitioner's page knows at a moment.
import { newSettings } from "./settings.js";

/** The map before its two sides were chosen. */
export const newMap = () => ({
  /** The keys of two axes (map-axes.js). */
  chosen: [],
  statistic: "largest",
  /** Where each row lies on the two; null while that is read. */
  places: null,
  /** Whether it was asked for, not drawn of its own accord. */
  asked: false,
  message: null,
});

/** The state of a page on which nothing was entered. */
export const nothingYet = () => ({
  phase: "form",
  settings: newSettings(),
  /** { data: File or text, name, columns, madeUp, rows } */
  source: null,
  reading: false,
  /** { document, name } */
  study: null,
  /** { data, name, columns } */
  heldOut: null,
  /** { text, name } */
  report: null,
  problems: [],
  message: null,
  progress: null,
  inPage: false,
  /**
   * { profile, audit, axes, classes, unit, source, madeUp }: what was found (work.js); `classes`
   * says that the outcome has several, `unit` what it is measured in
   */
  result: null,
  map: newMap(),
});
