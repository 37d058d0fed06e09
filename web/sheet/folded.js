// A part of the page that opens on a press: what people ask for who want to know more.
import { html } from "lit-html";

/**
 * @param {string} heading
 * @param {unknown} content
 * @param {string} [name] a class
 */
export const folded = (heading, content, name = "") =>
  html`<details class="part folded ${name}">
    <summary><h3>${heading}</h3></summary>
    ${content}
  </details>`;
