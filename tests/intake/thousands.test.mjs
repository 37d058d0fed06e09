// Which columns of numbers have points that may stand for thousands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { watchingThousands } from "../../intake/thousands.js";

/** A table as ParquetTable is one: its methods need it. */
class Table {
  #selected = null;
  header = ["age", "pay", "note"];
  thousands = () => [1, 2];
  select(columns) {
    this.#selected = columns;
  }
  get selected() {
    return this.#selected;
  }
}

test("columns that are no numbers aren't told, and the table hears what is read of it", () => {
  const table = new Table();
  const { select, selectAll, doubtful } = watchingThousands(table);
  assert.deepEqual(doubtful(), []);
  select([0, 1, 2], [], [0, 1]);
  assert.deepEqual(table.selected, [0, 1, 2]);
  assert.deepEqual(doubtful(), ["pay"]);
  selectAll([0], [], []);
  assert.deepEqual(doubtful(), []);
});
