// The typed errors of the package.

/** Why a call was refused. */
export class ExpostError extends Error {
  /** @param {{type: string, code: string, pointer?: string, message: string}} fault */
  constructor({ type, code, pointer = "", message }, options) {
    super(message, options);
    this.name = "ExpostError";
    this.type = type;
    this.code = code;
    this.pointer = pointer;
  }
}

/** The report is at fault; nothing was computed. */
export class ReportError extends ExpostError {
  constructor(fault, options) {
    super({ ...fault, type: "report" }, options);
    this.name = "ReportError";
  }
}

/** The error object of a response as the error to throw. */
export function typedError(fault) {
  return fault.type === "report" ? new ReportError(fault) : new ExpostError(fault);
}

/** A call that is wrong in a way only JavaScript can see. */
export function argumentError(code, message, options) {
  return new ExpostError({ type: "argument", code, message }, options);
}

/** A fault of the library: no number may be shown after it. */
export function internalError(code, message, options) {
  return new ExpostError({ type: "internal", code, message }, options);
}

/**
 * Throws if an option is left, as the module does for those that it is handed: one that is
 * misspelt would be ignored otherwise.
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
