// Any text as a ledger (cli/ledger): it is refused in one line that names the file, or its totals
// are right.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { enterLedger, ledgerTotal } from "../../build/package/index.js";
import { bundledFiles } from "../cli/bundled-file.mjs";
import { folder as ownFolder } from "../cli/run-expost.mjs";
import { runs } from "./property-runs.mjs";

const folder = ownFolder();
const path = folder.file("ledger.json");
const { exitOf, readLedger } = await import(await bundledFiles(["errors.js", "ledger/ledger.js"], folder));
const KEY = "f".repeat(64);
const numberOf = (epsilon) => (epsilon === "Infinity" ? Infinity : epsilon);

async function read(bytes) {
  writeFileSync(path, bytes);
  try {
    return { ledger: (await readLedger(path)).ledger };
  } catch (error) {
    return { error };
  }
}

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const entry = fc.record({
  published: fc.constantFrom("2026-03-01", "1999-12-31"),
  title: fc.string({ minLength: 1 }).map((text) => `a${text}`),
  report: hash,
  study: hash,
  epsilon: fc.oneof(fc.double({ min: 5e-324, max: 1e308, noNaN: true }), fc.integer({ min: 1, max: 9 })),
  delta: fc.double({ min: 0, max: 1, noNaN: true }),
  accountant: fc.constantFrom(null, "joint", "kifer"),
  seeded: fc.boolean(),
});
const first = fc.record({
  format: fc.constant("expost-ledger"),
  version: fc.constant(1),
  entries: fc.array(entry, { maxLength: 6 }),
});
const second = fc.record({
  format: fc.constant("expost-ledger"),
  version: fc.constant(2),
  key: hash,
  limit: fc.record({ epsilon: fc.double({ min: 1e-9, max: 1e9, noNaN: true }), delta: fc.constantFrom(0, 1e-6, 0.5) }),
  entries: fc.array(
    fc.tuple(entry, hash).map(([known, data]) => ({ ...known, data })),
    { maxLength: 6 },
  ),
});
const fromZero = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 1e308, noNaN: true }),
  fc.double({ min: 0, max: 3, noNaN: true }),
);
const promise = fc.record({ epsilon: fromZero, delta: fc.double({ min: 0, max: 1, noNaN: true }) });
const tight = fc.oneof(
  fc.constant({}),
  fc.record({ gaussian: fc.record({ shift: fromZero, slack: fromZero }) }),
  fc.record({ curve: fc.array(promise, { minLength: 1, maxLength: 5 }) }),
);
const third = fc.record({
  format: fc.constant("expost-ledger"),
  version: fc.constant(3),
  key: hash,
  limit: fc.record({ epsilon: fc.double({ min: 1e-9, max: 1e9, noNaN: true }), delta: fc.constantFrom(0, 1e-6, 0.5) }),
  entries: fc.array(
    fc.tuple(entry, hash, tight).map(([known, data, form]) => ({ ...known, data, ...form })),
    { maxLength: 6 },
  ),
});
const ledger = fc.oneof(first, second, third);

/** [numerator, denominator] of a finite double, exactly. */
function fraction(value) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const power = Number((word >> 52n) & 0x7ffn);
  const digits = (word & ((1n << 52n) - 1n)) | (power > 0 ? 1n << 52n : 0n);
  const exponent = Math.max(power, 1) - 1075;
  return exponent >= 0 ? [digits << BigInt(exponent), 1n] : [digits, 1n << BigInt(-exponent)];
}

/** Σ value·2^1074, exactly. */
const exactly = (values) =>
  values.map(fraction).reduce((sum, [digits, denominator]) => sum + (digits << 1074n) / denominator, 0n);

/**
 * True if a double is within 1e-15 of a sum of doubles, relatively. (The total adds the decimals
 * that are written.)
 */
function isSum(total, values) {
  if (total === Infinity) return exactly(values) > exactly([Number.MAX_VALUE]) - exactly([2 ** 970]);
  const [got, expected] = [exactly([total]), exactly(values)];
  const off = got > expected ? got - expected : expected - got;
  // And a unit of the smallest double for each that is added.
  return off <= expected / 1_000_000_000_000_000n + BigInt(values.length + 1);
}

