// Sentences in lines of a terminal's width.
const WIDTH = 96;

/** @param {string} text */
export function wrapped(text) {
  const lines = [""];
  for (const word of text.split(/ +/)) {
    const line = lines[lines.length - 1];
    if (line !== "" && line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
