// Types that contain themselves, which comments can't declare.
import type { Markup } from "./markup.js";

/**
 * Words of any kind: sentences by name, and lists of them. Where nothing else is said, what is put
 * into a sentence is text. (`Function` lets a sentence say so: it gives parameters no types.)
 */
export type Texts = string | ((...parts: string[]) => string) | Function | Texts[] | { [name: string]: Texts };

/** A value that may be put into a template of HTML. */
export type Inserted = Markup | string | number | Inserted[];
