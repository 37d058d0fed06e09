// Handing a text over as a file.

/**
 * A blob never touches the network, and a page's policy has no say in downloads.
 *
 * @param {string} name
 * @param {string} type its media type
 * @param {string} text
 */
export function saveText(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Firefox reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
