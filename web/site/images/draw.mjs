// Draws the site's pictures again, with the Chromium that the tests use: node
// web/site/images/draw.mjs [FONT.otf]
//
// They are kept as files because no build machine can be asked to have a browser, and because
// letters come out differently with every set of fonts. The card was drawn with TeX Gyre Pagella
// (bold).
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { check as en } from "../../../words/en/check.js";
import { gridShapes } from "../../sheet/chart/dot-shapes.js";
import { EXAMPLE, exampleWords } from "../example.js";
import { frame, home } from "../../../words/en/site.js";

/** @param {string} name */
const at = (name) => new URL(name, import.meta.url);
const icon = readFileSync(at("icon.svg"), "utf8");
const font = process.argv[2] ? `@font-face { font-family: Card; src: url(${pathToFileURL(process.argv[2])}); }` : "";

/**
 * @param {number} added
 * @param {number} left
 */
function grid(added, left) {
  const { kept, added: diamonds, rest } = gridShapes(100, EXAMPLE.before, added);
  return `<svg viewBox="0 0 100 100" style="left:${left}px"><path d="${rest}" fill="none" stroke="#7f98a3"/><path d="${kept}" fill="#f6f4ee"/><path d="${diamonds}" fill="#f5ab70"/></svg>`;
}

const { start, most } = exampleWords(en);
const card = `<style>${font}
body { margin: 0; width: 1200px; height: 630px; position: relative; background: #113443; color: #f6f4ee; font-family: Card, serif; }
h1 { position: absolute; left: 72px; top: 178px; width: 500px; margin: 0; font-size: 66px; line-height: 1.14; font-weight: normal; }
p { position: absolute; left: 132px; top: 66px; margin: 0; font-size: 38px; line-height: 44px; }
i { position: absolute; left: 72px; top: 66px; width: 44px; height: 44px; }
i svg { width: 44px; height: 44px; top: 0; }
svg { position: absolute; top: 186px; width: 252px; }
b { position: absolute; top: 462px; font-size: 32px; line-height: 40px; font-weight: normal; }
b span { color: #b9cad2; display: block; font-size: 27px; }
</style><i>${icon}</i><p>${frame.site}</p><h1>${en.title}</h1>${grid(0, 604)}${grid(EXAMPLE.after - EXAMPLE.before, 884)}
<b style="left:608px"><span>${home.example.before}</span>${start}</b>
<b style="left:888px"><span>${home.example.after}</span>${most}</b>`;
/** @type {[name: string, width: number, height: number, body: string][]} */
const pictures = [
  ["icon-32.png", 32, 32, `<style>body{margin:0}svg{display:block;width:32px}</style>${icon}`],
  // Systems that show this one round its corners.
  [
    "apple-touch-icon.png",
    180,
    180,
    `<style>body{margin:0}svg{display:block;width:180px}</style>${icon.replace(' rx="5"', "")}`,
  ],
  ["social-card.png", 1200, 630, card],
];

/**
 * Steps from the ground to each other colour: letters and dots have no other shades. At most 256.
 *
 * @param {string} ground
 * @param {string[]} others
 */
function palette(ground, ...others) {
  const parts = (/** @type {string} */ hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const steps = 15;
  const blend = (/** @type {string} */ other) =>
    Array.from({ length: steps }, (_, step) =>
      parts(ground).map((from, index) => Math.round(from + ((parts(other)[index] - from) * (step + 1)) / steps)),
    );
  return [parts(ground), ...others.flatMap(blend)];
}

/**
 * An indexed PNG: a fifth of what a browser writes. `pixels` are RGBA.
 *
 * @param {number} width
 * @param {number} height
 * @param {number[]} pixels
 * @param {number[][]} colours
 */
function indexedPng(width, height, pixels, colours) {
  const nearest = new Map();
  /**
   * @param {number} r
   * @param {number} g
   * @param {number} b
   */
  const indexOf = (r, g, b) => {
    const key = (r << 16) | (g << 8) | b;
    if (!nearest.has(key)) {
      const far = colours.map(([cr, cg, cb]) => (cr - r) ** 2 + (cg - g) ** 2 + (cb - b) ** 2);
      nearest.set(key, far.indexOf(Math.min(...far)));
    }
    return nearest.get(key);
  };
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 4 * (y * width + x);
      rows[y * (width + 1) + 1 + x] = indexOf(pixels[from], pixels[from + 1], pixels[from + 2]);
    }
  }
  /**
   * @param {string} name
   * @param {Buffer} data
   */
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(checksum(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(colours.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * The CRC-32 that PNG asks for.
 *
 * @param {Buffer} bytes
 */
function checksum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

const colours = palette("#113443", "#f6f4ee", "#f5ab70", "#b9cad2", "#7f98a3");

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [name, width, height, body] of pictures) {
    const page = await browser.newPage({ viewport: { width, height } });
    // As a file, so that the font may be read.
    const file = at(`.${name}.html`);
    writeFileSync(file, `<!doctype html><meta charset="utf-8">${body}`);
    await page.goto(file.href);
    await page.evaluate(() => document.fonts.ready);
    const shot = await page.screenshot({ omitBackground: true });
    if (name === "social-card.png") {
      const pixels = await page.evaluate(
        async ({ address, w, h }) => {
          const canvas = new OffscreenCanvas(w, h).getContext("2d");
          if (canvas === null) throw new Error("Chromium gives no canvas");
          canvas.drawImage(await createImageBitmap(await (await fetch(address)).blob()), 0, 0);
          return Array.from(canvas.getImageData(0, 0, w, h).data);
        },
        { address: `data:image/png;base64,${shot.toString("base64")}`, w: width, h: height },
      );
      writeFileSync(at(name), indexedPng(width, height, pixels, colours));
    } else writeFileSync(at(name), shot);
    unlinkSync(file);
    await page.close();
  }
} finally {
  await browser.close();
}
