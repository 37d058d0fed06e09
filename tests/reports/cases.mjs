// Reads the good and the bad documents of this folder, for the tests in JavaScript.
// tests/report/cases.hpp does the same in C++.
//
// A good document is a file: good/*.json, studies/good/*.json. The bad ones are two tables,
// bad-reports.json and bad-studies.json. A case there has the place (`pointer`) and the `code` of
// the refusal, its reason for people (`why`), and one of three things:
//   `base`, `patch`  the name of a good document, and a JSON Patch for it
//                    (RFC 6902: add, remove, replace);
//   `document`       the whole document;
//   `text`           the file's bytes, where no JSON value says it.
// Two short forms may be anywhere in a value: {"$times": 3, "text": "x"} is "xxx", and with
// "item": 0 it is [0, 0, 0]; {"$names": 3, "radix": 16} is ["0", "1", "2"].
import { readdirSync, readFileSync } from "node:fs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const places = {
  reports: { good: "good/", bad: "bad-reports.json" },
  studies: { good: "studies/good/", bad: "bad-studies.json" },
};

function expanded(value) {
  if (Array.isArray(value)) return value.map(expanded);
  if (value === null || typeof value !== "object") return value;
  if ("$names" in value) return Array.from({ length: value.$names }, (_, i) => i.toString(value.radix));
  if ("$times" in value)
    return "text" in value ? value.text.repeat(value.$times) : Array(value.$times).fill(expanded(value.item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expanded(item)]));
}

function apply(document, { op, path, value }) {
  const fail = (why) => {
    throw new Error(`${op} ${path}: ${why}`);
  };
  if (op !== "add" && op !== "remove" && op !== "replace") fail("no such operation");
  if (op !== "remove" && value === undefined) fail("no value");
  const [root, ...keys] = path.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (root !== "" || keys.length === 0) fail("no place inside a document");
  const last = keys.pop();
  const parent = keys.reduce((at, key) => {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) fail(`nothing at ${key}`);
    return at[key];
  }, document);
  if (parent === null || typeof parent !== "object") fail("not inside an object or a list");
  const fits = Array.isArray(parent) && op === "add" && Number(last) === parent.length;
  if ((Array.isArray(parent) || op !== "add") && !fits && !Object.hasOwn(parent, last)) fail(`nothing at ${last}`);
  if (Array.isArray(parent)) {
    if (!/^(0|[1-9][0-9]*)$/.test(last)) fail("not an index");
    parent.splice(Number(last), op === "add" ? 0 : 1, ...(op === "remove" ? [] : [expanded(value)]));
  } else if (op === "remove") {
    delete parent[last];
  } else {
    parent[last] = expanded(value);
  }
}

/**
 * Returns a copy of `document` after the operations of `patch`.
 * Throws if one is unknown or its place is not there.
 */
export function patched(document, patch) {
  const copy = structuredClone(document);
  for (const operation of patch) apply(copy, operation);
  return copy;
}

/** Returns the good "reports" or "studies", by name: {name, document}. */
export function goodCases(kind) {
  return readdirSync(new URL(places[kind].good, import.meta.url))
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ name: file.slice(0, -".json".length), document: read(places[kind].good + file) }));
}

/**
 * Returns the bad "reports" or "studies", as listed: {name, pointer, code, why} and either
 * `document` or `text`.
 */
export function badCases(kind) {
  const good = new Map(goodCases(kind).map(({ name, document }) => [name, document]));
  return read(places[kind].bad).map(({ base, patch, document, ...rest }) => {
    if ([patch, document, rest.text].filter((given) => given !== undefined).length !== 1) {
      throw new Error(`${rest.name}: needs one of patch, document and text`);
    }
    if (rest.text !== undefined) return rest;
    if (document !== undefined) return { ...rest, document: expanded(document) };
    if (!good.has(base)) throw new Error(`${rest.name}: no good document is called ${base}`);
    try {
      return { ...rest, document: patched(good.get(base), patch) };
    } catch (error) {
      throw new Error(`${rest.name}: ${error.message}`, { cause: error });
    }
  });
}
