// What the page hands over as files. Each says that it is private, in its name and inside.

/** JSON has no infinity, and no typed arrays. */
function asDocument(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (ArrayBuffer.isView(value)) return Array.from(value, asDocument);
  if (Array.isArray(value)) return value.map(asDocument);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asDocument(entry)]));
}

/** Everything that was found, as a JSON document. */
export const documentOf = ({ profile, audit, madeUp }, stamp) => ({
  private: true,
  stamp,
  madeUp,
  profile: asDocument(profile),
  ...(audit && { audit: asDocument({ title: audit.title, summary: audit.summary, rows: audit.rows }) }),
});

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line a row: its number, how far it moves the model, its typical loss and, with a report, its exact loss and bound. */
export function rowsCsv({ profile, audit }, cell) {
  const columns = {
    row: (index) => index + 1,
    displacement: (index) => profile.displacement[index],
    typical: (index) => profile.profile.typical[index],
    ...(audit && { exact: (index) => audit.rows.exact[index], upper: (index) => audit.rows.upper[index] }),
    private: () => quoted(cell),
  };
  const lines = [Object.keys(columns).join(",")];
  for (let index = 0; index < profile.rows; index += 1)
    lines.push(
      Object.values(columns)
        .map((of) => of(index))
        .join(","),
    );
  return `${lines.join("\n")}\n`;
}
