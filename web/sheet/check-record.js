// Puts a record to the core, which judges every value; here its faults only find their way back to the fields.

/**
 * Returns { bound } or { problems }, each problem { field, code, message } in the form's order. Throws what is not about a
 * field: no sentence beside a field could mend that.
 */
export function checkRecord(report, fields, answers) {
  return fields.some((field) => field.coded) ? checkCoded(report, fields, answers) : checkRaw(report, fields, answers);
}

function checkRaw(report, fields, answers) {
  const record = Object.fromEntries(fields.map((field) => [field.key, answers[field.id] ?? ""]));
  const problems = [];
  for (const fault of report.recordFaults(record)) {
    const field = fieldAt(fields, fault.pointer);
    if (!field) throw new Error(fault.message);
    problems.push({ field, code: fault.code, message: fault.message });
  }
  return problems.length ? { problems } : { bound: report.bound(record) };
}

// "/a~1b" is the key "a/b"; what follows a second slash is inside the value.
function fieldAt(fields, pointer) {
  const key = pointer.split("/")[1]?.replace(/~1/g, "/").replace(/~0/g, "~");
  return fields.find((field) => field.key === key);
}

// Coded records never were raw text, so the core has no rule for reading them: here a number is what JavaScript takes for one.
function checkCoded(report, fields, answers) {
  const read = fields.map((field) => ({ field, ...numbersIn(field, answers[field.id] ?? "") }));
  const problems = read.filter(({ code }) => code);
  if (problems.length) return { problems };
  const record = Object.fromEntries(read.map(({ field, value }) => [field.key, value]));
  try {
    return { bound: report.bound(record) };
  } catch (error) {
    const field = error.type === "record" ? fieldAt(fields, error.pointer) : undefined;
    if (!field) throw error;
    return { problems: [{ field, code: error.code, message: error.message }] };
  }
}

function numbersIn(field, answer) {
  const pieces = answer.split(/[\s,;[\]]+/).filter(Boolean);
  const numbers = pieces.map(Number);
  if (pieces.length === 0) return { code: "missing" };
  if (!numbers.every(Number.isFinite)) return { code: "not-a-number" };
  if (field.count === undefined) return numbers.length === 1 ? { value: numbers[0] } : { code: "not-a-number" };
  return numbers.length === field.count ? { value: numbers } : { code: "wrong-length", found: numbers.length };
}
