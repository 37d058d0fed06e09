// expost sign FILE: a publisher's signature, inside a report or next to any other file.
import { signatureFile } from "../../intake/minisign.js";
import { signatureParts, toBeSigned, withSignature } from "../../intake/signature.js";
import { inputError, usageError } from "../errors.js";
import { nameOf, onlyOnce, readText } from "../input/bytes.js";
import { openReport } from "../input/json.js";
import { EXPERIMENT, refuseSeeded } from "../input/publishable.js";
import { REPLACE, STANDARD_OUTPUT, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { knownPassword } from "../signing/password.js";
import { publicKeyText, readSecretKey, signatureBy } from "../signing/secret-key.js";

const LONGEST_COMMENT = 200;

/** @param {import("commander").Command} program */
export function addSign(program) {
  program
    .command("sign")
    .summary("sign a report, or any other file")
    .description(
      "Signs a report with the publisher's key: the signature becomes the last key of the report, and check pages show who signed it. With --detached it signs any file, and writes the signature to a file next to it, as minisign does.",
    )
    .argument("<FILE>", "the report, or with --detached any file of text (- for standard input)")
    .requiredOption("--key <KEY>", "the file of the secret key, from `expost key` or `minisign -G`")
    .option("--password-file <P>", "take the key's password from a file instead of asking for it")
    .option("--comment <TEXT>", "one line that is signed too (default: the day)")
    .option("--detached", "sign the file as it is; the signature is FILE.minisig")
    .option("--out <FILE>", "the file to write (- for standard output)")
    .option(...REPLACE)
    .option(...EXPERIMENT)
    .addHelpText(
      "after",
      `
Examples:
  expost sign report.json --key publisher.key --out signed.json
  expost sign fingerprints.txt --key publisher.key --detached`,
    )
    .action(sign);
}

/**
 * @typedef {object} SignOptions
 * @property {string} key
 * @property {string} [passwordFile]
 * @property {string} [comment]
 * @property {boolean} [detached]
 * @property {string} [out]
 * @property {boolean} [experiment]
 * @property {boolean} [replace]
 */

/**
 * @param {string} path
 * @param {SignOptions} options
 */
async function sign(path, { key: keyPath, passwordFile, comment = today(), detached = false, out, experiment, replace }) {
  onlyOnce(path, keyPath, passwordFile);
  if (comment.length > LONGEST_COMMENT || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(comment))
    throw usageError(`--comment must be one line of at most ${LONGEST_COMMENT} characters, without control characters`);
  const target = out ?? (detached && path !== "-" ? `${path}.minisig` : STANDARD_OUTPUT);
  await checkOutputs([target], passwordFile === undefined ? [path, keyPath] : [path, keyPath, passwordFile]);
  const kept = keptUnless("--out", replace);
  await checkKept(target, kept);
  const text = detached ? await readText(path, { keepMark: true }) : await unsignedReport(path, experiment);
  const key = await readSecretKey(nameOf(keyPath), await readText(keyPath), () => knownPassword(passwordFile));
  const signature = signatureBy(key, Buffer.from(text), comment);
  const content = detached
    ? signatureFile(signature, "signature by expost sign")
    : withSignature(text, { key: publicKeyText(key), ...signature });
  await writeFiles([{ path: target, content, kept }]);
}

const today = () => `signed on ${new Date().toISOString().slice(0, 10)}`;

/**
 * A report's text as it is signed.
 *
 * @param {string} path
 * @param {boolean} [experiment]
 */
async function unsignedReport(path, experiment) {
  const { text, report } = await openReport(path);
  const { summary } = report;
  report.free();
  refuseSeeded(path, summary, experiment);
  if (signatureParts(text)) throw inputError(`${nameOf(path)}: has a signature already; sign the file that it was made from`);
  return toBeSigned(text);
}
