// Shapes that the files of web/docs share.

/** The needs of readers that pages are sorted by (Diátaxis). */
export type Kind = "tutorial" | "how-to" | "reference" | "explanation" | "measurement";

/** A page: `source` is its Markdown file, or a name below which its links are looked up. */
export interface Page {
  source: string;
  /** Its file below the folder of the guides. */
  file: string;
  kind: Kind | null;
  title: string;
  /** A sentence for lists of pages; "" for the front page. */
  about: string;
  markdown: string;
}

/** Doxygen's notion of one element, as @rgrove/parse-xml reads it. */
export type Xml = import("@rgrove/parse-xml").XmlElement;
