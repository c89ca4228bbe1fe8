/** The whole command as a function of its arguments and process. */
import { parseCommand } from "./arguments";
import { readConnection, readDefaultSettings } from "./environment";
import { createEvaluator } from "./evaluator";
import type { CommandIO } from "./io";
import { escapeControls, printJson, printTables } from "./print";
import { runRefresh } from "./refresh";
import { USAGE, wrongUsage } from "./usage";

/**
 * Runs the command. Resolves to its exit status: 0, 1 for an error in a formula or a failure, 2 for wrong usage, 3 for a
 * workbook without INSIGHTS formulas.
 */
export async function runCommand(args: readonly string[], process: CommandIO): Promise<number> {
  const io = withoutControls(process);
  try {
    return await dispatch(args, io);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    io.printError(`insights: ${error.message}\n`);
    return "exitCode" in error ? Number(error.exitCode) : 1;
  }
}

/** Whatever is printed, names and messages of a service never control the terminal. */
function withoutControls(io: CommandIO): CommandIO {
  return {
    ...io,
    print: (text) => io.print(escapeControls(text)),
    printError: (text) => io.printError(escapeControls(text)),
  };
}

async function dispatch(args: readonly string[], io: CommandIO): Promise<number> {
  const command = parseCommand(args);
  if (command.help) {
    io.print(USAGE);
    return 0;
  }
  if ("refresh" in command) return runRefresh(command.refresh, io);
  const { environment, print, printError } = io;
  const evaluator = createEvaluator(readConnection(environment), readDefaultSettings(environment), io.fetch);
  try {
    const formulas = command.formulas ?? (await readFormulas(io));
    const startedAt = performance.now();
    const results = await evaluator.evaluate(formulas);
    const lines = results.map((result, index) => ({ formula: formulas[index] ?? "", result }));
    print(command.json ? printJson(lines) : printTables(lines));
    if (command.stats) {
      const milliseconds = Math.round(performance.now() - startedAt);
      printError(`${JSON.stringify({ ...evaluator.traffic, milliseconds })}\n`);
    }
    return results.some((result) => "error" in result) ? 1 : 0;
  } finally {
    evaluator.dispose();
  }
}

async function readFormulas({ readInput }: CommandIO): Promise<string[]> {
  const input = await readInput();
  const formulas = (input ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  if (formulas.length > 0) return formulas;
  throw wrongUsage("There is no formula. Pass formulas as arguments, or one per line on standard input.");
}
