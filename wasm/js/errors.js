// The typed errors of the package.

/** @typedef {import("expost-glue").ErrorDocument} ErrorDocument */

/** Why a call was refused. */
export class ExpostError extends Error {
  /**
   * @param {ErrorDocument} error
   * @param {ErrorOptions} [options]
   */
  constructor({ type, code, pointer = "", message }, options) {
    super(message, options);
    this.name = "ExpostError";
    this.type = type;
    this.code = code;
    this.pointer = pointer;
  }
}

/** The report is at error; nothing was computed. */
export class ReportError extends ExpostError {
  /**
   * @param {Omit<ErrorDocument, "type">} error
   * @param {ErrorOptions} [options]
   */
  constructor(error, options) {
    super({ ...error, type: "report" }, options);
    this.name = "ReportError";
  }
}

/**
 * The error object of a response as the error to throw.
 *
 * @param {ErrorDocument} error
 */
export function typedError(error) {
  return error.type === "report" ? new ReportError(error) : new ExpostError(error);
}

/**
 * A call that is wrong in a way only JavaScript can see.
 *
 * @param {string} code
 * @param {string} message
 * @param {ErrorOptions} [options]
 */
export function argumentError(code, message, options) {
  return new ExpostError({ type: "argument", code, message }, options);
}

/**
 * An internal error: no number may be shown after it.
 *
 * @param {string} code
 * @param {string} message
 * @param {ErrorOptions} [options]
 */
export function internalError(code, message, options) {
  return new ExpostError({ type: "internal", code, message }, options);
}

/**
 * Throws if an option is left, as the module does for those that it is handed: one that is
 * misspelt would be ignored otherwise.
 *
 * @param {Record<string, unknown>} left
 */
export function refuseUnknown(left) {
  const name = Object.keys(left).find((key) => left[key] !== undefined);
  if (name === undefined) return;
  throw new ExpostError({
    type: "argument",
    code: "unknown-key",
    pointer: `/${name}`,
    message: `the option ${name} is not known`,
  });
}
