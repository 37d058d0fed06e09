// Removes what no Content-Security-Policy holds: what can reach another machine, open a window, or
// hand something to a service of the browser's. It runs before everything else in a page's script.
// SECURITY.md (F3) says which realms this leaves.

const CHANNELS = /RTC|WebTransport|Payment|[Pp]resentation|[Ss]peech|Notification|MediaMetadata|Fenced|Auction|InterestGroup/;
const MORE = /^(open|credentials|share|install)$/;

for (const scope of [globalThis, globalThis.Navigator?.prototype]) {
  for (const name of scope ? Object.getOwnPropertyNames(scope) : [])
    if (CHANNELS.test(name) || MORE.test(name)) Reflect.deleteProperty(scope, name);
}
