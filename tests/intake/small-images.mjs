// Small PNG, PGM and .npy files for tests.
import { crc32, deflateSync } from "node:zlib";

const uint32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** A chunk of PNG. */
export function chunk(type, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The bytes of a line's samples. */
function packed(samples, depth) {
  if (depth === 16) return Buffer.concat(samples.map((value) => Buffer.from([value >> 8, value & 255])));
  const bytes = Buffer.alloc(Math.ceil((samples.length * depth) / 8));
  samples.forEach((value, i) => (bytes[(i * depth) >> 3] |= value << (8 - depth - ((i * depth) & 7))));
  return bytes;
}

/** A line as a filter writes it, by the words of the standard. */
function filtered(type, line, before, step) {
  return line.map((value, i) => {
    const left = i < step ? 0 : line[i - step];
    const above = before[i];
    const corner = i < step ? 0 : before[i - step];
    const p = left + above - corner;
    const distances = [left, above, corner].map((one) => Math.abs(p - one));
    const paeth = [left, above, corner][distances.indexOf(Math.min(...distances))];
    return value - [0, left, above, Math.floor((left + above) / 2), paeth][type];
  });
}

/**
 * A PNG of samples, row by row. `filters` come one after the other; `more` are chunks before the
 * data; `header` and `data` replace what would be written.
 */
export function png(width, height, samples, { colour = 0, depth = 8, filters = [0], more = [], header = {}, data } = {}) {
  const perLine = width * SAMPLES[colour];
  const step = Math.max(1, (SAMPLES[colour] * depth) / 8);
  const lines = Array.from({ length: height }, (_, y) => packed(samples.slice(y * perLine, (y + 1) * perLine), depth));
  const scan = lines.map((line, y) => {
    const type = filters[y % filters.length];
    return Buffer.concat([Buffer.from([type]), filtered(type, line, lines[y - 1] ?? Buffer.alloc(line.length), step)]);
  });
  const { size = [width, height], rest = [depth, colour, 0, 0, 0] } = header;
  const start = chunk("IHDR", Buffer.concat([...size.map(uint32), Buffer.from(rest)]));
  const content = data ?? [chunk("IDAT", deflateSync(Buffer.concat(scan)))];
  return bytes(Buffer.concat([SIGNATURE, start, ...more, ...content, chunk("IEND")]));
}

/** A PGM or PPM, binary. */
export function pnm(width, height, values, { magic = "P5", most = 255, header } = {}) {
  const head = header ?? `${magic}\n# made for tests\n${width} ${height}\n${most}\n`;
  const data = /[23]/.test(magic)
    ? Buffer.from(values.join(" "))
    : Buffer.concat(values.map((value) => Buffer.from(most > 255 ? [value >> 8, value & 255] : [value])));
  return bytes(Buffer.concat([Buffer.from(head), data]));
}

/** A .npy file. `data`: its bytes. */
export function npy(descr, shape, data, { fortran = "False", version = 1 } = {}) {
  const text = `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  const before = version === 1 ? 10 : 12;
  const padded = `${text.padEnd(64 * Math.ceil((text.length + before + 1) / 64) - before - 1)}\n`;
  const start = Buffer.alloc(before);
  Buffer.from([0x93, ...Buffer.from("NUMPY"), version, 0]).copy(start);
  if (version === 1) start.writeUInt16LE(padded.length, 8);
  else start.writeUInt32LE(padded.length, 8);
  return bytes(Buffer.concat([start, Buffer.from(padded), data]));
}

/** Its own buffer, as a file's has. */
const bytes = (buffer) => Uint8Array.from(buffer);
