// Which of the two check pages a report needs: the small one for the main job, or the one for
// every mechanism.

/**
 * Whether a report's text describes anything but objective perturbation with Gaussian noise and a
 * generalised linear loss. What is no report is for the small page to refuse.
 *
 * @param {string} text
 */
export function needsEveryMechanism(text) {
  let model;
  try {
    ({ model } = JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return false;
  }
  const { loss, mechanism } = model ?? {};
  return (
    loss?.name === "softmax" ||
    mechanism?.noise === "laplace" ||
    (typeof mechanism?.name === "string" && mechanism.name !== "objective-perturbation")
  );
}

/**
 * The file of the check page in a language.
 *
 * @param {string} language
 */
export const sheetName = (language, every = false) =>
  `sheet${every ? "-every" : ""}${language === "en" ? "" : `.${language}`}.html`;
