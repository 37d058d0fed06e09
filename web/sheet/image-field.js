// The field for a record that is an image: a file, and what was read of it, enlarged.
import { html, nothing } from "lit-html";
import { ref } from "lit-html/directives/ref.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { ImageField } from "./fields.js" */

/** The numbers of a field as its answer has them, and back. */
export const textOf = (/** @type {number[]} */ numbers) => numbers.join(" ");
export const numbersOf = (/** @type {string} */ answer) => (answer === "" ? [] : answer.split(" ").map(Number));

/**
 * Draws the numbers of a record, each a pixel.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {ImageField} field
 * @param {number[]} numbers
 */
function draw(canvas, { shape: [channels, height, width], image }, numbers) {
  const [darkest, lightest] = image.range;
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context) return;
  const picture = context.createImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) {
      const number = numbers[(channels === 3 ? colour * width * height : 0) + pixel];
      picture.data[4 * pixel + colour] = (255 * (number - darkest)) / (lightest - darkest);
    }
    picture.data[4 * pixel + 3] = 255;
  }
  context.putImageData(picture, 0, 0);
}

/**
 * @param {ImageField} field
 * @param {Pick<import("../controls/inputs.js").Marks, "described" | "invalid">} marks
 * @param {string} answer
 * @param {Language} language
 * @param {(file: File) => void} take
 */
export function imageInput(field, { described, invalid }, answer, language, take) {
  const [, height, width] = field.shape;
  const shown = language.words.form.imageShown(language.count(width), language.count(height));
  return html`<input
      id=${field.id}
      type="file"
      accept=".png,.pgm,.ppm,.npy,.json,image/png"
      autocomplete="off"
      aria-describedby=${described}
      aria-invalid=${invalid}
      @change=${(/** @type {{target: {files: FileList, value: string}}} */ event) => {
        if (event.target.files[0]) take(event.target.files[0]);
        event.target.value = "";
      }}
    />
    <div role="status" class="image-read">
      ${
        answer === ""
          ? nothing
          : html`<p class="hint">${shown}</p>
              <canvas
                class="pixels"
                role="img"
                aria-label=${shown}
                ${ref((canvas) => canvas && draw(/** @type {HTMLCanvasElement} */ (canvas), field, numbersOf(answer)))}
              ></canvas>`
      }
    </div>`;
}
