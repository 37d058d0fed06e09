// Iterates from .npy files and from raw doubles: bytes as NumPy writes them, and all that is
// refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { iteratesFrom } from "../../intake/npy.js";

const refusal = (message) => new Error(message);
const read = (bytes, size) => iteratesFrom(bytes, size, refusal);
const doublesOf = ({ data }) => Array.from(new Float64Array(data.buffer));

const VALUES = [0, -0.5, 1e-300, 3, 0.1, -7.25];
const little = (values, width) => {
  const bytes = new Uint8Array(values.length * width);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => (width === 8 ? view.setFloat64(8 * i, value, true) : view.setFloat32(4 * i, value, true)));
  return bytes;
};

/** A file of NumPy: magic, version, length of the header, header, numbers. */
function npy({ version = 1, header, descr = "'<f8'", order = "False", shape = "(3, 2)", numbers = little(VALUES, 8) }) {
  const text = header ?? `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`;
  const before = version === 1 ? 10 : 12;
  const padded = `${text.padEnd(64 * Math.ceil((text.length + before + 1) / 64) - before - 1)}\n`;
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), version, 0, ...(version === 1 ? [0, 0] : [0, 0, 0, 0])]);
  if (version === 1) start.writeUInt16LE(padded.length, 8);
  else start.writeUInt32LE(padded.length, 8);
  return new Uint8Array(Buffer.concat([start, Buffer.from(padded), numbers]));
}

test("doubles of versions 1, 2 and 3 come out as they are, and raw doubles too", () => {
  for (const version of [1, 2, 3]) {
    const found = read(npy({ version }), 2);
    assert.equal(found.count, 3);
    assert.deepEqual(doublesOf(found), VALUES);
  }
  const raw = read(little(VALUES, 8), 2);
  assert.equal(raw.count, 3);
  assert.deepEqual(doublesOf(raw), VALUES);
});

test("single precision becomes the same numbers as doubles", () => {
  const found = read(npy({ descr: "'<f4'", numbers: little(VALUES, 4) }), 2);
  assert.deepEqual(doublesOf(found), VALUES.map(Math.fround));
});

test("softmax: (steps, classes, coordinates) is step by step, class by class", () => {
  const found = read(npy({ shape: "(1, 3, 2)" }), 6);
  assert.equal(found.count, 1);
  assert.deepEqual(doublesOf(found), VALUES);
  // Which of the two are classes is not known here.
  assert.deepEqual(found.shape, [3, 2]);
  assert.equal(read(npy({ shape: "(1, 6)" }), 6).shape, undefined);
});

test("the header is read however Python writes it", () => {
  for (const header of [
    `{"shape": (3,2), "descr": "<f8", "fortran_order": False}`,
    `{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 2L), }`,
  ])
    assert.deepEqual(doublesOf(read(npy({ header }), 2)), VALUES, header);
});

test("a view into a larger buffer is read from its own start", () => {
  const whole = Buffer.concat([Buffer.alloc(5), npy({}), Buffer.alloc(3)]);
  assert.deepEqual(doublesOf(read(new Uint8Array(whole.buffer, whole.byteOffset + 5, whole.length - 8), 2)), VALUES);
});

const REFUSED = {
  "Fortran order": [npy({ order: "True" }), /^is in Fortran order; C order was expected: save numpy\.ascontiguousarray/],
  "big-endian doubles": [npy({ descr: "'>f8'" }), /^holds numbers of the type >f8; little-endian float64 \('<f8'\) or float32/],
  "whole numbers": [npy({ descr: "'<i8'" }), /type <i8/],
  "half precision": [npy({ descr: "'<f2'", numbers: new Uint8Array(12) }), /type <f2/],
  "objects of Python": [npy({ descr: "'|O'" }), /type \|O/],
  "a structured type": [npy({ descr: "[('a', '<f8')]" }), /^has a header that is none of a plain array/],
  "another number of coordinates": [npy({ shape: "(2, 3)" }), /^has the shape \(2, 3\); \(steps, 2\), or .* 2 numbers a step/],
  "one dimension": [npy({ shape: "(6,)" }), /^has the shape \(6,\)/],
  "four dimensions": [npy({ shape: "(3, 1, 1, 2)" }), /^has the shape \(3, 1, 1, 2\)/],
  "no iterate": [npy({ shape: "(0, 2)", numbers: new Uint8Array(0) }), /^holds no iterate/],
  "a file that was cut": [
    npy({}).subarray(0, -1),
    /^ends too early: its header promises 48 bytes of numbers, and 47 are there/,
  ],
  "more after the array": [npy({ shape: "(2, 2)" }), /^goes on after its array: its header promises 32 bytes/],
  "a cut header": [npy({}).subarray(0, 40), /^ends within the header/],
  "nothing after the magic bytes": [npy({}).subarray(0, 8), /^ends within the header/],
  "a later version": [npy({ version: 4 }), /^is a \.npy file of version 4; versions 1, 2 and 3 are read/],
  "a key twice": [
    npy({ header: "{'descr': '<f8', 'descr': '<f4', 'fortran_order': False, 'shape': (3, 2)}" }),
    /^has a header/,
  ],
  "a missing key": [npy({ header: "{'descr': '<f8', 'shape': (3, 2)}" }), /^has a header/],
  "code in place of a header": [npy({ header: "__import__('os')" }), /^has a header/],
  "a number that isn't finite": [
    npy({ numbers: little(VALUES.with(3, NaN), 8) }),
    /^number 2 of iterate 2 is NaN; finite numbers were expected/,
  ],
  "raw doubles that don't fit": [
    little(VALUES.slice(1), 8),
    /^is no \.npy file, and its 40 bytes are no whole number of iterates of 2 doubles/,
  ],
  "an empty file": [new Uint8Array(0), /^holds no iterate/],
};
for (const [what, [bytes, says]] of Object.entries(REFUSED))
  test(`refused: ${what}`, () => assert.throws(() => read(bytes, 2), { message: says }));
