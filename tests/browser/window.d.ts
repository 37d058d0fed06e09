// Values that tests leave in a page, to ask for them later. (Any type: a test knows what it left.)
interface Window {
  announced: any;
  axe: any;
  before: any;
  clicks: any;
  coloursRead: any;
  focusKeys: any;
  formAt: any;
  fresh: any;
  heard: any;
  holding: any;
  kept: any;
  keysArrive: any;
  printed: any;
  problems: any;
  saved: any;
  told: any;
  tried: any;
  watch: any;
}
