// The element's own words in English; everything else is the sheet's.
export const en = {
  language: "en",
  direction: "ltr",
  frame: "Check my record",
  alone: "This file is a part of other pages: it is shown by expost-check.js, which has to be beside it.",
  notLoaded: "The form could not be loaded. Check your connection and load this page again.",
};
