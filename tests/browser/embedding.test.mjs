// docs/embedding.md is what people copy from: every snippet in it is run here as the page that it
// is for. Also in Firefox: an engine enforces the policies round a frame.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";
import { build } from "esbuild";
import { bakePage } from "../../web/bake/bake.mjs";
import { fromTo, fromToSome } from "../headline.mjs";
import { closeBrowsers, everyBrowser, testOnce, testPage, withPage } from "./browsers.mjs";
import { packageDir, sheetHtml, siteDir } from "./built.mjs";
import { innerFrame } from "./inner-frame.mjs";
import { adaptive, independent, record, textOf } from "./made-up-reports.mjs";
import { check as words } from "../../words/en/check.js";
import { check, elementSheet, fill, formReady, headline } from "./sheet.mjs";
import { serveSite } from "./site-server.mjs";

const guide = readFileSync(fileURLToPath(new URL("../../docs/embedding.md", import.meta.url)), "utf8");
const reportText = textOf(independent());
const sha256 = createHash("sha256").update(reportText).digest("hex");

/** The fenced blocks that have a name, by it. */
const snippets = Object.fromEntries(
  Array.from(guide.matchAll(/^(`{3,})\w+ ([\w.-]+)\n([^]*?)^\1$/gm), ([, , name, text]) => [
    name,
    text.replaceAll("REPORT-SHA256", sha256),
  ]),
);
const used = new Set();
function snippet(name) {
  used.add(name);
  assert.ok(snippets[name], `docs/embedding.md has no ${name}`);
  return snippets[name];
}

const page = (body, head = "") =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title>${head}</head><body>\n${body}</body></html>`;

/** The folder that the guide has people make, wherever it is. */
function folder(at) {
  const own = (name) => readFileSync(join(siteDir, name));
  return {
    [`${at}expost-check.js`]: own("expost-check.js"),
    [`${at}expost-check-define.js`]: own("expost-check-define.js"),
    [`${at}expost-check-element.js`]: own("expost-check-element.js"),
    [`${at}check-frame.html`]: own("check-frame.html"),
    [`${at}check.html`]: bakePage(sheetHtml(), reportText),
    [`${at}report.json`]: reportText,
    [`${at}other.json`]: textOf(adaptive()),
  };
}

const withoutFrontMatter = (text) => text.replace(/^---\n[^]*?\n---\n+/, "");
/**
 * Generators' rendering of the only Markdown in the pages, their heading; HTML blocks go through as
 * they are.
 */
const heading = (text) => text.replace(/^# (.*)$/m, "<h1>$1</h1>");

const strict = { "content-security-policy": snippets["strict-policy"]?.trim() };

/** Each kind of host: its page, where the generator puts it, the folder, its headers. */
const hosts = {
  plain: { name: "index.html", html: () => page(snippet("plain")), folder: "expost/" },
  "sub-path": { name: "models/late/index.html", html: () => page(snippet("sub-path")), folder: "models/expost/" },
  strict: {
    name: "strict.html",
    html: () => page(snippet("strict")),
    folder: "expost/",
    headers: (name) => (name === "strict.html" ? strict : {}),
  },
  jekyll: {
    name: "check.html",
    html: () =>
      page(heading(withoutFrontMatter(snippet("jekyll"))).replace(/\{\{ '([^']*)' \| relative_url \}\}/g, "/some/where$1")),
    folder: "expost/",
  },
  hugo: { name: "check/index.html", html: () => page(withoutFrontMatter(snippet("hugo"))), folder: "expost/" },
  mkdocs: { name: "check/index.html", html: () => page(heading(snippet("mkdocs"))), folder: "expost/" },
  quarto: {
    name: "check.html",
    html: () => page(withoutFrontMatter(snippet("quarto")).replace(/^```\{=html\}\n([^]*?)^```$/m, "$1")),
    folder: "expost/",
  },
  wordpress: {
    name: "2026/check/index.html",
    html: () => page(snippet("wordpress").replace(/"(\/expost\/)/g, '"/some/where$1')),
    folder: "expost/",
  },
  twice: {
    name: "twice.html",
    html: () => page(snippet("twice")),
    folder: "expost/",
    files: () => folder("elsewhere/"),
  },
};

const generators = new Set(["jekyll", "hugo", "mkdocs", "quarto"]);

const servers = {};
before(async () => {
  for (const [kind, { name, html, folder: at, headers, files }] of Object.entries(hosts))
    servers[kind] = await serveSite({ ...folder(at), ...files?.(), [name]: html() }, headers);
});
after(async () => {
  await closeBrowsers();
  for (const server of Object.values(servers)) await server.close();
});

/** Serves one page for one test. */
async function served(files, use, headers) {
  const server = await serveSite({ ...folder("expost/"), ...files }, headers);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

async function figure(sheet) {
  await formReady(sheet);
  await fill(sheet, record);
  await check(sheet);
  return headline(sheet);
}

const errorsHeard = (target) =>
  target.addInitScript(() => {
    window.heard = [];
    addEventListener("expost-error", (event) => window.heard.push(event.detail.code));
  });

for (const name of everyBrowser) {
  describe(name, () => {
    const testAnywhere = testPage(name);

    for (const [kind, { name: file }] of Object.entries(hosts)) {
      // The hosts differ for an engine in their policy alone.
      const testHost = kind === "strict" ? test : testAnywhere;
      testHost(`${kind}: ${generators.has(kind) ? "a report and its form" : "a report, a record, a figure"}`, async () => {
        await withPage(name, async (page, seen) => {
          const { address } = servers[kind];
          await page.goto(address + file);
          const sheet = await elementSheet(page);
          // The generators' pages differ in their addresses alone; once the form is there it is
          // the same.
          if (generators.has(kind)) await formReady(sheet);
          else assert.equal(await figure(sheet), fromTo(50, 57));
          assert.equal(await page.locator("expost-check a:visible").count(), 0, "frame and fallback");
          assert.deepEqual(seen.problems, []);
          assert.ok(
            seen.requests.every((asked) => asked.startsWith(address) && !asked.includes("?")),
            String(seen.requests),
          );
          // Parts for other languages are not loaded for nothing.
          assert.deepEqual(
            seen.requests.filter((asked) => asked.endsWith("expost/check.html")),
            [],
          );
        });
      });
    }

    testAnywhere("plain, where its script is not there: the check page in a frame, and a link", async () => {
      await served({ "index.html": hosts.plain.html(), "expost/expost-check.js": null }, ({ address }) =>
        withPage(name, async (page) => {
          await page.goto(`${address}index.html`);
          const sheet = await innerFrame(page, "expost-check > iframe");
          assert.equal(await figure(sheet), fromTo(50, 57));
          assert.equal(await page.locator("expost-check a").isVisible(), true);
        }),
      );
    });

    testPage(name)(
      "plain, where the frame's file is not there or is refused: the same, and an event that says so",
      async () => {
        const everywhere = { "content-security-policy": "script-src 'self'; frame-src 'self'" };
        for (const [files, headers] of [
          [{ "expost/check-frame.html": null }, undefined],
          [{}, (file) => (file === "expost/check-frame.html" ? everywhere : {})],
        ]) {
          await served(
            { "index.html": hosts.plain.html(), ...files },
            ({ address }) =>
              withPage(name, async (page) => {
                await errorsHeard(page);
                await page.goto(`${address}index.html`);
                const sheet = await innerFrame(page, "expost-check > iframe");
                await formReady(sheet);
                assert.deepEqual(await page.evaluate(() => window.heard), ["no-frame"]);
                assert.equal(await page.locator('expost-check >> iframe[part="frame"]').isVisible(), false);
              }),
            headers,
          );
        }
      },
    );

    testPage(name)("one policy with every file: the check page says why there is nothing on it, and what to do", async () => {
      await served(
        { "index.html": hosts.plain.html() },
        ({ address }) =>
          withPage(name, async (page) => {
            await page.goto(`${address}expost/check.html`);
            assert.equal(await page.getByText(words.notStarted).isVisible(), true);
          }),
        () => strict,
      );
      // Where the script runs, nobody ever sees it.
      await withPage(name, async (page) => {
        await page.goto(`${servers.plain.address}expost/check.html`);
        await formReady(page);
        assert.equal(await page.getByText(words.notStarted).count(), 0);
      });
    });

    testAnywhere("without JavaScript: the page's own words and the link, and nothing of the element", async () => {
      await withPage(
        name,
        async (page, seen) => {
          await page.goto(`${servers.hugo.address}check/index.html`);
          assert.equal(await page.locator("expost-check a").isVisible(), true);
          await page.goto(`${servers.plain.address}index.html`);
          assert.equal(await page.locator("expost-check > p a").isVisible(), true);
          // The frame inside says what it needs.
          const inside = await innerFrame(page, "expost-check > iframe");
          assert.match(await inside.locator("body").innerText(), /This page needs JavaScript/);
          assert.ok(!seen.requests.some((asked) => asked.includes("check-frame")));
        },
        { javaScriptEnabled: false },
      );
    });

    testAnywhere(
      "the element under the strict headers of a host, with the location of the guide left out of them",
      async () => {
        const everywhere = {
          ...strict,
          "x-frame-options": "DENY",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-embedder-policy": "require-corp",
        };
        const [, path, lines] = /^location ~ (\S+) \{\n([^]*?)^\}/m.exec(guide);
        const own = Object.fromEntries(
          Array.from(lines.matchAll(/add_header (\S+) ([^;]+);/g), ([, header, value]) => [header.toLowerCase(), value]),
        );
        await served(
          { "index.html": page(snippet("strict")) },
          ({ address }) =>
            withPage(name, async (page) => {
              await page.goto(`${address}index.html`);
              assert.equal(await figure(await elementSheet(page)), fromTo(50, 57));
            }),
          (file) => (new RegExp(path).test(`/${file}`) ? own : everywhere),
        );
      },
    );

    testAnywhere("iframe: no script of the host's, under a policy that allows none", async () => {
      const policy = { "content-security-policy": "default-src 'none'; frame-src 'self'; img-src data:" };
      await served(
        { "frame.html": page(snippet("iframe")) },
        ({ address }) =>
          withPage(name, async (page, seen) => {
            await page.goto(`${address}frame.html`);
            const sheet = await innerFrame(page);
            assert.equal(await figure(sheet), fromTo(50, 57));
            assert.equal(await page.getByRole("link").isVisible(), true);
            assert.deepEqual(seen.problems, []);
          }),
        (file) => (file === "frame.html" ? policy : {}),
      );
    });

    testAnywhere("builder: the check page in a frame of another site", async () => {
      await served({}, (elsewhere) =>
        served({ "index.html": page(snippet("builder").replaceAll("https://example.org/", elsewhere.address)) }, (own) =>
          withPage(name, async (page, seen) => {
            await page.goto(`${own.address}index.html`);
            const sheet = await innerFrame(page);
            assert.equal(await figure(sheet), fromTo(50, 57));
            assert.equal(await page.getByRole("link").getAttribute("href"), `${elsewhere.address}expost/check.html`);
            assert.deepEqual(seen.problems, []);
          }),
        ),
      );
    });

    testAnywhere("two: a report and a record each", async () => {
      await served({ "two.html": page(snippet("two")) }, ({ address }) =>
        withPage(name, async (page, seen) => {
          await page.goto(`${address}two.html`);
          const first = await elementSheet(page, "expost-check >> nth=0");
          const second = await elementSheet(page, "expost-check >> nth=1");
          await formReady(second);
          assert.equal(await figure(first), fromTo(50, 57));
          assert.equal(await second.getByLabel("Age, in years").inputValue(), "");
          const other = await figure(second);
          assert.match(other, fromToSome(50));
          assert.equal(await headline(first), fromTo(50, 57));
          assert.notEqual(other, await headline(first));
          await page.evaluate(() => document.querySelector("expost-check").clear());
          await first.locator("#result-heading").waitFor({ state: "hidden" });
          assert.equal(await headline(second), other);
          assert.deepEqual(seen.problems, []);
        }),
      );
    });

    testAnywhere("again: taken out, it forgets; put back, it works", async () => {
      await served({ "again.html": page(snippet("again")), "again.js": snippet("again.js") }, ({ address }) =>
        withPage(name, async (page, seen) => {
          await page.goto(`${address}again.html`);
          const button = page.getByRole("button", { name: "Show the check" });
          await button.press("Enter");
          await figure(await elementSheet(page));
          await button.press("Enter");
          while (page.frames().length > 1) await page.waitForEvent("framedetached");
          await button.press("Enter");
          const sheet = await elementSheet(page);
          await formReady(sheet);
          assert.equal(await sheet.getByLabel("Age, in years").inputValue(), "");
          assert.equal(await figure(sheet), fromTo(50, 57));
          assert.deepEqual(seen.problems, []);
        }),
      );
    });

    testAnywhere("bundler: the class from the package, and a folder that is named", async () => {
      const { outputFiles, warnings } = await build({
        stdin: { contents: snippet("bundle.js"), resolveDir: packageDir },
        bundle: true,
        format: "esm",
        platform: "browser",
        write: false,
        // The package refers to itself by its name, as an installed one would be.
        alias: { "expost/element": join(packageDir, "site/expost-check-element.js") },
      });
      assert.deepEqual(warnings, []);
      await served({ "bundled.html": page(snippet("bundler")), "bundle.js": outputFiles[0].text }, ({ address }) =>
        withPage(name, async (page, seen) => {
          await page.goto(`${address}bundled.html`);
          assert.equal(await figure(await elementSheet(page)), fromTo(50, 57));
          assert.deepEqual(seen.problems, []);
        }),
      );
    });

    testAnywhere("looks: colours, fonts and corners arrive, under the strict policy too", async () => {
      await served(
        { "looks.html": page(snippet("strict"), '<link rel="stylesheet" href="looks.css">'), "looks.css": snippet("looks") },
        ({ address }) =>
          withPage(name, async (page, seen) => {
            await page.goto(`${address}looks.html`);
            const sheet = await elementSheet(page);
            await formReady(sheet);
            const look = await sheet.evaluate(() => {
              const root = getComputedStyle(document.documentElement);
              return [
                root.backgroundColor,
                root.color,
                root.fontFamily,
                getComputedStyle(document.querySelector(".button-main")).borderRadius,
              ];
            });
            assert.deepEqual(look, ["rgb(255, 255, 255)", "rgb(16, 36, 62)", "Georgia, serif", "8px"]);
            const border = await page
              .locator('expost-check >> iframe[part="frame"]')
              .evaluate((frame) => getComputedStyle(frame).borderTopWidth);
            assert.equal(border, "1px");
            assert.deepEqual(seen.problems, []);
          }),
        (file) =>
          file === "looks.html" ? { "content-security-policy": `${strict["content-security-policy"]}; style-src 'self'` } : {},
      );
    });
  });
}

testOnce("every snippet of the guide was run", () => {
  used.add("strict-policy");
  // That of the whole site: any-host.test.mjs.
  used.add("site-policy");
  assert.deepEqual(Object.keys(snippets).sort(), [...used].sort());
  assert.match(strict["content-security-policy"], /^default-src 'none'; script-src 'self'; .*frame-src 'self'/);
});
