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
