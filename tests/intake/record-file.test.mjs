// A record from an image, an array of NumPy or a list: the numbers that are stored, to the bit, or
// one refusal that names what is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { bytesOfRecord, numbersInFile } from "../../intake/record-file.js";
import { chunk, npy, png, pnm } from "./small-images.mjs";

const grey = (height, width, more = {}) => ({
  dimension: height * width,
  input: { shape: [1, height, width], image: { kind: "image", range: [0, 255], shades: 256, ...more } },
});
const coloured = (height, width, more = {}) => ({
  dimension: 3 * height * width,
  input: { shape: [3, height, width], image: { kind: "image", range: [0, 255], shades: 256, ...more } },
});
const vector = (dimension) => ({ dimension, input: { shape: [dimension], image: null } });

/** Every pixel another number, in rows that differ from columns. */
const PIXELS = Array.from({ length: 3 * 5 }, (_, i) => (i * 37 + 11) % 256);
const RGB = Array.from({ length: 2 * 2 * 3 }, (_, i) => 20 * i + 1);
const BY_CHANNEL = [0, 1, 2].flatMap((channel) => [0, 1, 2, 3].map((pixel) => RGB[3 * pixel + channel]));

async function refused(bytes, report, code, ...values) {
  await assert.rejects(numbersInFile(bytes, report), (error) => {
    assert.deepEqual([error.code, ...error.values], [code, ...values], error.stack);
    return true;
  });
}

test("a grey PNG is its pixels, row by row, by every filter", async () => {
  for (const filters of [[0], [1], [2], [3], [4], [4, 3, 2], [1, 4, 0]])
    assert.deepEqual(await numbersInFile(png(5, 3, PIXELS, { filters }), grey(3, 5)), PIXELS, `filters ${filters}`);
});

test("grey of 1, 2, 4 and 16 bits has the same shades", async () => {
  for (const [depth, most] of [
    [1, 1],
    [2, 3],
    [4, 15],
  ]) {
    const samples = PIXELS.map((value) => value % (most + 1));
    const found = await numbersInFile(png(5, 3, samples, { depth }), grey(3, 5));
    assert.deepEqual(
      found,
      samples.map((value) => (value * 255) / most),
      `${depth} bits`,
    );
  }
  const wide = PIXELS.map((value) => 257 * value);
  assert.deepEqual(await numbersInFile(png(5, 3, wide, { depth: 16, filters: [4] }), grey(3, 5)), PIXELS);
  // The high byte comes first.
  const deep = PIXELS.map((_, i) => 258 * i + 1);
  assert.deepEqual(await numbersInFile(png(5, 3, deep, { depth: 16 }), grey(3, 5, { range: [0, 65535], shades: 65536 })), deep);
});

test("colours come channel by channel, with 8 and 16 bits", async () => {
  assert.deepEqual(await numbersInFile(png(2, 2, RGB, { colour: 2, filters: [1, 4] }), coloured(2, 2)), BY_CHANNEL);
  const wide = RGB.map((value) => 257 * value);
  assert.deepEqual(await numbersInFile(png(2, 2, wide, { colour: 2, depth: 16 }), coloured(2, 2)), BY_CHANNEL);
});

test("palettes, and alpha that hides nothing, lose nothing", async () => {
  const palette = chunk("PLTE", Buffer.from([9, 9, 9, 200, 200, 200, 31, 31, 31]));
  const indices = [0, 1, 2, 1, 0, 2];
  for (const depth of [2, 8])
    assert.deepEqual(
      await numbersInFile(png(3, 2, indices, { colour: 3, depth, more: [palette] }), grey(2, 3)),
      indices.map((index) => [9, 200, 31][index]),
    );
  const opaque = PIXELS.slice(0, 6).flatMap((value) => [value, 255]);
  assert.deepEqual(await numbersInFile(png(3, 2, opaque, { colour: 4 }), grey(2, 3)), PIXELS.slice(0, 6));
  const four = PIXELS.slice(0, 6).flatMap((value) => [value, value, value, 255]);
  assert.deepEqual(await numbersInFile(png(3, 2, four, { colour: 6 }), grey(2, 3)), PIXELS.slice(0, 6));
});

