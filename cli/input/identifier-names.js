// Names that columns of identifiers usually have. A name is a guess: the curator decides.

/** Things that are numbered, before "id", "number", "key" and the like. */
const NUMBERED =
  "account|applicant|booking|card|case|claim|client|contract|customer|device|employee|encounter|household|insurance|invoice|licen[cs]e|loan|member|membership|order|participant|passport|patient|personal|person|personnel|policy|reader|record|registration|respondent|row|sample|security|serial|session|staff|student|subject|tax|ticket|transaction|user|visit";

/**
 * Each is looked for in a name in lower case, its words apart by single blanks.
 *
 * @type {RegExp[]}
 */
const PATTERNS = [
  /^(ids?|.+ id|id .+|uuid|.+ uuid|guid|.+ guid|uid|pid|pk|key|index|row|unnamed \d+|record)$/,
  new RegExp(`(^| )(${NUMBERED}) ?(ids?|numbers?|numb|num|no|nr|nbr|key|code|hash)$`),
  /(^| )(passport|ssn|social security|national insurance|nhs|iban|imei|imsi|vin|mrn|dni|tin|passport no)( |$)/,
  /(^| )(e ?mails?|phones?|telephone|mobile|username|login|url|ip address|licen[cs]e plate|address|street)( |$)/,
  /^((first|last|full|family|given|user|middle|sur|fore|customer|patient|person|client) ?)?names?$/,
  // German
  /(nummer|kennung|kennzeichen|schlüssel)$|(^| )(nr|.{3,}nr|lfd nr|ausweis|pass|telefon|handy|anschrift|adresse|straße)$/,
  /^(vor|nach|familien|geburts|benutzer)?name$/,
  // Arabic: number of …, identity, passport, telephone, name
  /(^| )(ال)?(رقم|هوية|معرف|معرّف|جواز|هاتف|جوال|اسم|بريد)( |$)/,
];

/**
 * The words of a name: "customerID", "customer_id" and "Customer-Id" are all "customer id".
 *
 * @param {string} name
 */
const wordsOf = (name) =>
  name
    .normalize("NFC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/**
 * True if a column's name is one that identifiers have.
 *
 * @param {string} name
 */
export function isIdentifierName(name) {
  const words = wordsOf(name);
  return PATTERNS.some((pattern) => pattern.test(words));
}
