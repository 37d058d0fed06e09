// Where this site begins: a page for addresses that lead nowhere can stand at any depth of any
// folder. The nearest folder above that holds the site's manifest is it.
const home = /** @type {HTMLAnchorElement} */ (document.getElementById("home"));

/** @param {string} folder */
async function isSite(folder) {
  try {
    const response = await fetch(`${folder}site.webmanifest`, { credentials: "omit" });
    return response.ok && (await response.json()).short_name === "Expost";
  } catch {
    return false;
  }
}

async function find() {
  const names = location.pathname.split("/").slice(1, -1);
  // Nobody's site lies deeper than this.
  for (let depth = Math.min(names.length, 8); depth >= 0; depth -= 1) {
    const folder = `/${names
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join("")}`;
    // "//…" would be another host.
    if (!folder.startsWith("//") && (await isSite(folder))) {
      home.href = folder;
      home.hidden = false;
      /** @type {HTMLElement} */ (document.getElementById("by-hand")).hidden = true;
      return;
    }
  }
}

if (home.hidden) find();
