// The files that a visitor's browser fetches on each page of the site: at once, and when something
// is asked for. In languages but English the first report brings statement-words.js as well.
import { LANGUAGES } from "../../words/languages.mjs";
import { dataFrameName, dataSheetName, PARQUET_READER, siteFolder } from "../bake/page-names.js";

/** On every page. */
const frame = ["site.css", "icon.svg"];

/**
 * The pages round a form for data holders, in every language.
 *
 * @param {"publish" | "profile"} name
 */
const framed = (name) =>
  Object.fromEntries(
    LANGUAGES.map((tag) => {
      const folder = siteFolder(tag);
      const first = [...frame, `${folder}${name}.js`, dataFrameName(name, tag)];
      const later = { "the first Parquet file": [PARQUET_READER], "saving the form": [dataSheetName(name, tag)] };
      return [`${folder}${name}.html`, { first, later }];
    }),
  );

/**
 * Files by page: `first` are fetched with it, `later` with what brings them about.
 *
 * @type {Record<string, {first: string[], later: Record<string, string[]>}>}
 */
export const downloads = {
  "index.html": {
    first: [...frame, "home.js", "sheet.html"],
    later: { "trying the sample": ["sample/report.json"] },
  },
  "report.html": {
    first: [...frame, "report.js"],
    later: {
      "the first report": ["reader.js"],
      "trying the sample": ["sample/report.json"],
      "drafting a registry entry": ["registry-yaml.js"],
    },
  },
  ...framed("publish"),
  ...framed("profile"),
  "why.html": { first: [...frame, "why.js"], later: {} },
  "verify.html": {
    first: [...frame, "verify.js"],
    later: {
      "checking a file": ["fingerprints.txt"],
      "saving the forms": ["sheet.html", "publish-sheet.html", "profile-sheet.html"],
    },
  },
  "404.html": { first: [], later: { "finding the beginning of the site": ["site.webmanifest"] } },
};

/** Taken by some browsers, home screens and other sites, never needed. */
export const extras = ["icon-32.png", "apple-touch-icon.png", "site.webmanifest", "social-card.png"];

/** A file may weigh so many bytes of brotli, about a twentieth more than it does. */
export const limits = { "sheet.html": 340_000, "check.js": 365_000, "posterior.js": 10_800 };
