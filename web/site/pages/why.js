// Why can anyone tell?: two clouds, one published number to try, and why exact losses stay secret.
import { Markup, markup } from "../../../wording/markup.js";
import { cloudShapes } from "../../clouds/clouds.js";
import { inline } from "../inline.js";
import { CLOUDS, PICTURE, SETTINGS } from "../why/example.js";
import { layout, plainOpening } from "./layout.js";

/** @typedef {import("../../../wording/markup.js").Markup} Html */
/** @typedef {import("../../../words/types.js").SiteWords["why"]} WhyWords */

/**
 * @param {string} id
 * @param {string} heading
 * @param {Html} body
 */
const section = (id, heading, body) => markup`<section class="ledger" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<div class="stack">
${body}</div>
</section>
`;

/**
 * Both marks with their meaning; their outlines are those of the picture.
 *
 * @param {[without: string, including: string]} names
 */
function legend([without, including]) {
  const mark = (/** @type {string} */ shape) =>
    new Markup(`<svg class="key" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${shape}</svg>`);
  return markup`<ul class="keys">
<li>${mark('<circle class="mark-without" cx="8" cy="8" r="5"/>')} ${without}</li>
<li>${mark('<path class="mark-including" d="M3 3l10 10m0-10l-10 10"/>')} ${including}</li>
</ul>`;
}

/** @param {WhyWords["clouds"]} own */
function cloudPicture(own) {
  const { width, height, without, including } = cloudShapes(CLOUDS.distance, CLOUDS.count);
  const picture = `<path class="mark-without" d="${without}"/><path class="mark-including" d="${including}"/>`;
  return markup`<figure class="clouds">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${own.alt}">${new Markup(picture)}</svg>
<figcaption>${legend([own.without, own.including])}</figcaption>
</figure>
`;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {{from: number, to: number, first: number}} range
 */
const slider = (id, label, { from, to, first }) => markup`<div class="slider">
<label class="field-label" for="${id}">${label}</label>
<input id="${id}" type="range" min="${from}" max="${to}" step="1" value="${first}" autocomplete="off">
<span id="${id}-value" aria-hidden="true"></span>
</div>
`;

/** @param {WhyWords["attack"]} own */
const choice = (own) => markup`<fieldset class="used">
<legend class="field-label">${own.used}</legend>
<label><input id="used" type="radio" name="used" checked autocomplete="off"> ${own.yes}</label>
<label><input type="radio" name="used" autocomplete="off"> ${own.no}</label>
</fieldset>
`;

/** @param {WhyWords["attack"]} own */
function attack(own) {
  const { width, height } = PICTURE;
  const shapes =
    '<path id="curve-without" class="curve-without"/><path id="curve-including" class="curve-including"/><path id="mark" class="curve-mark"/>';
  return markup`<noscript><p>${own.noscript}</p></noscript>
<div id="attack" class="stack" hidden>
${slider("noise", own.noise, SETTINGS.noise)}${slider("own-value", own.value, SETTINGS.value)}${choice(own)}<button id="again" class="button" type="button">${own.again}</button>
<div class="answer" role="status">
<p id="published"></p>
<p><strong id="belief"></strong></p>
</div>
<figure class="curves">
<svg id="curves" viewBox="0 0 ${width} ${height}" role="img">${new Markup(shapes)}</svg>
<figcaption><p id="expected"></p>
<ul class="keys">
<li><span class="line-key line-without"></span> ${own.without}</li>
<li><span class="line-key line-including"></span> ${own.including}</li>
<li><span class="line-key line-mark"></span> ${own.mark}</li>
</ul></figcaption>
</figure>
<p class="hint">${own.note}</p>
<h3>${own.exact.heading}</h3>
<p>${own.exact.text}</p>
<p id="candidates"></p>
<p>${own.exact.end}</p>
</div>
`;
}

/** @param {import("../types.js").PageContext} context */
export function why(context) {
  const { words, links } = context;
  const { clouds, attack: play, limits } = words.why;
  const paragraphs = (/** @type {string[]} */ texts) => texts.map((text) => markup`<p>${inline(text, links)}</p>\n`);
  return layout(context, {
    name: "why",
    policy: { "script-src": "'self'", "style-src": "'self'", "img-src": "'self'", "manifest-src": "'self'" },
    skip: "clouds-heading",
    opening: plainOpening(context, "why"),
    main: markup`${section("clouds-heading", clouds.heading, markup`${paragraphs(clouds.before)}${cloudPicture(clouds)}${paragraphs(clouds.after)}`)}${section("attack-heading", play.heading, markup`${paragraphs(play.intro)}${attack(play)}`)}${section("limits-heading", limits.heading, markup`${paragraphs(limits.text)}`)}`,
    script: "why.js",
  });
}
