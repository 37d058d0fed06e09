// The gallery of the papers' figures: every figure is there, drawn for light and dark and to be
// read without colour, and every number in its sentences is one that the figures were drawn with.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { cumulative, quantile, svgOf } from "../../scripts/figures/chart.mjs";
import { galleryEntries, galleryText } from "../../scripts/figures/gallery-text.mjs";
import { drawsFrom, separableRows, unitRows } from "../../scripts/figures/random.mjs";
import { inRoot } from "../../scripts/paths.mjs";

const numbers = JSON.parse(readFileSync(inRoot("docs/figures/gallery.json"), "utf8"));
const entries = galleryEntries(numbers);
const svgs = readdirSync(inRoot("docs/figures")).filter((name) => name.endsWith(".svg"));
const svgText = (name) => readFileSync(inRoot("docs/figures", name), "utf8");

test("every figure and example of the papers is in the gallery, with its picture", () => {
  const expected = [
    ...Array.from({ length: 10 }, (_, i) => `[R] Figure ${i + 1}`),
    "[R] Example 4",
    "[W] Figure 1, left",
    "[W] Figure 1, right",
    ...Array.from({ length: 8 }, (_, i) => `[C] Figure ${i + 1}`),
  ];
  assert.deepEqual(
    entries.map(({ figure }) => figure),
    expected,
  );
  for (const { files } of entries) {
    assert.ok(files.length > 0);
    for (const file of files) assert.ok(existsSync(inRoot("docs/figures", file)), file);
  }
  const page = readFileSync(inRoot("docs/gallery.md"), "utf8");
  for (const { files } of entries) for (const file of files) assert.ok(page.includes(`](figures/${file})`), file);
});

test("the page is what the script writes from its numbers, and no number can be missing", () => {
  assert.equal(readFileSync(inRoot("docs/gallery.md"), "utf8"), galleryText(numbers));
  assert.notEqual(galleryText({ ...numbers, "r6 0.2, 0.7, 0.1.ratio released": 3.25 }), galleryText(numbers));
  const { "r1.sigma": gone, ...others } = numbers;
  assert.ok(gone > 0);
  assert.throws(() => galleryText(others), /^Error: the figures have no number "r1\.sigma"$/);
});

test("every picture has words, and rules for dark pages", () => {
  assert.ok(svgs.length >= 23);
  for (const name of svgs) {
    const svg = svgText(name);
    assert.match(svg, /<title id="title">[^<]{10,}<\/title>/, name);
    assert.match(svg, /<desc id="description">[^<]{40,}<\/desc>/, name);
    assert.match(svg, /role="img" aria-labelledby="title description"/, name);
    assert.match(svg, /@media \(prefers-color-scheme: dark\)\{/, name);
    assert.doesNotMatch(svg, /<script|href=/, name);
    // Both axes of each panel have a label: the upright one is turned.
    assert.ok(svg.split("rotate(-90)").length > 1, name);
  }
});

/** The series of each panel: their dash and marker, without colour. */
const looksOf = (svg) =>
  svg
    .split('<g data-panel="')
    .slice(1)
    .map((panel) => [...panel.matchAll(/data-series="([^"]+)" data-dash="([^"]*)" data-marker="([^"]*)"/g)]);

test("no two series of a panel differ in colour alone, and each is named in a key", () => {
  for (const name of svgs) {
    const svg = svgText(name);
    const panels = looksOf(svg);
    if (panels.length === 0) {
      // Line charts in ink and grey: dashes and labels tell their lines apart.
      const colours = new Set(
        [...svg.replace(/<style>.*?<\/style>/s, "").matchAll(/#[0-9a-f]{3,6}/g)].map(([colour]) => colour),
      );
      assert.ok(colours.has("#1d1d1b"), name);
      assert.deepEqual(
        [...colours].filter((colour) => !["#1d1d1b", "#767676", "#fff"].includes(colour)),
        [],
        name,
      );
      continue;
    }
    for (const series of panels) {
      assert.ok(series.length > 0, name);
      const looks = series.map(([, , dash, marker]) => `${dash} ${marker}`);
      assert.equal(new Set(looks).size, looks.length, name);
      for (const [, title] of series)
        assert.ok(svg.includes(`>${title.replaceAll("&quot;", '"')}</text>`), `${name}: ${title}`);
    }
  }
});

const axis = (kind, domain) => ({ label: "an axis", kind, domain });
const figure = (series) =>
  svgOf({
    title: "A figure",
    description: "What it shows.",
    columns: 1,
    panels: [{ title: "A panel", x: axis("log", [1, 100]), y: axis("linear", [0, 10]), series }],
  });

test("points stand where the scales put them, and a series outside the axes is refused", () => {
  // The plot goes from 64 to 354 across and from 250 up to 30.
  const points = [
    [1, 0],
    [10, 5],
    [100, 10],
  ];
  const svg = figure([{ name: "line", kind: "line", points, look: 0 }]);
  assert.match(svg, /d="M64,250L209,140L354,30"/);
  for (const place of ["64.0 250.0", "209.0 140.0", "354.0 30.0"]) assert.ok(svg.includes(`translate(${place})`), place);
  assert.throws(
    () => figure([{ name: "far", kind: "points", points: [[1000, 5]], look: 0 }]),
    /^Error: nothing of "far" is within the axes of "A panel"$/,
  );
});

test("boxes have whiskers, quartiles and a median", () => {
  const svg = figure([{ name: "box", kind: "boxes", points: [[10, 5]], boxes: [[0, 2, 4, 6, 8]], look: 1 }]);
  assert.ok(svg.includes("M209.0 250.0V206.0M209.0 118.0V74.0"));
  assert.ok(svg.includes("M202.0 162.0H216.0"));
});

test("quantiles by nearest rank, and shares up to 1", () => {
  assert.deepEqual([quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 1), quantile([3, 1, 2], 0.01)], [2, 3, 1]);
  assert.deepEqual(cumulative([4, 1]), [
    [1, 0.5],
    [4, 1],
  ]);
  const many = cumulative(Float64Array.from({ length: 1000 }, (_, i) => i));
  assert.equal(many.length, 120);
  assert.deepEqual(many.at(-1), [999, 1]);
});

test("made-up data: the same from a seed, of length 1, and apart by a margin", () => {
  assert.equal(drawsFrom(1).uniform(), drawsFrom(1).uniform());
  assert.notEqual(drawsFrom(1).uniform(), drawsFrom(2).uniform());
  const { header, rows } = unitRows(200, 3, 5);
  assert.deepEqual(header, ["x1", "x2", "x3", "y"]);
  for (const row of rows) assert.ok(Math.abs(Math.hypot(...row.slice(0, 3)) - 1) < 1e-12);
  assert.ok(rows.some((row) => row[3] === "yes") && rows.some((row) => row[3] === "no"));
  for (const [a, b, y] of separableRows(300, 0.4, 1).rows) {
    assert.ok(Math.hypot(a, b) <= 1);
    assert.ok((y === "yes" ? 1 : -1) * (a + b) >= 0.2 * Math.SQRT2 - 1e-12);
  }
  const { normal } = drawsFrom(3);
  const draws = Array.from({ length: 20000 }, normal);
  const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
  const variance = draws.reduce((sum, value) => sum + value * value, 0) / draws.length;
  assert.ok(Math.abs(mean) < 0.03 && Math.abs(variance - 1) < 0.05);
});
