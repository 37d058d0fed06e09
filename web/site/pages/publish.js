// Make a report: the page round the publisher's form.
import { framedForm } from "./framed-form.js";

/** @param {import("../types.js").PageContext} context */
export const publish = (context) => framedForm(context, "publish", context.publishFrame);
