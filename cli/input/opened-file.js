// A file, or standard input, opened once: read from its start, or anywhere, and watched for
// changes meanwhile.
import { createReadStream, fstatSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { codeOf, fileError, inputError } from "../errors.js";
import { STANDARD_INPUT, nameOf } from "./bytes.js";

const CANNOT = "can't be read";

/**
 * The numbers that differ when a file was replaced (another inode), cut, grown or written to.
 *
 * @param {import("node:fs").BigIntStats} stats
 */
const identity = ({ dev, ino, size, mtimeNs }) => [dev, ino, size, mtimeNs].join();

export class OpenedFile {
  name;
  /** Bytes, or null where only reading tells: a pipe, a device. */
  /** @type {number | null} */
  size = null;
  #path;
  /** @type {import("node:fs/promises").FileHandle | null} */
  #handle = null;
  /** @type {import("node:stream").Readable | null} */
  #stream = null;
  /** @type {AsyncIterator<Buffer> | undefined} */
  #chunks;
  /** @type {Uint8Array | null} */
  #first = null;
  /** @type {string | null} */
  #before = null;

  /** @param {string} path */
  static async open(path) {
    const file = new OpenedFile(path);
    try {
      if (path !== STANDARD_INPUT) file.#handle = await open(path);
      const found = await file.#stat();
      if (found.isFile()) {
        file.size = Number(found.size);
        file.#before = identity(found);
      }
    } catch (error) {
      await file.close();
      throw fileError(file.name, CANNOT, error);
    }
    return file;
  }

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
    this.name = nameOf(path);
  }

  /**
   * The first bytes, which `bytes` gives again: at least `count`, unless the file is shorter.
   *
   * @param {number} count
   */
  async head(count) {
    this.#first ??= new Uint8Array(0);
    while (this.#first.length < count) {
      const { done, value } = await this.#next();
      if (done) break;
      this.#first = Buffer.concat([this.#first, value]);
    }
    return this.#first;
  }

  /**
   * All bytes from the start, in chunks, once. `onBytes(read so far)` is called after each.
   *
   * @param {(read: number) => void} [onBytes]
   * @returns {AsyncGenerator<Uint8Array>}
   */
  async *bytes(onBytes) {
    let read = 0;
    const passed = (/** @type {Uint8Array} */ chunk) => {
      read += chunk.length;
      onBytes?.(read);
    };
    const first = this.#first;
    if (first !== null && first.length > 0) {
      this.#first = null;
      yield first;
      passed(first);
    }
    for (;;) {
      const { done, value } = await this.#next();
      if (done) return;
      yield value;
      passed(value);
    }
  }

  /**
   * The bytes from `start` up to `end`, as an ArrayBuffer; fewer if the file ends before. For
   * seekable files.
   *
   * @param {number} start
   * @param {number} [end]
   */
  async slice(start, end = this.size ?? 0) {
    const handle = this.#handle;
    if (handle === null) throw new Error(`${this.name} is no seekable file`);
    const bytes = new Uint8Array(Math.max(0, end - start));
    let filled = 0;
    try {
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
    } catch (error) {
      throw fileError(this.name, CANNOT, error);
    }
    return filled === bytes.length ? bytes.buffer : bytes.buffer.slice(0, filled);
  }

  /** Whether any byte of it can be read: not of standard input, and not of a pipe. */
  get isSeekable() {
    return this.#handle !== null && this.size !== null;
  }

  /**
   * Throws an error if this is no longer the file that was opened: half of one and half of another
   * is nobody's data.
   */
  async checkUnchanged() {
    if (this.#before === null) return;
    const named = this.#handle === null ? null : await stat(this.#path, { bigint: true }).catch(() => null);
    const same = (/** @type {import("node:fs").BigIntStats | null} */ found) =>
      found !== null && identity(found) === this.#before;
    if (!same(await this.#stat()) || (this.#handle !== null && !same(named))) {
      throw inputError(`${this.name}: was changed while it was being read; run the command again when nothing writes to it`);
    }
  }

  async close() {
    // Standard input is ended, too: a command that has what it needs must not wait for more.
    this.#stream?.destroy();
    await this.#handle?.close();
    this.#handle = null;
  }

  async #stat() {
    return this.#handle === null ? fstatSync(0, { bigint: true }) : this.#handle.stat({ bigint: true });
  }

  async #next() {
    if (this.#chunks === undefined) {
      this.#stream =
        this.#handle === null
          ? process.stdin
          : createReadStream("", { fd: this.#handle, autoClose: false, highWaterMark: 1 << 18 });
      this.#chunks = this.#stream[Symbol.asyncIterator]();
    }
    try {
      return await this.#chunks.next();
    } catch (error) {
      throw codeOf(error) === undefined ? error : fileError(this.name, CANNOT, error);
    }
  }
}
