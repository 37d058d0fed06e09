// Signs reports with Node's own Ed25519 as docs/signing.md says, without code that the project has
// too.
import { generateKeyPairSync, sign } from "node:crypto";

/**
 * A publisher with a key of her own: `key` is the public one, `signed(report)` gives the text with
 * its signature.
 */
export function publisher() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const start = Buffer.concat([Buffer.from("Ed"), Buffer.alloc(8, 7)]);
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url");
  const key = Buffer.concat([start, raw]).toString("base64");
  return {
    key,
    /** @param {object} report */
    signed(report) {
      const body = JSON.stringify(report, null, 2).slice(0, -2);
      const value = sign(null, Buffer.from(`${body}\n}\n`), privateKey);
      const comment = "signed on 2026-11-24";
      const signature = {
        key,
        value: Buffer.concat([start, value]).toString("base64"),
        comment,
        commentValue: sign(null, Buffer.concat([value, Buffer.from(comment)]), privateKey).toString("base64"),
      };
      return `${body},\n  "x-signature": ${JSON.stringify(signature)}\n}\n`;
    },
  };
}
