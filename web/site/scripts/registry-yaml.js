// The registry entry as YAML, in a file of its own: few ask for it, and the library that writes it
// is large.
export { registryYaml } from "../../../statement/registry-yaml.js";