test("chunks about colour change no number", async () => {
  const gamma = chunk("gAMA", Buffer.from([0, 1, 0x86, 0xa0]));
  const profile = chunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(Buffer.from("no profile"))]));
  assert.deepEqual(await numbersInFile(png(5, 3, PIXELS, { more: [gamma, profile] }), grey(3, 5)), PIXELS);
});

test("the ends of the range are the darkest and the lightest pixel, exactly", async () => {
  for (const range of [
    [-0.4242, 2.8215],
    [0.1, 0.7],
    [0.1, 0.4],
    [-0.1, 0.6],
    [-2.1179, 2.2489],
  ])
    assert.deepEqual(await numbersInFile(png(2, 1, [0, 255]), grey(1, 2, { range })), range);
  // In the order of docs/report-format.md: another one has other last digits.
  const every = Array.from({ length: 256 }, (_, k) => k);
  assert.deepEqual(
    await numbersInFile(png(256, 1, every), grey(1, 256, { range: [0, 100] })),
    every.map((k) => (100 * k) / 255),
  );
  // Ink on paper: the lightest pixel is 0.
  assert.deepEqual(
    await numbersInFile(pnm(3, 1, [0, 4, 16], { most: 16 }), grey(1, 3, { range: [16, 0], shades: 17 })),
    [16, 12, 0],
  );
  assert.deepEqual(await numbersInFile(png(3, 1, [0, 128, 255]), grey(1, 3, { range: [0, 1] })), [0, 128 / 255, 1]);
});

test("PGM and PPM, binary and as text", async () => {
  assert.deepEqual(await numbersInFile(pnm(5, 3, PIXELS), grey(3, 5)), PIXELS);
  assert.deepEqual(await numbersInFile(pnm(5, 3, PIXELS, { magic: "P2" }), grey(3, 5)), PIXELS);
  assert.deepEqual(await numbersInFile(pnm(2, 2, RGB, { magic: "P6" }), coloured(2, 2)), BY_CHANNEL);
  assert.deepEqual(await numbersInFile(pnm(2, 2, RGB, { magic: "P3" }), coloured(2, 2)), BY_CHANNEL);
  const wide = PIXELS.map((value) => 257 * value);
  assert.deepEqual(await numbersInFile(pnm(5, 3, wide, { most: 65535 }), grey(3, 5)), PIXELS);
  // The high byte comes first.
  const deep = PIXELS.map((_, i) => 258 * i + 1);
  assert.deepEqual(
    await numbersInFile(pnm(5, 3, deep, { most: 65535 }), grey(3, 5, { range: [0, 65535], shades: 65536 })),
    deep,
  );
});

test("17 shades in a file of 256 are the data's, and no others", async () => {
  const report = grey(1, 17, { range: [0, 16], shades: 17 });
  const every = Array.from({ length: 17 }, (_, k) => k);
  const stored = every.map((k) => Math.round((k * 255) / 16));
  assert.deepEqual(await numbersInFile(png(17, 1, stored), report), every);
  assert.deepEqual(await numbersInFile(pnm(17, 1, every, { most: 16 }), report), every);
  await refused(png(17, 1, stored.with(4, 100)), report, "shades", 5, 1, 100, 255, 17);
  // Fewer shades than the data have don't say which.
  await refused(pnm(2, 1, [0, 3], { most: 16 }), grey(1, 2), "shades", 1, 1, 0, 16, 256);
});

test("another size is refused with both, before anything is allocated", async () => {
  await refused(png(3, 5, PIXELS), grey(3, 5), "size", 3, 5, 5, 3);
  await refused(pnm(3, 5, PIXELS), grey(3, 5), "size", 3, 5, 5, 3);
  const start = performance.now();
  await refused(
    png(5, 3, PIXELS, { header: { size: [2 ** 31 - 1, 2 ** 31 - 1] } }),
    grey(3, 5),
    "size",
    2147483647,
    2147483647,
    5,
    3,
  );
  await refused(pnm(0, 0, [], { header: "P5 99999999 99999999 255\n" }), grey(3, 5), "size", 99999999, 99999999, 5, 3);
  assert.ok(performance.now() - start < 1000);
});

