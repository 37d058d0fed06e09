// That nothing gets out of a page, proved without waiting for a while: after every attempt the
// same is tried from a page that has no policy, in the same browser. Once that has arrived,
// whatever got out of the first page would have arrived, too.
import assert from "node:assert/strict";
import { downloads } from "../../web/site/downloads.mjs";
import { withPage } from "./browsers.mjs";
import { innerFrame } from "./inner-frame.mjs";
import { until } from "./until.mjs";
import { attempt, leading, leadingAround, leadsAway, quietly } from "./ways-out.mjs";

/**
 * Ways that a browser doesn't have, or follows only when it likes: they needn't lead out of any
 * page.
 */
const unknown = { chromium: ["speculation rules"], firefox: ["speculation rules", "link ping"] };

let tokens = 0;
const addressOf = (base, token, way) => `${base}${token}/${encodeURIComponent(way)}`;

/**
 * Waits until what was done in a document so far had its effect: it is laid out, and nothing is
 * left to be done in it. A document that another one takes the place of meanwhile is not settled;
 * the next one is waited for.
 */
async function settled(frame) {
  for (;;) {
    await frame.waitForLoadState();
    try {
      const rests = await frame.evaluate(
        () =>
          new Promise((done) => {
            // The load that was waited for may be that of the document before, in Firefox.
            const { body } = document;
            body?.getBoundingClientRect();
            requestIdleCallback(() => done(body !== null), { timeout: 1000 });
          }),
      );
      if (rests) return;
    } catch (error) {
      if (frame.isDetached()) return;
      if (!error.message.includes("context was destroyed")) throw error;
    }
  }
}

/**
 * Each of these takes a page with it, and nothing-leaves.test.mjs shows in every browser that it
 * leads out of an open page.
 */
const shownThere = (way) => leadsAway(way) && [leading, leadingAround, quietly].some((ways) => way in ways);

/**
 * Tries the ways from pages without a policy, and waits until each has arrived. `shown`: of those
 * that nothing-leaves.test.mjs shows to arrive, one is enough.
 */
async function arrivesFromOpenPage(name, context, elsewhere, { quiet, away, shown }) {
  const token = `control-${(tokens += 1)}`;
  const all = Object.entries({ ...quiet, ...away }).filter(([way]) => !unknown[name].includes(way));
  const there = shown ? all.filter(([way]) => shownThere(way)) : [];
  const known = all.filter((one) => !there.slice(1).includes(one));
  const [leaving, staying] = [true, false].map((leaves) => known.filter(([way]) => leadsAway(way) === leaves));
  const attemptIn = (frame, way, how) => attempt(frame, how, addressOf(elsewhere.address, token, way));
  const openPage = async () => {
    const page = await context.newPage();
    await page.goto(`${elsewhere.address}open.html`);
    return page;
  };
  await Promise.all([
    (async () => {
      const page = await openPage();
      for (const one of staying) await attemptIn(page, ...one);
    })(),
    // A page each: while one is led away, it can't be led elsewhere.
    ...leaving.map(async (one) => attemptIn(await innerFrame(await openPage()), ...one)),
  ]);
  const missing = () =>
    known
      .map(([way]) => way)
      .filter((way) => !elsewhere.log.some((url) => url.startsWith(`/${token}/${encodeURIComponent(way)}`)));
  await until(
    () => missing().length === 0,
    () => `these ways lead out of a page without a policy: ${missing()}`,
  );
}

/**
 * Tries ways out of a page, side by side, and fails where one arrives, opens a window or leads the
 * page elsewhere.
 *
 * @param {string} name the browser's
 * @param {{open: (page: object) => Promise<object>, quiet?: object, away?: object, bases:
 *   string[], servers: {log: string[]}[], elsewhere: object, shown?: boolean}} what open: opens
 *   the page and returns the frame that the ways are tried in; quiet: ways as in ways-out.mjs that
 *   are tried in one page; away: those that get a page each; bases: how the addresses begin that
 *   they try to reach; servers: those that answer there; elsewhere: the server with a page without
 *   a policy; shown: as in arrivesFromOpenPage
 */
