// The element's class, for "expost/element". Its public types are in expost-check-element.d.ts, next
// to which no checker of types reads this file; so the class is in one of its own.
export { ExpostCheckElement } from "./check-element.js";
