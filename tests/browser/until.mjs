// Waiting for a state instead of a while: every wait here ends as soon as the state is there.
import assert from "node:assert/strict";

/**
 * Milliseconds that a state may take. A test that passes never waits so long, however busy the
 * machine is.
 */
export const PATIENCE = 60_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, 25));

/**
 * Returns the first truthy result of `read`; fails with `what`, a text or what returns one, where
 * there is none in time.
 */
export async function until(read, what, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await read();
    if (found) return found;
    if (Date.now() >= end) assert.fail(`not within ${patience / 1000} s: ${typeof what === "function" ? what() : what}`);
    await pause();
  }
}

/** Waits until `read` gives `expected`; compares them strictly where it doesn't in time. */
export async function becomes(read, expected, message) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await read();
    try {
      return assert.deepEqual(found, expected, message);
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await pause();
  }
}

/** Stops the clock of a page that is opened next; page.clock.runFor moves it on. */
export async function stopClock(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}