export async function nothingGetsOut(name, { open, quiet = {}, away = {}, bases, servers, elsewhere, shown = false }) {
  const token = `leak-${(tokens += 1)}`;
  const tries = (ways, base) => Object.entries(ways).map(([way, how]) => [how, addressOf(base, token, way)]);
  await withPage(name, async (first) => {
    const context = first.context();
    const windows = [];
    const opened = [];
    let used = false;
    const attempts = async (each) => {
      const page = used ? await context.newPage() : first;
      used = true;
      page.on("popup", (popup) => windows.push(popup.url()));
      const frame = await open(page);
      opened.push({ page, address: page.url() });
      await frame.evaluate(() => (window.tried = true));
      for (const [index, [how, address]] of each.entries()) {
        // The last one may take the document away. Were it gone before, the rest would be tried
        // from an error page.
        if (index === each.length - 1) {
          await settled(frame);
          assert.ok(await frame.evaluate(() => window.tried), "the document is still there");
        }
        await attempt(frame, how, address);
      }
    };
    await Promise.all(
      bases.flatMap((base) => [
        ...(Object.keys(quiet).length > 0 ? [attempts(tries(quiet, base))] : []),
        ...tries(away, base).map((each) => attempts([each])),
      ]),
    );
    await arrivesFromOpenPage(name, context, elsewhere, { quiet, away, shown });
    assert.deepEqual(
      servers.flatMap(({ log }) => log).filter((url) => url.includes(token)),
      [],
    );
    assert.deepEqual(windows, []);
    for (const { page, address } of opened) {
      assert.equal(page.url().split("#")[0], address.split("#")[0]);
      for (const frame of page.frames()) assert.ok(!frame.url().includes(token), frame.url());
    }
  });
}

/**
 * Waits until everything has come that a page of the site loads; `more`: files that were asked for
 * since.
 */
export async function loaded(page, server, path, more = []) {
  await page.waitForLoadState("load");
  // Chromium without a screen takes none of the pictures in the head, and Firefox two.
  const icons = ["icon.svg", "apple-touch-icon.png"];
  const firefox = page.context().browser().browserType().name() === "firefox";
  const wanted = [...downloads[path].first.filter((file) => !icons.includes(file)), ...(firefox ? icons : []), ...more];
  const has = (file) => server.log.some((url) => url.endsWith(`/${file}`));
  // Parts that came by script are among the page's resources only once they are there.
  const there = (files) =>
    page.evaluate((files) => {
      const names = performance.getEntriesByType("resource").map(({ name }) => name);
      return files.every((file) => names.some((name) => name.endsWith(`/${file}`)));
    }, files);
  await until(
    async () => wanted.every(has) && (await there(wanted.filter((file) => !icons.includes(file)))),
    () => `${path} asks for ${wanted.filter((file) => !has(file))}`,
  );
}

let barriers = 0;
/**
 * Returns what a page asked for since `from` in the log of its server, at this moment: a further
 * page of the same browser asks for something, and whatever the page asked for before has come
 * when that has.
 */
export async function askedSince(page, server, from) {
  for (const frame of page.frames()) await settled(frame);
  const mark = `barrier-${(barriers += 1)}`;
  const further = await page.context().newPage();
  await further.goto(`${server.address}${mark}`);
  const end = server.log.findIndex((url) => url.endsWith(mark));
  assert.ok(end >= from, "the further page asked for something");
  const asked = server.log.slice(from, end);
  await further.close();
  return asked;
}

/**
 * Asserts that a page asked for nothing since `from` in the log of its server, which is closed
 * then, that nothing went wrong on it, and that it keeps nothing. Files that it hands out count as
 * requests in some browsers; these are no requests.
 */
export async function askedNothing(page, seen, server, from) {
  const asked = seen.requests.filter((address) => !address.startsWith("blob:"));
  assert.deepEqual(await askedSince(page, server, from), []);
  await server.close();
  assert.deepEqual(asked, []);
  assert.deepEqual(seen.problems, []);
  const kept = () => [document.cookie, Object.keys(localStorage).length, Object.keys(sessionStorage).length];
  assert.deepEqual(await page.evaluate(kept), ["", 0, 0]);
}
