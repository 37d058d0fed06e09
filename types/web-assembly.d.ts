// As much of WebAssembly as programs use: Node's types leave it to the DOM's.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): object[];
    static exports(module: Module): object[];
  }
}
