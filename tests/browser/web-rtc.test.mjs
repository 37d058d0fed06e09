// WebRTC passes every policy, so the pages remove it themselves (web/quiet). Also in Firefox: which
// constructors there are, and which realms a script can reach, is up to the engine.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { everyBrowser, testPage, withPage } from "./browsers.mjs";
import * as curator from "./curator.mjs";
import { host } from "./host-page.mjs";
import { independent, textOf } from "./made-up-reports.mjs";
import { freshRealms, listenForPeers, SECRET, tryPeers, ways } from "./peers.mjs";
import * as practitioner from "./practitioner.mjs";
import { bakedAddress, elementSheet, formReady, sheetFrame } from "./sheet.mjs";
import { elsewhereForTests, siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";

const site = siteForTests(() => ({
  "report.json": textOf(independent()),
  "host.html": host('<expost-check src="report.json"></expost-check>'),
}));
const elsewhere = elsewhereForTests();

async function inElement(page) {
  await page.goto(`${site.address}host.html`);
  const sheet = await elementSheet(page);
  await formReady(sheet);
  return sheet;
}

/** Pages in a sandboxed frame: no other realm can be reached from there. */
const framed = {
  "the sheet on the site": async (page) => {
    await page.goto(site.address);
    return sheetFrame(page);
  },
  "the sheet in the element": inElement,
  "the document around the sheet in the element": async (page) => (await inElement(page)).parentFrame(),
  "the publisher's page": (page) => curator.openOnSite(page, site),
  "the page for studying rows": async (page) => {
    await page.goto(`${site.address}profile.html`);
    return practitioner.practitionerFrame(page);
  },
};

/** Pages that stand alone: their own realm has no WebRTC. One that they make themselves has. */
const alone = {
  "the check file": async (page) => {
    await page.goto(bakedAddress(textOf(independent())));
    await formReady(page);
    return page.mainFrame();
  },
  "the publisher's page as a file": curator.openAlone,
  "the page for studying rows as a file": (page) => practitioner.openAlone(page),
  ...Object.fromEntries(
    ["index", "report", "publish", "profile"].map((name) => [
      `${name}.html itself`,
      async (page) => {
        await page.goto(`${site.address}${name}.html`, { waitUntil: "load" });
        return page.mainFrame();
      },
    ]),
  ),
};

const inEvery = ["the sheet on the site", "the sheet in the element", "the publisher's page", "the check file"];

const hasConnection = (frame) => frame.evaluate(() => "RTCPeerConnection" in window);

/** Opens a page without a policy next to another page; null where the browser has no WebRTC. */
async function openPage(page) {
  const other = await page.context().newPage();
  await other.goto(`${elsewhere.address}open.html`);
  return (await hasConnection(other)) ? other : null;
}

/**
 * Sends from an open page, by the realms that are named, and waits until it has arrived. Whatever
 * was sent before from another page of this browser has arrived, too.
 */
async function arrives(page, realm = null) {
  const peers = await listenForPeers();
  assert.equal(await tryPeers(page.mainFrame(), peers, realm), "tried");
  const missing = () => Object.keys(ways).filter((way) => !peers.arrived().includes(way));
  await until(
    () => missing().length === 0,
    () => `an open page reaches ${missing()}`,
  );
  peers.close();
}

for (const name of everyBrowser) {
  describe(name, () => {
    test("an open page reaches every listener, from its own realm and from fresh ones", async (t) => {
      await withPage(name, async (page) => {
        const open = await openPage(page);
        if (!open) return t.skip(`this ${name} has no WebRTC`);
        for (const realm of [null, "about:blank", "srcdoc", "blob"]) await arrives(open, realm);
      });
    });

    for (const [what, bring] of Object.entries({ ...framed, ...alone })) {
      // In Firefox, where a page costs a second, the deep run has the others.
      const testHere = inEvery.includes(what) ? test : testPage(name);
      testHere(`nothing is sent by WebRTC from ${what}`, async (t) => {
        await withPage(name, async (page) => {
          const frame = await bring(page);
          const open = await openPage(page);
          if (!open) return t.skip(`this ${name} has no WebRTC`);
          const peers = await listenForPeers();
          const found = { own: await tryPeers(frame, peers) };
          if (what in framed) for (const realm of Object.keys(freshRealms)) found[realm] = await tryPeers(frame, peers, realm);
          await arrives(open);
          assert.deepEqual(peers.touched(), [], JSON.stringify(found));
          for (const [realm, said] of Object.entries(found)) assert.match(said, /^(none|closed)$/, realm);
          peers.close();
        });
      });
    }

    test("nothing of it is left in the realm of a page, nor what else a policy doesn't hold", async () => {
      await withPage(name, async (page) => {
        const left = () => [
          ...Object.getOwnPropertyNames(window).filter((one) => /RTC|^WebTransport|^Payment|^Presentation/.test(one)),
          ...["open", "SpeechSynthesisUtterance", "speechSynthesis", "Notification", "MediaMetadata"].filter(
            (one) => one in window,
          ),
          ...["credentials", "presentation", "share", "install", "joinAdInterestGroup"].filter((one) => one in navigator),
        ];
        const frame = await framed["the sheet on the site"](page);
        assert.deepEqual(await frame.evaluate(left), []);
        await page.goto(`${elsewhere.address}open.html`);
        const before = await page.evaluate(left);
        for (const one of ["WebTransport", "open", "Notification", "credentials"]) assert.ok(before.includes(one), one);
      });
    });

    test("no worker has WebRTC", async () => {
      await withPage(name, async (page) => {
        await page.goto(`${elsewhere.address}open.html`);
        const found = await page.evaluate(
          () =>
            new Promise((done) => {
              const text = "postMessage(['fetch', 'RTCPeerConnection', 'RTCIceTransport'].filter((name) => name in self))";
              const worker = new Worker(URL.createObjectURL(new Blob([text])));
              worker.onmessage = ({ data }) => done(data);
            }),
        );
        assert.deepEqual(found, ["fetch"]);
      });
    });

    test("what stays open: a fresh realm that a saved file makes", async (t) => {
      await withPage(name, async (page) => {
        const frame = await alone["the check file"](page);
        if (!(await openPage(page))) return t.skip(`this ${name} has no WebRTC`);
        const peers = await listenForPeers();
        const said = await tryPeers(frame, peers, "about:blank");
        t.diagnostic(`${name}: WebRTC of a fresh realm in a saved file: ${said} (SECURITY.md)`);
        assert.match(said, /^(tried|none|closed)$/);
        peers.close();
      });
    });
  });
}

test("the name that a peer is told is one that WebRTC lets through", () => assert.match(SECRET, /^[A-Z0-9]{4,256}$/));
