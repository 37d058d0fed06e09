// Files that are told by how they begin (openCsv): what is text becomes its table, however its
// bytes come in chunks, and anything else one sentence.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { openCsv } from "../../build/package/index.js";
import { singleRows } from "../../intake/row-block.js";
import { headerOf, openTable } from "../../intake/table.js";

class Refused extends Error {}
const refusal = (message) => new Refused(message);

async function* chunks(bytes, length = 1 << 16) {
  for (let from = 0; from < bytes.length; from += length) yield new Uint8Array(bytes.subarray(from, from + length));
}

async function tableOf(bytes, length) {
  const table = await openCsv(chunks(bytes, length)).catch((error) => {
    throw error.type === "data" ? new Refused(error.message) : error;
  });
  const rows = [];
  try {
    for await (const row of singleRows(table.rows)) rows.push(row);
  } catch (error) {
    throw error.type === "data" ? new Refused(error.message) : error;
  } finally {
    await table.close();
  }
  return { header: table.header, rows };
}

const refused = async (bytes, length) => {
  const error = await tableOf(bytes, length).then(assert.fail, (found) => found);
  assert.ok(error instanceof Refused, error.stack);
  assert.doesNotMatch(error.message, /[\n\r]/);
  return error.message;
};

const text = "näme;x\nÄ😀;1\nb;2\n";
const utf8 = Buffer.from(text);
const utf16le = Buffer.from(`\ufeff${text}`, "utf16le");
const utf16be = Buffer.from(utf16le).swap16();

for (const [what, bytes] of [
  ["UTF-8", utf8],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little-endian", utf16le],
  ["UTF-16, big-endian", utf16be],
  ["gzip", gzipSync(utf8)],
  ["gzip of UTF-16", gzipSync(utf16be)],
]) {
  test(`${what} is the same table, in chunks of any length`, async () => {
    const expected = { header: ["näme", "x"], rows: [["Ä😀", "1"], ["b", "2"]] }; // prettier-ignore
    for (const length of [1, 2, 3, 5, 1000]) assert.deepEqual(await tableOf(bytes, length), expected, `chunks of ${length}`);
  });
}

test("a file of a page is read alike", async () => {
  for (const bytes of [utf8, utf16le, gzipSync(utf16le)]) {
    const shares = [];
    const table = await openTable(new File([bytes], "a"), refusal, { openCsv, onShare: (share) => shares.push(share) });
    const rows = [];
    for await (const row of singleRows(table.rows)) rows.push(row);
    assert.deepEqual([table.header, rows], [["näme", "x"], [["Ä😀", "1"], ["b", "2"]]]); // prettier-ignore
    assert.equal(shares.at(-1), 1);
  }
});

test("a file of a page is refused when it is chosen, where its beginning is at fault", async () => {
  const chosen = async (text) => headerOf(await openTable(new File([text], "a"), refusal, { openCsv, mayBeEmpty: true }));
  assert.deepEqual(await chosen("a,b\n1,2\n"), ["a", "b"]);
  assert.deepEqual(await chosen("a,b\n"), ["a", "b"]);
  await assert.rejects(chosen("a,b\n1,2\n3\n"), { message: "line 3 has 1 field, but the header has 2" });
  await assert.rejects(chosen('a,b\n1,"2\n'), { message: /^line 2 has a quotation mark that is not closed/ });
});

/** A zip as far as it is looked at: the local headers of its first members (APPNOTE.TXT, 4.3.7). */
const zip = (...names) =>
  Buffer.concat(
    names.flatMap((name) => {
      const [path, content = ""] = name.split("=");
      const header = Buffer.alloc(30);
      header.write("PK\x03\x04", "latin1");
      header.writeUInt32LE(content.length, 18);
      header.writeUInt32LE(content.length, 22);
      header.writeUInt16LE(path.length, 26);
      return [header, Buffer.from(path + content)];
    }),
  );

