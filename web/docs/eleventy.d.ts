// As much of Eleventy as the guides use: it has no types of its own.

declare module "@11ty/eleventy" {
  /** A generator of pages; `config` sets it up. */
  export default class Eleventy {
    constructor(input: string, output: string, options: { quietMode?: boolean; config?(settings: Settings): void });
    disableLogger(): void;
    /** The pages that it would write. */
    toJSON(): Promise<{ outputPath: string; content: string }[]>;
  }
  export interface Settings {
    setTemplateFormats(formats: string): void;
    setLibrary(name: "md", reader: import("markdown-it").default): void;
    addTemplate(path: string, text: string, data: Record<string, unknown>): void;
  }
}
