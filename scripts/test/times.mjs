// Where the time of a test run went: build/test-times.json, and a table at its end.

const rounded = (/** @type {number} */ seconds) => Math.round(seconds * 1000) / 1000;
const SLOWEST = 15;

/** @typedef {{file: string, name: string, seconds: number, failed?: boolean}} TimedCase */

/**
 * A stage that ran; start: seconds since the run began.
 *
 * @typedef {{name: string, cores: number, start: number, seconds: number, cases: TimedCase[]}}
 *   TimedStage
 */

/**
 * @param {TimedStage[]} stages
 * @param {number} seconds
 * @returns the document: wall seconds of the run, of each stage, of each file, and of the slowest
 *   cases
 */
export function timesOf(stages, seconds) {
  const all = stages.flatMap(({ name, cases }) => cases.map((one) => ({ stage: name, ...one })));
  const files = new Map();
  for (const { stage, file, seconds: took } of all) {
    const key = `${stage}\0${file}`;
    files.set(key, (files.get(key) ?? 0) + took);
  }
  /** @type {(a: {seconds: number}, b: {seconds: number}) => number} */
  const slowestFirst = (a, b) => b.seconds - a.seconds;
  return {
    seconds: rounded(seconds),
    stages: stages.map(({ name, cores, start, seconds: took }) => ({
      name,
      cores,
      start: rounded(start),
      seconds: rounded(took),
    })),
    files: [...files]
      .map(([key, took]) => ({ stage: key.split("\0")[0], file: key.split("\0")[1], seconds: rounded(took) }))
      .sort(slowestFirst),
    slowest: all
      .map(({ stage, file, name, seconds: took }) => ({ stage, file, name, seconds: rounded(took) }))
      .sort(slowestFirst)
      .slice(0, SLOWEST),
  };
}

/**
 * The stage times as lines of text, the longest first.
 *
 * @param {Pick<ReturnType<typeof timesOf>, "seconds" | "stages">} times
 */
export function timesTable({ seconds, stages }) {
  const sorted = [...stages].sort((a, b) => b.seconds - a.seconds);
  const width = Math.max(...sorted.map(({ name }) => name.length));
  const lines = sorted.map(
    ({ name, cores, start, seconds: took }) =>
      `  ${name.padEnd(width)} ${took.toFixed(1).padStart(7)} s from ${start.toFixed(0).padStart(4)} s, ` +
      `${cores === 1 ? "1 core" : `${cores} cores`}`,
  );
  return [`Stage times (wall; ${seconds.toFixed(0)} s in all):`, ...lines].join("\n");
}
