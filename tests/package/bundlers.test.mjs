// The package where code is handled: bundled for a browser, and where nothing may be compiled from
// text.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { install } from "./installed.mjs";

const installed = install();
const call = 'import { goeQuantile } from "expost"; console.log(JSON.stringify(await goeQuantile(24, 1e-6)));';

test("it loads and computes where eval and Function throw", () => {
  const plain = installed.run(call);
  // V8 refuses them itself, as under a Content-Security-Policy without 'unsafe-eval' …
  assert.equal(installed.run(call, "--disallow-code-generation-from-strings"), plain);
  // … and these would say who asked.
  const throwing = `
    const refuse = () => { throw new Error("code from text"); };
    globalThis.eval = refuse;
    globalThis.Function = new Proxy(Function, { apply: refuse, construct: refuse });
    Object.defineProperty(Function.prototype, "constructor", { value: globalThis.Function });
    const { goeQuantile } = await import("expost");
    console.log(JSON.stringify(await goeQuantile(24, 1e-6)));
  `;
  assert.equal(installed.run(throwing), plain);
});

test("a bundler needs no setting, in any format", async () => {
  const plain = installed.run(call);
  const source = 'import { goeQuantile } from "expost"; goeQuantile(24, 1e-6).then((q) => console.log(JSON.stringify(q)));';
  for (const format of ["esm", "iife"]) {
    const { outputFiles, warnings } = await build({
      stdin: { contents: source, resolveDir: installed.folder },
      bundle: true,
      minify: true,
      platform: "browser",
      format,
      outfile: join(installed.folder, `${format}.js`),
      write: false,
      logLevel: "silent",
    });
    assert.deepEqual(warnings, [], format);
    assert.equal(outputFiles.length, 1, format);
    assert.equal(installed.run(outputFiles[0].text), plain, format);
  }
});

test("a bundler keeps the definition of the element, and drops the class where it is not used", async () => {
  const bundle = async (source) => {
    const stdin = { contents: source, resolveDir: installed.folder };
    const { outputFiles, warnings } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
    assert.deepEqual(warnings, []);
    return outputFiles[0].text;
  };
  assert.match(await bundle('import "expost/element/define";'), /customElements\.define\("expost-check"/);
  assert.equal((await bundle('import { ExpostCheckElement } from "expost/element";')).trim(), "");
});

test("importing it does nothing yet: no timer, no request, no module compiled", () => {
  const touched = installed.run(`
    const touched = [];
    for (const name of ["fetch", "XMLHttpRequest", "setTimeout", "setInterval"]) globalThis[name] = () => touched.push(name);
    for (const name of ["compile", "instantiate", "Module", "Instance"]) WebAssembly[name] = () => touched.push(name);
    await import("expost");
    console.log(JSON.stringify(touched));
  `);
  assert.deepEqual(touched, []);
});
