/** The options of the sandbox's command line. */
import { parseArgs } from "node:util";
import { DIALECTS, type Dialect } from "./dialect";
import { FAULT_KINDS, readSchedule } from "./faults/schedule";
import type { ServerOptions } from "./server";

const KINDS = Object.entries(FAULT_KINDS).map(([kind, meaning]) => `${kind.padEnd(10)} ${meaning}`);
const CHOICES = Object.entries(DIALECTS).map(([name, choices]) => `${name}=${choices.join("|")}`);

export const HELP = `Usage: npm run sandbox -- [options]

Serves the whole Insights API on this machine, with simulated plans.

  --port <n>        the port, or 0 for any free one (default 4400)
  --https           serve https
  --latency <ms>    delay every Insights answer by this many milliseconds (default 0)
  --preview         serve the announced endpoints too
  --seed <n>        the seed of the simulation (default 1)
  --dialect <list>  choose what the specification leaves open, such as groups=rows,periods=named:
${CHOICES.map((choice) => `                      ${choice}`).join("\n")}
  --faults <list>   inject faults at these rates, such as seed=7,loss=0.1,429=0.2, or all=0.3; the kinds are
${KINDS.map((kind) => `                      ${kind}`).join("\n")}
  --help            print this text
`;

/** Reads options; undefined for `--help`. @throws Error that names a wrong option and the accepted values */
export function readOptions(args: readonly string[]): ServerOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "4400" },
      https: { type: "boolean", default: false },
      latency: { type: "string", default: "0" },
      preview: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      dialect: { type: "string", default: "" },
      faults: { type: "string", default: "" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  return {
    port: readNumber("port", values.port, 65_535),
    https: values.https,
    latency: readNumber("latency", values.latency, 600_000),
    preview: values.preview,
    seed: readNumber("seed", values.seed, 2_147_483_647),
    dialect: readDialect(values.dialect),
    ...(values.faults ? { faults: readSchedule(values.faults) } : {}),
  };
}

function readNumber(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new Error(`--${name} is '${text}', but must be a whole number from 0 to ${most}.`);
}

function readDialect(text: string): Partial<Dialect> {
  return Object.fromEntries(
    text
      .split(",")
      .filter(Boolean)
      .map((part) => {
        const choice = Object.entries(DIALECTS).flatMap(([name, choices]) =>
          choices.filter((value) => part.trim() === `${name}=${value}`).map((value) => [name, value] as const),
        );
        if (choice[0]) return choice[0];
        throw new Error(`--dialect has '${part}', but accepts only ${CHOICES.join(", ")}.`);
      }),
  );
}
