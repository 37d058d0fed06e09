// A part of the page that opens on a press: what people ask for who want to know more.
import { html } from "lit-html";

/**
 * @param {string} heading
 * @param {unknown} content
 * @param {string} [name] a class
 * @param {{open: boolean, opened?: (open: boolean) => void}} [kept] for a part in which something
 *   is done that makes the result anew: that it is open, which the caller keeps
 */
export const folded = (heading, content, name = "", { open, opened } = { open: false }) =>
  html`<details
    class="part folded ${name}"
    ?open=${open}
    @toggle=${(/** @type {{target: HTMLDetailsElement}} */ { target }) => opened?.(target.open)}
  >
    <summary><h3>${heading}</h3></summary>
    ${content}
  </details>`;
