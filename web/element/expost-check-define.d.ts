// Importing this defines <expost-check>; a second time it does nothing.
export * from "./expost-check-element.js";
