// Tells the page around the sheet how tall it is. With "ready" this is all that ever leaves the sheet.

/** Posts the height of `body` to the parent whenever it changes. */
export function reportHeight(body, post) {
  let last = 0;
  const tell = () => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    post({ type: "expost-height", height });
  };
  new ResizeObserver(tell).observe(body);
  tell();
}
