// expost plan: what a budget costs in noise, before anything is trained.
import { plan } from "expost";
import { Option } from "commander";
import { statement } from "../../words/en/statement.js";
import { plain } from "../../wording/figures.js";
import { usageError } from "../errors.js";
import { collectStudies } from "../input/study-data.js";
import { DECIMAL_COMMA } from "../input/table.js";
import { positiveNumber, probability, wholeNumber } from "../options.js";
import { adviceText } from "../output/advice-text.js";
import { printDocument } from "../output/json.js";
import { MECHANISM_NAMES, NOISE_NAMES } from "../output/names.js";
import { planText } from "../output/plan-text.js";
import { print, warn } from "../output/streams.js";
import { adviceOn } from "./plan-advice.js";

/** @typedef {import("expost").PlanOptions} PlanOptions */

/**
 * The request for a plan, as the command line has it.
 *
 * @typedef {object} Given
 * @property {string} loss
 * @property {number} [width]
 * @property {number} [classes]
 * @property {string} [noise]
 * @property {number} [epsilon]
 * @property {number} [delta]
 * @property {string} [shares]
 * @property {string} [mechanism]
 * @property {number} [clip]
 * @property {number} [steps]
 * @property {number} [rate]
 * @property {number} [batches]
 */

/**
 * @typedef {{json?: boolean, public?: string, study?: string[], draws?: number, decimalComma?:
 *   boolean}} AdviceOptions
 */

/**
 * The parts of --shares after the model.
 *
 * @type {("gradient" | "hessian" | "smallestEigenvalue")[]}
 */
const RELEASES = ["gradient", "hessian", "smallestEigenvalue"];
const TOLERANCE = 1e-9;

/** The keys of a record of names, as a sentence lists them. */
const listed = (/** @type {object} */ names) =>
  Object.keys(names)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " or ");

