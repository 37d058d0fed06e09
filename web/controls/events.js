// Values of a field, from its events.

/** The text in the field that an event comes from. */
export const valueIn = (/** @type {Event} */ { target }) =>
  /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (target).value;

/** Whether the box that an event comes from is ticked. */
export const checkedIn = (/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target).checked;
