// A statement for a terminal.
import { wrapped as wrappedWords } from "../wording/paragraph.js";
import { table } from "../wording/text-table.js";

const ISOLATES = /[\u2066-\u2069]/g;
const END_OF_ISOLATE = "\u2069";

/**
 * Sentences in lines of a terminal's width. An isolate that a line breaks is closed at its end and
 * opened again in the next: no isolate goes on beyond a line.
 *
 * @param {string} text
 */
function wrapped(text) {
  /** @type {string[]} */
  let open = [];
  return wrappedWords(text)
    .split("\n")
    .map((line) => {
      const before = open.join("");
      for (const [mark] of line.matchAll(ISOLATES)) open = mark === END_OF_ISOLATE ? open.slice(0, -1) : [...open, mark];
      return before + line + END_OF_ISOLATE.repeat(open.length);
    })
    .join("\n");
}

/**
 * Later lines under the first one's words.
 *
 * @param {string} mark
 * @param {string} text
 */
const hanging = (mark, text) => wrapped(`${mark}${text}`).replaceAll("\n", `\n${" ".repeat(mark.length)}`);

/** @param {import("./sections.js").Block} block */
function blockText(block) {
  switch (block.kind) {
    case "paragraph":
      return wrapped(block.text);
    case "points":
      return block.items.map((item) => hanging("- ", item)).join("\n");
    case "steps":
      return block.items.map((item, index) => hanging(`${index + 1}. `, item)).join("\n");
    case "table":
      return `${wrapped(block.caption)}\n${table([block.head, ...block.rows]).trimEnd()}`;
    case "entries":
      return block.rows
        .map(([name, text]) => wrapped(`${name}${/[?؟]$/.test(name) ? "" : ":"} ${text}`).replaceAll("\n", "\n  "))
        .join("\n");
  }
}

/**
 * @param {string} text
 * @param {string} line
 */
const underlined = (text, line) => `${text}\n${line.repeat(Array.from(text.replace(ISOLATES, "")).length)}`;

/** @param {import("./sections.js").Statement} statement */
export function statementText({ heading: title, subtitle, stamps, sections }) {
  const paragraphs = [underlined(title, "="), subtitle, ...stamps.map(([word, sentence]) => wrapped(`${word}: ${sentence}`))];
  for (const { heading, blocks } of sections) paragraphs.push(underlined(heading, "-"), ...blocks.map(blockText));
  return `${paragraphs.join("\n\n")}\n`;
}
