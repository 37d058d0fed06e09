// A program that is ended before its work is done, with time to tidy up first: once, in order.

/** Signals that end a program, with time to tidy up. */
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** @type {(() => Promise<void>)[]} */
const tidying = [];
/** @type {Promise<void> | null} */
let ending = null;

/** @param {() => void} leave */
async function end(leave) {
  // A later work may stand on an earlier one.
  for (const tidy of tidying.toReversed()) await tidy().catch(() => {});
  stopListening();
  leave();
  // Nothing goes on from here.
  await new Promise(() => {});
}

/**
 * Tidies up after what is under way, and then ends the program by `leave`. The first of several
 * ends counts: tidying is not broken off.
 *
 * @param {() => void} leave
 */
export function endBy(leave) {
  ending ??= end(leave);
}

/**
 * A signal ends the program as one that doesn't listen.
 *
 * @param {NodeJS.Signals} signal
 */
const stop = (signal) => endBy(() => process.kill(process.pid, signal));

/** Waits for something that never comes, when nothing else is left to do. */
const giveUp = (/** @type {number} */ code) => endBy(() => process.exit(code || 1));

function listen() {
  for (const name of SIGNALS) process.on(name, stop);
  process.on("beforeExit", giveUp);
}

function stopListening() {
  for (const name of SIGNALS) process.removeListener(name, stop);
  process.removeListener("beforeExit", giveUp);
}

/**
 * Runs `work`. If the program is ended meanwhile, `tidy` is run before, and this never returns.
 *
 * @template Result
 * @param {() => Promise<void>} tidy after which nothing that `work` began goes on
 * @param {() => Promise<Result>} work
 */
export async function withTidying(tidy, work) {
  if (tidying.length === 0) listen();
  tidying.push(tidy);
  try {
    return await work();
  } finally {
    await ending;
    tidying.splice(tidying.indexOf(tidy), 1);
    if (tidying.length === 0) stopListening();
  }
}
