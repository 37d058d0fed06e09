// The words of a language: every language says what English says.
import type { CheckWords } from "./en/check.js";
import type { ElementWords } from "./en/element.js";
import type { ProfileWords } from "./en/profile.js";
import type { PublishWords } from "./en/publish.js";
import type * as Site from "./en/site.js";
import type { StatementWords } from "./en/statement.js";

/** The page for addresses that lead nowhere: there is one for all languages. */
type EnglishOnly = "notFound";

export type SiteWords = Omit<typeof Site, EnglishOnly> & Partial<Pick<typeof Site, EnglishOnly>>;

/** Everything in a language's folder. */
export interface Words {
  check: CheckWords;
  element: ElementWords;
  profile: ProfileWords;
  publish: PublishWords;
  site: SiteWords;
  statement: StatementWords;
}

/**
 * Words of any kind: sentences by name, and lists of them. Where nothing else is said, what is put
 * into a sentence is text. (`Function` lets a sentence say so: it gives parameters no types.)
 */
export type Texts = string | ((...parts: string[]) => string) | Function | Texts[] | { [name: string]: Texts };
