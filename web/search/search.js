// The search of the guides: what is typed stays on the page, which has the guides' text inside.
import "../quiet/without-channels.js";
import { found } from "./match.js";

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {import("./match.js").Section[]} */
const sections = JSON.parse(/** @type {string} */ (byId("sections").textContent));
const field = /** @type {HTMLInputElement} */ (byId("query"));

/** @param {import("./match.js").Found} section */
function entry({ file, title, anchor, heading, excerpt }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = anchor === "" ? file : `${file}#${anchor}`;
  link.textContent = heading === "" || heading === title ? title : `${title} › ${heading}`;
  const words = document.createElement("p");
  const mark = document.createElement("mark");
  mark.textContent = excerpt.word;
  words.append(excerpt.before, mark, excerpt.after);
  item.append(link, words);
  return item;
}

function search() {
  const query = field.value.trim();
  const { all, shown } = found(sections, query);
  byId("found").replaceChildren(...shown.map(entry));
  const some = all === 1 ? "1 section" : `${all} sections`;
  const first = all > shown.length ? `, the first ${shown.length} of them here` : "";
  byId("said").textContent = query === "" ? "" : all === 0 ? `Nothing has all of these words: ${query}` : `${some}${first}.`;
}

field.addEventListener("input", search);
byId("search").hidden = false;
search();
