// Charts keep the size of their text, so they are drawn for the space that there is.

/** Widths of charts in pixels; a large text allows more. */
const WIDTHS = { least: 240, most: 860 };

/**
 * The width of charts and the size of their text, in pixels.
 *
 * @typedef {{width: number, em: number}} Room
 */

/** The space before anything was measured. */
export const startingRoom = { width: WIDTHS.most, em: 14 };

/** The space for charts as the page is now: { width, em } in pixels, null where it shows none. */
export function chartRoom() {
  const place = document.getElementById("chart-place");
  if (place === null) return null;
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.875;
  const width = Math.min(Math.max(Math.floor(place.clientWidth), WIDTHS.least), Math.max(WIDTHS.most, 60 * em));
  return { width, em };
}
