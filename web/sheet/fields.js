// What the form asks, from the report's public description of a record.

/** Up to this many choices are shown at once; more go into a list. */
const MOST_RADIOS = 7;

/**
 * One field for each value a person enters, in the report's order, the outcome last.
 *
 * A field has: id (of its element), key (its name in the record), label, unit, kind ("number", "choice" or "coded"), widget
 * ("text", "radios", "select" or "area"), choices, minimum, maximum, missing, outcome, and `acceptable`: a value the core
 * takes, which stands in for a refused one while the other fields are checked.
 */
export function fieldsOf(summary, words) {
  if (!summary.features) return codedFields(summary, words);
  const asked = summary.features.filter((feature) => feature.kind !== "constant");
  const fields = asked.map((feature, index) => fieldOf(feature, `value-${index + 1}`, words));
  if (summary.label) fields.push({ ...outcomeOf(summary.label, words), outcome: true });
  return fields;
}

function fieldOf(feature, id, words) {
  const common = {
    id,
    key: feature.name,
    label: feature.label || feature.name,
    unit: feature.unit,
    missing: feature.missing,
    outcome: false,
  };
  if (feature.kind === "number") {
    return {
      ...common,
      kind: "number",
      widget: "text",
      minimum: feature.minimum,
      maximum: feature.maximum,
      acceptable: feature.minimum,
    };
  }
  if (feature.kind === "boolean") return choice(common, yesOrNo(words));
  return choice(
    common,
    feature.levels.map((level) => ({ value: level, text: level })),
  );
}

function outcomeOf(label, words) {
  const common = { id: "outcome", key: label.name, label: label.label || label.name, unit: label.unit };
  if (label.kind === "number") {
    return {
      ...common,
      kind: "number",
      widget: "text",
      minimum: label.minimum,
      maximum: label.maximum,
      acceptable: label.minimum,
    };
  }
  if (label.kind === "binary") {
    const named = label.negative !== undefined && label.positive !== undefined;
    return choice(common, named ? [label.negative, label.positive].map((value) => ({ value, text: value })) : yesOrNo(words));
  }
  return choice(
    common,
    (label.levels ?? []).map((level) => ({ value: level, text: level })),
  );
}

function choice(common, choices) {
  return {
    ...common,
    kind: "choice",
    widget: choices.length <= MOST_RADIOS ? "radios" : "select",
    choices,
    acceptable: choices[0]?.value,
  };
}

function yesOrNo(words) {
  return [
    { value: "yes", text: words.form.yes },
    { value: "no", text: words.form.no },
  ];
}

// A report without features is for records that were coded elsewhere; few people meet one.
function codedFields(summary, words) {
  const zeros = Array.from({ length: summary.dimension }, () => 0);
  const common = { missing: undefined, unit: undefined };
  return [
    {
      ...common,
      id: "coded",
      key: "x",
      label: words.form.coded,
      kind: "coded",
      widget: "area",
      count: summary.dimension,
      acceptable: zeros,
      outcome: false,
    },
    {
      ...common,
      id: "outcome",
      key: "y",
      label: words.form.codedOutcome,
      kind: "number",
      widget: "text",
      coded: true,
      acceptable: 1,
      outcome: true,
    },
  ];
}

/** A number a person might have written here, for messages ("like 45"). */
export function exampleFor(field) {
  if (!(field.maximum > field.minimum)) return 1;
  const middle = field.minimum + (field.maximum - field.minimum) / 2;
  const spread = field.maximum - field.minimum;
  if (spread > 4) {
    const step = 10 ** Math.max(0, Math.floor(Math.log10(spread / 4)));
    return Math.round(middle / step) * step;
  }
  return Number(middle.toPrecision(2));
}
