// Radio buttons without a `name`. A name would group them, but also hand the field to form filling
// and to any submission; so the group is kept here: one tab stop, arrow keys move and choose, as
// in a native group.

/**
 * Keys that move within a group, by how far. Left and right follow the reading direction.
 *
 * @param {string} key
 * @param {string} direction
 */
function stepFor(key, direction) {
  if (key === "ArrowDown") return 1;
  if (key === "ArrowUp") return -1;
  if (key === "ArrowRight") return direction === "rtl" ? -1 : 1;
  if (key === "ArrowLeft") return direction === "rtl" ? 1 : -1;
  return 0;
}

/**
 * Handles keydown on a group; `choose(value)` is called for the button moved to.
 *
 * @param {KeyboardEvent} event
 * @param {(value: string) => void} choose
 */
export function moveInGroup(event, choose) {
  if (event.key === "Tab") letTabLeave(/** @type {HTMLInputElement} */ (event.target));
  const step = stepFor(event.key, document.documentElement.dir);
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {HTMLInputElement[]} */
  const buttons = Array.from(/** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('input[type="radio"]'));
  const at = buttons.indexOf(/** @type {HTMLInputElement} */ (event.target));
  if (at < 0) return;
  event.preventDefault();
  const next = buttons[(at + step + buttons.length) % buttons.length];
  choose(next.value);
  next.focus();
}

/**
 * WebKit lets Tab pass over every radio button that has the name of the one it leaves, and having
 * none counts as the same name: nobody could reach a second group. So the button has a name of its
 * own while Tab is on its way.
 *
 * @param {HTMLInputElement} button
 */
function letTabLeave(button) {
  button.name = button.id;
  setTimeout(() => button.removeAttribute("name"));
}

/**
 * The `tabindex` of a button of a group: Tab reaches the chosen one, else the first.
 *
 * @param {{value: string}[]} choices
 * @param {string | undefined} chosen
 * @param {number} index
 */
export function tabStop(choices, chosen, index) {
  const at = choices.findIndex((choice) => choice.value === chosen);
  return index === Math.max(at, 0) ? 0 : -1;
}
