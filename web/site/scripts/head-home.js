// Runs in the head of the home page. Hosts that leave "index.html" out of addresses may leave out
// the slash after the folder as well; then every relative address on the page would begin one
// folder too high. The slash is put back before the first of them is read.
import "./head.js";
import { askEarly } from "./early.js";
import { canBeFetched, linkedAddress } from "./linked.js";

const { pathname, search, hash } = location;
const name = pathname.slice(pathname.lastIndexOf("/") + 1);
if (name !== "" && name !== "index" && !name.endsWith(".html")) history.replaceState(null, "", `${pathname}/${search}${hash}`);

// A visitor who follows a link waits for the report and the check page, so both are asked for now.
const report = linkedAddress();
if (report && canBeFetched(report)) {
  askEarly(report);
  askEarly(SITE_SHEET);
}
