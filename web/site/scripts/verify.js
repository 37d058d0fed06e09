// Compares chosen files with the list of this site's fingerprints, and the list with its signature.
// The list is the site's, or one that is chosen like the other files.
import { fileCheck as own } from "#words/site";
import { blake2b } from "@noble/hashes/blake2.js";
import { fingerprintOf } from "../../../intake/fingerprint.js";
import { isPublicKey, signatureIn, verified } from "../../../intake/minisign.js";
import { withoutReport } from "../../bake/bake.mjs";
import { takeDroppedFiles } from "../../controls/dropped.js";
import { listed, namesOf } from "../fingerprint-list.js";
import { byId } from "./by-id.js";

const LIST = "fingerprints.txt";
const SIGNATURE = `${LIST}.minisig`;
/** Bytes; a longer file is no list. */
const LONGEST_LIST = 1e6;

/** @typedef {{name: string, bytes: Uint8Array<ArrayBuffer>}} GivenFile */

/** @type {HTMLInputElement} */
const chooser = byId("check-files");
/** @type {HTMLInputElement} */
const key = byId("check-key");
/** @type {GivenFile[]} */
let given = [];
// Answers come late; only those to what was asked last are shown.
let turn = 0;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const hash = (/** @type {Uint8Array} */ bytes) => new Uint8Array(blake2b(bytes));

/**
 * A file of the site; null where it has none, or nothing can be fetched.
 *
 * @param {string} name
 * @returns {Promise<GivenFile | null>}
 */
async function fromSite(name) {
  try {
    const response = await fetch(`${SITE_ROOT}${name}`, { credentials: "omit" });
    return response.ok ? { name, bytes: new Uint8Array(await response.arrayBuffer()) } : null;
  } catch {
    return null;
  }
}

/**
 * Says what a file is, by the list: one of the site's, one with a report inside, or another.
 *
 * @param {GivenFile} file
 * @param {Map<string, string>} list
 */
async function verdictOn({ name, bytes }, list) {
  const found = await fingerprintOf(bytes);
  if (found === null) return { text: own.noHash, wrong: true };
  const [same] = namesOf(list, found);
  if (same) return { text: own.same(name, same), wrong: false };
  const empty = withoutReport(utf8.decode(bytes));
  const [page] = empty === null ? [] : namesOf(list, (await fingerprintOf(new TextEncoder().encode(empty))) ?? "");
  return page ? { text: own.baked(name, page), wrong: false } : { text: own.other(name), wrong: true };
}

/**
 * Says who signed the list.
 *
 * @param {GivenFile} list
 * @param {GivenFile | null} signature
 */
async function signedBy(list, signature) {
  const asked = key.value.trim();
  if (signature === null) return { text: own.unsigned, wrong: asked !== "" };
  if (asked === "") return { text: own.noKey, wrong: false };
  if (!isPublicKey(asked)) return { text: own.badKey, wrong: true };
  const parts = signatureIn(utf8.decode(signature.bytes));
  const verdict = parts ? await verified(list.bytes, parts, asked, hash) : "wrong";
  return { text: own.verdicts[verdict], wrong: verdict !== "signed" };
}

/**
 * @param {HTMLElement} element
 * @param {{text: string, wrong: boolean}} verdict
 */
function say(element, { text, wrong }) {
  element.textContent = text;
  element.classList.toggle("wrong", wrong);
}

/** Takes what was said before away, and says that an answer is coming. */
function wait() {
  turn += 1;
  say(byId("check-list"), { text: own.checking, wrong: false });
  byId("check-found").replaceChildren();
}

async function answer() {
  wait();
  const mine = turn;
  // Browsers save files under other names where there is one of that name.
  const chosenList = given.find(({ bytes }) => bytes.length < LONGEST_LIST && listed(utf8.decode(bytes)));
  const chosenSignature = given.find(({ name }) => name.endsWith(".minisig"));
  const list = chosenList ?? (await fromSite(LIST));
  const signature = chosenSignature ?? (chosenList ? null : await fromSite(SIGNATURE));
  const entries = list && listed(utf8.decode(list.bytes));
  const files = given.filter((file) => file !== chosenList && file !== chosenSignature);
  const verdicts = entries ? await Promise.all(files.map((file) => verdictOn(file, entries))) : [];
  const about = list && entries ? await signedBy(list, signature) : { text: own.noList, wrong: true };
  if (mine !== turn) return;
  byId("check-found").replaceChildren(
    ...verdicts.map((verdict) => {
      const item = document.createElement("li");
      say(item, verdict);
      return item;
    }),
  );
  say(byId("check-list"), about);
}

/** @param {File[]} files */
async function use(files) {
  wait();
  const read = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  // A file of the same name takes the place of the one before.
  given = [...given.filter(({ name }) => !read.some((file) => file.name === name)), ...read];
  await answer();
}

const pinned = new URLSearchParams(location.hash.slice(1)).get("key");
if (pinned) key.value = pinned.trim().replaceAll(" ", "+");
chooser.addEventListener("change", () => {
  given = [];
  use(Array.from(chooser.files ?? []));
});
chooser.addEventListener("click", () => (chooser.value = ""));
key.addEventListener("change", () => given.length > 0 && answer());
takeDroppedFiles((/** @type {File} */ file) => use([file]));
