// The module's bytes in a page's own script, for wasm/js/glue.js: as letters, where the package has
// base64.
import letters from "expost-wasm";
import { bytesOf } from "./letters.js";

export const moduleBytes = () => bytesOf(letters);
