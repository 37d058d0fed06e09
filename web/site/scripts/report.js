// The report in plain words: finds a report, has it read, shows what it says and hands out what
// can be kept.
import { language, says as words } from "#words/site";
import { fingerprint, sameFingerprint } from "../../../intake/fingerprint.js";
import { saveFile } from "../../controls/save-file.js";
import { byId } from "./by-id.js";
import { isLinked } from "./linked.js";
import { reportFragment, say, startReportSource } from "./report-source.js";

/** @typedef {import("./report-source.js").FoundReport} FoundReport */
/** @typedef {typeof import("./reader.js")} Reader */
/** @typedef {Exclude<Awaited<ReturnType<Reader["readReport"]>>, {refused: object}>} ReadReport */

const tab = document.title;
const reading = byId("reading");
/** @type {HTMLInputElement} */
const givenHash = byId("given-hash");

/**
 * The report that is shown: its bytes, what was made of it, and its fingerprint.
 *
 * @type {{bytes: BlobPart, made: ReadReport, hash: string | null} | null}
 */
let current = null;
// Reading takes a moment, in which another report can be asked for.
let turn = 0;

function hide() {
  turn += 1;
  current = null;
  reading.hidden = true;
  document.title = tab;
  for (const id of ["save-message", "compare-message"]) tell(id, "");
  givenHash.value = "";
}

/**
 * @param {string} id
 * @param {string} text
 */
function tell(id, text, wrong = false) {
  byId(id).textContent = text;
  byId(id).classList.toggle("wrong", wrong);
}

/**
 * @param {ReadReport} made
 * @param {{hash: string | null, key?: string, address?: URL}} from
 */
function show(made, { hash, key, address }) {
  byId("reading-title").textContent = made.title;
  byId("statement").innerHTML = made.sections;
  const its = { lang: made.language, dir: made.direction };
  Object.assign(byId("statement"), its);
  const after = Array.from(reading.querySelectorAll(".after h3"), ({ id, textContent }) => ({ id, heading: textContent }));
  byId("contents").replaceChildren(
    ...[...made.contents, ...after].map(({ id, heading }, index) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      if (index < made.contents.length) Object.assign(link, its);
      link.textContent = heading;
      link.href = `#${id}`;
      // Following it must not take the report out of the page's address.
      link.addEventListener("click", (event) => {
        event.preventDefault();
        const target = byId(id);
        target.tabIndex = -1;
        target.scrollIntoView({ block: "start" });
        target.focus({ preventScroll: true });
      });
      item.append(link);
      return item;
    }),
  );
  byId("own-hash").textContent = hash ?? words.fingerprintMissing;
  const linked = byId("own-linked");
  linked.hidden = !(address && hash);
  byId("own-by-hand").hidden = !linked.hidden;
  const link = linked.querySelector("a");
  if (link && address && hash) link.hash = reportFragment(address, hash, key);
  reading.hidden = false;
}

/** @param {FoundReport} report */
async function use({ text, path, bytes, wanted, key, address, moveThere }) {
  hide();
  const mine = turn;
  say(words.reading);
  const hash = await fingerprint(text);
  if (mine !== turn) return;
  if (wanted !== undefined) {
    if (hash === null) return say(words.noFingerprint, true);
    if (!sameFingerprint(wanted, hash)) return say(words.otherReport(wanted.toLowerCase(), hash), true);
  }
  /** @type {Reader} */
  let reader;
  /** @type {import("../../../statement/language.js").StatementLanguage | undefined} */
  let speaking;
  try {
    reader = await import(`${SITE_ROOT}reader.js`);
    // The reader speaks English by itself.
    if (language.code !== "en") speaking = (await import("./statement-words.js")).say;
  } catch {
    if (mine === turn) say(words.noReader, true);
    return;
  }
  let made;
  try {
    made = await reader.readReport(text, { sha256: hash, key, path }, speaking);
  } catch (error) {
    if (mine === turn) say(words.wentWrong, true, /** @type {Error} */ (error).message);
    return;
  }
  if (mine !== turn) return;
  if (made.refused) {
    const { title, body, detail } = REFUSALS[made.refused.state];
    return say(`${title}. ${body} ${detail}`.trim(), true, detail && made.refused.message);
  }
  current = { bytes: bytes ?? new TextEncoder().encode(text), made, hash };
  show(made, { hash, key, address });
  say(words.read(made.title));
  if (isLinked()) document.title = words.readTab(made.title);
  if (!moveThere) return;
  byId("reading-title").scrollIntoView({ block: "start" });
  byId("reading-title").focus({ preventScroll: true });
}

/** @type {typeof saveFile} */
function save(name, type, content) {
  saveFile(name, type, content);
  tell("save-message", words.saved(name));
}

/**
 * @param {string} id
 * @param {(shown: NonNullable<typeof current>) => void} act
 */
const onPress = (id, act) => byId(id).addEventListener("click", () => current && act(current));

onPress("save-json", ({ bytes }) => save("report.json", "application/json", bytes));
onPress("save-text", ({ made }) => save("statement.txt", "text/plain", made.text()));
onPress("save-html", async ({ made }) => save("statement.html", "text/html", await made.html()));
onPress("save-registry", async ({ made }) => {
  try {
    /** @type {typeof import("./registry-yaml.js")} */
    const { registryYaml } = await import(`${SITE_ROOT}registry-yaml.js`);
    save("registry-entry.yaml", "application/yaml", registryYaml(made.registry()));
  } catch {
    tell("save-message", words.registryFailed, true);
  }
});

/**
 * The result of comparing: [words, whether something is wrong].
 *
 * @param {string} given
 * @param {string | null} hash
 * @returns {[words: string, wrong: boolean]}
 */
function compared(given, hash) {
  // As sha256sum and PowerShell print it: perhaps in groups, perhaps with the file's name behind
  // it.
  const found = /^[\\\s]*([0-9a-f]{64})(?:\s+\*?\S.*)?$/is.exec(given.trim());
  const plain = found ? found[1] : given.replace(/[\s:]/g, "");
  if (plain === "") return [words.compare.empty, true];
  if (/[^0-9a-f]/i.test(plain)) return [words.compare.odd, true];
  if (plain.length !== 64) return [words.compare.malformed(plain.length), true];
  if (hash === null) return [words.compare.missing, true];
  return sameFingerprint(plain, hash) ? [words.compare.same, false] : [words.compare.other, true];
}

const compare = () => current && tell("compare-message", ...compared(givenHash.value, current.hash));
byId("compare").addEventListener("click", compare);
givenHash.addEventListener("keydown", (event) => {
  if (event.key === "Enter") compare();
});

startReportSource(byId("reading-title"), { use, begin: hide });
