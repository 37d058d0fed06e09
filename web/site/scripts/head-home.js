// Runs in the head of the home page. Hosts that leave "index.html" out of addresses may leave out
// the slash after the folder as well; then every relative address on the page would begin one
// folder too high. The slash is put back before the first of them is read.
import "./head.js";
import { HEAD_START } from "../../bake/which-sheet.js";
import { askEarly, isTakenOver } from "./early.js";
import { canBeFetched, linkedAddress } from "./linked.js";

const { pathname, search, hash } = location;
const name = pathname.slice(pathname.lastIndexOf("/") + 1);
if (name !== "" && name !== "index" && !name.endsWith(".html")) history.replaceState(null, "", `${pathname}/${search}${hash}`);

// A visitor who follows a link waits for the report and the check page, so both are asked for now.
const report = linkedAddress();
if (report && canBeFetched(report)) {
  let answered = false;
  askEarly(report).then(() => (answered = true));
  // A report that comes soon says which check page it needs: web/bake/which-sheet.js.
  setTimeout(() => answered || isTakenOver() || askEarly(SITE_SHEET), HEAD_START);
}