/** A ledger that was taken has totals that are the sums of what was published. */
async function checkTotals(document) {
  const total = await ledgerTotal(document);
  const published = document.entries.filter(({ seeded }) => !seeded);
  assert.equal(total.publications, published.length);
  assert.equal(total.experiments, document.entries.length - published.length);
  const finite = published.map(({ epsilon }) => numberOf(epsilon));
  const promised = finite.filter((epsilon) => epsilon < Infinity);
  assert.ok(isSum(total.promised.epsilon, promised), `${total.promised.epsilon} of ${promised}`);
  if (finite.includes(Infinity)) assert.equal(total.epsilon, Infinity);
  else assert.ok(isSum(total.epsilon, finite), `${total.epsilon} of ${finite}`);
  const deltas = published.map(({ delta }) => delta);
  assert.ok(total.delta === 1 || isSum(total.delta, deltas), `${total.delta} of ${deltas}`);
  // 1 is said of sums of 1 or more only.
  if (total.delta === 1) assert.ok(isSum(1, deltas) || exactly(deltas) > exactly([1]), `1 of ${deltas}`);
}

/** The tight total of those with a promise is never above their sums, and never below 0. */
async function checkTogether(document) {
  const { promised, together } = await ledgerTotal(document);
  assert.ok(together.epsilon >= 0, `${together.epsilon}`);
  if (promised.delta <= together.delta) assert.ok(together.epsilon <= promised.epsilon, `${together.epsilon}`);
  assert.equal(together.delta, document.limit?.delta ?? promised.delta);
}

/**
 * Asserts that a refusal is the input's error, told in one line that names the file and holds no
 * control character.
 */
function checkRefusal(error) {
  const { exitCode, lines } = exitOf(error);
  assert.equal(exitCode, 1, error.stack);
  const [line, ...others] = lines;
  assert.deepEqual(others, []);
  assert.ok(line.startsWith(path) && !/\p{Cc}/u.test(line), line);
}

test("a good ledger is read as it is, its totals are exact, and an entry more changes no other", async () => {
  await fc.assert(
    fc.asyncProperty(ledger, entry, async (document, more) => {
      const { ledger: got, error } = await read(JSON.stringify(document));
      assert.equal(error, undefined);
      assert.deepEqual(got, JSON.parse(JSON.stringify(document)));
      await checkTotals(got);
      await checkTogether(got);
      const { limit: _, ...free } = got;
      const { head, entry: added, before, total } = await enterLedger(free, { key: KEY, entry: more });
      assert.deepEqual(added, JSON.parse(JSON.stringify(more)));
      const longer = { ...free, ...head, entries: [...got.entries, added] };
      await checkTotals(longer);
      const { together: _tight, togetherInWords: _words, ...sums } = await ledgerTotal(free);
      assert.deepEqual(before, sums);
      assert.deepEqual(total, await ledgerTotal(longer));
    }),
    runs,
  );
});

/** The document with a value somewhere in it replaced, or a key added. */
function changed(document, { place, value, key }) {
  const copy = structuredClone(document);
  const places = [];
  const collect = (item) => {
    for (const name of Object.keys(item)) {
      places.push([item, name]);
      if (item[name] !== null && typeof item[name] === "object") collect(item[name]);
    }
  };
  collect(copy);
  const [parent, name] = places[place % places.length];
  parent[key ?? name] = value;
  return copy;
}

test("a ledger in which something was changed is refused in one line, or its totals are right", async () => {
  const change = fc.record({
    place: fc.nat(),
    value: fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom("Infinity", -0, Infinity, null)),
    key: fc.option(fc.constantFrom("entries", "epsilon", "delta", "x-note", "__proto__", "more"), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(ledger, change, async (document, what) => {
      const { ledger: got, error } = await read(JSON.stringify(changed(document, what)));
      if (error) checkRefusal(error);
      else {
        await checkTotals(got);
        await checkTogether(got);
      }
    }),
    runs,
  );
});

test("any bytes", async () => {
  const cut = fc.tuple(ledger, fc.nat(), fc.uint8Array({ maxLength: 4 })).map(([document, place, bytes]) => {
    const text = Buffer.from(JSON.stringify(document));
    const at = place % text.length;
    return Buffer.concat([text.subarray(0, at), bytes, text.subarray(at + bytes.length)]);
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), cut), async (bytes) => {
      const { ledger: got, error } = await read(bytes);
      if (error) checkRefusal(error);
      else await checkTotals(got);
    }),
    runs,
  );
});
