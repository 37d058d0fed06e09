// The words of the site, and what its pages are made of.
import type { CheckWords as SheetWords } from "../../words/en/check.js";
import type { SiteWords as Words } from "../../words/types.js";

export type PageName = "home" | "report" | "publish" | "profile" | "why" | "verify";

/** Where a link leads: an address, or one with what is known of it. */
export type Link = string | { href: string; download?: string; language?: string };
/** Addresses by name. */
export type Links = Record<string, Link>;

/** A page in one file, and the sources of its script and style as a policy names them. */
export interface SelfContained {
  html: string;
  scriptHash: string;
  styleHash: string;
  /** Sources of scripts that it may run besides its own. */
  moreScripts: string[];
}
/** A page for data holders: as a file, and as the site shows it in a frame. */
export interface DataPage {
  file: SelfContained;
  frame: SelfContained;
}
/** The check page in a language. */
export interface Sheet extends SelfContained {
  words: SheetWords;
}
/** A page with its fingerprint. */
export interface PublishedPage extends SelfContained {
  sha256: string;
}

/** Everything that the pages of one language are made of. */
export interface Context {
  words: Words;
  /** As files: the check page, the publisher's and the practitioner's. */
  sheet: PublishedPage & { words: SheetWords };
  publishSheet: PublishedPage;
  profileSheet: PublishedPage;
  /** The last two as they are shown in frames. */
  publishFrame: PublishedPage;
  profileFrame: PublishedPage;
  /** The language's folder, "" or "de/", and the way from there to the site's beginning. */
  folder: string;
  root: string;
  siteUrl: string | null;
  version: string;
  /** The public key that signs the list of fingerprints, "" where the build is told none. */
  releaseKey: string;
  /** The commit, null where nobody knows it, and how a sentence names it. */
  commit: { hash: string | null; modified: boolean; full: string; short: string };
  /** The other languages, and where each is as seen from here. */
  others: { language: Words["language"]; folder: string }[];
  links: Links & { home: string; report: string };
  /** Scripts in the heads of pages. */
  heads: Record<"home" | "report", { script: string; hash: string }>;
  /** For the page that stands alone. */
  inlined: {
    style: string;
    styleHash: string;
    script: string;
    scriptHash: string;
  };
}

/** A context with the words of every page that is made of it. */
export type PageContext = Context & { words: Required<Words> };
