// expost bound REPORT --csv ROWS.csv: one bound a row, read in one pass.
import { upward } from "../../wording/figures.js";
import { quantiles } from "../../wording/quantiles.js";
import { naming } from "../errors.js";
import { inParts } from "../input/row-parts.js";
import { withTable } from "../input/table.js";
import { spelled } from "../output/json.js";
import { Progress } from "../output/progress.js";
import { print, remark } from "../output/streams.js";

/** Rows a write. */
const PAGE = 4096;
/** @typedef {import("expost").RowBounds} RowBounds */
/** @typedef {import("expost").Report} Report */
/** @typedef {import("expost").BoundOptions} BoundOptions */

const COLUMNS = /** @type {const} */ (["lower", "upper", "total", "inLower", "inUpper", "outLower", "outUpper"]);

/** There where values may be unknown. */
const GAP = "gap";

/** @typedef {(typeof COLUMNS)[number] | typeof GAP} Column */
const HEADER = "row,lower,upper,total,in_lower,in_upper,out_lower,out_upper";

/** The columns of many calls, one after the other. */
class Columns {
  /** @type {Map<Column, Float64Array[]>} */
  #parts = new Map([...COLUMNS, GAP].map((name) => [/** @type {Column} */ (name), []]));
  rows = 0;
  clamped = 0;
  scaled = 0;

  /** @param {RowBounds} bounds */
  append(bounds) {
    for (const [name, parts] of this.#parts) parts.push(bounds[name] ?? new Float64Array());
    this.rows += bounds.rows;
    this.clamped += bounds.clamped;
    this.scaled += bounds.scaled;
  }

  /** @param {Column} name */
  whole(name) {
    const column = new Float64Array(this.rows);
    let start = 0;
    for (const part of this.#parts.get(name) ?? []) {
      column.set(part, start);
      start += part.length;
    }
    return column;
  }
}

/**
 * The columns of all rows of a file.
 *
 * @param {Report} report
 * @param {string} path
 * @param {BoundOptions} options
 * @param {{decimalComma?: boolean, unknown?: string}} how
 */
export async function allBounds(report, path, options, { decimalComma, unknown }) {
  const bar = await Progress.over(path);
  try {
    return await withTable(
      path,
      { onBytes: bar.onBytes, onRead: bar.stop, decimalComma },
      async ({ header, kinds, select, rows, placeOf }) => {
        const columns = new Columns();
        await naming({ record: placeOf, data: placeOf }, () => {
          select?.(report.columnsOf(header, { kinds }), [], report.columnsOf(header, { kinds, numbers: true }));
          return inParts(rows, (part) =>
            columns.append(report.boundRows(header, part, { ...options, decimalComma, unknown, firstRow: columns.rows + 1 })),
          );
        });
        return columns;
      },
    );
  } finally {
    bar.stop();
  }
}

/**
 * Text of `rows` lines from `line(index)`, in pieces.
 *
 * @param {number} rows
 * @param {(index: number) => string} line
 */
function* pages(rows, line) {
  for (let start = 0; start < rows; start += PAGE) {
    let text = "";
    for (let i = start; i < Math.min(start + PAGE, rows); i += 1) text += line(i);
    yield text;
  }
}

/**
 * Nothing is printed before every row has its bound: half a file would look like a whole one.
 *
 * @param {Report} report
 * @param {string} path
 * @param {BoundOptions} options
 * @param {{decimalComma?: boolean, unknown?: string, json?: boolean}} how
 */
export async function boundsOfFile(report, path, options, { decimalComma, unknown, json }) {
  const all = await allBounds(report, path, options, { decimalComma, unknown });
  /** @type {Column[]} */
  const names = unknown === undefined ? [...COLUMNS] : [...COLUMNS, GAP];
  const column = /** @type {Record<Column, Float64Array>} */ (Object.fromEntries(names.map((name) => [name, all.whole(name)])));
  const summary = {
    rows: all.rows,
    clamped: all.clamped,
    scaled: all.scaled,
    upper: quantiles(column.upper),
    total: quantiles(column.total),
  };
  if (json) {
    const row = (/** @type {number} */ i) => ({
      row: i + 1,
      lower: column.lower[i],
      upper: column.upper[i],
      total: column.total[i],
      in: [column.inLower[i], column.inUpper[i]],
      out: [column.outLower[i], column.outUpper[i]],
      ...(GAP in column ? { gap: column[GAP][i] } : {}),
    });
    await print('{"rows": [\n');
    for (const page of pages(all.rows, (i) => `${spelled(row(i))}${i + 1 < all.rows ? "," : ""}\n`)) await print(page);
    await print(`],\n"summary": ${spelled(summary)}}\n`);
  } else {
    await print(`${HEADER}${GAP in column ? ",gap" : ""}\n`);
    for (const page of pages(all.rows, (i) => `${i + 1},${names.map((name) => column[name][i]).join(",")}\n`))
      await print(page);
  }
  remark(summaryLine(summary));
}

/** @typedef {import("expost").Quantiles} Quantiles */

/**
 * @param {Record<"rows" | "clamped" | "scaled", number> & Record<"upper" | "total", Quantiles>}
 *   summary
 */
function summaryLine({ rows, clamped, scaled, upper, total }) {
  const three = (/** @type {Quantiles} */ { median, p99, max }) =>
    `median ${upward(median)}, 99th percentile ${upward(p99)}, maximum ${upward(max)}`;
  return `${rows} rows; everything published: ${three(total)}; model alone: ${three(upper)}; ${clamped} rows clamped, ${scaled} scaled`;
}
