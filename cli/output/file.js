// Files that are there completely or not at all: written next to the target under another name,
// then renamed.
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, link, lstat, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf, fileError, inputError, usageError } from "../errors.js";
import { withTidying } from "./interruption.js";
import { print, warn } from "./streams.js";

export const STANDARD_OUTPUT = "-";
/** Permissions of what is as secret as the data: its owner's alone. */
export const OWNER_ONLY = 0o600;
const CANNOT = "can't be written";

/** @typedef {string | Iterable<string | Uint8Array>} Content */

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
 * For commands whose output can't be made a second time.
 *
 * @type {[flags: string, description: string]}
 */
export const REPLACE = ["--replace", "overwrite what is there already; without it nothing is"];

/**
 * The end of the sentence that refuses a file that is there, with what to do; undefined
 * where it may be replaced.
 *
 * @param {string} option that named the file
 * @param {boolean} [replace]
 */
export const keptUnless = (option, replace) =>
  replace ? undefined : `; give another name with ${option}, or --replace to overwrite it`;

/**
 * @param {string} path
 * @param {string} remedy the end of the sentence
 */
const thereAlready = (path, remedy) => inputError(`${path}: is there already${remedy}`);

/**
 * True if something at a path would be lost: a file, or a link that leads nowhere. A pipe or a
 * device is only written to.
 *
 * @param {string} path
 */
async function isTaken(path) {
  const there = await found(path);
  if (there !== null) return there.isFile();
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Before any work is done: refuses an output that is there already and is to be kept.
 *
 * @param {string} path
 * @param {string | undefined} remedy of `keptUnless`
 */
export async function checkKept(path, remedy) {
  if (remedy === undefined || path === STANDARD_OUTPUT) return;
  const taken = await isTaken(path).catch((error) => {
    throw fileError(path, CANNOT, error);
  });
  if (taken) throw thereAlready(path, remedy);
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

/** Codes of file systems that have no second names for a file. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/**
 * A new name is on the disk before what comes after it: without this, a machine that stops could
 * keep the later of two files alone.
 *
 * @param {string} folder
 */
async function syncFolder(folder) {
  try {
    const opened = await open(folder, "r");
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch {
    // Not every system has this for folders.
  }
}

/**
 * Gives a file the name `target`, which nothing has yet, in one step. Throws EEXIST where
 * something has it.
 *
 * @param {string} path
 * @param {string} target
 */
async function renameToNew(path, target) {
  try {
    await link(path, target);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error) ?? "")) throw error;
    // The name is taken by an empty file first, which only one program can make.
    await (await open(target, "wx")).close();
    await rename(path, target);
    return;
  }
  await unlink(path).catch(() => {});
}

/**
 * Writes a file under a name of its own; `put` puts it in its place, `undo` takes it out again,
 * `discard` takes away what is left beside it.
 */
class Draft {
  #target;
  #path;
  #before;
  #writing = Promise.resolve();
  #unwanted = false;
  /** @type {() => Promise<unknown>} */
  #undo = () => Promise.resolve();
  /** @type {Promise<unknown> | null} */
  #undoing = null;
  #isPut = false;

