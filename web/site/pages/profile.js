// Study the rows: the page round the practitioner's charts.
import { markup } from "../../../wording/markup.js";
import { layout, plainOpening } from "./layout.js";

/** @param {import("../types.js").PageContext} context */
export function profile(context) {
  const { words, profileSheet } = context;
  const { profile: own } = words;
  return layout(context, {
    name: "profile",
    policy: {
      "script-src": `'self' ${profileSheet.scriptHash} 'wasm-unsafe-eval'`,
      "style-src": `'self' ${profileSheet.styleHash}`,
      "img-src": "'self' data:",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "worker-src": "blob:",
      "frame-src": "blob:",
    },
    skip: "profile-frame",
    opening: plainOpening(context, "profile"),
    main: markup`<p class="private-banner" id="banner">${own.banner}</p>
<noscript><p class="lede">${own.noscript}</p></noscript>
<p id="frame-message" class="message" role="status"></p>
<iframe id="profile-frame" title="${own.frameTitle}" sandbox="allow-scripts allow-downloads" height="320"></iframe>`,
    script: "profile.js",
  });
}
