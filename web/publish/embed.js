// The code that shows the check page in a page of the curator's own.

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** An iframe with the page that has the report inside: no script of the host's, so that any policy with frame-src 'self' takes it. */
export function embedCode({ files, embedLink }) {
  return [
    `<iframe src="${files.page}" title="${escaped(embedLink)}" sandbox="allow-scripts allow-downloads"`,
    `  width="100%" height="900" loading="lazy"></iframe>`,
    `<p><a href="${files.page}">${escaped(embedLink)}</a></p>`,
    "",
  ].join("\n");
}
