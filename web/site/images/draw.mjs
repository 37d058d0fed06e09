// Draws the site's pictures again, with the Chromium that the tests use: node web/site/images/draw.mjs [FONT.otf]
//
// They are kept as files because no build machine can be asked to have a browser, and because letters come out differently with
// every set of fonts. The card was drawn with TeX Gyre Pagella (bold).
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { gridShapes } from "../../sheet/chart/dot-shapes.js";
import { en } from "../../sheet/text/en.js";
import { frame, home } from "../text/en.js";

const at = (name) => new URL(name, import.meta.url);
const icon = readFileSync(at("icon.svg"), "utf8");
const font = process.argv[2] ? `@font-face { font-family: Card; src: url(${pathToFileURL(process.argv[2])}); }` : "";

function grid(added, left) {
  const { kept, added: diamonds, rest } = gridShapes(100, 50, added);
  return `<svg viewBox="0 0 100 100" style="left:${left}px"><path d="${rest}" fill="none" stroke="#7f98a3"/><path d="${kept}" fill="#f6f4ee"/><path d="${diamonds}" fill="#f5ab70"/></svg>`;
}

const card = `<style>${font}
body { margin: 0; width: 1200px; height: 630px; position: relative; background: #113443; color: #f6f4ee; font-family: Card, serif; }
h1 { position: absolute; left: 72px; top: 178px; width: 500px; margin: 0; font-size: 66px; line-height: 1.14; font-weight: normal; }
p { position: absolute; left: 132px; top: 66px; margin: 0; font-size: 38px; line-height: 44px; }
i { position: absolute; left: 72px; top: 66px; width: 44px; height: 44px; }
i svg { width: 44px; height: 44px; top: 0; }
svg { position: absolute; top: 186px; width: 252px; }
b { position: absolute; top: 474px; font-size: 30px; font-weight: normal; }
</style><i>${icon}</i><p>${frame.site}</p><h1>${en.title}</h1>${grid(0, 604)}${grid(12, 884)}
<b style="left:608px">${home.example.beforeCount}</b><b style="left:888px">${home.example.after.toLowerCase()} ${home.example.afterCount}</b>`;
const pictures = [
  ["icon-32.png", 32, 32, `<style>body{margin:0}svg{display:block;width:32px}</style>${icon}`],
  // Whoever shows this one rounds the corners himself.
  ["apple-touch-icon.png", 180, 180, `<style>body{margin:0}svg{display:block;width:180px}</style>${icon.replace(' rx="5"', "")}`],
  ["social-card.png", 1200, 630, card],
];

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [name, width, height, body] of pictures) {
    const page = await browser.newPage({ viewport: { width, height } });
    // As a file, so that the font may be read.
    const file = at(`.${name}.html`);
    writeFileSync(file, `<!doctype html><meta charset="utf-8">${body}`);
    await page.goto(file.href);
    await page.evaluate(() => document.fonts.ready);
    writeFileSync(at(name), await page.screenshot({ omitBackground: true }));
    unlinkSync(file);
    await page.close();
  }
} finally {
  await browser.close();
}
