// The pictures of docs/the-number.md are those that the program draws, and say what follows from
// the example's loss.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beliefAfter, numberPictures } from "../../scripts/number-pictures.mjs";
import { inRoot } from "../../scripts/paths.mjs";

test("the pictures in docs/images are those that the program draws", () => {
  const pictures = Object.entries(numberPictures());
  assert.equal(pictures.length, 6);
  const page = readFileSync(inRoot("docs/the-number.md"), "utf8");
  for (const [name, svg] of pictures) {
    assert.equal(readFileSync(inRoot("docs/images", name), "utf8"), svg, `node scripts/number-pictures.mjs draws ${name} anew`);
    assert.ok(page.includes(`](images/${name})`), name);
    assert.ok(svg.includes("prefers-color-scheme: dark") && !/<script|href=/.test(svg), name);
  }
});

test("a loss of log 3 takes 50 in 100 to 75, and 10 to 25; the other way round to 25", () => {
  assert.ok(Math.abs(beliefAfter(Math.log(3)) - 0.75) < 1e-12);
  assert.ok(Math.abs(beliefAfter(Math.log(3), 0.1) - 0.25) < 1e-12);
  assert.ok(Math.abs(beliefAfter(-Math.log(3)) - 0.25) < 1e-12);
});

test("the dots: 50 are filled before; after, 60 in all, ten of them as diamonds", () => {
  const svg = numberPictures()["number-5-dots.svg"];
  // One of each is in the key.
  assert.equal(svg.match(/class="first"/g).length, 100 + 1);
  assert.equal(svg.match(/class="added"/g).length, 10 + 1);
  assert.match(svg, /after: at most 60/);
});
