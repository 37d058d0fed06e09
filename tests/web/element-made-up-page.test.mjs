// <expost-check> in a page that a program makes up for unit tests, such as jsdom's, which has no
// matchMedia.
import assert from "node:assert/strict";
import { test } from "node:test";
import { element } from "../../words/en/element.js";

/** As much of a page as the element uses. */
class MadeUpElement extends EventTarget {
  style = {};
  isConnected = true;
  parentElement = null;
  shadowRoot = null;
  #attributes = new Map();

  get ownerDocument() {
    return globalThis.document;
  }
  attachShadow() {
    this.shadowRoot = new MadeUpElement();
    return this.shadowRoot;
  }
  getRootNode() {
    return {};
  }
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
  }
  append(...children) {
    this.children = [...(this.children ?? []), ...children];
  }
  remove() {}
}

test("it is put into the page and taken out of it where there is no matchMedia", async () => {
  const made = {
    ELEMENT_WORDS: { en: element },
    HTMLElement: MadeUpElement,
    CSSStyleSheet: class {
      replaceSync() {}
    },
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
    document: {
      baseURI: "https://example.org/page.html",
      documentElement: new MadeUpElement(),
      body: new MadeUpElement(),
      createElement: () => new MadeUpElement(),
    },
    addEventListener() {},
  };
  Object.assign(globalThis, made);
  assert.equal(globalThis.matchMedia, undefined);
  try {
    const { ExpostCheckElement } = await import("../../web/element/expost-check-element.js");
    const check = new ExpostCheckElement();
    check.connectedCallback();
    assert.equal(check.shadowRoot.children.length, 2);
    check.disconnectedCallback();
    await new Promise((done) => setImmediate(done));
  } finally {
    for (const name of Object.keys(made)) delete globalThis[name];
  }
});
