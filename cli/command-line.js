// The commands of Expost, on the package's own module: the same digits as the page's.
import { CommanderError, Command } from "commander";
import { version } from "expost";
import { addAttach } from "./commands/attach.js";
import { addAudit } from "./commands/audit.js";
import { addBound } from "./commands/bound.js";
import { addCheck } from "./commands/check.js";
import { addGaussian } from "./commands/gaussian.js";
import { addGoe } from "./commands/goe.js";
import { addInit } from "./commands/init.js";
import { addKey } from "./commands/key.js";
import { addLedger } from "./commands/ledger.js";
import { addModel } from "./commands/model.js";
import { addPage } from "./commands/page.js";
import { addPlan } from "./commands/plan.js";
import { addPredict } from "./commands/predict.js";
import { addProfile } from "./commands/profile.js";
import { addPromise } from "./commands/promise.js";
import { addPublish } from "./commands/publish.js";
import { addScore } from "./commands/score.js";
import { addServe } from "./commands/serve.js";
import { addSign } from "./commands/sign.js";
import { addStatement } from "./commands/statement.js";
import { addVerify } from "./commands/verify.js";
import { WRONG_USAGE, exitOf } from "./errors.js";
import { oneLine } from "./output/one-line.js";
import { ReaderLeft, print, withStreams } from "./output/streams.js";

/** @typedef {import("./output/streams.js").Streams} Streams */

/**
 * Commander's message about the command line as one line; its suggestions come on another.
 *
 * @param {string} text
 */
const usageLine = (text) =>
  oneLine(
    text
      .trim()
      .replace(/^error: /, "")
      .replace(/\n(?=\(Did you mean )/, " "),
  );

/**
 * The arguments without the question for help where the command is none: it would be answered with
 * the help of all commands, as if it were one.
 *
 * @param {Command} program
 * @param {string[]} args
 */
function withoutHelpOfNothing(program, args) {
  const [name = "-"] = args;
  const isKnown = name.startsWith("-") || ["help", ...program.commands.map((command) => command.name())].includes(name);
  return isKnown ? args : args.filter((arg) => arg !== "--help" && arg !== "-h");
}

/** @typedef {{write(text: string): unknown}} Written */

/** @param {{stdout: Written, stderr: Written}} streams */
export function commandLine({ stdout, stderr }) {
  const program = new Command("expost")
    .description(
      "What a published model revealed about one person: bounds on the ex-post privacy loss, computed on this computer.",
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(`expost: ${usageLine(text)}\n`),
    })
    .addHelpText(
      "after",
      `
Examples:
  expost bound report.json --record me.json
  expost init data.csv --label COLUMN > study.json
  expost publish data.csv --study study.json --out report.json
  expost page report.json --out check.html
  expost statement report.json

Exit codes: 0 done, 1 the input is at fault, 2 wrong usage, 3 an internal error.`,
    );
  const commands = [
    ...[addBound, addInit, addCheck, addPublish, addAttach, addAudit, addProfile, addPlan, addGoe, addGaussian],
    ...[addPromise, addPredict, addScore, addModel],
    addLedger,
    ...[addPage, addStatement, addServe, addKey, addSign, addVerify],
  ];
  for (const add of commands) add(program);
  return program;
}

/**
 * Prints the lines about an error and returns its exit code.
 *
 * @param {unknown} error
 * @param {{write(text: string): unknown}} stderr
 */
export function reported(error, stderr) {
  const { exitCode, lines } = exitOf(error);
  for (const line of lines) stderr.write(`expost: ${line}\n`);
  if (process.env.EXPOST_DEBUG) console.error(error);
  return exitCode;
}

/**
 * Runs `expost ARGS…` and returns its exit code. Standard input is the process's own.
 *
 * @param {string[]} args
 * @param {Streams} streams
 * @returns {Promise<number>}
 */
export function runCommandLine(args, streams) {
  return withStreams(streams, async () => {
    // Commander doesn't wait for what it writes.
    let help = "";
    const stdout = { write: (/** @type {string} */ text) => (help += text) };
    try {
      try {
        const program = commandLine({ stdout, stderr: streams.stderr });
        await program.parseAsync(withoutHelpOfNothing(program, args), { from: "user" });
      } finally {
        if (help !== "") await print(help);
      }
      return 0;
    } catch (error) {
      if (error instanceof ReaderLeft) return 0;
      // Commander has said what is wrong already; help and version are asked for.
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
      return reported(error, streams.stderr);
    }
  });
}
