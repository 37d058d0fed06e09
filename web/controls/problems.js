// Problems of a page's fields, and the way to each field.
import { html } from "lit-html";

/**
 * The field's id, and one sentence: the page's words, and after them the library's where these say
 * more. The library's are English.
 *
 * @typedef {{id: string, message: string, core?: string}} Problem
 */

/** The block of a field: its label, hint, error and control; null where the page has none. */
const blockOf = (/** @type {string} */ id) => document.getElementById(`${id}-block`);

/**
 * Opens the closed details around an element.
 *
 * @param {Element | null | undefined} element
 */
function unfold(element) {
  /** @type {HTMLDetailsElement | null | undefined} */
  const closed = element?.closest("details:not([open])");
  if (closed) closed.open = true;
}

const isAfter = (/** @type {Element} */ one, /** @type {Element} */ other) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING;

/**
 * Returns the problems in the order in which their fields stand on the page.
 *
 * @param {Problem[]} problems
 */
export const inPageOrder = (problems) =>
  problems.toSorted((a, b) => {
    const [one, other] = [blockOf(a.id), blockOf(b.id)];
    return one && other && one !== other && isAfter(one, other) ? 1 : -1;
  });

/**
 * Opens the details that hide fields with problems.
 *
 * @param {Problem[]} problems
 */
export function unfoldProblems(problems) {
  for (const { id } of problems) unfold(blockOf(id));
}

/**
 * The list of problems before the fields. A click on a problem leads to its field. The heading has
 * the id "error-summary-heading".
 *
 * @param {{id: string, message: unknown}[]} problems by the ids of their fields
 * @param {import("lit-html").TemplateResult} heading
 */
export function errorSummary(problems, heading) {
  const goTo = (/** @type {Event} */ event, /** @type {string} */ id) => {
    event.preventDefault();
    focusField(id);
  };
  return html`<div class="error-summary" id="error-summary" tabindex="-1" aria-labelledby="error-summary-heading">
    <div role="alert">
      ${heading}
      <ul>
        ${problems.map(({ id, message }) => html`<li><a href="#${id}" @click=${(/** @type {Event} */ event) => goTo(event, id)}>${message}</a></li>`)}
      </ul>
    </div>
  </div>`;
}

/**
 * Moves to a field: its control, else its block.
 *
 * @param {string} id
 */
function focusField(id) {
  const block = blockOf(id);
  const field = document.getElementById(id);
  /** @type {HTMLElement | null | undefined} */
  const target =
    block?.querySelector('input[type="radio"][tabindex="0"]') ??
    (field?.matches("input, select, textarea, button, [tabindex]")
      ? field
      : block?.querySelector("input, select, textarea, button"));
  unfold(target);
  (block ?? target)?.scrollIntoView({ block: "start" });
  target?.focus({ preventScroll: true });
}
