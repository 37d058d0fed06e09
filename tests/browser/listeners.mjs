// Sockets that hear what no request shows: datagrams, and connections before their first request.
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";

/** Where they listen. Firefox sends WebRTC there by a preference (browsers.mjs). */
export const HERE = "127.0.0.1";

/** The addresses of this machine, among them those that other machines know it by. */
export const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((all) =>
    all.filter(({ family }) => family === "IPv4").map(({ address }) => address),
  );

/**
 * @param {string} address where it listens
 * @returns {Promise<{port: number, heard: Buffer[], close: () => void}>} heard: datagrams
 */
export async function listenUdp(address = HERE) {
  const socket = createSocket("udp4");
  const heard = [];
  socket.on("message", (message) => heard.push(message));
  await new Promise((resolve) => socket.bind(0, address, resolve));
  // A test that fails before it closes the socket doesn't keep its file from ending.
  socket.unref();
  return { port: socket.address().port, heard, close: () => socket.close() };
}

/**
 * A server that answers nothing.
 *
 * @returns {Promise<{port: number, heard: Buffer[], connections: () => number, close: () => void}>}
 *   heard: what came over all connections
 */
export async function listenTcp() {
  const heard = [];
  const open = new Set();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    open.add(socket);
    socket.on("data", (data) => heard.push(data));
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.unref();
  });
  await new Promise((resolve) => server.listen(0, HERE, resolve));
  server.unref();
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port: server.address().port, heard, connections: () => count, close };
}

/** All that was heard, as a text of one character a byte. */
export const textOf = (heard) => Buffer.concat(heard).toString("latin1");
