// The pages of the C++ library, from its headers by Doxygen's XML: a page for each folder.
import { parseXml } from "@rgrove/parse-xml";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @typedef {import("./types.js").Xml} Xml */
/** @typedef {{file: string, line: number, markdown: string}} Piece of a header */

/**
 * The folders of headers, from the ground up, and what is in each.
 *
 * @type {[folder: string, about: string][]}
 */
const FOLDERS = [
  ["bounds", "a person's bounds under objective perturbation, and beliefs"],
  ["release", "what is published and how it is drawn"],
  ["losses", "loss functions of one person"],
  ["training", "objectives and Newton's method"],
  ["accounting", "(ε, δ) before anything is published"],
  ["exact", "exact losses, the curator's secret"],
  ["neighbours", "models without one row"],
  ["descent", "noisy gradient descent with a published path"],
  ["network", "networks, one record's gradient and its length from above"],
  ["series", "several publications about one person"],
  ["mechanisms", "Laplace-type noise, output perturbation, posterior samples"],
  ["profile", "coverage, typical losses, grids of ε"],
  ["output", "what is published to the last digit"],
  ["noise", "sources of randomness, exact and discrete noise, quantiles"],
  ["numerics", "intervals, elementary functions, errors"],
];

const childrenOf = (/** @type {Xml} */ element) =>
  /** @type {Xml[]} */ (element.children.filter(({ type }) => type === "element"));
const all = (/** @type {Xml} */ element, /** @type {string} */ name) =>
  childrenOf(element).filter((child) => child.name === name);
const one = (/** @type {Xml} */ element, /** @type {string} */ name) => all(element, name)[0];
const textOf = (/** @type {Xml | undefined} */ element) => (element?.text ?? "").replace(/\s+/g, " ").trim();

/** A type as it is written: Doxygen puts blanks into angle brackets. */
const tight = (/** @type {string} */ text) =>
  text
    .replace(/< /g, "<")
    .replace(/ >/g, ">")
    .replace(/ ([&*])(?=\S|$)/g, " $1");

const escaped = (/** @type {string} */ text) => text.replace(/[\\<>*_[\]`]/g, (character) => `\\${character}`);

/**
 * A description in Markdown.
 *
 * @param {Xml | undefined} element
 * @returns {string}
 */
function prose(element) {
  if (element === undefined) return "";
  let text = "";
  for (const child of element.children) {
    if (child.type === "text") text += escaped(/** @type {any} */ (child).text.replace(/\s+/g, " "));
    if (child.type !== "element") continue;
    const part = /** @type {Xml} */ (child);
    if (part.name === "computeroutput") text += `\`${textOf(part)}\``;
    else if (part.name === "verbatim" || part.name === "programlisting")
      text += `\n\n\`\`\`text\n${part.text.replace(/^\n+|\s+$/g, "")}\n\`\`\`\n\n`;
    else if (part.name === "listitem") text += `\n* ${prose(part).trim()}`;
    else if (part.name === "itemizedlist" || part.name === "orderedlist") text += `\n${prose(part)}\n\n`;
    else if (part.name === "para") text += `${prose(part).trim()}\n\n`;
    else text += prose(part);
  }
  return text;
}

const described = (/** @type {Xml} */ element) =>
  ["briefdescription", "detaileddescription"]
    .map((name) => prose(one(element, name)).trim())
    .filter((text) => text !== "")
    .join("\n\n");

const place = (/** @type {Xml} */ element) => ({
  file: one(element, "location").attributes.file,
  line: Number(one(element, "location").attributes.line),
});

/** @param {Xml} member */
function signature(member) {
  const type = tight(textOf(one(member, "type")));
  const name = textOf(one(member, "name"));
  const ending = `${tight(textOf(one(member, "argsstring")))}`;
  if (member.attributes.kind === "typedef") return `using ${name} = ${type};`;
  const first = textOf(one(member, "initializer"));
  const initial = member.attributes.kind === "variable" && first !== "" && first.length < 60 ? ` ${first}` : "";
  return `${type === "" ? "" : `${type} `}${name}${ending}${initial};`;
}

/** @param {Xml} member */
function enumeration(member) {
  const rows = all(member, "enumvalue").map(
    (value) => `| \`${textOf(one(value, "name"))}\` | ${described(value).replaceAll("|", "\\|").replace(/\s+/g, " ")} |`,
  );
  return `\n\n| value | meaning |\n|---|---|\n${rows.join("\n")}`;
}

const isShown = (/** @type {Xml} */ member) =>
  member.attributes.prot === "public" && !textOf(one(member, "name")).startsWith("~");

