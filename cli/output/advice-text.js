// Each kind of release and its cost for people, in a table and a sentence.
import { downward, plain, upward } from "../../wording/figures.js";
import { wrapped } from "../../wording/paragraph.js";
import { table } from "../../wording/text-table.js";

/** @typedef {import("../../wasm/documents.js").SharesDocument} Shares */

/** @type {Record<string, string>} */
const RELEASES = {
  none: "nothing",
  hessian: "Hessian",
  "gradient+hessian": "gradient, Hessian",
  adaptive: "gradient, Hessian, smallest eigenvalue",
};

const percent = (/** @type {number} */ share) => plain(Math.round(share * 1000) / 10);
/** @type {(keyof Shares)[]} */
const ORDER = ["model", "gradient", "hessian", "smallestEigenvalue"];
const split = (/** @type {Shares | null} */ shares) =>
  shares === null
    ? "100"
    : ORDER.map((part) => shares[part] ?? 0)
        .filter((share) => share > 0)
        .map(percent)
        .join(", ");

/** @param {Awaited<ReturnType<typeof import("../commands/plan-advice.js").adviceOn>>} advice */
export function adviceText({ rows, draws, candidates, best }) {
  const lines = candidates.map(({ release, shares, median, p99 }, i) => [
    `${RELEASES[release]}${i === best ? " *" : ""}`,
    split(shares),
    upward(median),
    upward(p99),
  ]);
  const { release, shares, median } = candidates[best];
  const nothing = candidates[0].median;
  const words =
    release === "none"
      ? "Release nothing beside the model: for half of these people whatever else is released costs more than it tells in their favour."
      : `Release ${RELEASES[release]}, with ${split(shares)} % of ε: half of these people then have at most ${upward(median)}, and ${downward(nothing)} or more if nothing is released.`;
  return [
    table([["released beside the model", "% of ε", "median", "99th percentile"], ...lines]),
    "\n",
    `${wrapped(words)}\n`,
    `${wrapped(`* the least median, or the least release whose median can't be told from it. Bounds on everything published, in nats, of ${rows} rows; means of ${draws} ${draws === 1 ? "draw" : "draws"} of the noise. % of ε: of the model, and of what is released in this order.`)}\n`,
  ].join("");
}
