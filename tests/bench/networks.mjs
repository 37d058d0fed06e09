// Networks, package in Node (docs/networks.md): training, a check and its memory, and the size of a
// path, beside the time that numpy takes for the same training. Printed as JSON.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { loadReport, publish } from "../../build/package/index.js";

const CLASSES = 10;
const NOISE = 8;
const DIVISOR = 1500;

const small = {
  layers: [{ kind: "dense", out: 32 }, { kind: "tanh" }, { kind: "dense", out: CLASSES }],
  input: [64],
};
// That of the tutorials of DP-SGD.
const tutorial = {
  layers: [
    { kind: "conv2d", out: 16, kernel: 8, stride: 2, padding: 3 },
    { kind: "relu" },
    { kind: "max-pool", kernel: 2, stride: 1 },
    { kind: "conv2d", out: 32, kernel: 4, stride: 2 },
    { kind: "relu" },
    { kind: "max-pool", kernel: 2, stride: 1 },
    { kind: "flatten" },
    { kind: "dense", out: 32 },
    { kind: "relu" },
    { kind: "dense", out: CLASSES },
  ],
  input: [1, 28, 28],
};

/**
 * @param {object} network
 * @param {number} pixels
 * @param {number} steps
 */
const studyOf = (network, pixels, steps) => ({
  title: "Made-up images",
  unit: "one image, one row",
  features: Array.from({ length: pixels }, (_, i) => ({ name: `p${i}`, kind: "number", minimum: 0, maximum: 255 })),
  scaling: { range: [0, 1] },
  label: { name: "digit", kind: "category", levels: Array.from({ length: CLASSES }, (_, k) => `${k}`) },
  mechanism: {
    name: "noisy-gradient-descent",
    loss: { name: "softmax", classes: CLASSES },
    network,
    start: { seed: 5 },
    clip: 1,
    steps,
    sampling: { kind: "full" },
    // A quarter of the last place that the noise leaves, ησ/(4B), down to a power of two.
    update: { rate: 1, momentum: 0.9, divisor: DIVISOR, parameterStep: 2 ** Math.floor(Math.log2(NOISE / (4 * DIVISOR))) },
    scales: { model: NOISE },
  },
  budget: { epsilon: 100, delta: 1e-5 },
});

/** Made-up images: a bright square whose place tells the class. */
function imagesOf(/** @type {number} */ side, /** @type {number} */ count) {
  const header = ["digit", ...Array.from({ length: side * side }, (_, i) => `p${i}`)];
  const rows = Array.from({ length: count }, (_, n) => {
    const digit = n % CLASSES;
    const pixel = (/** @type {number} */ i) => {
      const [row, column] = [Math.floor(i / side), i % side];
      const inside = (column * CLASSES) / side >= digit && (column * CLASSES) / side < digit + 2 && row > side / 4;
      return `${inside ? 160 + ((n * 7 + i * 13) % 90) : (n * 3 + i * 11) % 24}`;
    };
    return [`${digit}`, ...Array.from({ length: side * side }, (_, i) => pixel(i))];
  });
  return { header, rows };
}

/**
 * @param {object} network
 * @param {number} side
 * @param {number} count
 * @param {number} steps
 */
async function made(network, side, count, steps) {
  const data = imagesOf(side, count);
  const start = performance.now();
  const { report, path } = await publish(data, studyOf(network, side * side, steps));
  return { report, path, data, training: performance.now() - start };
}

/** @param {{report: object, path?: {bytes: Uint8Array}, data: ReturnType<typeof imagesOf>}} made */
async function checked({ report: document, path, data }) {
  const times = [];
  let start = performance.now();
  const report = await loadReport(JSON.stringify(document), { path: path?.bytes });
  const loading = performance.now() - start;
  for (const row of data.rows.slice(0, 5)) {
    const record = Object.fromEntries(data.header.map((name, i) => [name, row[i]]));
    start = performance.now();
    report.bound(record);
    times.push(performance.now() - start);
  }
  report.free();
  return { loading, bound: times.sort((a, b) => a - b)[2] };
}

/** Bits of the path as it is published, a parameter and step. */
function bitsOf({ model, release }, path) {
  const { count, data } = release.iterates;
  const bytes = path?.bytes ?? execFileSync("gzip", ["-c"], { input: Buffer.from(data, "base64"), maxBuffer: 2 ** 28 });
  return (8 * (bytes.length - 4 * model.theta.length)) / (model.theta.length * (count - 1));
}

if (process.argv[2] === "check") {
  // Alone, for its memory.
  const publication = JSON.parse(readFileSync(0, "utf8"));
  const path = { bytes: new Uint8Array(Buffer.from(publication.path, "base64")) };
  const figures = await checked({ ...publication, path });
  console.log(JSON.stringify({ ...figures, mebibytes: process.resourceUsage().maxRSS / 1024 }));
} else {
  const python = process.argv[2];
  const own = await made(small, 8, 1500, 100);
  const numpy = JSON.parse(execFileSync(python, ["tests/bench/networks.py"], { encoding: "utf8" }));
  const twice = await made(small, 8, 100, 200);
  const large = await made(tutorial, 28, 10, 1000);
  const input = JSON.stringify({
    report: large.report,
    data: large.data,
    path: Buffer.from(large.path?.bytes ?? []).toString("base64"),
  });
  const alone = JSON.parse(
    execFileSync(process.execPath, [process.argv[1], "check"], { input, encoding: "utf8", maxBuffer: 2 ** 28 }),
  );
  console.log(
    JSON.stringify({
      training: { package: own.training, numpy: numpy.milliseconds },
      small: { ...(await checked(twice)), bits: bitsOf(twice.report, twice.path) },
      tutorial: {
        ...alone,
        training: large.training,
        megabytes: (large.path?.bytes.length ?? 0) / 1e6,
        uncompressed: gunzipSync(large.path?.bytes ?? new Uint8Array(0)).length / 1e6,
        bits: bitsOf(large.report, large.path),
      },
    }),
  );
}