for (const [what, bytes, sentence] of [
  [
    "a workbook by Excel",
    zip("[Content_Types].xml=<x/>", "_rels/.rels", "xl/workbook.xml"),
    /^is an Excel workbook \(\.xlsx\); save the sheet as CSV in UTF-8/,
  ],
  ["a workbook by openpyxl", zip("docProps/app.xml", "docProps/core.xml", "xl/theme/theme1.xml"), /^is an Excel workbook/],
  [
    "a workbook whose sheets come late",
    zip(`[Content_Types].xml=${"x".repeat(5000)}`, "xl/workbook.xml"),
    /^is an Office file, perhaps an Excel workbook/,
  ],
  [
    "a spreadsheet by LibreOffice",
    zip("mimetype=application/vnd.oasis.opendocument.spreadsheet", "content.xml"),
    /^is an OpenDocument file \(\.ods\)/,
  ],
  ["a zip archive", zip("pixl/data.csv=a,b"), /^is a zip archive; unpack it/],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae100000000", "hex"), /^is a file of an old Office program/],
  ["xz", Buffer.from("fd377a585a000004", "hex"), /^is compressed \(bzip2, xz, zstd or 7z\)/],
  ["zstd", Buffer.from("28b52ffd04", "hex"), /^is compressed/],
  ["Arrow", Buffer.from("ARROW1\0\0\xff\xff", "latin1"), /^is an Arrow or Feather file/],
  ["SQLite", Buffer.from("SQLite format 3\0", "latin1"), /^is a SQLite database/],
  ["Parquet inside gzip", gzipSync(Buffer.from("PAR1\x15\0", "latin1")), /^is Parquet inside a compressed file/],
  ["a zip inside gzip", gzipSync(zip("a.csv=a,b")), /^is a zip archive/],
  ["gzip inside gzip", gzipSync(gzipSync(utf8)), /^is gzip inside gzip/],
  ["gzip that is cut off", gzipSync(utf8).subarray(0, -9), /^is a gzip file that is damaged, cut off/],
  [
    "gzip of other bytes",
    Buffer.concat([Buffer.from("1f8b08", "hex"), Buffer.alloc(50, 7)]),
    /^is a gzip file that is damaged/,
  ],
  ["UTF-16 without a mark", Buffer.from(text, "utf16le"), /^is UTF-16 text without a byte order mark.*save it as UTF-8$/],
  [
    "UTF-16 without a mark, big-endian",
    Buffer.from("a,b\n1,2\n", "utf16le").swap16(),
    /^is UTF-16 text without a byte order mark/,
  ],
  [
    "UTF-16 without a mark, of few Latin letters",
    Buffer.from("年龄年龄,城市\n三,北京\n四,上海\n五,上海\n", "utf16le"),
    /^is UTF-16 text without/,
  ],
  ["UTF-32", Buffer.from("fffe000061000000", "hex"), /^is UTF-32 text/],
  ["half a character of UTF-16", utf16le.subarray(0, -1), /^line 3 has half a character of UTF-16/],
  ["half a surrogate pair", Buffer.from("\ufeffa,b\n\ud83d,1\n", "utf16le"), /^line 2 has half a character of UTF-16/],
]) {
  test(`${what}: one sentence`, async () => {
    for (const length of [1, 7, 1 << 16]) assert.match(await refused(bytes, length), sentence, `chunks of ${length}`);
  });
}

test("names that other files begin with are names", async () => {
  for (const name of ["FEA1", "PAR1", "BZh9", "ARROW1", "SQLite format 3", "PK", "7z", "sep=", "sep=;;"])
    assert.deepEqual((await tableOf(Buffer.from(`${name},b\n1,2\n`))).header, [name, "b"], name);
});

test("text with a zero in it is not taken for UTF-16", async () => {
  assert.deepEqual((await tableOf(Buffer.from("a,b\n\0,\0\n"))).rows, [["\ufffd", "\ufffd"]]);
  const few = `a,b\n${"1,2\n".repeat(300)}\0,2\n\0,2\n\0,2\n\0,2\n`;
  assert.equal((await tableOf(Buffer.from(few))).rows.length, 304);
});

