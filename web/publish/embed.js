// The code that shows the check in a page of the curator's own.
import { SANDBOX } from "../controls/sandbox.js";

const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/**
 * The custom element with the report next to it, pinned by its fingerprint. Inside it, for where
 * its script can't run: the check page in a frame, which needs no script of the host's. The script
 * comes first and in order, so that the frame inside is only loaded where it is needed.
 *
 * @param {Pick<import("#words/publish").PublishWords["review"],
 *   "files" | "embedLink" | "embedLanguage">} words
 * @param {string | null} hash
 */
export function embedCode({ files, embedLink, embedLanguage }, hash) {
  const pinned = hash ? `\n  sha256="${hash}"` : "";
  // English is what the element speaks where nothing asks for another language.
  const spoken = embedLanguage === "en" ? "" : `\n  lang="${embedLanguage}"`;
  return [
    `<script src="${files.element}"></script>`,
    `<expost-check src="${files.report}"${pinned}${spoken}>`,
    `  <iframe src="${files.page}" title="${escaped(embedLink)}" sandbox="${SANDBOX}"`,
    `    width="100%" height="900" loading="lazy"></iframe>`,
    `  <p><a href="${files.page}">${escaped(embedLink)}</a></p>`,
    `</expost-check>`,
    "",
  ].join("\n");
}
