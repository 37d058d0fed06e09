// Files dropped anywhere in the window. Without this a browser leaves the page to show the file.

/**
 * Calls `take(file, where)` with the first dropped file and the element it was dropped on, and
 * keeps `data-dropping` on the root element while one is held over it.
 *
 * @param {(file: File, where: EventTarget | null) => void} take
 */
export function takeDroppedFiles(take) {
  const root = document.documentElement;
  const carriesFile = (/** @type {DragEvent} */ event) => Array.from(event.dataTransfer?.types ?? []).includes("Files");
  addEventListener("dragover", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    root.toggleAttribute("data-dropping", true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) root.toggleAttribute("data-dropping", false);
  });
  addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    root.toggleAttribute("data-dropping", false);
    const file = event.dataTransfer?.files[0];
    if (file) take(file, event.target);
  });
}
