// Files that are there completely or not at all: written next to the target under another name,
// then renamed.
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf, fileError, inputError, usageError } from "../errors.js";
import { withTidying } from "./interruption.js";
import { print } from "./streams.js";

export const STANDARD_OUTPUT = "-";
/** Permissions of what is as secret as the data: its owner's alone. */
export const OWNER_ONLY = 0o600;
const CANNOT = "can't be written";

/** @typedef {string | Iterable<string>} Content */

/** @param {Content} content */
const piecesOf = (content) => (typeof content === "string" ? [content] : content);

/**
 * Returns the state of a path now, or null.
 *
 * @param {string} path
 */
async function found(path) {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * The file itself where the path is a link to one: a link stays a link.
 *
 * @param {string} path
 */
export async function behindLinks(path) {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return resolve(path);
    throw error;
  }
}

/**
 * Before any work is done: whether these outputs can be written at all, differ, and are none of
 * the inputs.
 *
 * @param {string[]} outputs
 * @param {string[]} inputs
 */
export async function checkOutputs(outputs, inputs) {
  const taken = new Map();
  for (const path of inputs) taken.set(await behindLinks(path).catch(() => path), "an input");
  for (const path of outputs) {
    if (path === STANDARD_OUTPUT) continue;
    try {
      const there = await found(path);
      if (there?.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
      await access(there === null ? dirname(resolve(path)) : path, constants.W_OK);
      if (there === null || there.isFile()) await access(dirname(await behindLinks(path)), constants.W_OK);
    } catch (error) {
      throw codeOf(error) === "ENOENT"
        ? inputError(`${path}: ${CANNOT}: its folder is not there`)
        : fileError(path, CANNOT, error);
    }
    const file = await behindLinks(path);
    if (taken.has(file)) throw usageError(`${path} is ${taken.get(file)} too; choose another file to write`);
    taken.set(file, "an output");
  }
}

/**
 * Before any work is done: whether secrets may be written to a path. A pipe hands them to its
 * reader, and a file of another user's is a trap.
 *
 * @param {string} path
 */
export async function checkSecretOutput(path) {
  const there = await found(path).catch((error) => {
    throw fileError(path, CANNOT, error);
  });
  if (there === null) return;
  if (!there.isFile()) throw inputError(`${path}: secrets are written to a file only, and this is none`);
  if (process.getuid !== undefined && there.uid !== process.getuid())
    throw inputError(`${path}: secrets are written to a new file or one of your own, and this is another user's`);
}

/**
 * Writes a file under a name of its own; `rename` puts it in its place, `discard` takes it away.
 */
class Draft {
  #target;
  #path;
  #writing = Promise.resolve();
  #unwanted = false;

  /** @param {string} target */
  constructor(target) {
    this.#target = target;
    // In the same folder, because a file can be renamed within one file system only.
    this.#path = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  }

  /**
   * @param {Content} content
   * @param {number} [mode]
   */
  write(content, mode) {
    this.#writing = this.#write(content, mode);
    return this.#writing;
  }

  rename() {
    return rename(this.#path, this.#target);
  }

  async discard() {
    this.#unwanted = true;
    // A file that is just being made can't be taken away yet.
    await this.#writing.catch(() => {});
    await unlink(this.#path).catch(() => {});
  }

  /**
   * @param {Content} content
   * @param {number} [mode]
   */
  async #write(content, mode) {
    const file = await open(this.#path, "wx", mode ?? 0o666);
    try {
      // The mode as it was asked for: opening takes the user's mask away from it.
      if (mode !== undefined) await file.chmod(mode);
      for (const piece of piecesOf(content)) {
        if (this.#unwanted) return;
        await file.appendFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/**
 * A pipe or a device can't be replaced, only written to.
 *
 * @param {string} path
 * @param {Content} content
 */
async function writeThrough(path, content) {
  const file = await open(path, "w");
  try {
    for (const piece of piecesOf(content)) await file.appendFile(piece);
  } finally {
    await file.close();
  }
}

/**
 * Writes all of the files or none, even where a signal ends the program.
 *
 * @param {{path: string, content: Content, mode?: number, secret?: boolean}[]} files mode:
 *   permissions, whatever was there before; default those of the file that is replaced, else what
 *   the system gives new files; secret: whether `checkSecretOutput` holds is looked up again
 */
export async function writeFiles(files) {
  /** @type {Draft[]} */
  const drafts = [];
  let current = "";
  let stopped = false;
  let renaming = Promise.resolve();
  const discard = () => Promise.all(drafts.map((draft) => draft.discard()));
  const tidy = async () => {
    stopped = true;
    // Half of them in place would be neither all nor none.
    await renaming.catch(() => {});
    await discard();
  };
  const write = async () => {
    for (const { path, content, mode, secret } of files) {
      current = path;
      if (secret) await checkSecretOutput(path);
      if (path === STANDARD_OUTPUT) {
        for (const piece of piecesOf(content)) await print(piece);
        continue;
      }
      const there = await found(path);
      if (there !== null && !there.isFile()) {
        await writeThrough(path, content);
        continue;
      }
      const draft = new Draft(await behindLinks(path));
      if (stopped) return;
      drafts.push(draft);
      await draft.write(content, mode ?? (there === null ? undefined : there.mode & 0o777));
    }
    if (stopped) return;
    renaming = (async () => {
      for (const draft of drafts) await draft.rename();
    })();
    await renaming;
  };
  await withTidying(tidy, async () => {
    try {
      await write();
    } catch (error) {
      await discard();
      throw codeOf(error) === undefined ? error : fileError(current, CANNOT, error);
    }
  });
}
