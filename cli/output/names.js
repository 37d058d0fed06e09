// Mechanisms by name, and their noise, as the title of a plan has them.

/** @type {Record<import("expost").Mechanism["name"], string>} */
export const MECHANISM_NAMES = {
  "objective-perturbation": "objective perturbation",
  "output-perturbation": "output perturbation",
  "noisy-gradient-descent": "noisy gradient descent",
  "posterior-sample": "one posterior sample",
};

/** @type {Record<Extract<import("expost").Mechanism, {noise: string}>["noise"], string>} */
export const NOISE_NAMES = { gaussian: "Gaussian noise", laplace: "Laplace-type noise" };
