// The pages of the npm package, from its types (TypeDoc).
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Application } from "typedoc";

/** The entries of the package, and the words for the list of pages. */
const ENTRIES = [
  { name: "index", file: "expost", about: "The npm package expost: every operation." },
  { name: "check", file: "check", about: "expost/check: a person's operations in fewer bytes." },
  { name: "posterior", file: "posterior", about: "expost/posterior: from a loss to a belief." },
];

/** @param {string} root */
const entryPoints = (root) => ENTRIES.map(({ name }) => join(root, "wasm", `${name}.d.ts`));

/**
 * TypeDoc over the package's types.
 *
 * @param {string} root
 * @param {Partial<import("typedoc").TypeDocOptions>} [options]
 */
const application = (root, options = {}) =>
  Application.bootstrapWithPlugins(
    /** @type {Partial<import("typedoc").TypeDocOptions>} */ ({
      entryPoints: entryPoints(root),
      tsconfig: join(root, "types/tsconfig.public.json"),
      name: "expost",
      readme: "none",
      disableSources: true,
      disableGit: true,
      excludeExternals: true,
      githubPages: false,
      logLevel: "Error",
      sort: ["source-order"],
      groupOrder: ["Functions", "Classes", "Interfaces", "Type Aliases", "Variables"],
      ...options,
    }),
  );

/**
 * The package's types as TypeDoc understands them.
 *
 * @param {string} root
 */
export async function javascriptModel(root) {
  const app = await application(root);
  const project = await app.convert();
  if (!project) throw new Error("TypeDoc can't read the package's types.");
  return project;
}

/**
 * The pages of the package, one for each entry.
 *
 * @param {string} root
 * @returns {Promise<import("./types.js").Page[]>}
 */
export async function javascriptPages(root) {
  const folder = mkdtempSync(join(tmpdir(), "expost-javascript-"));
  try {
    // Without `outputs` TypeDoc would empty docs/.
    const options = {
      plugin: ["typedoc-plugin-markdown"],
      outputs: [{ name: "markdown", path: folder }],
      outputFileStrategy: "modules",
      hidePageHeader: true,
      hideBreadcrumbs: true,
      hidePageTitle: true,
      excludeScopesInPaths: true,
      parametersFormat: "table",
      interfacePropertiesFormat: "table",
      classPropertiesFormat: "table",
      propertyMembersFormat: "table",
      typeDeclarationFormat: "table",
      typeAliasPropertiesFormat: "table",
      useCodeBlocks: true,
    };
    const app = await application(root, /** @type {object} */ (options));
    const project = await app.convert();
    if (!project) throw new Error("TypeDoc can't read the package's types.");
    await app.generateOutputs(project);
    const made = readdirSync(folder);
    return ENTRIES.map(({ name, file, about }) => {
      if (!made.includes(`${name}.md`)) throw new Error(`TypeDoc made no page of ${name}: ${made.join(", ")}`);
      const title = name === "index" ? "JavaScript: expost" : `JavaScript: expost/${name}`;
      const text = readFileSync(join(folder, `${name}.md`), "utf8").replace(
        /\]\((\w+)\.md(#[^)]*)?\)/g,
        (_, to, anchor = "") => {
          const entry = ENTRIES.find((each) => each.name === to);
          return `](${entry?.file ?? to}.md${anchor})`;
        },
      );
      return {
        source: `reference/javascript/${file}.md`,
        file: `reference/javascript/${file}.html`,
        kind: "reference",
        title,
        about,
        markdown: `# ${title}\n\n${text}`,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
