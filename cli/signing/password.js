// The password of a secret key: from a file, or asked for on a terminal, which doesn't show it.
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { inputError, usageError } from "../errors.js";
import { nameOf, readText } from "../input/bytes.js";
import { streams } from "../output/streams.js";

/**
 * The password in a file, without the line end behind it.
 *
 * @param {string} path
 */
async function passwordIn(path) {
  const password = (await readText(path)).replace(/\r?\n$/, "");
  if (password === "") throw inputError(`${nameOf(path)}: is empty, where a password was expected`);
  return password;
}

/** @param {string} question */
async function asked(question) {
  if (!process.stdin.isTTY)
    throw usageError("the key has a password, and there is no terminal to ask for it; give --password-file");
  streams().stderr.write(question);
  const silent = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("SIGINT", () => reject(inputError("no password was given")));
      lines.once("close", () => reject(inputError("no password was given")));
    });
  } finally {
    lines.close();
    streams().stderr.write("\n");
  }
}

/**
 * The password of a key that there is already.
 *
 * @param {string} [file]
 */
export const knownPassword = (file) => (file === undefined ? asked("Password of the key: ") : passwordIn(file));

/**
 * The password of a new key, asked for twice.
 *
 * @param {string} [file]
 */
export async function newPassword(file) {
  if (file !== undefined) return passwordIn(file);
  if (!process.stdin.isTTY) throw usageError("a new key needs --password-file, or --no-password, where there is no terminal");
  const password = await asked("Password for the new key: ");
  if (password === "") throw inputError("no password was given; --no-password makes a key without one");
  if ((await asked("The same once more: ")) !== password) throw inputError("the two passwords differ");
  return password;
}
