// What the script of a page with a form begins with.
import "./without-channels.js";
