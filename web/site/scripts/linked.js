// A page whose address names a report shows that report, without what it shows everybody else.

/**
 * The report that the page's address names, its fingerprint and the key that signed it; null
 * without one.
 */
export function linkedReport() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const report = asked.get("report")?.trim();
  return report ? { report, sha256: asked.get("sha256")?.trim(), key: asked.get("key")?.trim().replaceAll(" ", "+") } : null;
}

/** Whether the page is laid out for the report of a link. */
export const isLinked = () => document.documentElement.dataset.linked !== undefined;

/** Lays the page out for the report of a link: site.css hides the rest. */
export const layOutForLink = () => {
  document.documentElement.dataset.linked = "";
};

/** The address of the report that the page's address names; null without one. */
export function linkedAddress() {
  const asked = linkedReport();
  return asked && webAddress(asked.report);
}

/**
 * An address that isn't one of the web is null.
 *
 * @param {string} written
 */
export function webAddress(written) {
  try {
    const address = new URL(written, location.href);
    return ["http:", "https:"].includes(address.protocol) ? address : null;
  } catch {
    return null;
  }
}

/** Addresses of further reports that the page's address names, as they stand there: at most 20. */
export const furtherReports = () =>
  new URLSearchParams(location.hash.slice(1))
    .getAll("report")
    .slice(1, 21)
    .map((address) => address.trim());

/**
 * Whether the page's policy lets it fetch from there.
 *
 * @param {URL} address
 */
export const canBeFetched = ({ protocol, origin }) => protocol === "https:" || origin === location.origin;
