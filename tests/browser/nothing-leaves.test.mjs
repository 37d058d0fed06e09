// After the page has loaded, no request leaves: not by itself, and not when something in the sheet tries.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { adaptive, independent, record, textOf } from "./made-up-reports.mjs";
import { bakedAddress, check, fill, formReady, headline, sheetFrame } from "./sheet.mjs";
import { serveSite } from "./site-server.mjs";

let site;
let elsewhere;
before(async () => {
  site = await serveSite({ "sample/report.json": textOf(independent()) });
  const log = [];
  const server = createServer((request, response) => {
    log.push(request.url);
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("x");
  });
  server.on("upgrade", (request, socket) => {
    log.push(request.url);
    socket.destroy();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  elsewhere = { address: `http://127.0.0.1:${server.address().port}/`, log, close: () => server.close() };
});
after(async () => {
  await closeBrowsers();
  await site.close();
  elsewhere.close();
});

/** Ways out of a page that leave it standing. Each gets an address to reach. */
const quietly = {
  fetch: (address) => fetch(address, { mode: "no-cors" }),
  "keep-alive fetch": (address) => fetch(address, { mode: "no-cors", keepalive: true, method: "POST", body: "secret" }),
  XMLHttpRequest(address) {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.send();
  },
  beacon: (address) => navigator.sendBeacon(address, "secret"),
  WebSocket: (address) => new WebSocket(address.replace("http", "ws")),
  EventSource: (address) => new EventSource(address),
  image(address) {
    new Image().src = address;
  },
  "style background"(address) {
    document.body.style.backgroundImage = `url("${address}")`;
  },
  "font face": (address) => new FontFace("leak", `url("${address}")`).load(),
  script(address) {
    const script = document.createElement("script");
    script.src = address;
    document.head.append(script);
  },
  "module import": (address) => import(address),
  worker: (address) => new Worker(address),
  "inner frame"(address) {
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
  },
  "link relations"(address) {
    for (const rel of ["stylesheet", "prefetch", "preload", "prerender", "modulepreload", "icon", "manifest"]) {
      const link = Object.assign(document.createElement("link"), { rel, href: `${address}&${rel}`, as: "script" });
      document.head.append(link);
    }
  },
  "speculation rules"(address) {
    const rules = Object.assign(document.createElement("script"), { type: "speculationrules" });
    rules.textContent = JSON.stringify({ prefetch: [{ source: "list", urls: [address] }] });
    document.head.append(rules);
  },
  video(address) {
    const video = document.createElement("video");
    video.src = address;
    document.body.append(video);
    video.load();
  },
  "form post"(address) {
    const form = Object.assign(document.createElement("form"), { action: address, method: "post" });
    document.body.append(form);
    form.submit();
  },
  "form get"(address) {
    const form = Object.assign(document.createElement("form"), { action: address, method: "get" });
    document.body.append(form);
    form.requestSubmit();
  },
  "new window": (address) => open(address),
  "link ping"(address) {
    const link = Object.assign(document.createElement("a"), { href: "#", ping: address });
    document.body.append(link);
    link.click();
  },
  "service worker": (address) => navigator.serviceWorker.register(address),
};

/** Ways that would take the frame, or the page, somewhere else. */
const leading = {
  location(address) {
    location.href = address;
  },
  "location of the page around"(address) {
    top.location = address;
  },
  link(address) {
    const link = Object.assign(document.createElement("a"), { href: address });
    document.body.append(link);
    link.click();
  },
  "link to the page around"(address) {
    const link = Object.assign(document.createElement("a"), { href: address, target: "_top" });
    document.body.append(link);
    link.click();
  },
  "download link"(address) {
    const link = Object.assign(document.createElement("a"), { href: address, download: "x" });
    document.body.append(link);
    link.click();
  },
  refresh(address) {
    const meta = Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: `0;url=${address}` });
    document.head.append(meta);
  },
};

async function attempt(sheet, how, address) {
  // What is refused throws here or there; what counts is what the servers saw.
  await sheet
    .evaluate(
      `(async () => { try { await (${String(asFunction(how))})(${JSON.stringify(address)}); } catch {} })().then(() => {})`,
    )
    .catch(() => {});
}

