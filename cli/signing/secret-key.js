// Secret keys in minisign's file format, so that keys of either program sign with the other.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, scrypt, sign } from "node:crypto";
import { promisify } from "node:util";
import { blake2b } from "@noble/hashes/blake2.js";
import { inputError } from "../errors.js";

const derive = /** @type {(password: string, salt: Buffer, length: number, options: object) => Promise<Buffer>} */ (
  promisify(scrypt)
);

/** minisign's own cost of a password: 1 GiB of memory. */
const OPERATIONS = 33554432n;
const MEMORY = 1073741824n;
const BLOCK = 8;

// The file: "Ed", how the key is encrypted ("Sc" or two zeros), "B2", salt, operations, memory;
// then, encrypted, the key number, seed and public key, and a check sum.
const ALGORITHM = Buffer.from("Ed");
const CHECK_SUM = Buffer.from("B2");
const ENCRYPTED = Buffer.from("Sc");
const PLAIN = Buffer.alloc(2);
const SALT = [6, 38];
const SECRET = [54, 158];
const LENGTH = 158;
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** @typedef {{number: Buffer, seed: Buffer, publicKey: Buffer}} SecretKey */

/** @param {SecretKey} key */
export const publicKeyText = ({ number, publicKey }) => Buffer.concat([ALGORITHM, number, publicKey]).toString("base64");

/**
 * The key number as minisign prints it.
 *
 * @param {SecretKey} key
 */
export const numberText = ({ number }) => Buffer.from(number).reverse().toString("hex").toUpperCase();

/** @returns {SecretKey} from the system's generator */
export function newKey() {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { d, x } = privateKey.export({ format: "jwk" });
  return {
    number: randomBytes(8),
    seed: Buffer.from(/** @type {string} */ (d), "base64url"),
    publicKey: Buffer.from(/** @type {string} */ (x), "base64url"),
  };
}

/**
 * scrypt's parameters for a cost, as libsodium picks them.
 *
 * @param {bigint} operations
 * @param {bigint} memory in bytes
 */
function costs(operations, memory) {
  const counted = operations < 32768n ? 32768n : operations;
  const few = counted < memory / 32n;
  const most = few ? counted / BigInt(BLOCK * 4) : memory / BigInt(BLOCK * 128);
  let log = 1n;
  while (log < 63n && 1n << log <= most / 2n) log += 1n;
  const N = 1n << log;
  const p = few ? 1n : counted / 4n / N / BigInt(BLOCK);
  return { N: Number(N), r: BLOCK, p: Number(p) || 1 };
}

/**
 * Encrypts the secret part of a file, or decrypts it.
 *
 * @param {Buffer} secret 104 bytes
 * @param {string} password
 * @param {Buffer} salt
 * @param {{N: number, r: number, p: number}} cost
 */
async function masked(secret, password, salt, cost) {
  const stream = await derive(password, salt, secret.length, { ...cost, maxmem: 2 ** 31 - 1 });
  return Buffer.from(secret.map((byte, i) => byte ^ stream[i]));
}

/** @param {SecretKey} key */
const checkSum = ({ number, seed, publicKey }) =>
  Buffer.from(blake2b(Buffer.concat([ALGORITHM, number, seed, publicKey]), { dkLen: 32 }));

/**
 * The file of a secret key.
 *
 * @param {SecretKey} key
 * @param {string | null} password null: the file alone signs
 */
export async function secretKeyFile(key, password) {
  const salt = randomBytes(32);
  // minisign gives a check sum to keys with a password only: it finds a wrong one.
  const sum = password === null ? Buffer.alloc(32) : checkSum(key);
  const secret = Buffer.concat([key.number, key.seed, key.publicKey, sum]);
  const cost = Buffer.alloc(16);
  cost.writeBigUInt64LE(OPERATIONS, 0);
  cost.writeBigUInt64LE(MEMORY, 8);
  const bytes =
    password === null
      ? [ALGORITHM, PLAIN, CHECK_SUM, Buffer.alloc(48), secret]
      : [ALGORITHM, ENCRYPTED, CHECK_SUM, salt, cost, await masked(secret, password, salt, costs(OPERATIONS, MEMORY))];
  const what = password === null ? "secret key" : "encrypted secret key";
  return `untrusted comment: minisign ${what}\n${Buffer.concat(bytes).toString("base64")}\n`;
}

/**
 * Reads the file of a secret key.
 *
 * @param {string} name the file's, in messages
 * @param {string} text
 * @param {() => Promise<string>} askPassword called where the key is encrypted
 * @returns {Promise<SecretKey>}
 */
export async function readSecretKey(name, text, askPassword) {
  const bytes = Buffer.from(text.trim().split(/\r?\n/).at(-1) ?? "", "base64");
  const isKey = bytes.length === LENGTH && bytes.subarray(0, 2).equals(ALGORITHM) && bytes.subarray(4, 6).equals(CHECK_SUM);
  const method = bytes.subarray(2, 4);
  if (!isKey || !(method.equals(ENCRYPTED) || method.equals(PLAIN)))
    throw inputError(`${name}: is no secret key; \`expost key\` and \`minisign -G\` make one`);
  let secret = bytes.subarray(...SECRET);
  if (method.equals(ENCRYPTED)) {
    const [operations, memory] = [bytes.readBigUInt64LE(38), bytes.readBigUInt64LE(46)];
    if (operations > OPERATIONS || memory > MEMORY)
      throw inputError(`${name}: its password would cost more than minisign's own 1 GiB of memory to check`);
    secret = await masked(secret, await askPassword(), bytes.subarray(...SALT), costs(operations, memory));
  }
  const key = { number: secret.subarray(0, 8), seed: secret.subarray(8, 40), publicKey: secret.subarray(40, 72) };
  if (method.equals(ENCRYPTED) && !checkSum(key).equals(secret.subarray(72)))
    throw inputError(`${name}: the password is wrong, or the key is damaged`);
  // A file whose two halves don't belong together would sign what nobody can verify.
  if (!publicHalf(key).equals(key.publicKey)) throw inputError(`${name}: the key is damaged`);
  return key;
}

/** @param {SecretKey} key */
const privateKeyOf = ({ seed }) => createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });

/** @param {SecretKey} key */
const publicHalf = (key) =>
  Buffer.from(/** @type {string} */ (createPublicKey(privateKeyOf(key)).export({ format: "jwk" }).x), "base64url");

/**
 * Signs bytes themselves (minisign's "Ed"), which WebCrypto can verify without another hash.
 *
 * @param {SecretKey} key
 * @param {Uint8Array} bytes
 * @param {string} comment one line, signed too
 * @returns {import("../../intake/minisign.js").Signature}
 */
export function signatureBy(key, bytes, comment) {
  const secret = privateKeyOf(key);
  const value = sign(null, bytes, secret);
  const commentValue = sign(null, Buffer.concat([value, Buffer.from(comment)]), secret);
  return {
    value: Buffer.concat([ALGORITHM, key.number, value]).toString("base64"),
    comment,
    commentValue: commentValue.toString("base64"),
  };
}
