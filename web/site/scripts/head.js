// Runs in the head of pages that take a report, before anything is drawn: a visitor who follows a
// link to a report never sees the page without it.
import { layOutForLink, linkedReport } from "./linked.js";

if (linkedReport()) layOutForLink();
