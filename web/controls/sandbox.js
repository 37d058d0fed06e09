// The rights of a frame around a page with a form: it may run its scripts and hand over files. It
// can't lead the browser elsewhere, open windows, send forms, or read what the site stores.
export const SANDBOX = "allow-scripts allow-downloads";
