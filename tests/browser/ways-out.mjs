// Ways in which something inside a page could try to reach an address, for tests that none of them
// works.

/** Ways out of a page that leave it standing. Each gets an address to reach. */
export const quietly = {
  fetch: (address) => fetch(address, { mode: "no-cors" }),
  "keep-alive fetch": (address) => fetch(address, { mode: "no-cors", keepalive: true, method: "POST", body: "secret" }),
  XMLHttpRequest(address) {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.send();
  },
  beacon: (address) => navigator.sendBeacon(address, "secret"),
  WebSocket: (address) => new WebSocket(address.replace("http", "ws")),
  EventSource: (address) => new EventSource(address),
  image(address) {
    new Image().src = address;
  },
  "style background"(address) {
    document.body.style.backgroundImage = `url("${address}")`;
  },
  "font face": (address) => new FontFace("leak", `url("${address}")`).load(),
  script(address) {
    const script = document.createElement("script");
    script.src = address;
    document.head.append(script);
  },
  "module import": (address) => import(address),
  worker: (address) => new Worker(address),
  "inner frame"(address) {
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
  },
  "link relations"(address) {
    for (const rel of ["stylesheet", "prefetch", "preload", "prerender", "modulepreload", "icon", "manifest"]) {
      const link = Object.assign(document.createElement("link"), { rel, href: `${address}&${rel}`, as: "script" });
      document.head.append(link);
    }
  },
  "speculation rules"(address) {
    const rules = Object.assign(document.createElement("script"), { type: "speculationrules" });
    rules.textContent = JSON.stringify({ prefetch: [{ source: "list", urls: [address] }] });
    document.head.append(rules);
  },
  video(address) {
    const video = document.createElement("video");
    video.src = address;
    document.body.append(video);
    video.load();
  },
  "form post"(address) {
    const form = Object.assign(document.createElement("form"), { action: address, method: "post" });
    document.body.append(form);
    form.submit();
  },
  "form get"(address) {
    const form = Object.assign(document.createElement("form"), { action: address, method: "get" });
    document.body.append(form);
    form.requestSubmit();
  },
  "new window": (address) => open(address),
  "service worker": (address) => navigator.serviceWorker.register(address),
  // The last one: in a frame the link leads to the address of the page around, which is refused,
  // and an error page takes its place.
  "link ping"(address) {
    const link = Object.assign(document.createElement("a"), { href: "#", ping: address });
    document.body.append(link);
    link.click();
  },
};

/** @param {string} script with ADDRESS in it; runs in a worker made of a blob */
const blobWorker = (script) =>
  Object.assign(() => {}, {
    toString: () => `(address) => new Promise((done) => {
      const text = ${JSON.stringify(script)}.replace("ADDRESS", JSON.stringify(address));
      const worker = new Worker(URL.createObjectURL(new Blob([text])));
      worker.onmessage = done;
      worker.onerror = done;
    })`,
  });

/** Ways out of a worker, which a page with such a policy may make of a blob. */
export const inWorkers = {
  "fetch in a worker": blobWorker("fetch(ADDRESS, { mode: 'no-cors' }).finally(() => postMessage(1))"),
  "XMLHttpRequest in a worker": blobWorker(
    "const r = new XMLHttpRequest(); r.open('GET', ADDRESS, false); r.send(); postMessage(1);",
  ),
  "importScripts in a worker": blobWorker("importScripts(ADDRESS); postMessage(1)"),
  "WebSocket in a worker": blobWorker(
    "const socket = new WebSocket(ADDRESS.replace('http', 'ws')); socket.onerror = () => postMessage(1)",
  ),
};

/**
 * Ways that would take the page around somewhere else. Refused, they leave the frame's document
 * there.
 */
export const leadingAround = {
  "location of the page around"(address) {
    top.location = address;
  },
  "link to the page around"(address) {
    const link = Object.assign(document.createElement("a"), { href: address, target: "_top" });
    document.body.append(link);
    link.click();
  },
};

/**
 * Ways that would take the frame somewhere else. Some leave an error page behind, so each is tried
 * in a page of its own.
 */
export const leading = {
  location(address) {
    location.href = address;
  },
  link(address) {
    const link = Object.assign(document.createElement("a"), { href: address });
    document.body.append(link);
    link.click();
  },
  "download link"(address) {
    const link = Object.assign(document.createElement("a"), { href: address, download: "x" });
    document.body.append(link);
    link.click();
  },
  refresh(address) {
    const meta = Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: `0;url=${address}` });
    document.head.append(meta);
  },
};

/** Ways that would take the document itself somewhere else, also where a script hides its link. */
export const navigating = {
  ...leading,
  "link outside the document"(address) {
    Object.assign(document.createElement("a"), { href: address }).click();
  },
  "location.assign": (address) => location.assign(address),
  "navigation.navigate": (address) => navigation.navigate(address),
  "form outside the policy"(address) {
    const form = Object.assign(document.createElement("form"), { action: address });
    document.body.append(form);
    form.submit();
  },
};

/** Does a way take a page without a policy away? */
export const leadsAway = (way) => way in leading || / around$/.test(way) || way.startsWith("form ");

/** Tries one way from within a frame. */
export async function attempt(sheet, how, address) {
  // A refused way throws here or there; what counts is what the servers saw.
  await sheet
    .evaluate(
      `(async () => { try { await (${String(asFunction(how))})(${JSON.stringify(address)}); } catch {} })().then(() => {})`,
    )
    .catch(() => {});
}

// A method of an object literal is no expression by itself.
const asFunction = (how) =>
  /^(async )?(function|\()/.test(String(how)) ? how : { toString: () => `({ ${String(how)} })[${JSON.stringify(how.name)}]` };
