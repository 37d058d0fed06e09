// Numbers as this page writes them: compact.
import { compactFigures } from "../../wording/figures.js";
import { DIGITS } from "../../wording/rounding.js";

export { count, percent } from "../../wording/figures.js";

export const { nearest: figure, upward, downward, power } = compactFigures(DIGITS.profile);
