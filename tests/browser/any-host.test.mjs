// The site on hosts that do more than hand out files: those that leave "index.html" out of
// addresses, and those that send a policy of their own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, test } from "node:test";
import { browserNames, everyBrowser, testPage, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import { independent, record, textOf } from "./made-up-reports.mjs";
import { check, fill, formReady, headline, sheetFrame } from "./sheet.mjs";
import { serveSite, siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";
import * as ar from "../../words/ar/site.js";
import * as de from "../../words/de/site.js";
import * as en from "../../words/en/site.js";

const { says } = en;
const files = { "reports/late.json": textOf(independent()) };
const site = siteForTests(() => files);

async function figureOn(page) {
  const sheet = await sheetFrame(page);
  await formReady(sheet);
  await fill(sheet, record);
  await check(sheet);
  return headline(sheet);
}

/** A server whose pages have no ".html" and whose folders have no slash, in front of the site. */
async function cleanUrls() {
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, "http://site.test");
    const clean = pathname.replace(/(\.html|\/index)$/, "").replace(/(?<=.)\/$/, "");
    if (clean !== pathname) return response.writeHead(301, { location: clean + search }).end();
    const folder = ["/some/where", "/some/where/de", "/some/where/ar"].includes(clean);
    const page = folder ? `${clean}/index.html` : `${clean}.html`;
    const found = await fetch(new URL(page, site.address));
    const answer = found.ok ? found : await fetch(new URL(clean, site.address));
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/html" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return {
    address: `http://127.0.0.1:${server.address().port}/some/where`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}

const styled = (page) =>
  page.waitForFunction(() => getComputedStyle(document.querySelector(".band")).backgroundColor === "rgb(17, 52, 67)");

describe("a host without index.html and without slashes", () => {
  for (const name of everyBrowser) {
    test(`${name}: a link to a report, under the name of the page`, async () => {
      const host = await cleanUrls();
      try {
        await withPage(name, async (page) => {
          await page.goto(`${host.address}/index.html#report=reports/late.json`);
          await styled(page);
          assert.ok(await figureOn(page));
          assert.equal(page.url(), `${host.address}/#report=reports/late.json`);
          // The address that the page hands on leads here too.
          await page.goto(await page.locator("#share-link").inputValue());
          assert.ok(await figureOn(page));
        });
      } finally {
        await host.close();
      }
    });

    testPage(name)(`${name}: from page to page, in every language`, async () => {
      const host = await cleanUrls();
      try {
        await withPage(name, async (page) => {
          await page.goto(host.address);
          for (const [folder, { frame, language }] of Object.entries({ "": en, "/de": de, "/ar": ar })) {
            if (folder !== "") await page.locator(`.languages a[hreflang=${language.code}]`).press("Enter");
            await page.waitForURL(`${host.address}${folder}/`);
            await styled(page);
            for (const [target, path] of [
              ["report", "report"],
              ["verify", "verify"],
              ["home", ""],
            ]) {
              await page.getByRole("link", { name: frame.nav[target], exact: true }).first().press("Enter");
              await page.waitForURL(`${host.address}${folder}/${path}`);
              await styled(page);
            }
            await (await sheetFrame(page)).waitForSelector('[data-state="noReport"]');
          }
        });
      } finally {
        await host.close();
      }
    });
  }
});

for (const name of browserNames) {
  test(`${name}: as files, links lead from page to page, and the home page says what is missing`, async () => {
    await withPage(name, async (page) => {
      const address = (path) => pathToFileURL(join(siteDir, path)).href;
      await page.goto(address("verify.html"));
      await page.getByRole("link", { name: en.frame.nav.home, exact: true }).first().press("Enter");
      await page.waitForURL(address("index.html"));
      await styled(page);
      await page.locator("#chooser-message.wrong").waitFor();
    });
  });
}

/** The header of the guide (docs/embedding.md) for hosts that send one with every page. */
const documented = /```text site-policy\n([^]*?)\n```/.exec(
  readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8"),
)?.[1];

const hostWith = async (policy, use) => {
  const host = await serveSite(files, () => ({
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
  }));
  try {
    await use(host);
  } finally {
    await host.close();
  }
};

describe("a host with a policy of its own", () => {
  for (const name of everyBrowser) {
    test(`${name}: one that stops the form is said in the page`, async () => {
      await hostWith("default-src 'self'", async ({ address }) => {
        await withPage(name, async (page) => {
          for (const [path, message] of [
            ["", "#chooser-message"],
            ["#report=reports/late.json", "#chooser-message"],
            ["publish.html", "#frame-message"],
            ["profile.html", "#frame-message"],
            // Each takes seconds to be said.
          ].filter((_, index) => browserNames.includes(name) || (index > 0 && index < 3))) {
            await page.goto("about:blank");
            await page.goto(address + path);
            const wrong = page.locator(`${message}.wrong`);
            await wrong.waitFor();
            assert.equal(await wrong.textContent(), says.noStart, path);
            assert.equal(await page.locator("iframe").isVisible(), false, path);
          }
        });
      });
    });

    test(`${name}: with the header of the guide everything works`, async () => {
      await hostWith(documented, async ({ address }) => {
        await withPage(name, async (page, seen) => {
          await page.goto(`${address}#report=reports/late.json`);
          assert.ok(await figureOn(page));
          for (const form of ["publish", "profile"]) {
            await page.goto(`${address}${form}.html`);
            await until(
              () => page.locator(`#${form}-frame`).evaluate(({ height }) => height !== "320"),
              () => `${form} has its form`,
            );
          }
          await page.goto(`${address}report.html#report=reports/late.json`);
          await page.locator("#reading-title").waitFor({ state: "visible" });
          assert.deepEqual(seen.problems, []);
        });
      });
    });
  }
});
