// Keeps a page with a form where it is. A policy of the page can't: leading the browser to another
// address, or opening that in a new tab by a modified click, is navigation. SECURITY.md (F4, F5)
// says what is left.

/**
 * The same document, or what the page made itself, such as a summary that is saved.
 *
 * @param {{hashChange: boolean, destination: {url: string}}} event
 */
const stays = ({ hashChange, destination }) => hashChange || destination.url.startsWith("blob:");

// In a sandboxed frame, where no address but blobs is allowed, no browser tells of it.
globalThis.navigation?.addEventListener(
  "navigate",
  (event) => {
    if (/push|replace/.test(event.navigationType) && !stays(event)) event.preventDefault();
  },
  true,
);

// A click with a key held down counts as one without; a click with another button does nothing.
for (const type of /** @type {const} */ (["click", "auxclick"])) {
  addEventListener(
    type,
    (event) => {
      const { isTrusted, button, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (!isTrusted || !(button || ctrlKey || metaKey || shiftKey || altKey)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!button) /** @type {Partial<HTMLElement>} */ (target).click?.();
    },
    true,
  );
}
