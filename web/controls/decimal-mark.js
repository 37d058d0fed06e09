// How numbers in the data's files are written: with a decimal point or a decimal comma.

/**
 * @param {{legend: string, hint: string, point: string, comma: string}} words
 * @param {boolean} isComma
 * @param {import("./controls.js").Controls} controls
 * @param {(isComma: boolean) => void} choose
 */
export const decimalMark = (words, isComma, controls, choose) =>
  controls.radios({
    id: "decimal-mark",
    legend: words.legend,
    hint: words.hint,
    value: isComma ? "comma" : "point",
    set: (value) => choose(value === "comma"),
    choices: [
      { value: "point", text: words.point },
      { value: "comma", text: words.comma },
    ],
  });
