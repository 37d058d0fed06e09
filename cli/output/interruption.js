// A program that is ended by a signal, with time to tidy up first: once, in order, and then as one
// that doesn't listen.

/** Signals that end a program, with time to tidy up. */
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** @type {(() => Promise<void>)[]} */
const tidying = [];
/** @type {Promise<void> | null} */
let ending = null;

/** @param {NodeJS.Signals} signal */
async function end(signal) {
  // A later work may stand on an earlier one.
  for (const tidy of tidying.toReversed()) await tidy();
  for (const name of SIGNALS) process.removeListener(name, stop);
  process.kill(process.pid, signal);
  // Nothing goes on from here.
  await new Promise(() => {});
}

/**
 * The first of several signals counts: tidying is not broken off.
 *
 * @param {NodeJS.Signals} signal
 */
function stop(signal) {
  ending ??= end(signal);
}

/**
 * Runs `work`. If a signal ends the program meanwhile, `tidy` is run before, and this never
 * returns.
 *
 * @template Result
 * @param {() => Promise<void>} tidy which doesn't fail, and after which nothing that `work` began
 *   goes on
 * @param {() => Promise<Result>} work
 */
export async function withTidying(tidy, work) {
  if (tidying.length === 0) for (const name of SIGNALS) process.on(name, stop);
  tidying.push(tidy);
  try {
    return await work();
  } finally {
    await ending;
    tidying.splice(tidying.indexOf(tidy), 1);
    if (tidying.length === 0) for (const name of SIGNALS) process.removeListener(name, stop);
  }
}
