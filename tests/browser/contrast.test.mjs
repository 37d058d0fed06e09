// Colours stand out: text 4.5:1, what is drawn and what is operated 3:1 (WCAG 2.2, 1.4.3 and
// 1.4.11), in every scheme. Axe counts the text that a page happens to show; here are the colours
// that it is made of, and the graphics, which axe leaves out.
import assert from "node:assert/strict";
import { before } from "node:test";
import { testDeep, testOnce, withPage } from "./browsers.mjs";
import { graphics, tokens } from "./contrast.mjs";
import { openAlone, openExperts, ready } from "./curator.mjs";
import { adaptive, record, textOf } from "./made-up-reports.mjs";
import { doubledSite, dropOn, openAlone as openRows, ready as rowsReady, run as runRows } from "./practitioner.mjs";
import { bakedAddress, check, fill, formReady, headline, openParts, showBeliefs, showForm } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";
import { small, study as smallStudy } from "../cli/small-study.mjs";

const site = siteForTests();
let doubled;
before(async () => {
  doubled = await doubledSite();
});

const grounds = ["paper", "sheet"];
const on = (uppers, under = grounds) => uppers.flatMap((upper) => under.map((ground) => [upper, ground]));
const text = [
  ...on(["ink", "quiet", "accent", "added", "wrong", "stamp"]),
  ...on(["ink", "accent"], ["accent-ground"]),
  ...on(["ink", "wrong"], ["wrong-ground"]),
  ["on-accent", "accent"],
  ["paper", "ink"],
];
const drawn = on(["edge", "focus", "accent", "added", "wrong"]);

/**
 * Shapes that have to be seen; a halo is there to set another shape off from the ground, in the
 * ground's own colour.
 */
const wanted = ({ what }) => !/halo/.test(what);

for (const scheme of [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" },
]) {
  // Forced colours are the system's in both schemes.
  const tried = scheme.forcedColors && scheme.colorScheme === "dark" ? testDeep : testOnce;
  tried(
    `${scheme.colorScheme}${scheme.forcedColors ? ", forced colours" : ""}: what is drawn and what is operated stands out`,
    async () => {
      await withPage(
        "chromium",
        async (page) => {
          const stands = async (where, kinds) => {
            const found = (await page.evaluate(graphics)).filter(wanted);
            for (const [kind, least] of Object.entries(kinds))
              assert.ok(found.filter(({ what }) => what.startsWith(kind)).length >= least, `${where} has ${kind}`);
            const faint = found.filter(({ contrast }) => contrast < 3);
            assert.deepEqual(
              faint.map(({ what, contrast }) => `${what} ${contrast.toFixed(2)}`),
              [],
              where,
            );
          };
          await page.goto(site.address);
          await stands("home", { svg: 2, button: 1 });
          if (!scheme.forcedColors) {
            for (const [pairs, least] of [
              [text, 4.5],
              [drawn, 3],
            ])
              for (const [pair, contrast] of await page.evaluate(tokens, pairs))
                assert.ok(contrast >= least, `${pair}: ${contrast.toFixed(2)}`);
          }
          await page.goto(bakedAddress(textOf(adaptive())));
          await formReady(page);
          await fill(page, record);
          await check(page);
          await headline(page);
          await openParts(page);
          await showBeliefs(page);
          await showForm(page);
          await stands("result", { svg: 10, input: 3, select: 1, button: 3 });
          const form = await openAlone(page);
          await ready(form);
          await openExperts(form);
          await stands("publish", { input: 15, select: 3, textarea: 1, button: 3 });
          // A row without effect has a mark of its own on the map.
          const rows = await openRows(page, doubled.dir);
          await rowsReady(rows, smallStudy({ "x-double": "no effect" }));
          await runRows(rows);
          await stands("rows without effect", { "svg heat-none": 3 });
          await rows.locator("#again").press("Enter");
          await rowsReady(rows, smallStudy({ title: "Charts" }));
          await dropOn(rows, "held-out-file", "others.csv", small(20));
          await rows.locator("#held-out-status p").waitFor();
          await runRows(rows);
          await stands("rows", {
            ...{ "svg line": 8, "svg dot": 8, "svg axis": 4, "svg level": 2, "svg zone-edge": 2, "svg bar": 20 },
            ...{ "svg heat heat-1": 1, "svg heat heat-5": 1, select: 3, button: 5 },
          });
        },
        scheme,
      );
    },
  );
}
