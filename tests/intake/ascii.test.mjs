// Bytes of ASCII, looked at four at a time: the same as one by one, wherever they lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asciiText, isAscii, joinedAscii, linesWithoutQuotes } from "../../intake/ascii.js";

/** Bytes at every place in a word, with others before and after that must not be seen. */
function* everywhere(values) {
  for (const around of [0x0a, 0x22, 0xff]) {
    for (let before = 0; before < 4; before += 1) {
      const all = new Uint8Array(before + values.length + 5).fill(around);
      all.set(values, before);
      yield all.subarray(before, before + values.length);
    }
  }
}

test("every byte is seen for what it is, at every place", () => {
  for (let length = 0; length <= 11; length += 1) {
    for (let at = 0; at < Math.max(1, length); at += 1) {
      for (let byte = 0; byte < 256; byte += 1) {
        for (const other of [0x00, 0x0b, 0x21, 0x23, 0x7f]) {
          const values = Array.from({ length }, (_, i) => (i === at ? byte : other));
          for (const bytes of everywhere(values)) {
            const isOne = length === 0 || byte < 0x80;
            assert.equal(isAscii(bytes), isOne);
            if (!isOne) continue;
            const expected = values.includes(0x22) ? null : values.filter((value) => value === 0x0a).length;
            assert.equal(linesWithoutQuotes(bytes), expected, JSON.stringify(values));
          }
        }
      }
    }
  }
});

test("line feeds are counted however many there are", () => {
  for (const length of [1019, 1020, 1021, 4096, 5_000_000]) {
    for (const bytes of everywhere(new Uint8Array(length).fill(0x0a))) assert.equal(linesWithoutQuotes(bytes), length);
    const seventh = Uint8Array.from({ length }, (_, i) => (i % 7 === 0 ? 0x0a : 0x41));
    assert.equal(linesWithoutQuotes(seventh), Math.ceil(length / 7));
    seventh[length - 1] = 0x22;
    assert.equal(linesWithoutQuotes(seventh), null);
  }
});

test("a text goes before bytes if it is ASCII itself", () => {
  const bytes = Uint8Array.of(0x31, 0x0a);
  assert.equal(asciiText(joinedAscii("a,\0b", bytes)), "a,\0b1\n");
  assert.equal(asciiText(joinedAscii("", bytes)), "1\n");
  for (const text of ["é", "aé", "éa", "\uFEFF", "😀", "\ud83d", "a\ud83d", "abcdefgh中"])
    assert.equal(joinedAscii(text, bytes), null, JSON.stringify(text));
});
