// What a page around the sheet may change of its look, each under `--expost-` and its name here, which is also that of the token.

export const themeColours = [
  ...["paper", "sheet", "ink", "quiet", "line", "edge", "accent", "accent-ground", "on-accent"],
  ...["added", "wrong", "wrong-ground", "stamp"],
];
export const themeFonts = ["font", "font-display"];
export const themeLengths = ["corner"];
export const themeNames = [...themeColours, ...themeFonts, ...themeLengths];
