// Makes the sample study: data.csv, study.json and record.json in the folder named by the argument.
//
// Every reader is invented. The same program makes the same rows each time: they are drawn from a
// generator with a fixed start, which is fine for inventing people and never for noise.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const READERS = 800;
const HEADER = ["reader", "age", "distance", "loans", "late_before", "reminders", "card", "late"];

/**
 * Uniform numbers in [0, 1): a linear congruential generator, modulus 2³² (Numerical Recipes'
 * constants), its upper 24 bits.
 *
 * @param {number} start
 */
function uniformNumbers(start) {
  let state = start;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** @param {() => number} uniform */
function invent(uniform) {
  const exponential = (/** @type {number} */ mean) => -mean * Math.log(1 - uniform());
  /**
   * @template Choice
   * @param {[Choice, number][]} entries
   */
  const pick = (entries) => {
    let left = uniform();
    return entries.find(([, share]) => (left -= share) < 0)?.[0] ?? entries[entries.length - 1][0];
  };
  /** @type {"pupil" | "student" | "adult" | "senior"} */
  const card = pick([
    ["pupil", 0.1],
    ["student", 0.2],
    ["adult", 0.5],
    ["senior", 0.2],
  ]);
  const [youngest, oldest] = { pupil: [16, 19], student: [18, 32], adult: [24, 66], senior: [64, 92] }[card];
  const age = Math.floor(youngest + uniform() * (oldest - youngest));
  const distance = Math.round(exponential(3) * 10) / 10;
  const loans = Math.floor(exponential(14));
  // Late before, late again: everybody has a habit.
  const habit = uniform();
  const lateBefore = Math.round(loans * habit * habit * 0.6);
  const reminders = uniform() < 0.55;
  const odds = -1.6 + 3.2 * habit * habit + 0.08 * distance - (reminders ? 0.9 : 0) - (card === "senior" ? 0.7 : 0);
  const late = uniform() < 1 / (1 + Math.exp(-odds));
  return {
    age,
    distance,
    loans,
    late_before: lateBefore,
    reminders: reminders ? "yes" : "no",
    card,
    late: late ? "yes" : "no",
  };
}

/** Someone who may or may not be among the readers, as a form would ask her. */
const record = { age: 37, distance: 2.5, loans: 18, late_before: 3, reminders: "yes", card: "adult", late: "no" };

/** @param {string} folder */
function main(folder) {
  const uniform = uniformNumbers(2026);
  /** @type {Record<string, string | number>[]} */
  const readers = Array.from({ length: READERS }, (_, index) => ({ reader: index + 1, ...invent(uniform) }));
  const lines = [HEADER, ...readers.map((reader) => HEADER.map((name) => reader[name]))].map((cells) => cells.join(","));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "data.csv"), `${lines.join("\n")}\n`);
  writeFileSync(join(folder, "record.json"), `${JSON.stringify(record, null, 2)}\n`);
  copyFileSync(join(dirname(fileURLToPath(import.meta.url)), "study.json"), join(folder, "study.json"));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node make.mjs FOLDER");
  process.exitCode = 2;
} else {
  main(folder);
}
