// The reader of Parquet as a script of its own, parquet-reader.js. The site's pages fetch it when
// the first Parquet file is chosen.
import { ParquetTable } from "../../intake/parquet-table.js";
import { handOut } from "./handed-out.js";

// In a worker it was part of a longer script, and nobody asks for its text.
const text = typeof document === "undefined" ? "" : (document.currentScript?.textContent ?? "");
handOut({ open: ParquetTable.open, text });
