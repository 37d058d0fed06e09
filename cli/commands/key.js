// expost key FILE: a new key to sign reports with.
import { usageError } from "../errors.js";
import { OWNER_ONLY, STANDARD_OUTPUT, checkKept, checkOutputs, checkSecretOutput, writeFiles } from "../output/file.js";
import { print } from "../output/streams.js";
import { newPassword } from "../signing/password.js";
import { newKey, numberText, publicKeyText, secretKeyFile } from "../signing/secret-key.js";

const KEPT = ", and a key is never overwritten";

/** @param {import("commander").Command} program */
export function addKey(program) {
  program
    .command("key")
    .summary("a new key to sign reports with")
    .description(
      "Makes a key to sign reports with: writes the secret key to a file, for yourself alone, and prints the public key, to be shown to everybody. Both are minisign's.",
    )
    .argument("<FILE>", "the file of the secret key; it must not exist yet")
    .option("--password-file <P>", "take the password from a file instead of asking for it")
    .option("--no-password", "no password: whoever has the file can sign")
    .addHelpText("after", "\nExample:\n  expost key publisher.key > publisher.pub")
    .action(key);
}

/**
 * @param {string} path
 * @param {{password: boolean, passwordFile?: string}} options
 */
async function key(path, { password, passwordFile }) {
  if (!password && passwordFile !== undefined) throw usageError("--no-password and --password-file can't be given together");
  if (path === STANDARD_OUTPUT) throw usageError("key writes a secret, which goes to a file; give its name");
  await checkOutputs([path], []);
  await checkSecretOutput(path);
  await checkKept(path, KEPT);
  const made = newKey();
  const content = await secretKeyFile(made, password ? await newPassword(passwordFile) : null);
  await writeFiles([{ path, content, mode: OWNER_ONLY, secret: true, kept: KEPT }]);
  await print(`untrusted comment: minisign public key ${numberText(made)}\n${publicKeyText(made)}\n`);
}
