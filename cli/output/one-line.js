// The command line tells one line, whatever the names in it hold.
export { visible as oneLine } from "../../intake/visible.js";
