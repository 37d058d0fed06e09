// What the site's script says, in English; the pages' own words are in the pages.
export const en = {
  noSheet: "The form could not be loaded. Check your connection and load this page again.",
  loading: "Fetching the report…",
  loaded: "What was found in it is shown below.",
  notFetched: (address) =>
    `The report could not be fetched from ${address}. Check the address and your connection. A report on another site can be used only if that site allows it; if not, save the file and choose it here.`,
  badAddress: "The link to the report is not an address this page can use. Ask for the report itself and choose it here.",
  badFingerprint:
    "The fingerprint in the link is not 64 hexadecimal digits, so the report could not be checked and was not used.",
  unreadable: "The file is not text, so it is not a report.",
  emptyText: "Paste the report's text first.",
  linkReady: "Link to this report, with its fingerprint",
};
