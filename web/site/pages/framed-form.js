// A page round the form of a data holder, which runs in a frame.
import { markup } from "../../../wording/markup.js";
import { SANDBOX } from "../../controls/sandbox.js";
import { layout, plainOpening } from "./layout.js";

/**
 * @param {import("../types.js").PageContext} context
 * @param {"publish" | "profile"} name
 * @param {import("../types.js").SelfContained} form as it is shown in a frame
 * @param {import("../../../wording/markup.js").Markup | ""} [before] what is above it
 */
export function framedForm(context, name, form, before = "") {
  const own = context.words[name];
  return layout(context, {
    name,
    policy: {
      "script-src": `'self' ${[form.scriptHash, ...form.moreScripts].join(" ")} 'wasm-unsafe-eval'`,
      "style-src": `'self' ${form.styleHash}`,
      "img-src": "'self' data:",
      "connect-src": "'self'",
      "manifest-src": "'self'",
      "worker-src": "blob:",
      "frame-src": "blob:",
    },
    skip: `${name}-frame`,
    opening: plainOpening(context, name),
    main: markup`${before}<noscript><p class="lede">${own.noscript}</p></noscript>
<p id="frame-message" class="message" role="status"></p>
<iframe id="${name}-frame" title="${own.frameTitle}" sandbox="${SANDBOX}" height="320"></iframe>`,
    script: `${name}.js`,
  });
}
