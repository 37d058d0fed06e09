// The command line's page, from the program's own help.

/** @typedef {import("commander").Command} Command */
/** @typedef {import("commander").Option} Option */

/** @param {string} text for a cell of a table */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replace(/\s+/g, " ");

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
const table = (head, rows) =>
  [`| ${head.join(" | ")} |`, `|${head.map(() => "---|").join("")}`, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");

/** @param {Option} option */
function meaning({ description, argChoices, defaultValue, defaultValueDescription }) {
  const notes = [
    ...(argChoices ? [`one of ${argChoices.map((choice) => `\`${choice}\``).join(", ")}`] : []),
    ...(defaultValue !== undefined && defaultValue !== false
      ? [
          `default: \`${defaultValueDescription ?? (typeof defaultValue === "string" ? defaultValue : JSON.stringify(defaultValue))}\``,
        ]
      : []),
  ];
  return cell(`${description}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`);
}

/**
 * The words that a command's help ends with, such as examples.
 *
 * @param {Command} command
 */
function ending(command) {
  let text = "";
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 100 });
  command.outputHelp();
  const own = command.helpInformation();
  if (!text.startsWith(own.trimEnd())) throw new Error(`the help of ${command.name()} doesn't begin with its own lines`);
  return text.slice(own.trimEnd().length).trim();
}

/** @param {string} text */
const fenced = (text) => (text === "" ? "" : `\n\`\`\`text\n${text}\n\`\`\`\n`);

/** @param {Command} command */
function section(command) {
  const name = `${command.parent?.name()} ${command.name()}`;
  const aliases = command.aliases();
  const args = command.registeredArguments.map((argument) => [
    `\`${argument.required ? `<${argument.name().replace(/^<|>$/g, "")}>` : `[${argument.name()}]`}\``,
    cell(argument.description),
  ]);
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => [`\`${cell(option.flags).replaceAll("&lt;", "<")}\``, meaning(option)]);
  return `## ${name}

${cell(command.description())}

\`\`\`text
${name} ${command.usage()}
\`\`\`
${aliases.length > 0 ? `\nAlso: ${aliases.map((alias) => `\`${alias}\``).join(", ")}.\n` : ""}
${args.length > 0 ? `${table(["argument", "what it is"], args)}\n` : ""}
${options.length > 0 ? `${table(["option", "what it does"], options)}\n` : ""}${fenced(ending(command))}`;
}

/**
 * The page of all commands.
 *
 * @param {Command} program
 * @returns {import("./types.js").Page}
 */
export function commandLinePage(program) {
  const commands = program.commands.filter((command) => command.name() !== "help");
  const rows = commands.map((command) => [
    `[${command.name()}](#expost-${command.name()})`,
    cell(command.summary() || command.description()),
  ]);
  return {
    source: "reference/command-line.md",
    file: "reference/command-line.html",
    kind: "reference",
    title: "The command line",
    about: "Every command, with its options.",
    markdown: `# The command line

${cell(program.description())} This page is made from the program's own help (\`expost help COMMAND\`).
In the repository, \`expost\` stands for \`node build/package/cli/expost.js\`, after \`npm start\` or \`npm run build\`.

${table(["command", "what it does"], rows)}

\`\`\`text
${ending(program)}
\`\`\`

${commands.map(section).join("\n")}`,
  };
}
