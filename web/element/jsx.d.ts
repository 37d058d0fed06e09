// <expost-check> in the JSX of React 18.2 and later: `import "expost/element/jsx"` once, or
// "expost/element/jsx" in a tsconfig's "types". Needs React's types, which the package doesn't.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { ExpostCheckElement } from "./expost-check-element.js";

/** The element's attributes; docs/embedding.md says what they mean. */
export interface ExpostCheckAttributes extends HTMLAttributes<ExpostCheckElement> {
  src?: string | undefined;
  sha256?: string | undefined;
  "signed-by"?: string | undefined;
  files?: string | undefined;
  prior?: number | string | undefined;
  height?: number | string | undefined;
  /** From React 19 on, which sets properties of custom elements. */
  report?: string | object | null | undefined;
  /** As `report`. */
  path?: Blob | null | undefined;
  /** React 18 knows no `className` on custom elements. */
  class?: string | undefined;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "expost-check": DetailedHTMLProps<ExpostCheckAttributes, ExpostCheckElement>;
    }
  }
}
