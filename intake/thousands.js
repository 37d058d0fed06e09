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
  /** @type {(how: "select" | "selectAll") => import("./table.js").Select} */
  const noting = (how) => (columns, unread, places) => {
    numbers = places;
    table[how]?.(columns, unread, places);
  };
  return {
    select: noting("select"),
    selectAll: noting("selectAll"),
    doubtful: () => (table.thousands?.() ?? []).filter((place) => numbers.includes(place)).map((place) => table.header[place]),
  };
}
