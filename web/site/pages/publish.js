// Make a report: the page round the curator's form.
import { markup } from "../../../wording/markup.js";
import { layout, plainOpening } from "./layout.js";

/** @param {import("../types.js").PageContext} context */
export function publish(context) {
  const { words, publishSheet } = context;
  const { publish: own } = words;
  return layout(context, {
    name: "publish",
    policy: {
      "script-src": `'self' ${publishSheet.scriptHash} 'wasm-unsafe-eval'`,
      "style-src": `'self' ${publishSheet.styleHash}`,
      "img-src": "'self' data:",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "worker-src": "blob:",
      "frame-src": "blob:",
    },
    skip: "publish-frame",
    opening: plainOpening(context, "publish"),
    main: markup`<noscript><p class="lede">${own.noscript}</p></noscript>
<p id="frame-message" class="message" role="status"></p>
<iframe id="publish-frame" title="${own.frameTitle}" sandbox="allow-scripts allow-downloads" height="320"></iframe>`,
    script: "publish.js",
  });
}
