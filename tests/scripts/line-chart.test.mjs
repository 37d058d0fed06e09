// Line charts as SVG: every point where its scale puts it, every name next to its line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineCharts, powerOfTen } from "../../scripts/line-chart.mjs";

const panel = (series, more) => ({
  title: "A panel",
  x: { label: "x", kind: "log", domain: [1, 100] },
  y: { label: "y", kind: "linear", domain: [0, 10], ticks: [{ value: 5, text: "five" }] },
  series,
  ...more,
});
const chart = (...panels) => lineCharts({ title: "A & B", description: "less < more", panels });
const linePaths = (svg) =>
  [...svg.matchAll(/<path d="(M[^"]*)" fill="none" stroke="#1d1d1b" stroke-width="1\.4"/g)].map(([, d]) => d);
const textAt = (svg, words) => {
  const found = new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)" [^>]*>${words}</text>`).exec(svg);
  assert.ok(found, `no text ${words}`);
  return [Number(found[1]), Number(found[2])];
};

test("powers of ten in words", () => {
  assert.deepEqual([powerOfTen(-12), powerOfTen(0), powerOfTen(5)], ["10⁻¹²", "10⁰", "10⁵"]);
});

test("places: logarithmic across, linear up, from corner to corner of the frame", () => {
  // The frame of a panel goes from 66 to 364 across and from 290 up to 34.
  const svg = chart(
    panel([
      {
        name: "line",
        points: [
          [1, 0],
          [10, 5],
          [100, 10],
        ],
      },
    ]),
  );
  assert.deepEqual(linePaths(svg), ["M66.0 290.0L215.0 162.0L364.0 34.0"]);
  // Ticks at whole powers of ten where none are given.
  assert.deepEqual(textAt(svg, "10¹"), [215, 307]);
  assert.deepEqual(textAt(svg, "five"), [59, 166]);
});

test("panels stand side by side, and the figure is told in words", () => {
  const one = panel([{ name: "line", points: [[1, 0]] }]);
  const svg = chart(one, one);
  assert.match(svg, /viewBox="0 0 920 340"/);
  assert.match(svg, /role="img" aria-labelledby="title description"/);
  assert.ok(svg.includes('<title id="title">A &amp; B</title>'));
  assert.ok(svg.includes('<desc id="description">less &lt; more</desc>'));
  assert.deepEqual(linePaths(svg), ["M66.0 290.0", "M526.0 290.0"]);
});

test("points outside the axes are left out; a line with no other is refused", () => {
  const points = [
    [0.5, 5],
    [1, 5],
    [10, 11],
    [10, -1],
    [200, 5],
  ];
  assert.deepEqual(linePaths(chart(panel([{ name: "line", points }]))), ["M66.0 162.0"]);
  assert.throws(() => chart(panel([{ name: "far", points: points.slice(2) }])), {
    message: 'nothing of the line far is within the axes of "A panel"',
  });
});

test("names of lines that end together are moved apart within the frame, in the lines' order", () => {
  for (const end of [0, 5, 9.9]) {
    const series = ["low", "middle", "high"].map((name, i) => ({ name, points: [[100, end + i / 100]] }));
    const svg = chart(panel(series));
    const [low, middle, high] = series.map(({ name }) => textAt(svg, name)[1]);
    assert.ok(low - middle >= 12.5 && middle - high >= 12.5, `${low}, ${middle}, ${high}`);
    // A text stands 4 below the middle of its letters.
    assert.ok(high - 4 >= 34 && low - 4 <= 290, `${high} to ${low}`);
  }
});

test("a key names each line once, in the order given", () => {
  const series = ["low", "middle", "high"].map((name, i) => ({ name, points: [[100, i]] }));
  const svg = chart(panel(series, { key: true }));
  const heights = series.map(({ name }) => textAt(svg, name)[1]);
  assert.deepEqual(heights, [48, 65, 82]);
  for (const { name } of series) assert.equal(svg.split(`>${name}<`).length, 2);
});

test("lines differ without colour", () => {
  const series = Array.from({ length: 9 }, (_, i) => ({ name: `line ${i}`, points: [[10, i + 0.5]] }));
  const dashes = [...chart(panel(series)).matchAll(/stroke-width="1\.4" stroke-dasharray="([^"]*)"/g)].map(([, dash]) => dash);
  assert.equal(dashes.length, 9);
  assert.equal(new Set(dashes).size, 9);
});

test("marks stand where their values are, and levels at the right edge, if they are within the axes", () => {
  const svg = chart(
    panel([{ name: "line", points: [[1, 0]] }], {
      marks: [{ value: 10, text: "here" }],
      levels: [{ value: 5 }, { value: 20 }],
    }),
  );
  assert.match(svg, /<path d="M215\.0 290\.0L215\.0 34\.0" stroke="#767676" stroke-dasharray="3 3"\/>/);
  assert.deepEqual(textAt(svg, "here"), [219, 284]);
  assert.deepEqual(
    [...svg.matchAll(/<path d="(M[^"]*h10)"/g)].map(([, d]) => d),
    ["M359.0 162.0h10"],
  );
});