  /** @param {string} target */
  constructor(target) {
    this.#target = target;
    // In the same folder, because a file can be renamed within one file system only.
    const hidden = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}`);
    this.#path = `${hidden}.tmp`;
    this.#before = `${hidden}.old.tmp`;
  }

  /**
   * @param {Content} content
   * @param {number} [mode]
   */
  write(content, mode) {
    this.#writing = this.#write(content, mode);
    return this.#writing;
  }

  /**
   * Puts the file in its place. Throws EEXIST where it must be new and isn't.
   *
   * @param {{mustBeNew: boolean, keep: boolean}} how keep: `undo` is to bring back what is replaced
   */
  async put({ mustBeNew, keep }) {
    const takeAway = () => unlink(this.#target);
    if (mustBeNew) {
      await renameToNew(this.#path, this.#target);
      this.#undo = takeAway;
    } else {
      const undo = keep ? await this.#wayBack(takeAway) : this.#undo;
      await rename(this.#path, this.#target);
      this.#undo = undo;
    }
    this.#isPut = true;
    await syncFolder(dirname(this.#target));
  }

  /** As it was before `put`, where there is a way back; once. */
  async undo() {
    await (this.#undoing ??= this.#undo().catch(() => {}));
  }

  async discard() {
    this.#unwanted = true;
    // A file that is just being made can't be taken away yet.
    await this.#writing.catch(() => {});
    if (!this.#isPut) await unlink(this.#path).catch(() => {});
    await unlink(this.#before).catch(() => {});
  }

  /**
   * Returns a function that undoes the replacing of what is there now. On a file system without
   * second names nothing does: then the new file stays.
   *
   * @param {() => Promise<unknown>} takeAway
   */
  async #wayBack(takeAway) {
    try {
      await link(this.#target, this.#before);
      return () => rename(this.#before, this.#target);
    } catch (error) {
      return codeOf(error) === "ENOENT" ? takeAway : async () => {};
    }
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
 * Standard output, a pipe or a device: it can't be replaced, only written to.
 *
 * @typedef {object} Through
 * @property {string} name in sentences
 * @property {Content} content
 * @property {string} [lost]
 * @property {(piece: string | Uint8Array) => Promise<void>} write
 * @property {() => Promise<void>} close
 */

/**
 * @param {Output} output
 * @returns {Promise<Through>}
 */
async function openThrough({ path, content, lost }) {
  if (path === STANDARD_OUTPUT)
    return {
      name: "standard output",
      content,
      lost,
      write: (piece) => print(/** @type {string} */ (piece), lost),
      close: async () => {},
    };
  const file = await open(path, "w");
  return { name: path, content, lost, write: (piece) => file.appendFile(piece), close: () => file.close() };
}

/**
 * @typedef {object} Output
 * @property {string} path
 * @property {Content} content
 * @property {number} [mode] permissions, whatever was there before; default those of the file that
 *   is replaced, else what the system gives new files
 * @property {boolean} [secret] whether `checkSecretOutput` holds is looked up again
 * @property {string} [kept] what to do where the file is there, which is not replaced then
 * @property {boolean} [stays] once in its place, even where what is no file is not written whole
 * @property {string} [lost] the end of the sentence that says so of this one, if it is no file
 */

/**
 * Writes all of the files or none, in their order, even where a signal ends the program. Standard
 * output, pipes and devices, which can't be taken back, come after all files are in their places.
 *
 * @param {Output[]} outputs
 */
export async function writeFiles(outputs) {
  /** @type {{draft: Draft, output: Output}[]} */
  const drafts = [];
  /** @type {Through[]} */
  const throughs = [];
  /** @type {Through | null} */
  let writing = null;
  let current = "";
  let stopped = false;
  let isDone = false;
  let renaming = Promise.resolve();
  /** Takes away what is left beside the files, and the files themselves unless all is done. */
  const discard = async () => {
    if (!isDone) {
      for (const { draft, output } of drafts.toReversed()) if (writing === null || !output.stays) await draft.undo();
    }
    await Promise.all(drafts.map(({ draft }) => draft.discard()));
  };
  const tidy = async () => {
    stopped = true;
    // Half of them in place would be neither all nor none.
    await renaming.catch(() => {});
    await discard();
    if (!isDone && writing?.lost !== undefined) warn(`${writing.name}: was broken off${writing.lost}`);
  };
  const putAll = async () => {
    for (const { draft, output } of drafts) {
      current = output.path;
      try {
        await draft.put({ mustBeNew: output.kept !== undefined, keep: outputs.length > 1 });
      } catch (error) {
        throw output.kept !== undefined && codeOf(error) === "EEXIST" ? thereAlready(output.path, output.kept) : error;
      }
    }
    isDone = throughs.length === 0;
  };
  /** @param {Through} through */
  const writeWhole = async (through) => {
    writing = through;
    try {
      for (const piece of piecesOf(through.content)) {
        await through.write(piece);
        if (stopped) return;
      }
      await through.close();
    } catch (error) {
      throw codeOf(error) === undefined ? error : fileError(through.name, CANNOT, error, through.lost);
    }
  };
  const write = async () => {
    for (const output of outputs) {
      const { path, content, mode, secret } = output;
      current = path;
      if (secret) await checkSecretOutput(path);
      const there = path === STANDARD_OUTPUT ? null : await found(path);
      if (path === STANDARD_OUTPUT || (there !== null && !there.isFile())) {
        throughs.push(await openThrough(output));
        continue;
      }
      const draft = new Draft(await behindLinks(path));
      if (stopped) return;
      drafts.push({ draft, output });
      await draft.write(content, mode ?? (there === null ? undefined : there.mode & 0o777));
    }
    if (stopped) return;
    renaming = putAll();
    await renaming;
    for (const through of throughs) {
      if (stopped) return;
      await writeWhole(through);
    }
    isDone ||= !stopped;
    await discard();
  };
  await withTidying(tidy, async () => {
    try {
      await write();
    } catch (error) {
      await discard();
      throw codeOf(error) === undefined ? error : fileError(current, CANNOT, error);
    } finally {
      for (const { close } of throughs) await close().catch(() => {});
    }
  });
}
