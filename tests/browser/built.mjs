// Where the build put what is tested.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// EXPOST_WEB and EXPOST_PACKAGE let a developer test another build without touching build/.
const build = fileURLToPath(new URL("../../build", import.meta.url));
const webDir = process.env.EXPOST_WEB ?? join(build, "web");

export const packageDir = process.env.EXPOST_PACKAGE ?? join(build, "package");
export const siteDir = join(webDir, "site");
const sheetFile = join(webDir, "sheet.html");
export const screenshotDir = join(build, "test-screenshots");

if (!existsSync(sheetFile)) throw new Error(`${sheetFile} is missing: npm run build`);

export const sheetHtml = () => readFileSync(sheetFile, "utf8");

/**
 * The package as Node uses it.
 *
 * @returns {Promise<typeof import("expost")>}
 */
export const loadPackage = () => import(pathToFileURL(join(packageDir, "index.js")).href);
