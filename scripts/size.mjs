// npm run size: what a visitor downloads, in bytes, as it is and compressed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { packageDir } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGWIN]: 22,
    },
  });

await main(async () => {
  await setUp();
  await build();
  console.log(`${"".padEnd(12)}${["raw", "gzip", "brotli"].map((name) => name.padStart(10)).join("")}`);
  for (const name of ["expost.wasm", "index.js", "sheet.html"]) {
    const path = join(packageDir, name);
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    const sizes = [bytes, gzipSync(bytes, { level: 9 }), brotli(bytes)].map(({ length }) => String(length).padStart(10));
    console.log(`${name.padEnd(12)}${sizes.join("")}`);
  }
});
