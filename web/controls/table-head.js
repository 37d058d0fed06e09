// The head of a table.
import { html } from "lit-html";

/**
 * A row with the names of the columns.
 *
 * @param {string[]} names
 */
export const tableHead = (names) =>
  html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
  </thead>`;
