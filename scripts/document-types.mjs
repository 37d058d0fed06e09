// Types of reports and studies from their JSON Schemas, for TypeScript and for Python. An object of
// several kinds has the keys of all: what one kind lacks is optional.
import { format, resolveConfig } from "prettier";
import { inRoot } from "./paths.mjs";

/** @typedef {Record<string, any>} Schema */
/** @typedef {{report: Schema, study: Schema}} Schemas */
/** @typedef {Map<string, {type: string, required: boolean, words?: string}>} Keys */
/** @typedef {{words?: string, keys: Keys}} Shape */

/** How a language writes the types of schemas. */
const TYPESCRIPT = {
  number: "number",
  text: "string",
  truth: "boolean",
  none: "null",
  any: "unknown",
  list: (/** @type {string} */ item) => (/[ |]/.test(item) ? `(${item})[]` : `${item}[]`),
  record: (/** @type {string} */ value) => `Record<string, ${value}>`,
  constant: (/** @type {unknown} */ value) => JSON.stringify(value),
  named: (/** @type {string} */ name) => name,
};
const PYTHON = {
  number: "float",
  text: "str",
  truth: "bool",
  none: "None",
  any: "Any",
  list: (/** @type {string} */ item) => `list[${item}]`,
  record: (/** @type {string} */ value) => `dict[str, ${value}]`,
  constant: (/** @type {unknown} */ value) => (typeof value === "boolean" ? "bool" : typeof value === "number" ? "int" : "str"),
  named: (/** @type {string} */ name) => name,
};

/** @param {Schema} schema */
const alternativesOf = (schema) => schema.oneOf ?? schema.anyOf ?? null;

/**
 * Whether a definition has keys of its own.
 *
 * @param {Schema} schema
 * @returns {boolean}
 */
const hasKeys = (schema) =>
  schema.properties !== undefined || (alternativesOf(schema) ?? []).some((/** @type {Schema} */ each) => hasKeys(each));

/** Finds the shapes of a schema and of its definitions, by their names. */
class Shapes {
  /** @type {Map<string, Shape>} */
  all = new Map();
  #language;
  /** @type {Schema} */
  #definitions = {};

  /** @param {typeof TYPESCRIPT} language */
  constructor(language) {
    this.#language = language;
  }

  /**
   * @param {string} name
   * @param {Schema} schema
   */
  add(name, schema) {
    this.#definitions = schema.$defs;
    for (const [key, definition] of Object.entries(schema.$defs)) {
      if (hasKeys(definition)) this.#shape(`${key}Document`, definition);
    }
    this.#shape(name, schema);
  }

  /**
   * @param {string} name
   * @param {Schema} schema
   */
  #shape(name, schema) {
    const kinds = (alternativesOf(schema) ?? [schema]).map((/** @type {Schema} */ each) => each.properties ?? {});
    const required = (alternativesOf(schema) ?? [schema]).map((/** @type {Schema} */ each) => each.required ?? []);
    /** @type {Keys} */
    const keys = new Map();
    for (const key of new Set(kinds.flatMap((/** @type {object} */ kind) => Object.keys(kind)))) {
      const found = kinds.flatMap((/** @type {Schema} */ kind) => (key in kind ? [kind[key]] : []));
      const types = new Set(found.flatMap((/** @type {Schema} */ each) => this.#type(each).split(" | ")));
      keys.set(key, {
        type: [...types].join(" | "),
        required: required.every((/** @type {string[]} */ names) => names.includes(key)),
        words: found.find((/** @type {Schema} */ each) => each.description !== undefined)?.description,
      });
    }
    this.all.set(name, { words: schema.description, keys });
  }

  /**
   * @param {Schema} schema
   * @returns {string}
   */
  #type(schema) {
    const { number, text, truth, none, any, list, record, constant, named } = this.#language;
    if (schema.$ref !== undefined) {
      const name = schema.$ref.replace("#/$defs/", "");
      return hasKeys(this.#definitions[name]) ? named(`${name}Document`) : this.#type(this.#definitions[name]);
    }
    if (schema.const !== undefined) return constant(schema.const);
    if (schema.enum !== undefined) return [...new Set(schema.enum.map(constant))].join(" | ");
    const alternatives = alternativesOf(schema);
    if (alternatives !== null) {
      return [...new Set(alternatives.map((/** @type {Schema} */ each) => this.#type(each)))].join(" | ");
    }
    if (schema.type === "array") return list(this.#type(schema.items));
    if (schema.properties !== undefined) return record(any);
    if (schema.type === "object") {
      const value = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties;
      return record(this.#type(value));
    }
    return { number, integer: number, string: text, boolean: truth, null: none }[/** @type {string} */ (schema.type)] ?? any;
  }
}

/**
 * @param {Schemas} schemas
 * @param {typeof TYPESCRIPT} language
 */
function shapesOf({ report, study }, language) {
  const shapes = new Shapes(language);
  shapes.add("ReportDocument", report);
  shapes.add("StudyDocument", study);
  return shapes.all;
}

const ABOUT = "The documents of the format, as npm run schemas makes them of their JSON Schemas.";

/**
 * A text in lines of so many characters at most.
 *
 * @param {string} text
 * @param {number} width
 */
function wrapped(text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * wasm/documents.d.ts
 *
 * @param {Schemas} schemas
 */
export async function typescriptTypes(schemas) {
  const note = (/** @type {string | undefined} */ words, indent = "") => {
    if (words === undefined) return "";
    const short = `${indent}/** ${words} */`;
    if (short.length <= 100) return `${short}\n`;
    const lines = wrapped(words, 97 - indent.length).map((line) => `${indent} * ${line}\n`);
    return `${indent}/**\n${lines.join("")}${indent} */\n`;
  };
  const interfaces = [...shapesOf(schemas, TYPESCRIPT)].map(([name, { words, keys }]) => {
    const members = [...keys].map(
      ([key, { type, required, words: own }]) => `${note(own, "  ")}  ${JSON.stringify(key)}${required ? "" : "?"}: ${type};\n`,
    );
    return `${note(words)}export interface ${name} {\n${members.join("")}}\n`;
  });
  const path = inRoot("wasm/documents.d.ts");
  return format(`// ${ABOUT}\n\n${interfaces.join("\n")}`, { ...(await resolveConfig(path)), parser: "typescript" });
}

/**
 * python/src/expost/documents.py
 *
 * @param {Schemas} schemas
 */
export function pythonTypes(schemas) {
  const types = [...shapesOf(schemas, PYTHON)].map(([name, { keys }]) => {
    const members = [...keys].map(([key, { type }], i) => `${JSON.stringify(key)}: ${type}${i + 1 === keys.size ? "" : ","}`);
    return `${name} = TypedDict("${name}", {\n    ${wrapped(members.join(" "), 100).join("\n    ")}\n}, total=False)\n`;
  });
  return `"""${ABOUT}\n\nTypes for checkers such as mypy: any key may be left out here.\n"""\n\n# Keys like x-links are no names of Python.\n# ruff: noqa: UP013\n# fmt: off\n\nfrom typing import Any, TypedDict\n\n${types.join("\n")}`;
}