// A method of an object literal is no expression by itself.
const asFunction = (how) =>
  /^(async )?(function|\()/.test(String(how)) ? how : { toString: () => `({ ${String(how)} })[${JSON.stringify(how.name)}]` };

for (const name of browserNames) {
  describe(name, () => {
    test("no request while a record is entered, checked, varied, saved and cleared", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).click();
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        await page.waitForLoadState("networkidle");
        seen.requests.length = 0;
        site.log.length = 0;
        await fill(sheet, { ...record, age: "abc" });
        await check(sheet);
        await sheet.waitForSelector("#error-summary");
        await fill(sheet, record);
        await check(sheet);
        await headline(sheet);
        await sheet.getByLabel("10 in 100", { exact: true }).check();
        await sheet.locator(".experts summary").click();
        await sheet.getByRole("button", { name: "Save summary" }).click();
        await sheet.getByRole("button", { name: "Clear my record" }).click();
        await page.waitForTimeout(300);
        assert.deepEqual(
          seen.requests.filter((address) => !address.startsWith("blob:")),
          [],
        );
        assert.deepEqual(site.log, []);
        assert.deepEqual(seen.problems, []);
        assert.equal(new URL(page.url()).search, "");
        const kept = () => [document.cookie, Object.keys(localStorage).length, Object.keys(sessionStorage).length];
        assert.deepEqual(await page.evaluate(kept), ["", 0, 0]);
      });
    });

    test("fields are set up to be forgotten", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(adaptive())));
        await formReady(page);
        assert.equal(await page.locator("form, body [name], [placeholder], [style], input[type='number']").count(), 0);
        const fields = await page.locator("input, select, textarea").all();
        for (const field of fields) assert.equal(await field.getAttribute("autocomplete"), "off");
        for (const field of await page.locator("input[type='text'], textarea").all()) {
          assert.equal(await field.getAttribute("spellcheck"), "false");
          assert.equal(await field.getAttribute("translate"), "no");
        }
      });
    });

    test("attempts from within the sheet on the site are refused", async () => {
      const open = async (page) => {
        await page.goto(site.address);
        const sheet = await sheetFrame(page);
        await page.waitForLoadState("networkidle");
        return sheet;
      };
      site.log.length = 0;
      elsewhere.log.length = 0;
      await withPage(name, async (page) => {
        const sheet = await open(page);
        for (const [way, how] of Object.entries(quietly)) {
          for (const base of [site.address, elsewhere.address])
            await attempt(sheet, how, `${base}leak?${encodeURIComponent(way)}`);
        }
        await page.waitForTimeout(800);
        assert.equal(page.context().pages().length, 1);
      });
      for (const [way, how] of Object.entries(leading)) {
        for (const base of [site.address, elsewhere.address]) {
          await withPage(name, async (page) => {
            await attempt(await open(page), how, `${base}leak?${encodeURIComponent(way)}`);
            await page.waitForTimeout(400);
            assert.equal(page.url(), site.address, way);
          });
        }
      }
      assert.deepEqual(
        [...site.log, ...elsewhere.log].filter((url) => url.includes("leak")),
        [],
      );
    });

    test("attempts from within the page opened as a file are refused", async () => {
      elsewhere.log.length = 0;
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(independent())));
        await formReady(page);
        for (const [way, how] of Object.entries(quietly)) {
          // A new window or a link's own address is navigation, which no policy of a page stops; on the site the frame does.
          if (way === "new window") continue;
          await attempt(page, how, `${elsewhere.address}leak?${encodeURIComponent(way)}`);
        }
        await page.waitForTimeout(800);
      });
      assert.deepEqual(elsewhere.log, []);
    });

    test("the page around gets two kinds of message, and none has a word of the record", async () => {
      await withPage(name, async (page) => {
        await page.addInitScript(() => {
          if (window.parent !== window) return;
          window.heard = [];
          addEventListener("message", (event) => window.heard.push(event.data));
        });
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).click();
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        await fill(sheet, record);
        await check(sheet);
        await headline(sheet);
        for (const message of await page.evaluate(() => window.heard)) {
          if (message.type === "expost-ready") assert.deepEqual(Object.keys(message), ["type"]);
          else
            assert.deepEqual(
              [message.type, typeof message.height, Object.keys(message).length],
              ["expost-height", "number", 2],
            );
        }
      });
    });
  });
}
