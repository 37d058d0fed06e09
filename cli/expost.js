#!/usr/bin/env node
// The command line as a process: its arguments, its streams, its exit code.
import { reported, runCommandLine } from "./command-line.js";
import { INTERNAL_ERROR } from "./errors.js";
import { endBy } from "./output/interruption.js";
import { leaveErrorsToPrint } from "./output/streams.js";

leaveErrorsToPrint();
// Errors thrown where nothing waits for them, and waits that never end, are internal errors too.
process.on("uncaughtException", (error) =>
  endBy(() => {
    let code = INTERNAL_ERROR;
    try {
      code = reported(error, process.stderr);
    } finally {
      process.exit(code);
    }
  }),
);
process.exitCode = INTERNAL_ERROR;
// Set, not exited with: what was printed may not have been read yet.
process.exitCode = await runCommandLine(process.argv.slice(2), process);
