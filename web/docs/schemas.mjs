// The pages of the JSON Schemas: every key with what it takes, from the schema itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {Record<string, any>} Schema */

const SCHEMAS = [
  { name: "report", title: "JSON Schema of a report", guide: "report-format" },
  { name: "study", title: "JSON Schema of a study", guide: "study" },
];

const code = (/** @type {unknown} */ value) => `\`${JSON.stringify(value)}\``;
const cell = (/** @type {string} */ text) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replace(/\s+/g, " ");

/**
 * Says in words which values a schema takes.
 *
 * @param {Schema} schema
 * @returns {string}
 */
function wordsOf(schema) {
  if (typeof schema.$ref === "string") {
    const [, document, name] = /** @type {RegExpExecArray} */ (/^(.*)#\/\$defs\/(.+)$/.exec(schema.$ref));
    const page = document === "" ? "" : `${document.split(":")[2]}-schema.md`;
    return `[${name}](${page}#${name.toLowerCase()})`;
  }
  if (schema.const !== undefined) return code(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(code).join(", ");
  for (const [key, joined] of [
    ["oneOf", " or "],
    ["anyOf", " or "],
    ["allOf", " and "],
  ]) {
    if (
      Array.isArray(schema[key]) &&
      schema[key].some((/** @type {Schema} */ each) => each.$ref || each.type || each.const !== undefined)
    )
      return schema[key].map(wordsOf).filter(Boolean).join(joined);
  }
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "");
  const limits = [
    ...(schema.minimum !== undefined ? [`≥ ${schema.minimum}`] : []),
    ...(schema.exclusiveMinimum !== undefined ? [`> ${schema.exclusiveMinimum}`] : []),
    ...(schema.maximum !== undefined ? [`≤ ${schema.maximum}`] : []),
    ...(schema.exclusiveMaximum !== undefined ? [`< ${schema.exclusiveMaximum}`] : []),
    ...(schema.minLength !== undefined ? [`${schema.minLength} characters or more`] : []),
    ...(schema.maxLength !== undefined ? [`${schema.maxLength} characters at most`] : []),
    ...(schema.minItems !== undefined ? [`${schema.minItems} items or more`] : []),
    ...(schema.maxItems !== undefined ? [`${schema.maxItems} items at most`] : []),
    ...(schema.pattern !== undefined ? [`matches \`${schema.pattern}\``] : []),
  ];
  const items = schema.items && typeof schema.items === "object" ? ` of ${wordsOf(schema.items)}` : "";
  return `${type}${items}${limits.length > 0 ? ` (${limits.join(", ")})` : ""}`;
}

/**
 * The keys of an object and of the objects in it, a row each.
 *
 * @param {Schema} schema
 * @param {string} at
 * @returns {string[]}
 */
function rowsOf(schema, at = "") {
  const all = [
    schema,
    ...["oneOf", "anyOf", "allOf"].flatMap((key) => schema[key] ?? []),
    ...(schema.then ? [schema.then] : []),
  ];
  return all.flatMap((part) =>
    Object.entries(part.properties ?? {}).flatMap(([name, value]) => {
      if (typeof value !== "object" || value === null) return [];
      const path = at === "" ? name : `${at}.${name}`;
      const needed = (part.required ?? []).includes(name) ? "yes" : "";
      const inside = value.type === "object" || value.properties ? rowsOf(value, path) : [];
      const list = value.items?.properties ? rowsOf(value.items, `${path}[]`) : [];
      return [`| \`${path}\` | ${cell(wordsOf(value))} | ${needed} | ${cell(value.description ?? "")} |`, ...inside, ...list];
    }),
  );
}

/** @param {Schema} schema */
function tableOf(schema) {
  const rows = Array.from(new Set(rowsOf(schema)));
  return rows.length === 0
    ? `${cell(wordsOf(schema))}\n`
    : `| key | value | needed | meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

/**
 * The pages of the schemas.
 *
 * @param {string} root
 * @returns {import("./types.js").Page[]}
 */
export function schemaPages(root) {
  return SCHEMAS.map(({ name, title, guide }) => {
    /** @type {Schema} */
    const schema = JSON.parse(readFileSync(join(root, `core/report/schema/${name}.schema.json`), "utf8"));
    const parts = Object.entries(schema.$defs ?? {}).map(
      ([part, value]) => `### ${part}\n\n${value.description ? `${cell(value.description)}\n\n` : ""}${tableOf(value)}`,
    );
    return {
      source: `reference/${name}-schema.md`,
      file: `reference/${name}-schema.html`,
      kind: "reference",
      title,
      about: `Every key of a ${name}, with what it takes, from the schema itself.`,
      markdown: `# ${title}

${cell(schema.description)}

This page is made from the schema: [${name}.schema.json](../core/report/schema/${name}.schema.json).
[${guide === "study" ? "Studies, mechanism by mechanism" : "The report format"}](../docs/${guide}.md) says what the keys mean together.

## Keys

${tableOf(schema)}
## Parts

${parts.join("\n")}`,
    };
  });
}
