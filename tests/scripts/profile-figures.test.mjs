// The figures of docs/profile.md: drawn of a profile that agrees with theory, refused of one that
// doesn't.
import assert from "node:assert/strict";
import { test } from "node:test";
import { profileFigures } from "../../scripts/profile-figures.mjs";
import { climbingShare, columns, madeUpProfile, plane } from "./made-up-profile.mjs";

const NAMES = ["profiles-by-rank.svg", "profiles-against-rate.svg", "typical-losses-against-rate.svg"];

/** The lines of a chart: one path each, with its points' places. */
const linesOf = (svg) =>
  [...svg.matchAll(/<path d="([^"]*)" fill="none" stroke="#1d1d1b" stroke-width="1\.4"/g)].map(([, path]) =>
    [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );

test("a profile that agrees with theory gives three figures, each with all its lines", async () => {
  const figures = await profileFigures(madeUpProfile(), columns);
  assert.deepEqual(Object.keys(figures), NAMES);
  // Eight ε by decades and nine closer; five ranks; five rows, drawn twice.
  const lines = NAMES.map((name) => linesOf(figures[name]));
  assert.deepEqual(
    lines.map((all) => all.length),
    [17, 5, 10],
  );
  // The more β, the larger the share of the displacement; more is up, and up is a smaller y.
  for (const line of lines[1]) assert.ok(line[0][1] - line.at(-1)[1] > 5, "a curve rises from its plateau");
  // Against β times displacement all rows lie on one curve: where two lines have a point at nearly
  // one x, it is at nearly one y. That goes from κ₂ = 2/π to 1: the axis has 0.6 at 290 and 1.02
  // at 34.
  for (const line of lines[2].slice(5)) {
    assert.ok(Math.abs(line[0][1] - 267.7) < 1 && Math.abs(line.at(-1)[1] - 46.2) < 1, `${line[0]} to ${line.at(-1)}`);
  }
  const [first, ...others] = lines[2].slice(5);
  for (const [x, y] of others.flat()) {
    const near = first.filter(([at]) => Math.abs(at - x) < 0.6);
    for (const [, height] of near) assert.ok(Math.abs(height - y) < 4, `${x}: ${height} is not ${y}`);
  }
  assert.ok(others.flat().some(([x]) => first.some(([at]) => Math.abs(at - x) < 0.6)));
  assert.match(figures["profiles-by-rank.svg"], /over 200 models, divided by β, against rank, for 400 rows/);
  assert.match(figures["typical-losses-against-rate.svg"], /from 0\.6366 to 1, leaving its plateaus at 3\.24 and 109\.</);
});

/** A wrong profile's words or deeds, and the figure that would be wrong. */
const share = climbingShare();
const wrong = [
  ["models without a lower plateau", { drawn: (s) => share(s) * (1 + 0.1 / (1 + s * 1e3)) }, "lower plateau at rank 40"],
  ["models without an upper plateau", { drawn: (s) => share(s) * (s > 1000 ? 1.05 : 1) }, "upper plateau at rank 200"],
  ["an exact loss without a lower plateau", { exact: (s) => share(s) - 0.1 * Math.exp(-s) }, "lower plateau of the row at p10"],
  ["another plateau than it says", { plateaus: { low: 0.63, high: 1 } }, "lower plateau of the row at p10"],
  ["a loss that falls again", { exact: (s) => share(s) - 0.2 * (s > 20 && s < 40) }, "a curve that rises at p10"],
  ["an onset that is later than it says", { transition: { ...plane, sLow: 2 } }, "onset at p10"],
  ["an onset that is earlier than it says", { transition: { ...plane, sLow: 5 } }, "onset at p10"],
  ["an end that is later than it says", { transition: { ...plane, sHigh: 60 } }, "end at p10"],
  ["an end that is earlier than it says", { transition: { ...plane, sHigh: 200 } }, "end at p10"],
  ["no ε on the lower plateau", { transition: { ...plane, sLow: 0.001 } }, "two ε lie on the lower plateau"],
];
for (const [what, claims, message] of wrong) {
  test(`refused: ${what}`, async () => {
    await assert.rejects(profileFigures(madeUpProfile(claims), columns), { message: `a figure would be wrong: ${message}` });
  });
}
