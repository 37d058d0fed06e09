// The shapes of the --json documents, as others rely on them. More keys are allowed; fewer, or
// other types, are not.
import assert from "node:assert/strict";
import Ajv from "ajv";

const ajv = new Ajv({ allErrors: true });
const number = { type: "number" };
/** An infinite number is a text. */
const extended = { anyOf: [number, { enum: ["Infinity", "-Infinity"] }] };
const text = { type: "string" };
const count = { type: "integer", minimum: 0 };
const probability = { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 };

const object = (properties, optional = {}) => ({
  type: "object",
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
const pair = { type: "array", items: extended, minItems: 2, maxItems: 2 };
const interval = object({ lower: extended, upper: extended });
const three = object({ median: extended, p99: extended, max: extended });
const accountant = object({ lambda: number, sigma: extended }, { reason: text });
const released = object({ epsilon: number, sigma: number });

export const shapes = {
  goe: object({ dimension: count, tail: probability, quantile: number }),
  gaussian: object({ epsilon: number, delta: probability, sensitivity: number, sigma: number }),
  plan: object({
    loss: text,
    epsilon: number,
    delta: probability,
    accountants: object({
      kst2012: accountant,
      wang2021: accountant,
      redberg2023: accountant,
      shift: accountant,
      joint: accountant,
    }),
    release: { type: "object", properties: { gradient: released, hessian: released, smallestEigenvalue: released } },
    total: object({ epsilon: extended, delta: number }),
  }),
  bound: object({
    method: { enum: ["sharp", "redberg2021"] },
    member: { enum: ["in", "out", "unknown"] },
    failureProbability: probability,
    x: { type: "array", items: number },
    y: number,
    epsilon: interval,
    loss: object({ in: pair, out: pair }),
    terms: object({ leverage: interval, gradientNorm: number, gradient: interval }),
    releaseCost: object({ pdp: object({ epsilon: number, delta: number }), expost: number }),
    total: object({ upper: extended }),
    guarantee: { anyOf: [{ type: "null" }, object({ epsilon: number, delta: number })] },
    notes: { type: "array", items: text },
    adjustments: { type: "array", items: { type: "object", required: ["code"] } },
  }),
  boundRows: object({
    rows: {
      type: "array",
      items: object({ row: count, lower: extended, upper: extended, total: extended, in: pair, out: pair }),
    },
    summary: object({ rows: count, clamped: count, scaled: count, upper: three, total: three }),
  }),
  audit: object({
    rows: count,
    misses: count,
    failureProbability: probability,
    exact: three,
    bound: object({ sharp: three, redberg2021: three }),
    ratio: object({ sharp: three, redberg2021: three }),
  }),
};

export function matches(shape, document) {
  const valid = ajv.validate(shape, document);
  assert.ok(valid, ajv.errorsText());
}
