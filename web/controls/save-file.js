// Handing a file over.

/**
 * A blob never touches the network, and a page's policy has no say in downloads.
 *
 * @param {string} name
 * @param {string} type its media type
 * @param {BlobPart} content
 */
export function saveFile(name, type, content) {
  const blob = new Blob([content], { type: typeof content === "string" ? `${type};charset=utf-8` : type });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Firefox reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
