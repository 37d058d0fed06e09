// check-frame.html: the sheet in a frame inside a frame. A sandbox lets a frame lead itself
// elsewhere, and so does a policy of its own; the policy of the document around it does not. So
// this document is around it, with `frame-src blob:`, whatever the policy of the page is that
// shows it.
import { SANDBOX } from "../controls/sandbox.js";
import { outgoing, paced, toSheet } from "./relayed.js";

const sheet = document.createElement("iframe");
sheet.title = document.title;
sheet.setAttribute("sandbox", SANDBOX);

// The page's origin can't be known from inside its sandbox; no record and no figure is in what is
// sent.
const post = paced((message) => parent.postMessage(message, "*"));

addEventListener("message", ({ source, data }) => {
  if (source === sheet.contentWindow) {
    const message = outgoing(data);
    if (message) post(message);
  } else if (source === parent && toSheet.has(data?.type)) {
    sheet.contentWindow?.postMessage(data, "*");
  }
});

if (parent !== window) {
  sheet.srcdoc = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("check-sheet")).textContent);
  document.body.replaceChildren(sheet);
}
