// What the command line tells is one line, whatever the names in it hold.
export { visible as oneLine } from "../../wasm/js/visible.js";
