// A page of somebody else's that shows <expost-check>, and its policy.

/**
 * The page's text; policy: as its meta element has it; head: further elements for its head.
 *
 * @param {string} body
 * @param {{policy?: string, head?: string}} [options]
 */
export const host = (body, { policy, head = "" } = {}) => {
  const meta = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : "";
  return `<!doctype html><html lang="en-GB"><head>${meta}<meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title>${head}<script src="expost-check.js"></script></head><body><main><h1>Host</h1>${body}</main></body></html>`;
};

/** Allows what the element needs from the page's own address, and nothing else. */
export const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:";
