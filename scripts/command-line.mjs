// How the command line is bundled, for esbuild.
import { LANGUAGES } from "../words/languages.mjs";
import { root } from "./paths.mjs";

/** @satisfies {import("esbuild").BuildOptions} */
export const commandLineBundle = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // The statement's look is a part of the file that it writes.
  loader: { ".css": "text" },
  define: { EXPOST_LANGUAGES: JSON.stringify(LANGUAGES) },
  // CommonJS packages among its dependencies ask for Node's own modules by require.
  banner: {
    js: 'import { createRequire as expostCreateRequire } from "node:module"; const require = expostCreateRequire(import.meta.url);',
  },
};
