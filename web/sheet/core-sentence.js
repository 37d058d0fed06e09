// Sentences of the library itself are English, whatever the page speaks.
import { html } from "lit-html";

/** @param {string} sentence */
export const coreSentence = (sentence) => html`<span lang="en" dir="ltr">${sentence}</span>`;
