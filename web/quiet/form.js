// The script of a page with a form begins with this. Such a page has no link that leads away.
import "./without-channels.js";
import "./without-leaving.js";
