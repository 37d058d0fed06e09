/** Beliefs alone, with a module of a few kilobytes; the same function as that of "expost". */
export { ExpostError, posterior } from "./index.js";
export type { Interval } from "./index.js";
