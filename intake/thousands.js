// Columns of numbers whose points were read as decimal marks, and may stand for thousands.

/**
 * A table whose `select` notes which columns hold numbers; `doubtful()` names those of them, once
 * the rows were read.
 *
 * @template {Pick<import("./table.js").Table, "header" | "select" | "selectAll" | "thousands">} T
 * @param {T} table
 */
export function watchingThousands(table) {
  /** @type {number[]} */
  let numbers = [];
  /** @type {(select: import("./table.js").Select | undefined) => import("./table.js").Select} */
  const noting = (select) => (columns, unread, places) => {
    numbers = places;
    select?.(columns, unread, places);
  };
  return {
    select: noting(table.select),
    selectAll: noting(table.selectAll),
    doubtful: () => (table.thousands?.() ?? []).filter((place) => numbers.includes(place)).map((place) => table.header[place]),
  };
}
