// That axe is asked in a way in which it answers: a page with an error has one, a page without has
// none.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { violations } from "./axe.mjs";
import { closeBrowsers, testOnce, withPage } from "./browsers.mjs";

after(closeBrowsers);

const page = (body) => `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`;

testOnce("a picture without words is found, and told with its place", async () => {
  await withPage("chromium", async (tab) => {
    await tab.setContent(page("<p>Words</p>"));
    assert.deepEqual(await violations(tab), []);
    await tab.setContent(page('<img src="data:,">'));
    const found = await violations(tab);
    assert.equal(found.length, 1);
    assert.match(found[0], /^image-alt: <img src="data:,">/);
    assert.deepEqual(await violations(tab, { runOnly: ["best-practice"] }), []);
  });
});

/** The memory as a run of npm test has it that writes to that file. */
async function inRun(memory) {
  const { EXPOST_JUDGED: before } = process.env;
  process.env.EXPOST_JUDGED = memory;
  try {
    // The query makes it another module, with another memory.
    const { judgedAs, wasGood, rememberGood } = await import(`./judged.mjs?${Math.random()}`);
    return { judgedAs, wasGood, rememberGood };
  } finally {
    if (before === undefined) delete process.env.EXPOST_JUDGED;
    else process.env.EXPOST_JUDGED = before;
  }
}

testOnce("a document that was good is known in the next run, and whatever axe could see makes it another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "expost-judged-"));
  try {
    await withPage("chromium", async (tab) => {
      const memory = join(folder, "judged.txt");
      const style = "<style>.a { color: #000 } .b { color: #eee }</style>";
      const field = '<label>Age <input id="age"></label><details><summary>More</summary>Words</details>';
      const show = async (body = "") => {
        await tab.goto("about:blank");
        await tab.setContent(page(`${style}<p class="a">Words</p>${field}${body}`));
      };
      const now = async (question = ["axe", "{}"]) => {
        const run = await inRun(memory);
        const key = await run.judgedAs(tab, question);
        assert.notEqual(key, null);
        return { ...run, key, good: run.wasGood(key) };
      };
      await show();
      const first = await now();
      assert.equal(first.good, false);
      first.rememberGood(first.key);
      first.rememberGood(first.key);
      assert.equal(readFileSync(memory, "utf8"), `${first.key}\n`);
      await show();
      assert.equal((await now()).good, true);
      // Neither a script nor a comment is seen by axe.
      await tab.setContent(page(`${style}<p class="a">Words</p>${field}<script>1</script><!-- 1 -->`));
      const second = await now();
      second.rememberGood(second.key);
      await tab.setContent(page(`${style}<p class="a">Words</p>${field}<script>2</script><!-- 2 -->`));
      assert.equal((await now()).good, true);

      assert.equal((await now(["axe", '{"runOnly":[]}'])).good, false);
      const changes = {
        words: () => (document.querySelector("p").textContent = "Other words"),
        attribute: () => (document.querySelector("p").className = "b"),
        rule: () => (document.styleSheets[0].cssRules[0].style.color = "#eee"),
        "adopted rules": () => (document.adoptedStyleSheets = [new CSSStyleSheet()]),
        value: () => (document.querySelector("input").value = "1"),
        focus: () => document.querySelector("input").focus(),
        open: () => (document.querySelector("details").open = true),
        title: () => (document.title = ""),
      };
      for (const [what, change] of Object.entries(changes)) {
        await show();
        assert.equal((await now()).good, true, what);
        await tab.evaluate(change);
        assert.equal((await now()).good, false, what);
      }
      for (const media of [{ colorScheme: "dark" }, { forcedColors: "active" }, { reducedMotion: "reduce" }]) {
        await show();
        await tab.emulateMedia(media);
        assert.equal((await now()).good, false, JSON.stringify(media));
        await tab.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
      }
      await show();
      await tab.setViewportSize({ width: 320, height: 600 });
      assert.equal((await now()).good, false);
      // A document that can't be read isn't remembered.
      await show("<x-element></x-element>");
      assert.equal(await first.judgedAs(tab, ["axe"]), null);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

testOnce(
  "the same document is remembered apart as a page and as a frame: only a page needs a heading and landmarks",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "expost-judged-"));
    try {
      await withPage("chromium", async (tab) => {
        const { judgedAs } = await inRun(join(folder, "judged.txt"));
        await tab.setViewportSize({ width: 400, height: 300 });
        const alone = page("<p>Words</p>");
        const inFrame = `<!doctype html><iframe width="400" height="300" style="border: 0" srcdoc='${alone}'></iframe>`;
        await tab.setContent(inFrame);
        const frame = await (await tab.$("iframe")).contentFrame();
        const keyInFrame = await judgedAs(frame, ["axe"]);
        assert.equal(await judgedAs(frame, ["axe"]), keyInFrame);
        await tab.setContent(alone);
        const keyAlone = await judgedAs(tab, ["axe"]);
        assert.equal(await judgedAs(tab, ["axe"]), keyAlone);
        assert.notEqual(keyAlone, keyInFrame);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

testOnce("without a memory axe is asked every time", async () => {
  await withPage("chromium", async (tab) => {
    const { judgedAs, wasGood } = await inRun("");
    await tab.setContent(page("<p>Words</p>"));
    assert.equal(await judgedAs(tab, ["axe"]), null);
    assert.equal(wasGood(null), false);
  });
});
