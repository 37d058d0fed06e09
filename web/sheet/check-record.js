// Puts a record to the core. The core stops at the first value it refuses; a person wants to hear of all of them at once. So a
// refused value is noted, replaced by one that the report itself names as possible, and the core is asked again.

/**
 * Returns { bound } or { problems }, each problem { field, code, message } in the form's order. Throws what is not about a
 * field: then no sentence beside a field could mend it.
 */
export function checkRecord(report, fields, answers) {
  const problems = new Map();
  const record = {};
  for (const field of fields) {
    const answer = answers[field.id] ?? "";
    const { value, problem } = field.kind === "coded" || field.coded ? decoded(field, answer) : { value: answer };
    if (problem) problems.set(field.id, { field, ...problem });
    record[field.key] = problem ? field.acceptable : value;
  }
  for (;;) {
    let bound;
    try {
      bound = report.bound(record);
    } catch (error) {
      const field = error.type === "record" ? fieldAt(fields, error.pointer) : undefined;
      if (!field || problems.has(field.id)) throw error;
      problems.set(field.id, { field, code: error.code, message: error.message });
      record[field.key] = field.acceptable;
      continue;
    }
    if (problems.size === 0) return { bound };
    return { problems: fields.filter((field) => problems.has(field.id)).map((field) => problems.get(field.id)) };
  }
}

// "/a~1b" is the key "a/b"; what follows a second slash is inside the value.
function fieldAt(fields, pointer) {
  const key = (pointer ?? "").split("/")[1]?.replace(/~1/g, "/").replace(/~0/g, "~");
  return fields.find((field) => field.key === key);
}

// Coded records never were raw text, so the core has no rule for reading them; theirs is JavaScript's own number.
function decoded(field, answer) {
  const pieces = answer.split(/[\s,;[\]]+/).filter(Boolean);
  const numbers = pieces.map(Number);
  if (pieces.length === 0) return { problem: { code: "missing" } };
  if (!numbers.every(Number.isFinite)) return { problem: { code: "not-a-number" } };
  if (field.kind !== "coded") return numbers.length === 1 ? { value: numbers[0] } : { problem: { code: "not-a-number" } };
  if (numbers.length !== field.count) return { problem: { code: "wrong-length", found: numbers.length } };
  return { value: numbers };
}