/** @param {import("commander").Command} program */
export function addPlan(program) {
  program
    .command("plan")
    .summary("σ, σ₂, σ₃, σ₄ for a budget, and what each accountant would need")
    .description(
      "The noise that a budget (ε, δ) costs, for the model alone under each accountant and for everything that is published.",
    )
    .option("--loss <LOSS>", `loss of the model: ${listed(statement.released.losses)}`, "logistic")
    .option("--width <W>", "width of the pseudo-Huber loss", positiveNumber)
    .option("--classes <K>", "classes of the softmax loss", wholeNumber(2))
    .option("--mechanism <NAME>", `how the model is made private: ${listed(MECHANISM_NAMES)}`, "objective-perturbation")
    .option("--noise <NOISE>", `its noise, ${listed(NOISE_NAMES)} (default: gaussian)`)
    .option("--adaptive", "of a posterior sample: λ and γ are chosen from the data")
    .option("--epsilon <E>", "ε of everything published, in nats", positiveNumber)
    .option("--delta <D>", "δ of everything published; none with laplace noise", probability)
    .option(
      "--lambda <L>",
      "λ; every accountant except kst2012 uses it (default: joint picks its own, the others take that of kst2012; softmax, laplace noise and output perturbation need it)",
      positiveNumber,
    )
    .option("--clip <C>", "of noisy gradient descent: no gradient counts for more than this length", positiveNumber)
    .option("--steps <T>", "of noisy gradient descent: steps, fixed beforehand", wholeNumber(1))
    .option("--rate <q>", "of noisy gradient descent: a record takes part in a step with this probability", probability)
    .option(
      "--batches <b>",
      "of noisy gradient descent: batches that an epoch's records are shuffled into, of which --steps is a multiple",
      wholeNumber(1),
    )
    .option(
      "--person-rows <k>",
      "ε and δ are promised to a person with up to so many rows; each row gets its share",
      wholeNumber(1),
    )
    .option("--dimension <d>", "coordinates of a record, to show how far the Hessian's noise reaches", wholeNumber(1))
    .option(
      "--shares <e1,e2,e3,e4>",
      "ε of model, gradient (0: not released), Hessian, smallest eigenvalue; they add up to --epsilon, or to 1 as shares of it",
    )
    .option(
      "--accountant <NAME>",
      "what to plan with: kst2012, wang2021, redberg2023, shift or joint (the default); of softmax radius, shift or joint; of noisy gradient descent gaussian, or with --rate pld (its default) or rdp",
    )
    .option("--composition <HOW>", "joint: one guarantee for everything (the default); basic: ε₁ + ε₂ + … as in the papers")
    .addOption(new Option("--accounting <HOW>", "the earlier name of --composition: whole or sum").hideHelp())
    .option(
      "--public <DATA.csv>",
      "with --study: what each kind of release would mean for these people, who have to be public or made up; never the data that are to be protected",
    )
    .option("--study <STUDY.json>", "the study whose budget is to be spent, given as for publish", collectStudies)
    .option(...DECIMAL_COMMA)
    .option("--draws <N>", "with --public: publications tried of each kind (default: 3)", wholeNumber(1))
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  expost plan --loss logistic --epsilon 1 --delta 1e-6
  expost plan --loss logistic --epsilon 1 --delta 1e-6 --dimension 24 --shares 0.3,0.2,0.5
  expost plan --loss pseudo-huber --width 0.5 --epsilon 2 --delta 1e-6 --json
  expost plan --loss softmax --classes 3 --lambda 4 --epsilon 1 --delta 1e-6
  expost plan --noise laplace --lambda 2 --epsilon 1
  expost plan --mechanism output-perturbation --lambda 20 --epsilon 1 --delta 1e-6
  expost plan --mechanism noisy-gradient-descent --clip 1 --steps 100 --epsilon 1 --delta 1e-6
  expost plan --mechanism noisy-gradient-descent --clip 1 --steps 400 --rate 0.05 --epsilon 1 --delta 1e-6
  expost plan --study study.json --public made-up.csv`,
    )
    .action(planNoise);
}

/**
 * @param {Given & AdviceOptions} options
 * @param {import("commander").Command} command
 */
async function planNoise({ json, public: publicPath, study, draws, decimalComma, ...given }, command) {
  if ((publicPath === undefined) !== (study === undefined)) throw usageError("--public and --study need each other");
  if (publicPath !== undefined && study !== undefined) {
    requireAlone(command, Object.keys(given));
    const advice = await adviceOn(publicPath, study, { draws: draws ?? 3, decimalComma });
    await (json ? printDocument(advice) : print(adviceText(advice)));
    warn(
      "this is only as harmless as the data are: what is chosen by looking at private data costs privacy that ε does not count",
    );
    return;
  }
  if (draws !== undefined) throw usageError("--draws belongs to --public");
  if (decimalComma) throw usageError("--decimal-comma belongs to --public");
  const { epsilon } = given;
  if (epsilon === undefined) throw usageError("--epsilon must be given, or --study with --public");
  const options = planOptions({ ...given, epsilon });
  /** @type {import("expost").Plan | import("expost").ModelPlan | import("expost").DescentPlan} */
  const planned = await plan(options);
  await (json ? printDocument(planned) : print(planText(planned, options)));
}

/**
 * Refuses options that the study states itself.
 *
 * @param {import("commander").Command} command
 * @param {string[]} names
 */
function requireAlone(command, names) {
  const other = names.find((name) => command.getOptionValueSource(name) === "cli");
  if (other !== undefined) throw usageError(`--${other} must be left out with --study, which states it`);
}

/**
 * @param {Given & {epsilon: number}} given
 * @returns {PlanOptions} the library says which combinations there are
 */
function planOptions({ loss, width, classes, shares, ...rest }) {
  if (width !== undefined && loss !== "pseudo-huber") throw usageError("--width belongs to --loss pseudo-huber");
  if ((classes !== undefined) !== (loss === "softmax")) {
    throw usageError(classes === undefined ? "--loss softmax needs --classes" : "--classes belongs to --loss softmax");
  }
  requireDescent(rest);
  if (rest.noise !== "laplace" && rest.delta === undefined) throw usageError("--delta must be given");
  const options = {
    ...rest,
    loss: width !== undefined ? { name: loss, width } : classes !== undefined ? { name: loss, classes } : loss,
    shares: readShares(shares, rest.epsilon),
  };
  return /** @type {PlanOptions} */ (options);
}

/**
 * Refuses a plan of noisy gradient descent without what it needs, and its options for any other.
 *
 * @param {Pick<Given, "mechanism" | "clip" | "steps" | "rate" | "batches">} given
 */
function requireDescent({ mechanism, ...own }) {
  const descent = mechanism === "noisy-gradient-descent";
  for (const name of /** @type {const} */ (["clip", "steps", "rate", "batches"])) {
    if (own[name] !== undefined && !descent) throw usageError(`--${name} belongs to --mechanism noisy-gradient-descent`);
    if (own[name] === undefined && descent && (name === "clip" || name === "steps"))
      throw usageError(`--${name} must be given with --mechanism noisy-gradient-descent`);
  }
  if (own.rate !== undefined && own.batches !== undefined)
    throw usageError("--rate and --batches exclude each other: records take part by chance, or once in every epoch");
}

/**
 * "e1,e2,e3[,e4]" as shares of ε.
 *
 * @param {string | undefined} text
 * @param {number} epsilon
 * @returns {PlanOptions["shares"]}
 */
function readShares(text, epsilon) {
  if (text === undefined) return undefined;
  const expected =
    "--shares must be the ε of model, gradient (0 if it isn't released), Hessian and, if it is released, smallest eigenvalue, like 0.3,0.2,0.5";
  const values = text.split(",").map((part) => (/^\s*(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(part) ? Number(part) : NaN));
  if (values.some(Number.isNaN) || ![1, 3, 4].includes(values.length)) throw usageError(expected);
  const sum = values.reduce((total, value) => total + value, 0);
  const whole = [1, epsilon].find((target) => Math.abs(sum - target) <= TOLERANCE * target);
  if (whole === undefined)
    throw usageError(`--shares must add up to 1 or to --epsilon (${plain(epsilon)}), but add up to ${plain(sum)}`);
  const [model, ...others] = values.map((value) => value / whole);
  return { model, ...Object.fromEntries(others.map((share, index) => [RELEASES[index], share])) };
}
