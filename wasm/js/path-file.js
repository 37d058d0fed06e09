// The file that a report leaves its path to: bytes compressed with gzip (docs/report-format.md).
import { ReportError } from "./errors.js";

/** @typedef {import("expost").PathSource} PathSource */

/**
 * The chunks of a file, uncompressed. A server may have uncompressed it already.
 *
 * @param {Exclude<PathSource, Function>} source
 * @param {string} name
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* uncompressed(source, name) {
  const file = source instanceof Blob ? source : await new Response(/** @type {BodyInit} */ (source)).blob();
  const [first, second, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  const isGzip = first === 0x1f && second === 0x8b && third === 8;
  const reader = (isGzip ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream()).getReader();
  const read = () =>
    reader.read().catch((cause) => {
      const message = `The file ${name} is damaged: it can't be uncompressed.`;
      throw new ReportError({ code: "not-gzip", pointer: "/release/iterates/sha256", message }, { cause });
    });
  try {
    for (let chunk = await read(); !chunk.done; chunk = await read()) yield chunk.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * A report with its path from a file, where it leaves it to one; undefined where it doesn't, or no
 * source is given.
 *
 * @param {import("./module.js").Instance} instance
 * @param {object} document
 * @param {PathSource} [source]
 * @returns {Promise<import("./module.js").Answer | undefined>}
 */
export async function loadedWithPath(instance, document, source) {
  if (source === undefined) return undefined;
  const { path, name } = instance.call("open-path", { report: document });
  if (path === null) return undefined;
  try {
    const found = typeof source === "function" ? await source(name) : source;
    for await (const bytes of uncompressed(found, name)) instance.call("add-path", { path }, bytes);
  } catch (error) {
    instance.release("free-path", { path });
    throw error;
  }
  return instance.call("load-report", { path });
}

/**
 * A publication with the file of its path, where it has one, as it is published.
 *
 * @param {import("./module.js").Answer} publication
 */
export async function withPackedPath({ path, ...publication }) {
  if (path === undefined) return publication;
  const bytes = Uint8Array.from(atob(path.data), (letter) => letter.charCodeAt(0));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return { ...publication, path: { name: path.name, bytes: new Uint8Array(await new Response(packed).arrayBuffer()) } };
}
