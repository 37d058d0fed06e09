// Median, 99th percentile and maximum by nearest rank, as the library's audit takes them: values
// that occur.

/** @param {Float64Array} values at least one */
export function quantiles(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (share) => sorted[Math.max(Math.ceil(share * sorted.length), 1) - 1];
  return { median: at(0.5), p99: at(0.99), max: sorted.at(-1) };
}
