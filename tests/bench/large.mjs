// One large report in a process of its own: how long it takes to load, and the most memory that
// was held.
import { readFileSync } from "node:fs";
import { loadReport } from "../../build/package/index.js";

const text = readFileSync(0, "utf8");
const start = performance.now();
const report = await loadReport(text);
const seconds = (performance.now() - start) / 1000;
const { dimension } = report.summary;
report.bound({ x: Array.from({ length: dimension }, () => 1 / Math.sqrt(dimension + 1)), y: 1 });
console.log(
  JSON.stringify({ dimension, megabytes: text.length / 1e6, seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }),
);
