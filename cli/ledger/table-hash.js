// A ledger's fingerprint of a table: an HMAC with the ledger's key, so that without the ledger
// nobody can tell from it whether a guessed table is the one.
import { createHash, createHmac } from "node:crypto";
import { seenRows } from "../../intake/row-block.js";

/**
 * @typedef {import("expost").RawValue} RawValue
 * @typedef {import("../../intake/row-block.js").RowOrBlock} RowOrBlock
 */

/** Characters that are hashed at once. */
const PIECE = 1 << 16;

/**
 * One row, the same from every kind of file: values as texts, blanks at their ends left out.
 *
 * @param {RawValue[]} row
 */
const lineOf = (row) => `${JSON.stringify(row.map((value) => (value === null ? "" : String(value).trim())))}\n`;

/** Hashes a table while its rows pass by: header and rows, in their order. */
export class TableHash {
  #hash = createHash("sha256");
  #piece;

  /** @param {string[]} header */
  constructor(header) {
    this.#piece = lineOf(header);
  }

  /**
   * The same rows and blocks.
   *
   * @param {AsyncIterable<RowOrBlock> | Iterable<RowOrBlock>} rows
   */
  passed(rows) {
    return seenRows(rows, (row) => {
      this.#piece += lineOf(row);
      if (this.#piece.length >= PIECE) this.#take();
    });
  }

  /**
   * HMAC-SHA-256 of the table's SHA-256, in hexadecimal; once, when all rows have passed.
   *
   * @param {string} key in hexadecimal
   */
  fingerprint(key) {
    this.#take();
    return createHmac("sha256", Buffer.from(key, "hex")).update(this.#hash.digest()).digest("hex");
  }

  #take() {
    this.#hash.update(this.#piece, "utf8");
    this.#piece = "";
  }
}
