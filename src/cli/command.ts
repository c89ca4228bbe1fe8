/** The whole command as a function of its arguments, its environment and its streams. */
import { readArguments } from "./arguments";
import { readConnection, readSettings, type Environment } from "./environment";
import { createEvaluator } from "./evaluator";
import { printJson, printTables } from "./print";
import { refresh } from "./refresh";
import { USAGE, wrongUsage } from "./usage";

export interface Surroundings {
  readonly environment: Environment;
  readonly fetch: typeof globalThis.fetch;
  /** All of standard input, or undefined where a person would have to type it. */
  readonly readInput: () => Promise<string> | undefined;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** Runs the command. Resolves to its exit status: 0, 1 if a formula gave an error, 2 for wrong usage. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await obey(args, surroundings);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    surroundings.printError(`insights: ${error.message}\n`);
    return "exitCode" in error ? Number(error.exitCode) : 1;
  }
}

async function obey(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const order = readArguments(args);
  if (order.help) {
    surroundings.print(USAGE);
    return 0;
  }
  if ("refresh" in order) return refresh(order.refresh, surroundings);
  const { environment, print, printError } = surroundings;
  const evaluator = createEvaluator(readConnection(environment), readSettings(environment), surroundings.fetch);
  try {
    const formulas = order.formulas ?? (await readFormulas(surroundings));
    const startedAt = performance.now();
    const results = await evaluator.evaluate(formulas);
    const lines = results.map((result, index) => ({ formula: formulas[index] ?? "", result }));
    print(order.json ? printJson(lines) : printTables(lines));
    if (order.stats) {
      const milliseconds = Math.round(performance.now() - startedAt);
      printError(`${JSON.stringify({ ...evaluator.traffic, milliseconds })}\n`);
    }
    return results.some((result) => "error" in result) ? 1 : 0;
  } finally {
    evaluator.dispose();
  }
}

async function readFormulas({ readInput }: Surroundings): Promise<string[]> {
  const input = await readInput();
  const formulas = (input ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  if (formulas.length > 0) return formulas;
  throw wrongUsage("No formula is given. Give formulas as arguments, or one a line on standard input.");
}
