// Types that contain themselves, which comments can't declare.
import type { Markup } from "./markup.js";

/** A value that may be put into a template of HTML. */
export type Inserted = Markup | string | number | Inserted[];
