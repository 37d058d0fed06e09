// The code that shows the check page in a page of the curator's own.

/** `hash` is the report's fingerprint, null where there is none. */
export function embedCode(hash, { files, embedLink }) {
  const pinned = hash ? ` sha256="${hash}"` : "";
  return [
    `<script src="expost-check.js" defer></script>`,
    `<expost-check src="${files.report}"${pinned}>`,
    `  <a href="${files.page}">${embedLink}</a>`,
    `</expost-check>`,
    "",
  ].join("\n");
}