test("a bomb ends at the first byte too many", async () => {
  const bomb = deflateSync(Buffer.alloc(1 << 28));
  const start = performance.now();
  await refused(png(5, 3, [], { data: [chunk("IDAT", bomb)] }), grey(3, 5), "damaged");
  await refused(png(5, 3, [], { data: [chunk("IDAT", deflateSync(Buffer.alloc(1 << 19)))] }), grey(3, 5), "damaged");
  assert.ok(performance.now() - start < 2000);
  // Right pixels after thousands of empty blocks: no program writes so many bytes.
  const blocks = Buffer.concat(Array.from({ length: 4000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
  const plain = deflateSync(Buffer.concat(Array.from({ length: 3 }, () => Buffer.alloc(6))), { level: 0 });
  const padded = (empty) => [chunk("IDAT", Buffer.concat([plain.subarray(0, 2), empty, plain.subarray(2)]))];
  assert.deepEqual(await numbersInFile(png(5, 3, [], { data: padded(blocks.subarray(0, 50)) }), grey(3, 5)), Array(15).fill(0));
  await refused(png(5, 3, [], { data: padded(blocks) }), grey(3, 5), "damaged");
  await refused(png(5, 3, [], { data: [chunk("IDAT", deflateSync(Buffer.alloc(12)))] }), grey(3, 5), "damaged");
});

test("what can't be read without loss is refused", async () => {
  await refused(png(2, 2, RGB, { colour: 2 }), grey(2, 2), "colours");
  await refused(png(2, 2, [1, 2, 3, 4]), coloured(2, 2), "grey");
  await refused(png(5, 3, PIXELS, { header: { rest: [8, 0, 0, 0, 1] } }), grey(3, 5), "interlaced");
  const hiding = PIXELS.flatMap((value, i) => [value, i === 7 ? 254 : 255]);
  await refused(png(5, 3, hiding, { colour: 4 }), grey(3, 5), "transparent");
  await refused(png(5, 3, PIXELS, { more: [chunk("tRNS", Buffer.from([0, 9]))] }), grey(3, 5), "transparent");
  await refused(png(5, 3, PIXELS), vector(15), "noImage");
});

test("a PNG with any byte changed has the same pixels or none", async () => {
  const whole = png(5, 3, PIXELS, { filters: [4, 3, 1] });
  for (let at = 0; at < whole.length; at += 1)
    for (const flip of [1, 0x80, 0xff]) {
      const spoiled = whole.with(at, whole[at] ^ flip);
      const found = await numbersInFile(spoiled, grey(3, 5)).catch((error) => error.code);
      assert.ok(found === null || found === "damaged" || found === "size", `${flip} at ${at}: ${found}`);
    }
  for (let length = 8; length < whole.length; length += 1) await refused(whole.slice(0, length), grey(3, 5), "damaged");
});

test("damaged PGM files are refused", async () => {
  await refused(pnm(5, 3, PIXELS.slice(1)), grey(3, 5), "damaged");
  await refused(pnm(5, 3, [...PIXELS, 1]), grey(3, 5), "damaged");
  await refused(pnm(5, 3, PIXELS, { most: 100 }), grey(3, 5), "damaged");
  await refused(pnm(5, 3, PIXELS.with(2, 70000), { magic: "P2", most: 65535 }), grey(3, 5), "damaged");
  await refused(pnm(5, 3, PIXELS.with(2, -1), { magic: "P2" }), grey(3, 5), "damaged");
  for (const header of ["P5 5 3\n", "P5 5 3 0\n", "P5 5 3 65536\n", "P5 x 3 255\n", "P5 5 3 255"])
    await refused(pnm(5, 3, PIXELS, { header }), grey(3, 5), "damaged");
});

const doubles = (values, little = true) => {
  const data = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => (little ? data.writeDoubleLE(value, 8 * i) : data.writeDoubleBE(value, 8 * i)));
  return data;
};

test(".npy: every type and either order of bytes", async () => {
  const values = [0, -2, 300];
  const written = (write, width) => {
    const data = Buffer.alloc(3 * width);
    values.forEach((value, i) => data[write](width === 8 && write.includes("Int") ? BigInt(value) : value, i * width));
    return data;
  };
  for (const [descr, data] of [
    ["<f8", doubles(values)],
    [">f8", doubles(values, false)],
    ["<f4", written("writeFloatLE", 4)],
    [">f4", written("writeFloatBE", 4)],
    ["<i2", written("writeInt16LE", 2)],
    [">i2", written("writeInt16BE", 2)],
    ["<i4", written("writeInt32LE", 4)],
    [">i4", written("writeInt32BE", 4)],
    ["<i8", written("writeBigInt64LE", 8)],
    [">i8", written("writeBigInt64BE", 8)],
  ])
    for (const version of [1, 2, 3])
      assert.deepEqual(await numbersInFile(npy(descr, [3], data, { version }), vector(3)), values, descr);
  assert.deepEqual(await numbersInFile(npy("|u1", [3], Buffer.from([0, 7, 255])), vector(3)), [0, 7, 255]);
  assert.deepEqual(await numbersInFile(npy("|i1", [3], Buffer.from([0, 7, 255])), vector(3)), [0, 7, -1]);
  assert.deepEqual(await numbersInFile(npy("|b1", [3], Buffer.from([0, 1, 1])), vector(3)), [0, 1, 1]);
});

test(".npy: shapes that say which number is which, in C order", async () => {
  const data = Buffer.from(PIXELS);
  for (const shape of [[15], [3, 5], [1, 3, 5]])
    assert.deepEqual(await numbersInFile(npy("|u1", shape, data), grey(3, 5)), PIXELS);
  await refused(npy("|u1", [5, 3], data), grey(3, 5), "shape", "5 × 3", "1 × 3 × 5");
  await refused(npy("|u1", [2, 2, 3], Buffer.from(RGB)), coloured(2, 2), "shape", "2 × 2 × 3", "3 × 2 × 2");
  await refused(npy("|u1", [3, 5], data, { fortran: "True" }), grey(3, 5), "fortran");
  // One axis has one order.
  assert.deepEqual(await numbersInFile(npy("|u1", [15], data, { fortran: "True" }), grey(3, 5)), PIXELS);
  await refused(npy("<f8", [10 ** 9, 10 ** 6], doubles([])), vector(3), "shape", "1000000000 × 1000000", "3");
});

test(".npy: what is no number of a record is refused", async () => {
  await refused(npy("<f8", [3], doubles([1, NaN, 2])), vector(3), "number", 2);
  await refused(npy("<f8", [3], doubles([1, 2, -Infinity])), vector(3), "number", 3);
  const large = Buffer.alloc(8);
  large.writeBigUInt64LE(2n ** 53n + 1n);
  await refused(npy("<u8", [1], large), vector(1), "number", 1);
  await refused(npy("|b1", [1], Buffer.from([2])), vector(1), "number", 1);
  for (const descr of ["<f2", "<c16", "|O", "<U1", "|i8"])
    await refused(npy(descr, [1], doubles([1])), vector(1), "type", descr);
  await refused(npy("<f8", [3], doubles([1, 2])), vector(3), "damaged");
  await refused(npy("<f8", [2], doubles([1, 2, 3])), vector(2), "damaged");
  await refused(npy("<f8", [1], doubles([1])).slice(0, 9), vector(1), "damaged");
  // 0 to 255 where the report's images have 0 to 1.
  await refused(npy("|u1", [3, 5], Buffer.from(PIXELS)), grey(3, 5, { range: [0, 1] }), "outside", 1, 11, 0, 1);
});

test("a list in JSON; anything else is left to others", async () => {
  const bytes = (text) => new TextEncoder().encode(text);
  assert.deepEqual(await numbersInFile(bytes(" [1, -2.5, 3e2]\n"), vector(3)), [1, -2.5, 300]);
  await refused(bytes("[1, 2]"), vector(3), "count", 2, 3);
  await refused(bytes("[1, 1e999, 2]"), vector(3), "number", 2);
  for (const text of ["", "[1, [2], 3]", '{"x": [1, 2, 3]}', "1 2 3", "\x89PN"])
    assert.equal(await numbersInFile(bytes(text), vector(3)), null);
  assert.equal(await numbersInFile(Uint8Array.from([0xff, 0xd8, 0xff]), grey(3, 5)), null);
});

test("a file that is too large isn't read", async () => {
  const file = { size: 2 ** 40, arrayBuffer: () => assert.fail("was read") };
  await assert.rejects(bytesOfRecord(file), { code: "large" });
  const gone = { size: 4, arrayBuffer: () => Promise.reject(new Error("gone")) };
  await assert.rejects(bytesOfRecord(gone), { code: "unreadable" });
});
