// ESLint over all JavaScript: the recommended rules, and a few more that find mistakes or what the
// pages' policies refuse. The layout is Prettier's.
import js from "@eslint/js";
import globals from "globals";

/**
 * Names that only a bundle defines: types/virtual.d.ts.
 *
 * @param {string[]} names
 * @returns {Record<string, "readonly">}
 */
const defined = (...names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [
  { ignores: ["build/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" },
    rules: {
      "array-callback-return": "error",
      eqeqeq: "error",
      "no-constructor-return": "error",
      "no-duplicate-imports": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      // Typography, in what people read.
      "no-irregular-whitespace": ["error", { skipTemplates: true }],
      "no-new-func": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unreachable-loop": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  {
    files: ["intake/**", "statement/**", "wasm/js/**", "wording/**", "words/**"],
    languageOptions: { globals: globals["shared-node-browser"] },
  },
  {
    files: ["cli/**", "examples/**", "scripts/**", "tests/**", "web/**/*.mjs"],
    languageOptions: { globals: globals.node },
  },
  { files: ["web/docs/**"], languageOptions: { globals: globals.node } },
  // In browsers, or handed over to one.
  {
    files: [
      "web/**/*.js",
      "web/site/images/**",
      "tests/browser/**",
      "tests/bench/*-page.mjs",
      "tests/bench/{first-visit,start}.mjs",
    ],
    languageOptions: { globals: globals.browser },
  },
  { files: ["wasm/js/**"], languageOptions: { globals: defined("EXPOST_VERSION", "EXPOST_FORMAT_VERSION", "EXPOST_LIMITS") } },
  { files: ["cli/**"], languageOptions: { globals: defined("EXPOST_LANGUAGES") } },
  { files: ["web/element/**"], languageOptions: { globals: defined("ELEMENT_WORDS") } },
  {
    files: ["web/site/scripts/**"],
    languageOptions: {
      globals: defined("SITE_ROOT", "SITE_SHEET", "SITE_PUBLISH_FRAME", "SITE_PROFILE_FRAME", "REFUSALS"),
    },
  },
];
