// Where things are.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const inRoot = (...parts) => join(root, ...parts);
export const inBuild = (...parts) => join(root, "build", ...parts);

/** The npm package as it is published. */
export const packageDir = inBuild("package");

/** Whether a script was started itself, rather than imported. */
export const isMain = (meta) => process.argv[1] === fileURLToPath(meta.url);
