// A part of the page that opens on a press: what people ask for who want to know more.
import { html } from "lit-html";

/**
 * Headings of the parts that are open. A result is taken away while another check runs and then
 * drawn anew; what a person opened before is open again.
 *
 * @type {Set<string>}
 */
const opened = new Set();

/**
 * @param {string} heading
 * @param {unknown} content
 * @param {string} [name] a class
 */
export const folded = (heading, content, name = "") =>
  html`<details
    class="part folded ${name}"
    ?open=${opened.has(heading)}
    @toggle=${(/** @type {{target: HTMLDetailsElement}} */ { target }) => opened[target.open ? "add" : "delete"](heading)}
  >
    <summary><h3>${heading}</h3></summary>
    ${content}
  </details>`;
