// The element's class, for "expost/element". Its public types are in expost-check-element.d.ts. No
// checker of types reads a file next to such types, so the class is in a file of its own.
export { ExpostCheckElement } from "./check-element.js";
