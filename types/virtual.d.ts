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
declare const EXPOST_LIMITS: { textBytes: number; depth: number; dimension: number };

/** Emscripten's glue: wasm/js/glue.js. */
declare module "expost-glue" {
  /** An error of the module, as plain data. */
  export type ErrorDocument = { type: string; code: string; pointer?: string; message: string };
  /** The answer to an operation: its value, or the error that refuses it. */
  export type Response = { ok: true; value: unknown } | { ok: false; error: ErrorDocument };
  /** The functions of the module for beliefs (wasm/src/belief.cpp). Addresses are numbers. */
  export interface BeliefGlue {
    HEAPU8: Uint8Array<ArrayBuffer>;
    _expost_belief(epsilon: number, prior: number): number;
    _expost_refusal(): number;
  }
  /** The operations of the other modules (wasm/src/boundary.cpp). */
  export interface OperationsGlue {
    call: (operation: string, request: object) => Response;
    /** An operation about the next bytes of a file. */
    "call-with-bytes": (operation: string, request: object, bytes: Uint8Array) => Response;
    /** An operation about rows in columns; the package's own module has it. */
    "call-with-rows": (operation: string, request: object, rows: object[]) => Response;
    /** Has a function called after each gradient of a bound by a report, of a network. */
    watch: (report: number, told: () => void) => void;
  }
  export type Glue = BeliefGlue & OperationsGlue;
  export default function createModule(options: {
    wasmBinary: Uint8Array<ArrayBuffer>;
    locateFile: (name: string) => string;
  }): Promise<Glue>;
}
/** Parts of Emscripten's glue that wasm/src/values.js is linked with. Handles are numbers. */
declare const Emval: { toValue(handle: number): any; toHandle(value: unknown): number };
declare const HEAPU8: Uint8Array;
declare const HEAPF64: Float64Array;
declare const LibraryManager: { library: object };
declare function mergeInto(library: object, functions: object): void;
/** The module, in base64 or in letters (web/bake/letters.js). */
declare module "expost-wasm" {
  const text: string;
  export default text;
}

/** The tags of the languages (words/languages.mjs): cli. */
declare const EXPOST_LANGUAGES: string[];
/** The words that the custom element says itself, by language: web/element. */
declare const ELEMENT_WORDS: Record<string, Record<"frame" | "notLoaded", string>>;
/** Addresses relative to a page: of the site's beginning, and of its check page. */
declare const SITE_ROOT: string;
declare const SITE_SHEET: string;
/** The same of the publisher's and the practitioner's page, as they are shown in frames. */
declare const SITE_PUBLISH_FRAME: string;
declare const SITE_PROFILE_FRAME: string;
/** The words of the check page for a report that gives no statement, by state. */
declare const REFUSALS: Record<string, { title: string; body: string; detail: string }>;
