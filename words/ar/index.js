import { check } from "./check.js";
import { element } from "./element.js";
import { profile } from "./profile.js";
import { publish } from "./publish.js";
import * as site from "./site.js";
import { statement } from "./statement.js";

/** @type {import("../types.js").Words} */
export const words = { check, element, profile, publish, site, statement };
