// What a curator is told about a report that was just made. Not for publication: it says things about the data.
import { plain } from "../../statement/figures.js";
import { table } from "./table.js";

function counted(counts) {
  const entries = Object.entries(counts);
  return entries.length === 0 ? "none" : entries.map(([name, count]) => `${name} ${count}`).join(", ");
}

export function publicationText(report, notes) {
  const { mechanism, theta } = report.model;
  const release = report.release ?? {};
  const noise = [
    ["model (σ)", mechanism.sigma],
    ["gradient (σ₂)", release.gradient?.sigma],
    ["Hessian (σ₃)", release.hessian?.sigma],
    ["smallest eigenvalue (σ₄)", release.smallestEigenvalue?.sigma],
  ].filter(([, sigma]) => sigma !== undefined);
  const { guarantee } = report;
  const facts = [
    `rows: ${notes.rows}`,
    `values clamped to their range: ${counted(notes.clamped)}`,
    `blanks filled in: ${counted(notes.missing)}`,
    `records scaled down to length 1: ${notes.scaled}`,
    notes.iterations > 0
      ? `solver: ${notes.iterations} steps, residual ${plain(notes.residual)}`
      : `residual of the model as it was given: ${plain(notes.residual)}`,
    `dimension: ${theta.length}`,
    `λ: ${plain(mechanism.lambda)}`,
    guarantee
      ? `promise: ε = ${plain(guarantee.epsilon)}, δ = ${plain(guarantee.delta)}, accountant ${guarantee.accountant}`
      : "promise: none (this loss has no finite guarantee)",
  ];
  return `${facts.join("\n")}\n${table([["noise", "standard deviation"], ...noise.map(([name, sigma]) => [name, plain(sigma)])])}`;
}
