// A ledger's fingerprint of a table: an HMAC with the ledger's key, so that without the ledger
// nobody can tell from it whether a guessed table is the one.
import { createHash, createHmac } from "node:crypto";
import { tableLines } from "expost";

/** @typedef {import("../../intake/row-block.js").RowOrBlock} RowOrBlock */

/** Single rows that are taken at once. */
const CHUNK = 2048;

/** Hashes a table while its rows pass by: header and rows, in their order. */
export class TableHash {
  #hash = createHash("sha256");
  #header;

  /** @param {string[]} header */
  constructor(header) {
    this.#header = header;
  }

  /**
   * The same rows and blocks, once.
   *
   * @param {AsyncIterable<RowOrBlock> | Iterable<RowOrBlock>} rows
   */
  async *passed(rows) {
    /** @type {import("expost").RawValue[][]} */
    let chunk = [this.#header];
    for await (const item of rows) {
      if (!Array.isArray(item)) {
        await this.#take(chunk);
        chunk = [];
        await this.#take(item);
      } else if (chunk.push(item) >= CHUNK) {
        await this.#take(chunk);
        chunk = [];
      }
      yield item;
    }
    await this.#take(chunk);
  }

  /**
   * HMAC-SHA-256 of the table's SHA-256, in hexadecimal; once, when all rows have passed.
   *
   * @param {string} key in hexadecimal
   */
  fingerprint(key) {
    return createHmac("sha256", Buffer.from(key, "hex")).update(this.#hash.digest()).digest("hex");
  }

  /** @param {import("expost").RawValue[][] | import("expost").RowBlock} rows */
  async #take(rows) {
    this.#hash.update(await tableLines(this.#header, rows), "utf8");
  }
}
