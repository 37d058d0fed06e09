// In the place of intake/parquet-table.js in the pages that the site shows in its frames: reads
// Parquet once parquet-reader.js is there.
import { handedOut } from "./handed-out.js";
import { NO_READER } from "./no-reader.js";

/** @typedef {typeof import("../../intake/parquet-table.js").ParquetTable.open} Open */

export const ParquetTable = {
  /**
   * Throws a refusal with the code NO_READER while what reads Parquet is not there.
   *
   * @type {Open}
   */
  async open(file, refusal, options) {
    const reader = handedOut();
    if (reader) return reader.open(file, refusal, options);
    throw Object.assign(refusal("is a Parquet file, and what reads such files is not here"), { code: NO_READER });
  },
};
