// Small pictures of pages, kept next to the tests, and how far a page may be from its own.
//
// A picture is kept as the mean colours of squares of 16 pixels (12 on a narrow screen), in steps
// of 8: a few kilobytes. What is judged is the difference averaged over 3 by 3 squares, at the
// place of the picture where it is largest, in levels of 255. So a shade at the edge of a letter
// counts for little, and what is missing, out of place or in another colour in full. Measured on
// the result when TOLERANCE was chosen: the same page again 4 (from the steps); cards without
// border and ground 11, fields without border 14, the form 4 pixels lower 21, the letters of every
// word the other way round 27, a button without border 28, other colours of dots and bands 60,
// dots, bands or heading missing 64 and more, the main button without its ground 200.
//
// Fonts would differ from machine to machine. Chromium is given six fonts only, those of Debian's
// fonts-dejavu-core.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { screenshotDir } from "./built.mjs";

export const TOLERANCE = 9;

const FONTS = "/usr/share/fonts/truetype/dejavu";
const families = { "sans-serif": "DejaVu Sans", serif: "DejaVu Serif", monospace: "DejaVu Sans Mono" };
const fontFiles = Object.values(families)
  .map((family) => family.replaceAll(" ", ""))
  .flatMap((name) => [`${name}.ttf`, `${name}-Bold.ttf`]);

/** Why no picture can be compared here; false where they can. */
export const fontsMissing = fontFiles.every((name) => existsSync(join(FONTS, name)))
  ? false
  : "needs the DejaVu fonts (on Debian: fonts-dejavu-core)";

/** An environment in which a program finds these fonts and no others. */
export function onlyTheseFonts() {
  const folder = mkdtempSync(join(tmpdir(), "expost-fonts-"));
  const aliases = Object.entries(families).map(
    ([generic, family]) =>
      `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  mkdirSync(join(folder, "fonts"));
  for (const name of fontFiles) symlinkSync(join(FONTS, name), join(folder, "fonts", name));
  const config = join(folder, "fonts.conf");
  const [dir, cache] = [join(folder, "fonts"), join(folder, "cache")];
  writeFileSync(
    config,
    `<?xml version="1.0"?><fontconfig><dir>${dir}</dir><cachedir>${cache}</cachedir>${aliases.join("")}</fontconfig>`,
  );
  return { ...process.env, FONTCONFIG_FILE: config };
}

const referenceFile = (name) => fileURLToPath(new URL(`snapshots/${name}.png`, import.meta.url));
const failures = join(screenshotDir, "differences");

/**
 * Compares a picture with the one that is kept.
 *
 * @param page a page that may be used for calculating: its canvas reads and writes PNG, so that no
 *   library has to
 * @returns {Promise<{difference: number, where: string, tall: number}>} the largest difference,
 *   where it is in the picture, and by how many squares the picture is taller than the one that is
 *   kept
 */
export async function compare(page, name, picture, square) {
  const file = referenceFile(name);
  if (!existsSync(file)) throw new Error(`there is no picture to compare ${name} with: npm run snapshots`);
  const kept = readFileSync(file).toString("base64");
  const { pictures, ...result } = await page.evaluate(compareInPage, [picture.toString("base64"), kept, square]);
  if (result.difference > TOLERANCE || result.tall !== 0) {
    mkdirSync(failures, { recursive: true });
    writeFileSync(join(failures, `${name}-now.png`), picture);
    for (const [kind, base64] of Object.entries(pictures))
      writeFileSync(join(failures, `${name}-${kind}.png`), Buffer.from(base64, "base64"));
  }
  return result;
}

/** Keeps a picture as what the page should look like. */
export async function keep(page, name, picture, square) {
  const small = await page.evaluate(compareInPage, [picture.toString("base64"), null, square]);
  writeFileSync(referenceFile(name), Buffer.from(small.small, "base64"));
}

/**
 * Runs in a page. The base64 of two PNGs: a picture, and the small one it is compared with or null.
 */
async function compareInPage([picture, reference, square]) {
  const pixels = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const png = async (width, height, colour, scale = 1) => {
    const canvas = new OffscreenCanvas(width * scale, height * scale);
    const context = canvas.getContext("2d");
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        context.fillStyle = `rgb(${colour(x, y).join(" ")})`;
        context.fillRect(x * scale, y * scale, scale, scale);
      }
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  };

  const large = await pixels(picture);
  const [width, height] = [Math.floor(large.width / square), Math.floor(large.height / square)];
  const means = new Float64Array(width * height * 3);
  for (let y = 0; y < height * square; y += 1)
    for (let x = 0; x < width * square; x += 1)
      for (let c = 0; c < 3; c += 1)
        means[(Math.floor(y / square) * width + Math.floor(x / square)) * 3 + c] +=
          large.data[(y * large.width + x) * 4 + c] / square ** 2;
  const mean = (x, y, c) => means[(y * width + x) * 3 + c];
  const step = (level) => Math.min(255, 8 * Math.round(level / 8));
  if (reference === null) return { small: await png(width, height, (x, y) => [0, 1, 2].map((c) => step(mean(x, y, c)))) };

  const kept = await pixels(reference);
  const keptAt = (x, y, c) => kept.data[(y * kept.width + x) * 4 + c];
  const common = Math.min(height, kept.height);
  // The mean difference of the nine squares round one, in the channel where it is largest.
  const around = (x, y) =>
    Math.max(
      ...[0, 1, 2].map((c) => {
        let sum = 0;
        let count = 0;
        for (let j = Math.max(0, y - 1); j <= Math.min(common - 1, y + 1); j += 1)
          for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i += 1) {
            sum += mean(i, j, c) - keptAt(i, j, c);
            count += 1;
          }
        return Math.abs(sum / count);
      }),
    );
  let worst = { difference: kept.width === width ? 0 : Infinity, where: "the width" };
  for (let y = 0; y < common; y += 1)
    for (let x = 0; x < width; x += 1) {
      const difference = around(x, y);
      if (difference > worst.difference) worst = { difference, where: `${x * square}, ${y * square}` };
    }
  return {
    ...worst,
    tall: height - kept.height,
    pictures: {
      reference: await png(kept.width, kept.height, (x, y) => [0, 1, 2].map((c) => keptAt(x, y, c)), 8),
      difference: await png(width, common, (x, y) => Array(3).fill(255 - Math.min(255, 4 * around(x, y))), 8),
    },
  };
}
