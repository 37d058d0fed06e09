// Runs the command line: `expost` as a person does, the built one in a process of its own;
// `command` in this process, for everything but standard input, signals and how a process ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const packageDir = join(root, "build/package");

/**
 * Starts `expost …`; the caller ends it. `copy`: another copy of the package.
 *
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions & {copy?: string}} [options]
 */
export function startExpost(args, { copy = packageDir, ...options } = {}) {
  return spawn(process.execPath, [join(copy, "cli/expost.js"), ...args], { stdio: ["pipe", "pipe", "pipe"], ...options });
}

/**
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions & {copy?: string, input?: string | Buffer}}
 *   [options]
 * @returns {Promise<{code: number | null, signal: string | null, stdout: string, stderr: string}>}
 */
export async function expost(args, { input, ...options } = {}) {
  const child = startExpost(args, options);
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8");
    child[name].on("data", (piece) => (text[name] += piece));
  }
  // A command that refuses its arguments ends without reading.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...how) => resolve(how));
  });
  return { code, signal, ...text };
}

/**
 * Starts `expost …`, gives it the beginning of its input, and ends it by a signal while it reads.
 *
 * @param {string[]} args
 * @param {string | Buffer} input
 * @param {NodeJS.Signals} signal
 * @returns {Promise<[code: number | null, signal: string | null]>} how it ended
 */
export async function interrupted(args, input, signal) {
  const child = startExpost(args);
  const closed = once(child, "close");
  child.stdin.on("error", () => {});
  child.stdin.write(input);
  await pause(500);
  child.kill(signal);
  return closed;
}

let commandLine;

/**
 * Runs `expost …` in this process, on cli/ as it is and the built package.
 *
 * @returns {Promise<{code: number, signal: null, stdout: string, stderr: string}>}
 */
export async function command(args) {
  commandLine ??= import("./bundled-file.mjs")
    .then(({ bundledOnce }) => bundledOnce("command-line.js"))
    .then((address) => import(address));
  const { runCommandLine } = await commandLine;
  const pieces = { stdout: [], stderr: [] };
  const into = (name) =>
    new Writable({
      write(piece, _, done) {
        pieces[name].push(piece);
        done();
      },
    });
  const code = await runCommandLine(args, { stdout: into("stdout"), stderr: into("stderr") });
  const text = (name) => Buffer.concat(pieces[name]).toString("utf8");
  return { code, signal: null, stdout: text("stdout"), stderr: text("stderr") };
}

/** A folder that is gone after the tests of the file. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "expost-cli-"));
  after(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    file: (name) => join(path, name),
    write(name, content) {
      const file = join(path, name);
      writeFileSync(file, typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content));
      return file;
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    json: (name) => JSON.parse(readFileSync(join(path, name), "utf8")),
    names: () => readdirSync(path).sort(),
  };
}

/** One line that starts with the program's name, and nothing on standard output. */
export function isOneLine(assert, { stdout, stderr }) {
  assert.equal(stdout, "");
  assert.match(stderr, /^expost: [^\n]+\n$/);
}

/**
 * Runs a function in a thread of its own and returns what it returns; throws what it throws. The
 * runner follows every promise of this thread, which makes reading many rows slower. The function
 * is sent as its text, and can use nothing but what it is given.
 */
export async function inThread(work, ...given) {
  const program = `
    const { parentPort, workerData } = require("node:worker_threads");
    (${work})(...workerData).then((value) => parentPort.postMessage(value));`;
  const thread = new Worker(program, { eval: true, workerData: given });
  const [value] = await once(thread, "message");
  await thread.terminate();
  return value;
}
