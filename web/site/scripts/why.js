// Why can anyone tell?: draws a published number for the settings, and says what a stranger who
// knows all other records comes to believe.
import { language, says } from "#words/site";
import { beliefAfter, countOf, curves, lossAt, normalFrom, othersFrom } from "../why/attack.js";
import { OTHERS, PICTURE } from "../why/example.js";
import { byId } from "./by-id.js";

const words = says.why;
/** @type {HTMLInputElement} */
const noise = byId("noise");
/** @type {HTMLInputElement} */
const own = byId("own-value");
/** @type {HTMLInputElement} */
const used = byId("used");

const whole = new Intl.NumberFormat(language.locale, { maximumFractionDigits: 0 });
const places = new Intl.NumberFormat(language.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Sums differ from whole numbers by rounding alone below this. */
const ROUNDING = 1e-6;

/** The noise of the last draw in standard deviations: settings change what it does, not itself. */
let drawn = 0;

function draw() {
  const [first, second] = crypto.getRandomValues(new Uint32Array(2));
  drawn = normalFrom(first, second);
}

/** @param {import("../why/attack.js").Count} count */
function inWords({ count, of, open }) {
  const written = /** @type {const} */ ([whole.format(count), whole.format(of)]);
  return (open === "more" ? words.moreThan : open === "fewer" ? words.fewerThan : words.about)(...written);
}

/** @param {number} sum */
const sumInWords = (sum) => (Math.abs(sum - Math.round(sum)) < ROUNDING ? whole : places).format(sum);

function show() {
  const setting = { others: OTHERS, value: own.valueAsNumber, sigma: noise.valueAsNumber };
  const { value, sigma } = setting;
  const published = OTHERS + (used.checked ? value : 0) + sigma * drawn;
  const loss = lossAt(published, setting);
  const written = places.format(published);
  byId("noise-value").textContent = whole.format(sigma);
  byId("own-value-value").textContent = whole.format(value);
  byId("published").textContent = words.published(written);
  byId("belief").textContent = words.belief(inWords(countOf(beliefAfter(loss))));
  byId("expected").textContent = words.expected(whole.format(OTHERS), whole.format(OTHERS + value));
  const [low, high] = othersFrom(published, loss, setting);
  byId("candidates").textContent = words.candidates(sumInWords(low), sumInWords(high));
  const { xOf, without, including } = curves(setting, PICTURE);
  byId("curve-without").setAttribute("d", without);
  byId("curve-including").setAttribute("d", including);
  byId("mark").setAttribute("d", `M${xOf(published)} 0V${PICTURE.height}`);
  byId("curves").setAttribute("aria-label", words.picture(whole.format(OTHERS), whole.format(OTHERS + value), written));
}

draw();
show();
for (const input of document.querySelectorAll("#attack input")) input.addEventListener("input", show);
byId("again").addEventListener("click", () => {
  draw();
  show();
});
byId("attack").hidden = false;
