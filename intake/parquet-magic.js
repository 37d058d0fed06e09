// How a Parquet file is told from text: by the four bytes that it starts and ends with. By itself,
// because the rest is large.

/** @param {ArrayBuffer | Uint8Array} bytes */
export const magicOf = (bytes) => String.fromCharCode(...new Uint8Array(bytes).subarray(0, 4));

/**
 * Whether a file is Parquet, by its first bytes: "PAR1", or "PARE" where even the columns' names
 * are encrypted.
 *
 * @param {ArrayBuffer | Uint8Array} bytes
 */
export const startsAsParquet = (bytes) => /^PAR[1E]$/.test(magicOf(bytes));
