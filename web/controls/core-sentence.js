// Sentences of the library itself are English, whatever the page speaks.
import { html } from "lit-html";

/** @param {string} sentence */
export const coreSentence = (sentence) => html`<span lang="en" dir="ltr">${sentence}</span>`;

/**
 * A sentence of the page, with that of the library after it where there is one.
 *
 * @param {{message: string, core?: string}} said
 */
export const withCore = ({ message, core }) =>
  core === undefined ? message : message === "" ? coreSentence(core) : html`${message} ${coreSentence(core)}`;

/**
 * Problems of fields as a list shows them.
 *
 * @param {import("./problems.js").Problem[]} problems
 */
export const withCores = (problems) => problems.map((problem) => ({ id: problem.id, message: withCore(problem) }));
