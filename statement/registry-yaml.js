// An entry for the deployments registry as YAML.
import { Document } from "yaml";

// Many readers of YAML take 1e-7 for a text: they want a point.
/** @type {import("yaml").ScalarTag} */
const withPoint = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value) => typeof value === "number" && /^-?\d+e/.test(String(value)),
  test: /^-?\d+\.\d+e[-+]\d+$/,
  resolve: (text) => Number(text),
  stringify: ({ value }) => String(value).replace("e", ".0e"),
};

/**
 * @param {ReturnType<typeof import("./registry.js").registryEntry>} made
 */
export function registryYaml({ entry, unfilled, title, stamps }) {
  // In YAML 1.1, which the registry's own checks go by, a date without quotation
  // marks is no text.
  const document = new Document(entry, { schema: "yaml-1.1", customTags: (tags) => [withPoint, ...tags] });
  document.commentBefore = [
    ` An entry for the Differential Privacy Deployments Registry, made from the report ${JSON.stringify(title)}.`,
    ` ${unfilled.length} values say "To be filled in by the publisher": the report can't know them.`,
    ...stamps.map(([word, sentence]) => ` ${word}: ${sentence}`),
  ].join("\n");
  // Long texts on lines of their own length: folding would change what an editor finds.
  return document.toString({ lineWidth: 0 });
}
