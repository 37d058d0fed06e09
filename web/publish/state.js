// What the publisher's page knows at a moment.
import { newAnswers } from "./answers.js";

/** The state of a page on which nothing was entered. */
export const nothingYet = () => ({
  phase: "form",
  answers: newAnswers(),
  /** { data: File or text, name } */
  source: null,
  /** The names of the data's columns. */
  header: null,
  reading: false,
  studyName: null,
  problems: [],
  message: null,
  /** How many kinds of columns were suggested; null before that. */
  suggested: null,
  plan: { value: null, busy: false, message: null },
  beliefs: null,
  progress: null,
  inPage: false,
  /** { text, report, notes, hash, experiment } */
  result: null,
  /** How many reports were made on this page. */
  made: 0,
});
