// Made the Parquet files of this folder, with a writer that has nothing to do with the reader:
// Arrow's Rust library (parquet-wasm 0.8.0, apache-arrow 21.2.0). Both are needed only here, so
// they are no dependencies:
//
//   mkdir /tmp/make && cd /tmp/make && npm install parquet-wasm apache-arrow
//   cp …/tests/cli/parquet/make.mjs . && node make.mjs && cp *.parquet …/tests/cli/parquet/
import { writeFileSync } from "node:fs";
// @ts-ignore -- not installed
import * as arrow from "apache-arrow";
// @ts-ignore -- not installed
import { Compression, Table, WriterPropertiesBuilder, writeParquet } from "parquet-wasm/node";

/** Every kind of column that a table of people may have, with a blank in each but the first. */
const kinds = {
  row: arrow.vectorFromArray([1, 2, 3], new arrow.Int32()),
  int8: arrow.vectorFromArray([-128, null, 127], new arrow.Int8()),
  uint8: arrow.vectorFromArray([0, null, 255], new arrow.Uint8()),
  int16: arrow.vectorFromArray([-32768, null, 32767], new arrow.Int16()),
  uint32: arrow.vectorFromArray([0, null, 4294967295], new arrow.Uint32()),
  int64: arrow.vectorFromArray([-9007199254740993n, null, 42n], new arrow.Int64()),
  uint64: arrow.vectorFromArray([18446744073709551615n, null, 7n], new arrow.Uint64()),
  float32: arrow.vectorFromArray([0.5, null, -1.25], new arrow.Float32()),
  float64: arrow.vectorFromArray([0.1, null, 1e300], new arrow.Float64()),
  boolean: arrow.vectorFromArray([true, null, false], new arrow.Bool()),
  text: arrow.vectorFromArray(['é, "quoted"', null, ""], new arrow.Utf8()),
  "large text": arrow.vectorFromArray(["a", null, "b"], new arrow.LargeUtf8()),
  level: arrow.vectorFromArray(["north", null, "north"], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())),
  day: arrow.vectorFromArray([new Date("2026-03-01"), null, new Date("1969-12-31")], new arrow.DateDay()),
  "second milli": arrow.vectorFromArray([Date.UTC(2026, 2, 1, 12, 30, 0, 250), null, -1], new arrow.TimestampMillisecond()),
  "second nano": arrow.vectorFromArray([Date.UTC(2026, 2, 1), null, 1], new arrow.TimestampNanosecond()),
};

const codecs = {
  none: Compression.UNCOMPRESSED,
  snappy: Compression.SNAPPY,
  gzip: Compression.GZIP,
  brotli: Compression.BROTLI,
  zstd: Compression.ZSTD,
  lz4: Compression.LZ4_RAW,
};

const wasmTable = (columns) => Table.fromIPCStream(arrow.tableToIPC(new arrow.Table(columns), "stream"));
const properties = () => new WriterPropertiesBuilder().setCreatedBy("parquet-wasm");

for (const [name, codec] of Object.entries(codecs)) {
  const bytes = writeParquet(wasmTable(kinds), properties().setCompression(codec).build());
  writeFileSync(`kinds-${name}.parquet`, bytes);
}

/** 1000 rows in 4 row groups with several pages each, every seventh value of one column a blank. */
const numbers = Array.from({ length: 1000 }, (_, i) => i);
const many = {
  number: arrow.vectorFromArray(
    numbers.map((i) => i / 8),
    new arrow.Float64(),
  ),
  sparse: arrow.vectorFromArray(
    numbers.map((i) => (i % 7 === 0 ? null : i)),
    new arrow.Int32(),
  ),
  text: arrow.vectorFromArray(
    numbers.map((i) => `t${i % 5}`),
    new arrow.Utf8(),
  ),
};
writeFileSync(
  "many.parquet",
  writeParquet(
    wasmTable(many),
    properties()
      .setCompression(Compression.ZSTD)
      .setMaxRowGroupSize(256)
      .setDataPageSizeLimit(512)
      .setWriteBatchSize(64)
      .build(),
  ),
);
