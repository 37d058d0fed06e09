// Elements of the page that a script belongs to.

/**
 * An element that the page's template holds.
 *
 * @template {HTMLElement} [Element=HTMLElement]
 * @param {string} id
 * @returns {Element}
 */
export const byId = (id) => /** @type {Element} */ (document.getElementById(id));
