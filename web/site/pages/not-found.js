// The page for addresses that lead nowhere. A host shows it at any depth, so it needs no other
// file.
import { Markup, markup } from "../../../wording/markup.js";
import { beginning } from "./layout.js";

/** @param {import("../types.js").PageContext} context */
export function notFound(context) {
  const { words, siteUrl, inlined } = context;
  const { notFound: own } = words;
  const policy = {
    "script-src": inlined.scriptHash,
    "style-src": inlined.styleHash,
    "img-src": "data:",
    // The script asks which folder above holds the site.
    "connect-src": "'self'",
  };
  const known =
    siteUrl === null ? markup`<a id="home" hidden>${own.home}</a>` : markup`<a id="home" href="${siteUrl}">${own.home}</a>`;
  return markup`${beginning(context, policy)}
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${own.tab}</title>
<meta name="description" content="${own.description}">
<link rel="icon" href="data:,">
<style>${new Markup(inlined.style)}</style>
</head>
<body>
<div class="band"><header class="top page"><span class="wordmark">${words.frame.site}</span></header></div>
<main class="page">
<h1>${own.title}</h1>
<p class="lede">${own.text}</p>
<p>${known}</p>
<p id="by-hand">${own.byHand}</p>
</main>
<script>${new Markup(inlined.script)}</script>
</body>
</html>
`;
}
