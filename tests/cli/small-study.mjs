// A study small enough to be read at a glance, with every kind of feature, and rows for it.
export const study = (changes = {}) => ({
  title: "Small study",
  unit: "one person, one row",
  features: [
    { name: "intercept", kind: "constant", value: 1 },
    { name: "age", kind: "number", minimum: 18, maximum: 90 },
    { name: "member", kind: "boolean" },
    { name: "town", kind: "category", levels: ["north", "south, east", "west"] },
  ],
  scaling: { range: [-1, 1], norm: 2 },
  label: { name: "paid", kind: "binary", negative: "no", positive: "yes" },
  mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: 2 },
  budget: {
    epsilon: 1,
    delta: 1e-6,
    release: "gradient+hessian",
    shares: { model: 0.5, gradient: 0.25, hessian: 0.25 },
  },
  ...changes,
});

/**
 * The same study for tests in which the noise levels don't matter: its accountant is the quickest.
 */
export const quickStudy = (changes = {}) => study({ budget: { ...study().budget, accountant: "shift" }, ...changes });

export const header = ["age", "member", "town", "paid"];

/** @returns {string[][]} always the same rows */
export function rows(count) {
  const towns = ["north", "south, east", "west"];
  return Array.from({ length: count }, (_, i) => [
    String(18 + ((i * 37) % 73)),
    i % 3 === 0 ? "yes" : "no",
    towns[(i * 7) % 3 === 0 ? i % 3 : (i * 5) % 3],
    (i * i + i) % 5 < 2 ? "yes" : "no",
  ]);
}

const quoted = (cell) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** CSV text of a header and rows. */
export function csv(lines, { delimiter = ",", newline = "\n" } = {}) {
  return lines.map((cells) => cells.map(quoted).join(delimiter) + newline).join("");
}

/** CSV text of the header and so many rows. */
export const small = (count = 200) => csv([header, ...rows(count)]);

export const record = { age: 41, member: "yes", town: "west", paid: "no" };
