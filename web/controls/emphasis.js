// Texts mark emphasis with **…**; everything else in them is plain text.
import { html } from "lit-html";

/** @param {string} text */
export function emphasised(text) {
  return text.split("**").map((piece, index) => (index % 2 ? html`<strong>${piece}</strong>` : piece));
}
