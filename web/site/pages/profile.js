// Study the rows: the page round the practitioner's charts.
import { markup } from "../../../wording/markup.js";
import { framedForm } from "./framed-form.js";

/** @param {import("../types.js").PageContext} context */
export function profile(context) {
  const banner = markup`<p class="private-banner" id="banner">${context.words.profile.banner}</p>\n`;
  return framedForm(context, "profile", context.profileFrame, banner);
}
