// How far colours are apart, as WCAG counts it, for tests. Each function runs in a page and stands
// by itself.

/**
 * Things drawn on a page, and how they stand out: [{ what, contrast }]. `what` is told by its
 * class. For each shape of a chart the better of its filling and its edge counts, against the
 * ground it is on; for each field and button its edge or its own ground, against the ground around
 * it.
 */
export function graphics() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  // The canvas knows every way to write a colour.
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const [lr, lg, lb] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
  };
  const ground = (element) => {
    let around = element;
    while (around.parentElement && rgba(getComputedStyle(around).backgroundColor)[3] < 255) around = around.parentElement;
    const found = rgba(getComputedStyle(around).backgroundColor);
    // Where nothing paints the ground it is the canvas of the browser.
    return found[3] === 255 ? found : rgba("Canvas");
  };
  const contrast = (colour, under) => {
    const [r, g, b, a] = rgba(colour);
    const seen = [r, g, b].map((v, c) => (v * a + under[c] * (255 - a)) / 255);
    const [x, y] = [luminance(seen), luminance(under)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  const shapes = Array.from(document.querySelectorAll("svg :is(path, rect, circle, line, polygon, polyline)"))
    .filter((shape) => shape.checkVisibility() && shape.closest("defs, pattern, clipPath, mask") === null)
    .map((shape) => {
      const style = getComputedStyle(shape);
      const under = ground(shape.ownerSVGElement.parentElement);
      const paints = [style.fill, style.strokeWidth === "0px" ? "none" : style.stroke];
      // A pattern is judged by what it is made of.
      const colours = paints.flatMap((paint) => {
        const id = /url\(["']?#([^"')]+)/.exec(paint)?.[1];
        if (id === undefined) return paint === "none" ? [] : [paint];
        return Array.from(document.getElementById(id).querySelectorAll("*"), (part) => getComputedStyle(part)).flatMap(
          ({ fill, stroke }) => [fill, stroke].filter((colour) => colour !== "none"),
        );
      });
      return {
        what: `svg ${shape.getAttribute("class") ?? shape.tagName}`,
        contrast: Math.max(1, ...colours.map((colour) => contrast(colour, under))),
      };
    });
  const controls = Array.from(document.querySelectorAll("input[type='text'], textarea, select, button, progress"))
    .filter((control) => control.checkVisibility())
    .map((control) => {
      const style = getComputedStyle(control);
      const under = ground(control.parentElement);
      const edge = parseFloat(style.borderTopWidth) > 0 ? contrast(style.borderTopColor, under) : 1;
      return {
        what: `${control.localName} ${control.id || control.className}`,
        contrast: Math.max(edge, contrast(style.backgroundColor, under)),
      };
    });
  return [...shapes, ...controls];
}

/** The contrast of each of `pairs` of custom properties of the page, as [[pair, contrast]]. */
export function tokens(pairs) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const look = getComputedStyle(document.documentElement);
  const luminance = (token) => {
    const colour = look.getPropertyValue(`--${token}`).trim();
    if (colour === "") throw new Error(`there is no --${token}`);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return pairs.map(([upper, ground]) => {
    const [a, b] = [luminance(upper), luminance(ground)];
    return [`${upper} on ${ground}`, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
}