test("a line that names the separator is honoured and counted", async () => {
  for (const [separator, line] of [
    [";", "sep=;\r\n"],
    [";", '"sep=;"\n'],
    ["|", "SEP=|\n"],
    ["\t", "sep=\t\n"],
    [",", "sep=,\r"],
  ]) {
    const rows = line.endsWith("\r") ? "a~b\r1~2\r" : "a~b\n1~2\n";
    const found = await tableOf(Buffer.from(line + rows.replaceAll("~", separator)));
    assert.deepEqual(found, { header: ["a", "b"], rows: [["1", "2"]] });
  }
  // The line counts, not the look of the rows.
  assert.deepEqual(await tableOf(Buffer.from("sep=;\na,b;c,d\n1,5;2,5\n")), { header: ["a,b", "c,d"], rows: [["1,5", "2,5"]] });
  assert.deepEqual(await tableOf(Buffer.from('sep=;\n"a"; "b;c"\n1; 2\n')), { header: ["a", "b;c"], rows: [["1", " 2"]] });
  assert.match(await refused(Buffer.from("sep=;\na;b\n1;2\n3\n")), /^line 4 has 1 field, but the header has 2/);
  assert.match(await refused(Buffer.from("sep=x\na;b\n")), /^line 1 says that columns are separated by "x"/);
  assert.match(await refused(Buffer.from("sep=;\n")), /^is empty/);
});

test("columns separated by | are refused, names with | are not", async () => {
  const sentence = /^has columns that are separated by "\|"; save it with commas, or put a first line "sep=\|" above it$/;
  assert.match(await refused(Buffer.from("age|town|paid\n20|west|no\n")), sentence);
  assert.match(await refused(Buffer.from("age|town|paid\n20|west, far|no\n")), sentence);
  assert.match(await refused(Buffer.from("\nage|town|paid\r\n")), sentence);
  assert.deepEqual((await tableOf(Buffer.from("a|b,c\n1|2,3\n"))).header, ["a|b", "c"]);
  assert.deepEqual((await tableOf(Buffer.from("a|b\n1\n2\n"))).header, ["a|b"]);
});

test("a row that goes on forever is refused before it fills the memory", async () => {
  async function* endless() {
    yield "a,b\n1,2\n";
    for (;;) yield "3,".padEnd(1 << 20, "4");
  }
  const table = await openCsv(endless());
  const read = async () => {
    for await (const block of table.rows) assert.deepEqual(block.rows(), [["1", "2"]]);
  };
  await assert.rejects(read, { code: "too-long", pointer: "/line/3" });
});

test("a file that unpacks to a thousand times its size holds little of it at once", () => {
  // 100 MB of blank lines in 100 kB.
  const program = `
    import { createGzip } from "node:zlib";
    import { openCsv } from ${JSON.stringify(new URL("../../build/package/index.js", import.meta.url).href)};
    const zipper = createGzip({ level: 9 });
    const packed = [];
    zipper.on("data", (piece) => packed.push(piece));
    const blank = Buffer.alloc(1 << 20, 10);
    for (let i = 0; i < 100; i += 1) await new Promise((done) => zipper.write(blank, done));
    await new Promise((done) => zipper.on("end", done).end());
    const bytes = Buffer.concat(packed);
    // A browser's decompressor keeps all that one write becomes, so the writes are small.
    let written = 0;
    globalThis.DecompressionStream = class extends DecompressionStream {
      get writable() {
        const writer = super.writable.getWriter();
        return new WritableStream({
          write: (chunk) => ((written = Math.max(written, chunk.length)), writer.write(chunk)),
          close: () => writer.close(),
        });
      }
    };
    async function* whole() { yield new Uint8Array(bytes); }
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)));
    let refused = null;
    await openCsv(whole()).catch((error) => (refused = error.code));
    clearInterval(watch);
    console.log(JSON.stringify({ packed: bytes.length, refused, most, written }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.equal(stderr, "");
  const { packed, refused, most, written } = JSON.parse(stdout);
  assert.equal(refused, "empty");
  assert.ok(packed < 120_000, `${packed} bytes packed`);
  assert.ok(written > 0 && 1032 * written < 9e6, `${written} bytes written at once`);
  assert.ok(most < 40e6, `${most} bytes held`);
});
