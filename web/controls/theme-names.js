// The parts of its look that a page around the sheet may change, each under `--expost-` and its
// name here, which is also that of the token.

export const themeColours = [
  ...["paper", "sheet", "ink", "quiet", "line", "edge", "accent", "accent-ground", "on-accent"],
  ...["added", "wrong", "wrong-ground", "stamp"],
];
export const themeFonts = ["font", "font-display"];
/** `inset` is the space between the words and the sides of the frame. */
export const themeLengths = ["corner", "inset"];
export const themeNames = [...themeColours, ...themeFonts, ...themeLengths];
