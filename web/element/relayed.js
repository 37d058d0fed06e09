// What the frame passes on between the page and the sheet inside: these messages, and of those that come out these parts.
import { errors } from "./errors.js";

export const toSheet = new Set([
  ...["expost-report", "expost-loading", "expost-failed", "expost-clear"],
  ...["expost-prior", "expost-theme", "expost-events"],
]);

/** A message of the sheet's as it may leave, made anew; null where it may not. */
export function outgoing(message) {
  switch (message?.type) {
    case "expost-ready":
    case "expost-result":
      return { type: message.type };
    case "expost-height":
      return Number.isInteger(message.height) && message.height > 0 ? { type: message.type, height: message.height } : null;
    case "expost-error":
      return Object.hasOwn(errors, message.code) ? { type: message.type, code: message.code } : null;
    default:
      return null;
  }
}
