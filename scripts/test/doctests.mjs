// Doctest programs, and what they counted.
import { existsSync, readFileSync } from "node:fs";
import { output, run } from "../command.mjs";

/**
 * The count that a doctest program printed; a program that ended badly without having counted a
 * failure is one.
 *
 * @param {string} text
 * @param {boolean} ended
 */
export function doctestCount(text, ended) {
  const found = /\[doctest\] test cases: *(\d+) *\| *(\d+) passed *\| *(\d+) failed *\|/.exec(text);
  if (!found || Number(found[1]) === 0) return { passed: 0, failed: 1, skipped: 0 };
  const failed = Number(found[3]);
  return { passed: Number(found[2]), failed: ended || failed > 0 ? failed : 1, skipped: 0 };
}

/**
 * The cases of a program's output under --duration=true.
 *
 * @param {string} text
 * @param {string} program
 */
export function doctestCases(text, program) {
  return Array.from(text.matchAll(/^([\d.]+) s: (.*)$/gm), ([, seconds, name]) => ({
    file: program,
    name: name.trim(),
    seconds: Number(seconds),
  }));
}

/**
 * Runs a doctest program, or one of several equal shares of its cases.
 *
 * @param {string[]} command the program, with what starts it
 * @param {object} options
 * @param {string} options.name how it is called in the times
 * @param {string} options.log
 * @param {number} [options.minutes] ended after that, which is for a program that hangs, and so far
 *   beyond what a busy machine takes
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {[which: number, of: number]} [options.shard] [2, 3] is the second of three shares
 */
export async function doctests(command, { name, log, minutes = 60, env, shard: [which, of] = [1, 1] }) {
  const program = command[command.length - 1];
  if (!existsSync(program)) throw new Error(`${program} was not built`);
  const share = [];
  if (of > 1) {
    const cases = Number(
      /filters: (\d+)/.exec(output(command[0], ...command.slice(1), "--count", "--no-colors=true") ?? "")?.[1],
    );
    if (!(cases >= of)) throw new Error(`${name} does not say how many cases it has`);
    const end = (/** @type {number} */ part) => Math.round((cases * part) / of);
    share.push(`--first=${end(which - 1) + 1}`, `--last=${end(which)}`);
  }
  let ended = true;
  try {
    await run([...command, "--no-colors=true", "--duration=true", ...share], { log, append: true, minutes, env });
  } catch {
    ended = false;
  }
  const text = existsSync(log) ? readFileSync(log, "utf8") : "";
  const count = doctestCount(text, ended);
  const cases = doctestCases(text, name);
  // A program counts the cases of all shards as passed; those that ran have a time.
  if (of > 1) count.passed = Math.max(0, cases.length - count.failed);
  return { ...count, cases };
}
