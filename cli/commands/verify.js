// expost verify FILE: who signed a report, or a file with its signature next to it.
import { blake2b } from "@noble/hashes/blake2.js";
import { publicKeyIn, signatureIn, verified } from "../../intake/minisign.js";
import { REFUSALS } from "../../intake/signature.js";
import { inputError, usageError } from "../errors.js";
import { nameOf, onlyOnce, readText } from "../input/bytes.js";
import { openReport } from "../input/json.js";
import { print } from "../output/streams.js";

/** @param {import("commander").Command} program */
export function addVerify(program) {
  program
    .command("verify")
    .summary("who signed a report, or another file")
    .description(
      "Verifies the signature inside a report, or that of any file of text in a .minisig file, and prints the public key that signed it. Anybody can make a key: compare it with the one that the publisher shows, or give that one.",
    )
    .argument("<FILE>", "the report, or with --signature any file of text (- for standard input)")
    .option("--key <KEY>", "the public key that must have signed it: RW…, or the name of its file")
    .option("--signature <FILE.minisig>", "the file of the signature, where it isn't inside")
    .addHelpText(
      "after",
      `
Examples:
  expost verify report.json
  expost verify report.json --key publisher.pub
  expost verify fingerprints.txt --signature fingerprints.txt.minisig --key publisher.pub`,
    )
    .action(verify);
}

/** @param {string} key the option: a key or a file */
async function publicKey(key) {
  const found = publicKeyIn(key) ?? publicKeyIn(await readText(key));
  if (!found) throw inputError(`${nameOf(key)}: is no public key, a line that begins with RW and has 56 characters`);
  return found;
}

/**
 * @param {string} path
 * @param {{key?: string, signature?: string}} options
 */
async function verify(path, { key, signature: signaturePath }) {
  onlyOnce(path, key, signaturePath);
  const wanted = key === undefined ? undefined : await publicKey(key);
  if (signaturePath === undefined) {
    const { report } = await openReport(path, wanted);
    report.free();
    if (report.signer === null) throw inputError(`${nameOf(path)}: has no signature`);
    await print(`signed by ${report.signer}\n`);
    return;
  }
  if (wanted === undefined) throw usageError("a signature in a file doesn't say by which key it is; give --key");
  const signature = signatureIn(await readText(signaturePath));
  if (!signature) throw inputError(`${nameOf(signaturePath)}: is no signature of minisign's, which has four lines`);
  const text = await readText(path, { keepMark: true });
  const hash = (/** @type {Uint8Array} */ bytes) => new Uint8Array(blake2b(bytes));
  const verdict = await verified(new TextEncoder().encode(text), signature, wanted, hash);
  if (verdict !== "signed") throw inputError(`${nameOf(path)}: ${REFUSALS[verdict]}`);
  await print(`signed by ${wanted}\n`);
}
