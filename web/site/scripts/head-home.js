// Runs in the head of the home page. Hosts that leave "index.html" out of addresses may leave out
// the slash after the folder as well; then every relative address on the page would begin one
// folder too high. The slash is put back before the first of them is read.
import "./head.js";

const { pathname, search, hash } = location;
const name = pathname.slice(pathname.lastIndexOf("/") + 1);
if (name !== "" && name !== "index" && !name.endsWith(".html")) history.replaceState(null, "", `${pathname}/${search}${hash}`);
