// Makes <expost-check> known to the page. A second time, from here or from a copy elsewhere, it
// does nothing.
import { ExpostCheckElement } from "./expost-check-element.js";

if (!customElements.get("expost-check")) customElements.define("expost-check", ExpostCheckElement);

export { ExpostCheckElement };
