import { parseArgs } from "node:util";
import { wrongUsage } from "./usage";

/** What was asked of the command. */
export type Order =
  | { readonly help: true }
  | {
      readonly help: false;
      /** Undefined: one a line from standard input. */
      readonly formulas: readonly string[] | undefined;
      readonly json: boolean;
      readonly stats: boolean;
    };

/** Reads the command line's arguments, those after the command's own name. Throws wrong usage. */
export function readArguments(args: readonly string[]): Order {
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  if (values.help || command === "help") return { help: true };
  return { help: false, formulas: formulasOf(command, rest), json: values.json, stats: values.stats };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        stats: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function formulasOf(command: string | undefined, rest: readonly string[]): readonly string[] | undefined {
  switch (command) {
    case "eval":
      return rest.length > 0 ? rest : undefined;
    case "plans":
      return [call("PLANS", rest, 0)];
    case "scenarios":
      return [call("SCENARIOS", rest, 1)];
    case "fields":
      return [call("FIELDS", rest, 1)];
    case undefined:
      throw wrongUsage("No command is given. Try insights eval, plans, scenarios, fields, or insights --help.");
    default:
      throw wrongUsage(`'${command}' is not a command. There are eval, plans, scenarios and fields.`);
  }
}

function call(name: string, given: readonly string[], most: number): string {
  if (given.length > most)
    throw wrongUsage(`insights ${name.toLowerCase()} takes ${most === 0 ? "nothing" : "one value"} more.`);
  return `=INSIGHTS.${name}(${given.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")})`;
}
