// The small study's rows as Parquet, and files that are broken in every way that has a sentence of
// its own.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parquetWriteBuffer } from "hyparquet-writer";
import { rows } from "./small-study.mjs";

/** A file that another library made. */
export const made = (name) => fileURLToPath(new URL(`parquet/${name}`, import.meta.url));

/**
 * Rows of the small study as Parquet: numbers, booleans and texts, as a data frame would have them.
 */
export const parquet = (lines, options = {}) =>
  Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: "town", data: lines.map(([, , town]) => town), type: "STRING" },
        { name: "age", data: lines.map(([age]) => (age === "" ? null : Number(age))), type: "INT32" },
        { name: "member", data: lines.map(([, member]) => member === "yes"), type: "BOOLEAN" },
        { name: "paid", data: lines.map(([, , , paid]) => paid), type: "STRING" },
      ],
      ...options,
    }),
  );

const people = rows(60);
const whole = parquet(people);
const withEnd = (end) => Buffer.concat([whole.subarray(0, -4), Buffer.from(end)]);
const spoiled = () => {
  // The compressed bytes of the first pages, behind their headers; the footer stays.
  const bytes = Buffer.from(parquet(rows(3000)));
  bytes.fill(0xff, 60, 400);
  return bytes;
};
/** Two row groups, of 40 and 20 rows, of which the footer says something else of the first. */
const misstated = (change) => {
  const bytes = parquet(people, { rowGroupSize: 40 });
  // Fields 3 (rows, twice their number) and 6 of a row group.
  change(bytes.subarray(bytes.indexOf(Buffer.from([0x16, 2 * 40, 0x36]))));
  return bytes;
};
const lines = (change) => {
  const changed = rows(20);
  change(changed);
  return parquet(changed);
};

/** The words for each, behind the file's name. */
export const brokenParquet = {
  "a file that was cut": { content: whole.subarray(0, -50), message: /: is a Parquet file that is not complete/ },
  "the first four bytes alone": { content: whole.subarray(0, 4), message: /: is a Parquet file that is not complete/ },
  "an encrypted footer": { content: withEnd("PARE"), message: /: is an encrypted Parquet file/ },
  "a codec that can't be read": {
    content: parquet(people, { codec: "LZO", compressors: { LZO: (bytes) => bytes } }),
    message: /: the column "town" is compressed with LZO, which can't be read/,
  },
  "spoiled bytes": { content: spoiled(), message: /, column "town", rows 1 to \d+: can't be read as Parquet: / },
  "a spoiled footer": {
    content: Buffer.concat([whole.subarray(0, -60), Buffer.alloc(52, 0xff), whole.subarray(-8)]),
    message: /: can't be read as Parquet: /,
  },
  "rows that no row group has": {
    content: misstated((field) => (field[1] = 0)),
    message: /: can't be read as Parquet: it says that it has 60 rows, but its row groups have 20/,
  },
  "a row group without a number of rows": {
    content: misstated((field) => (field[0] = 0x76)),
    message: /: can't be read as Parquet: /,
  },
  "a nested column": {
    content: readFileSync(made("odd-nested.parquet")),
    message: /: the column "age" is of the kind nested, which is no number, text or boolean/,
  },
  "a column of times of day": {
    content: readFileSync(made("odd-time.parquet")),
    message: /: the column "age" is of the kind time, which is no number, text or boolean/,
  },
  "a column of durations": {
    content: readFileSync(made("odd-duration.parquet")),
    message: /: the column "age" is of the kind duration, which is no number, text or boolean/,
  },
  "a column of bytes": {
    content: readFileSync(made("odd-fixed.parquet")),
    message: /: the column "town" is of the kind FIXED_LEN_BYTE_ARRAY, which is no number, text or boolean/,
  },
  "a missing column": {
    content: Buffer.from(parquetWriteBuffer({ columnData: [{ name: "age", data: [20], type: "INT32" }] })),
    message: /: the header must have columns "member", "town", "paid", but has "age"/,
  },
  "an unknown level": {
    content: lines((all) => (all[11][2] = "up")),
    message: /: row 12, column "town" must be one of/,
  },
  "a blank where none is allowed": {
    content: lines((all) => (all[4][0] = "")),
    message: /: row 5, column "age" is missing/,
  },
};
