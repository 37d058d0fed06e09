// Numbers as this page writes them: compact, with three significant digits.
import { compactFigures } from "../../wording/figures.js";

export { count, percent } from "../../wording/figures.js";

export const { nearest: figure, upward, downward, power } = compactFigures(3);
