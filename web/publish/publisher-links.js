// The publisher's pages for the people in the data, and the answer and the field of each.

/** @typedef {"linkPrivacy" | "linkRights" | "linkOptOut"} LinkKey */

/**
 * Keys of `x-links` in a study, in the order in which a report has them.
 *
 * @type {[kind: "privacy" | "rights" | "optOut", answer: LinkKey, id: string][]}
 */
export const PUBLISHER_LINKS = [
  ["privacy", "linkPrivacy", "link-privacy"],
  ["rights", "linkRights", "link-rights"],
  ["optOut", "linkOptOut", "link-opt-out"],
];
