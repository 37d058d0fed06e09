// A page as assistive technology is told of it, in reading order: from Chromium's own accessibility
// tree, and from playwright's snapshot in Firefox, whose tree no driver hands over.

/** Roles that the tests judge; Chromium's own names for some of them are on the left. */
const chromiumNames = { image: "img", DisclosureTriangle: "disclosure", Iframe: "frame", sectionheader: "generic" };

/**
 * The nodes of a document, without frames in it: [{ role, name, level, description, invalid }] in
 * reading order. In Firefox `description` and `invalid` are not there, and neither are frames.
 *
 * @param page the page
 * @param frame the frame whose document is meant, or the page again
 */
export async function accessibilityTree(browserName, page, frame) {
  return browserName === "chromium" ? chromiumTree(page, frame) : snapshotTree(frame);
}

/**
 * A session of the developer tools for a frame, and the frame's id there: Chromium's headless
 * shell gives it no process of its own.
 */
async function sessionOf(page, frame) {
  const context = page.context();
  const own = await context.newCDPSession(frame).catch((error) => {
    if (!error.message.includes("does not have a separate CDP session")) throw error;
  });
  if (own) return { session: own };
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  return { session, frameId: frameTree.childFrames[page.mainFrame().childFrames().indexOf(frame)].frame.id };
}

async function chromiumTree(page, frame) {
  const { session, frameId } = await sessionOf(page, frame);
  const { nodes } = await session.send("Accessibility.getFullAXTree", { frameId });
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = [];
  const walk = (node) => {
    if (node === undefined) return;
    if (!node.ignored) {
      const role = node.role.value;
      const property = (name) => node.properties?.find((each) => each.name === name)?.value.value;
      read.push({
        role: chromiumNames[role] ?? role,
        name: node.name?.value ?? "",
        level: property("level"),
        description: node.description?.value ?? "",
        invalid: property("invalid") === "true",
      });
    }
    for (const child of node.childIds ?? []) walk(byId.get(child));
  };
  walk(nodes.find((node) => node.parentId === undefined));
  return read;
}

/** Reads lines like `- heading "Which report?" [level=2]` or `- 'radio "a: b" [checked]':`. */
async function snapshotTree(frame) {
  const text = await frame.locator("body").ariaSnapshot();
  return text.split("\n").flatMap((line) => {
    const quoted = /^ *- '(.*)'(:.*)?$/.exec(line);
    const plain = quoted ? quoted[1].replaceAll("''", "'") : line.replace(/^ *- /, "");
    const found = /^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?(.*)$/.exec(plain);
    if (!found || found[1] === "text") return [];
    const level = /\[level=(\d)\]/.exec(found[3]);
    return [{ role: found[1], name: found[2] ? JSON.parse(found[2]) : "", level: level ? Number(level[1]) : undefined }];
  });
}

/**
 * Starts writing down what the live regions of a document say: every change of a region's words,
 * once.
 */
export const listen = (frame) =>
  frame.evaluate(() => {
    const LIVE = "[role='status'], [role='alert'], [role='log'], [aria-live='polite'], [aria-live='assertive']";
    const wordsOf = (region) => (region.isConnected ? region.innerText.replace(/\s+/g, " ").trim() : "");
    const known = new Map(Array.from(document.querySelectorAll(LIVE), (region) => [region, wordsOf(region)]));
    window.announced = [];
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(LIVE)) {
        const words = wordsOf(region);
        if (words !== "" && words !== known.get(region)) window.announced.push(words);
        known.set(region, words);
      }
    }).observe(document.body, { childList: true, characterData: true, attributes: true, subtree: true });
  });

/** Announcements since `listen`, or since this was asked last. */
export const heard = (frame) => frame.evaluate(() => window.announced.splice(0));
