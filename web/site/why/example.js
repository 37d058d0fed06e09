// The made-up example of why.html.

/** Loans of all other readers of the library. */
export const OTHERS = 480;
/** Settings that the page allows, and begins with. */
export const SETTINGS = { noise: { from: 1, to: 40, first: 5 }, value: { from: 1, to: 20, first: 4 } };
/** Size of the picture of both densities. */
export const PICTURE = { width: 360, height: 110 };
/** The still picture: distance of the clouds in standard deviations of the noise, and marks. */
export const CLOUDS = { distance: 1.5, count: 100 };