/** @param {Xml} compound a class or struct */
function classText(compound) {
  const name = textOf(one(compound, "compoundname")).replace(/^expost::/, "");
  const members = all(compound, "sectiondef")
    .flatMap((section) => all(section, "memberdef"))
    .filter(isShown)
    .filter((member) => !["(const " + name + " &)", "(" + name + " &&)"].includes(textOf(one(member, "argsstring"))))
    .sort((a, b) => place(a).line - place(b).line);
  const fields = members.filter(({ attributes }) => attributes.kind === "variable");
  const functions = members.filter(({ attributes }) => attributes.kind !== "variable" && attributes.kind !== "friend");
  const rows = fields.map(
    (field) =>
      `| \`${signature(field).replaceAll("|", "\\|")}\` | ${described(field).replaceAll("|", "\\|").replace(/\s+/g, " ")} |`,
  );
  const table = rows.length === 0 ? "" : `\n\n| member | meaning |\n|---|---|\n${rows.join("\n")}`;
  const calls = functions.map(
    (member) =>
      `\n\n\`\`\`cpp\n${signature(member)}\n\`\`\`\n\n${described(member)}${member.attributes.kind === "enum" ? enumeration(member) : ""}`,
  );
  return `### ${compound.attributes.kind} ${escaped(name)}\n\n${described(compound)}${table}${calls.join("")}`;
}

/** @param {Xml} member a function, type or constant of the namespace */
function memberText(member) {
  const name = escaped(textOf(one(member, "name")));
  if (member.attributes.kind === "enum") return `### enum ${name}\n\n${described(member)}${enumeration(member)}`;
  return `### ${name}\n\n\`\`\`cpp\n${signature(member)}\n\`\`\`\n\n${described(member)}`;
}

/**
 * The comment that a header begins with: a paragraph, and lines that are indented as they are.
 *
 * @param {string} text
 */
function opening(text) {
  const lines = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("//")) break;
    lines.push(line.replace(/^\/\/ ?/, ""));
  }
  return lines
    .join("\n")
    .split(/\n\s*\n/)
    .map((block) => (block.startsWith(" ") ? `\`\`\`text\n${block}\n\`\`\`` : escaped(block)))
    .join("\n\n");
}

/** Whether Doxygen is there. */
export const hasDoxygen = () => spawnSync("doxygen", ["--version"]).status === 0;

/**
 * The pages of the headers below a folder; none where there is no Doxygen.
 *
 * @param {string} include
 * @returns {import("./types.js").Page[]}
 */
export function cppPages(include) {
  if (!hasDoxygen()) return [];
  const folder = mkdtempSync(join(tmpdir(), "expost-cpp-"));
  try {
    const settings = {
      ...{ INPUT: `"${include}"`, STRIP_FROM_PATH: `"${include}"`, OUTPUT_DIRECTORY: `"${folder}"` },
      ...{ RECURSIVE: "YES", FILE_PATTERNS: "*.hpp", EXTRACT_ALL: "YES", AUTOLINK_SUPPORT: "NO" },
      ...{ GENERATE_XML: "YES", GENERATE_HTML: "NO", GENERATE_LATEX: "NO", XML_PROGRAMLISTING: "NO" },
      ...{ QUIET: "YES", WARNINGS: "NO", HAVE_DOT: "NO" },
    };
    const input = Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join("");
    const { status, stderr } = spawnSync("doxygen", ["-"], { input, encoding: "utf8" });
    if (status !== 0) throw new Error(`Doxygen ended with ${status}: ${stderr}`);
    /** @type {Piece[]} */
    const pieces = [];
    for (const name of readdirSync(join(folder, "xml")).sort()) {
      if (!/^(class|struct|namespaceexpost)/.test(name)) continue;
      const { root } = parseXml(readFileSync(join(folder, "xml", name), "utf8"));
      const compound = one(/** @type {Xml} */ (root), "compounddef");
      if (compound.attributes.kind !== "namespace") {
        if (compound.attributes.prot === "private") continue;
        pieces.push({ ...place(compound), markdown: classText(compound) });
        continue;
      }
      for (const member of all(compound, "sectiondef").flatMap((section) => all(section, "memberdef")))
        pieces.push({ ...place(member), markdown: memberText(member) });
    }
    return FOLDERS.map(([name, about]) => {
      const own = pieces.filter(({ file }) => file.startsWith(`expost/${name}/`));
      const files = Array.from(new Set(own.map(({ file }) => file))).sort();
      const sections = files.map((file) => {
        const inIt = own.filter((piece) => piece.file === file).sort((a, b) => a.line - b.line);
        const head = opening(readFileSync(join(include, file), "utf8"));
        return `## ${file}\n\n${head}\n\n${inIt.map(({ markdown }) => markdown).join("\n\n")}`;
      });
      return {
        source: `reference/cpp/${name}.md`,
        file: `reference/cpp/${name}.html`,
        kind: "reference",
        title: `C++: ${name}`,
        about: `${about[0].toUpperCase()}${about.slice(1)}.`,
        markdown: `# C++: ${name}\n\nHeaders below \`expost/${name}\`: ${about}. Everything is in the namespace \`expost\`.\n\n${sections.join("\n\n")}\n`,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
