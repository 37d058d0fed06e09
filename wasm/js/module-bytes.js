// The module's bytes, which a bundle holds in base64.
import base64 from "expost-wasm";

export function moduleBytes() {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
