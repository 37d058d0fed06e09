// Modules and names that exist only once a bundle is made (web/build.mjs, scripts/build.mjs and
// web/site/build.mjs say what they stand for).

/** Style sheets that are imported as text. */
declare module "*.css" {
  const text: string;
  export default text;
}

/** The package's version and the newest format of reports that it reads: wasm/js/person.js. */
declare const EXPOST_VERSION: string;
declare const EXPOST_FORMAT_VERSION: number;

/** Emscripten's glue: wasm/js/glue.js. */
declare module "expost-glue" {
  /**
   * An instance, with the functions that wasm/src/boundary.cpp exports, or, of the module for
   * beliefs, wasm/src/belief.cpp. Addresses are numbers.
   */
  export interface Glue {
    HEAPU8: Uint8Array<ArrayBuffer>;
    _expost_room(bytes: number): number;
    _expost_call(): number;
    _expost_answer_size(): number;
    _expost_belief(epsilon: number, prior: number): number;
    _expost_refusal(): number;
  }
  export default function createModule(options: {
    wasmBinary: Uint8Array<ArrayBuffer>;
    locateFile: (name: string) => string;
  }): Promise<Glue>;
}
/** The module's bytes: web/pack-bytes.mjs. */
declare module "expost-wasm" {
  export default function wasmBinary(): Uint8Array<ArrayBuffer>;
}

/** The words of the site in the language of a page: web/site/scripts. */
declare module "site-words" {
  export { says } from "../web/site/text/en.js";
}
/** Addresses relative to a page: of the site's beginning, and of its check pages. */
declare const SITE_ROOT: string;
declare const SITE_SHEET: string;
declare const SITE_EVERY_SHEET: string;
/** The words of the check page for a report that gives no statement, by state. */
declare const REFUSALS: Record<string, { title: string; body: string; detail: string }>;
