/// <reference lib="dom" />
// The custom element <expost-check>. Importing this module defines nothing;
// "expost/element/define" does.

/** Why there is no form. Every code is about the report or the files, never about a record. */
export type ExpostCheckErrorCode =
  | "no-frame"
  | "not-fetched"
  | "bad-sha256"
  | "unreadable"
  | "hash-mismatch"
  | "hash-unchecked"
  | "signature-wrong"
  | "signature-missing"
  | "signature-unchecked"
  | "not-a-report"
  | "damaged-report"
  | "newer-format"
  | "no-figure"
  | "path-missing"
  | "no-web-assembly"
  | "self-test";

/**
 * The details of the element's events. They bubble and cross shadow trees; none has a record or a
 * figure.
 */
export interface ExpostCheckEventMap {
  /** The sheet is there. Again after it was loaded again. */
  "expost-ready": CustomEvent<null>;
  /** A record was checked and its result is shown; not which. */
  "expost-result": CustomEvent<null>;
  /** The reason why there is no form, in a sentence for the owner of the page. */
  "expost-error": CustomEvent<{ code: ExpostCheckErrorCode; message: string }>;
}

/** Shows the check of one's own record in a sandboxed frame. */
export class ExpostCheckElement extends HTMLElement {
  /**
   * The folder of check-frame.html where no `files` attribute says otherwise: the one this script
   * came from.
   */
  static files: string;

  /** Address of the report, relative to the page. Attribute `src`. */
  src: string | null;
  /**
   * The fingerprint that the report must have, 64 hexadecimal digits. Anything else gives no
   * figure. Attribute `sha256`.
   */
  sha256: string | null;
  /**
   * The public key (RW…) that must have signed the report, as `expost key` prints it. Anything else
   * gives no result. Attribute `signed-by`.
   */
  signedBy: string | null;
  /**
   * The starting belief, a whole number from 1 to 99 (in 100); null is the sheet's own, 50.
   * Attribute `prior`.
   */
  get prior(): number | null;
  set prior(value: number | string | null);
  /** The least height, also before the sheet has loaded, in pixels. Attribute `height`. */
  get height(): number | null;
  set height(value: number | string | null);
  /** The folder of check-frame.html, where it is not the script's own. Attribute `files`. */
  files: string | null;

  /**
   * The report itself in place of an address. A text keeps its bytes, so that `sha256` is that of
   * the file it came from. The object of a signed report throws a TypeError: give its text.
   */
  get report(): string | null;
  set report(value: string | object | null);

  /**
   * The file of that report's path, where it has one (`path-….bin.gz`), compressed or not; with
   * `src` it is fetched. The report has its fingerprint: another file gives no result.
   */
  get path(): Blob | null;
  set path(value: Blob | null);

  /** Clears the record and the result that are in the sheet. */
  clear(): void;

  addEventListener<K extends keyof ExpostCheckEventMap>(
    type: K,
    listener: (this: ExpostCheckElement, event: ExpostCheckEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: ExpostCheckElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "expost-check": ExpostCheckElement;
  }
}
