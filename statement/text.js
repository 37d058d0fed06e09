// A statement for a terminal.
import { wrapped } from "../wording/paragraph.js";
import { table } from "../wording/text-table.js";

/** Later lines under the first one's words. */
const hanging = (mark, text) => wrapped(`${mark}${text}`).replaceAll("\n", `\n${" ".repeat(mark.length)}`);

const BLOCKS = {
  paragraph: ({ text }) => wrapped(text),
  points: ({ items }) => items.map((item) => hanging("- ", item)).join("\n"),
  steps: ({ items }) => items.map((item, index) => hanging(`${index + 1}. `, item)).join("\n"),
  table: ({ caption, head, rows }) => `${wrapped(caption)}\n${table([head, ...rows]).trimEnd()}`,
  entries: ({ rows }) => rows.map(([name, text]) => wrapped(`${name}: ${text}`).replaceAll("\n", "\n  ")).join("\n"),
};

const underlined = (text, line) => `${text}\n${line.repeat(Array.from(text).length)}`;

export function statementText({ title, subtitle, stamps, sections }) {
  const paragraphs = [underlined(title, "="), subtitle, ...stamps.map(([word, sentence]) => wrapped(`${word}: ${sentence}`))];
  for (const { heading, blocks } of sections)
    paragraphs.push(underlined(heading, "-"), ...blocks.map((block) => BLOCKS[block.kind](block)));
  return `${paragraphs.join("\n\n")}\n`;
}
