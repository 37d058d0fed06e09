// Arrows between the folders of the C++ code: includes run one way, from the mechanisms down to
// the numerics.
//
// A new arrow is an edit of the tables below, and no edit of them may make a circle.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../scripts/paths.mjs";

/** core/include/expost/<folder> and core/src/<folder>: the folders that each may use. */
const CORE = {
  numerics: [],
  noise: ["numerics"],
  losses: ["numerics"],
  network: ["losses", "noise", "numerics"],
  training: ["losses", "numerics"],
  accounting: ["losses", "noise", "numerics"],
  output: ["training", "losses", "noise", "numerics"],
  exact: ["training", "losses", "numerics"],
  release: ["output", "accounting", "training", "losses", "noise", "numerics"],
  neighbours: ["training", "losses", "numerics"],
  bounds: ["release", "output", "losses", "noise", "numerics"],
  descent: ["accounting", "bounds", "network", "losses", "noise", "numerics"],
  series: ["bounds", "descent", "noise", "numerics"],
  profile: ["neighbours", "training", "noise", "numerics"],
  mechanisms: ["bounds", "release", "exact", "output", "accounting", "training", "losses", "noise", "numerics"],
};

/** core/operations/src/<folder>. */
const OPERATIONS = {
  documents: [],
  randomness: ["documents"],
  rows: ["documents"],
  check: ["rows", "documents"],
  mechanisms: ["check", "documents"],
  "mechanisms/objective": ["mechanisms", "check", "documents"],
  "mechanisms/laplace": ["mechanisms", "check", "documents"],
  "mechanisms/output": ["mechanisms", "check", "documents"],
  "mechanisms/descent": ["mechanisms", "check", "documents"],
  "mechanisms/posterior": ["mechanisms", "check", "documents"],
  profile: ["rows", "randomness", "documents"],
  curator: ["profile", "mechanisms", "check", "rows", "randomness", "documents"],
  service: ["curator", "mechanisms", "check", "rows", "documents"],
};

/** Targets, and the targets whose public headers each may use. */
const TARGETS = { core: [], report: ["core"], operations: ["report", "core"] };

const INCLUDE = /^#include "([^"]+)"/gm;

/** Files below a folder, as paths from it. */
function sources(folder) {
  return readdirSync(inRoot(folder), { recursive: true }).filter((path) => /\.(cpp|hpp)$/.test(path));
}

/** Includes of the project's own files: { file, includes }, the file as a path from the root. */
function files(folder) {
  return sources(folder).map((path) => {
    const file = join(folder, path);
    return { file, includes: [...readFileSync(inRoot(file), "utf8").matchAll(INCLUDE)].map(([, included]) => included) };
  });
}

const folderOf = (path) => path.split("/").slice(0, -1).join("/");

/** The sentence about an arrow that isn't allowed, for each. */
function wrongArrows(table, from, included, file) {
  if (!(from in table)) return [`${file}: the folder ${from} is not in the table of tests/structure/cpp-arrows.test.mjs`];
  return included
    .filter((to) => to !== from && !table[from].includes(to))
    .map((to) => `${file} includes from ${to}, and ${from} may use ${table[from].join(", ") || "nothing"}`);
}

/** A circle of a table, as a list of folders, or null. */
function circle(table) {
  const done = new Set();
  const visit = (folder, path) => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of table[folder]) {
      const found = visit(next, [...path, folder]);
      if (found) return found;
    }
    done.add(folder);
    return null;
  };
  return Object.keys(table).reduce((found, folder) => found ?? visit(folder, []), null);
}

/** Which target a public header belongs to, and the folder of core's. */
function publicHeader(included) {
  const [, first, ...rest] = included.split("/");
  return rest.length > 0 && ["report", "operations"].includes(first) ? { target: first } : { target: "core", folder: first };
}

/** Rooms of core that a file there includes from. */
const coreFolders = (includes) =>
  includes.map((path) => (path.startsWith("expost/") ? publicHeader(path).folder : folderOf(path)));

test("core: a folder includes only from the folders below it", () => {
  const wrong = ["core/include/expost", "core/src"].flatMap((base) =>
    files(base).flatMap(({ file, includes }) =>
      wrongArrows(CORE, folderOf(file.slice(base.length + 1)), coreFolders(includes), file),
    ),
  );
  assert.deepEqual(wrong, []);
});

test("operations: a folder includes only from the folders below it", () => {
  const base = "core/operations/src";
  const wrong = files(base).flatMap(({ file, includes }) => {
    const own = includes.filter((path) => !path.startsWith("expost/")).map(folderOf);
    return wrongArrows(OPERATIONS, folderOf(file.slice(base.length + 1)), own, file);
  });
  assert.deepEqual(wrong, []);
});

test("the tables have no circle, and no folder without sources", () => {
  assert.equal(circle(CORE), null);
  assert.equal(circle(OPERATIONS), null);
  const folders = (...bases) => new Set(bases.flatMap((base) => sources(base).map(folderOf)));
  assert.deepEqual([...folders("core/include/expost", "core/src")].sort(), Object.keys(CORE).sort());
  assert.deepEqual([...folders("core/operations/src")].sort(), Object.keys(OPERATIONS).sort());
});

test("core knows neither documents nor operations, and reports know no operations", () => {
  const folders = {
    core: ["core/include", "core/src"],
    report: ["core/report/include", "core/report/src"],
    operations: ["core/operations/include", "core/operations/src"],
  };
  const wrong = Object.entries(folders).flatMap(([target, bases]) =>
    bases.flatMap(files).flatMap(({ file, includes }) => {
      const used = includes.filter((path) => path.startsWith("expost/")).map((path) => publicHeader(path).target);
      return wrongArrows(TARGETS, target, used, file);
    }),
  );
  assert.deepEqual(wrong, []);
});

test("a public header includes public headers only", () => {
  const wrong = ["core/include", "core/report/include", "core/operations/include"].flatMap((base) =>
    files(base).flatMap(({ file, includes }) =>
      includes.filter((path) => !path.startsWith("expost/")).map((path) => `${file} includes ${path}`),
    ),
  );
  assert.deepEqual(wrong, []);
});

test("an arrow back up, an unknown folder and a circle are found", () => {
  assert.deepEqual(wrongArrows(CORE, "noise", ["numerics", "noise"], "x.hpp"), []);
  assert.deepEqual(wrongArrows(CORE, "noise", ["bounds"], "x.hpp"), ["x.hpp includes from bounds, and noise may use numerics"]);
  assert.match(wrongArrows(CORE, "attic", [], "x.hpp")[0], /^x\.hpp: the folder attic is not in the table/);
  assert.deepEqual(circle({ a: ["b"], b: ["c"], c: ["b"] }), ["b", "c", "b"]);
  assert.deepEqual(coreFolders(["expost/noise/goe.hpp", "numerics/root.hpp"]), ["noise", "numerics"]);
  assert.deepEqual(publicHeader("expost/report/study.hpp"), { target: "report" });
});
