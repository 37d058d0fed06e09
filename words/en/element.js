// The few words that the custom element says itself, in English.

/** @typedef {typeof element} ElementWords */

export const element = {
  frame: "Check my record",
  alone: "This file is a part of other pages: it is shown by expost-check.js, which has to be beside it.",
  notLoaded: "The form could not be loaded. Check your connection and load this page again.",
};
