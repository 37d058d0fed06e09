// In place of this folder on the check page for normal noise in the training alone: its module
// refuses reports of other mechanisms, so that nobody asks for their words.

/** @typedef {import("../text/formats.js").Language} Language */

export const mechanisms = {};
export const records = {};
export const othersShared = () => "";
export const wholeOf = () => "";
export const isForRecords = () => false;
export const uniformOf = () => "all";
/**
 * @param {"chosen" | "noticed"} several
 * @param {unknown} _
 * @param {Language} language
 */
export const severalWords = (several, _, { words }) => words.several[several];
/**
 * @param {unknown} _
 * @param {Language} language
 */
export const severalHint = (_, { words }) => words.several.chooseHint;
export const termFormula = () => "";
export const mechanismRows = () => [];
/** @param {{name: string, noise?: string}} mechanism */
export const mechanismName = ({ name, noise }) => `${name}, ${noise}`;
