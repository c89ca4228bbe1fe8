/** The options of the sandbox's command line. */
import { parseArgs } from "node:util";
import { DIALECTS, type Dialect } from "./dialect";
import { FAULT_KINDS, readSchedule } from "./faults/schedule";
import { pnlFields } from "./planning/fields";
import { isMonthOfHorizon, type Gaps } from "./planning/gaps";
import { createSums, figuresOf } from "./planning/measures";
import type { SandboxOptions } from "./sandbox";
import type { ServerOptions } from "./server";

const KINDS = Object.entries(FAULT_KINDS).map(([kind, meaning]) => `${kind.padEnd(10)} ${meaning}`);
const CHOICES = Object.entries(DIALECTS).map(([name, choices]) => `${name}=${choices.join("|")}`);

/** The lines of the P&L, as the sandbox returns them. */
const LINES = Object.keys(pnlFields(figuresOf(createSums(1), 0), 1));

const DATA_HELP = `Data, as real plans have them (months from 2024-01 to 2026-12):
  --actuals-to <month>        actual scenarios end with this month, such as 2026-04
  --one-month <month>         add the plan "One Month", which has this month alone
  --changing-items            actuals have Skin Care from April 2026, which no plan has, and lack Vitamins
  --missing-lines <list>      leave these lines out of every P&L, such as supplyChainCost,transport
  --missing-in-actuals <list> leave these lines out of the P&L of actual scenarios
  --losses                    actual and conservative scenarios end below zero
  --prior-year                add the plan of the year before, "FY25 Plan"
  --plans <n>                 add plans until there are this many (at most 5000)
  --seed <n>                  the seed of the simulation (default 1)
`;

export const START_HELP = `Usage: npm start -- [options]

Serves the workbench, a spreadsheet in the browser, with simulated plans.

  --excel                     serve the add-in to an Excel on this computer instead: docs/excel-trial.md begins with it
  --port <n>                  the workbench's port, or 0 for any free one (default 4400, or a free one if that is in use)
  --today <day>               actual scenarios end with the month before this day, such as 2026-06-15 (default: today)

${DATA_HELP}
  --help                      print this text
`;

export const HELP = `Usage: npm run sandbox -- [options]

Serves the whole Insights API on this machine, with simulated plans.

  --port <n>        the port, or 0 for any free one (default 4400)
  --https           serve https
  --latency <ms>    delay every Insights answer by this many milliseconds (default 0)
  --preview         serve the announced endpoints too
  --dialect <list>  choose what the specification leaves open, such as groups=rows,periods=named:
${CHOICES.map((choice) => `                      ${choice}`).join("\n")}
  --faults <list>   inject faults at these rates, such as seed=7,loss=0.1,429=0.2, or all=0.3; the kinds are
${KINDS.map((kind) => `                      ${kind}`).join("\n")}
  --help            print this text

${DATA_HELP}`;

/** Options of `parseArgs` for the simulated data. */
const DATA_OPTIONS = {
  "actuals-to": { type: "string" },
  "one-month": { type: "string" },
  "changing-items": { type: "boolean", default: false },
  "missing-lines": { type: "string", default: "" },
  "missing-in-actuals": { type: "string", default: "" },
  losses: { type: "boolean", default: false },
  "prior-year": { type: "boolean", default: false },
  plans: { type: "string", default: "0" },
  seed: { type: "string", default: "1" },
} as const;

type DataValues = ReturnType<typeof parseArgs<{ options: typeof DATA_OPTIONS }>>["values"];

export interface StartOptions extends SandboxOptions {
  /** True to serve an Excel on this computer in place of the workbench. */
  isForExcel: boolean;
  /** Undefined for the usual one, or any other if that is in use. */
  port: number | undefined;
}

/**
 * Reads the options of `npm start`; undefined for `--help`. Actuals end with the month before `now`, as in a real plan.
 * @param now Milliseconds since the epoch.
 * @throws Error that names a wrong option and the accepted values
 */
export function readStartOptions(args: readonly string[], now: number): StartOptions | undefined {
  const [flag, text] = [{ type: "boolean", default: false }, { type: "string" }] as const;
  const options = { ...DATA_OPTIONS, excel: flag, help: flag, port: text, today: text } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.help) return undefined;
  if (values.excel && values.port !== undefined)
    throw new Error("--port does not go with --excel: the manifest names the port 3000.");
  const { gaps, ...data } = readData(values);
  const actualsTo = gaps?.actualsTo ?? monthBefore(readDay("today", values.today) ?? now);
  const port = values.port === undefined ? undefined : readNumber("port", values.port, 65_535);
  return { isForExcel: values.excel, port, ...data, gaps: { ...gaps, actualsTo } };
}

/** Returns the month before a time, YYYY-MM; undefined if the simulated months end before it. */
function monthBefore(time: number): string | undefined {
  const date = new Date(time);
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)).toISOString().slice(0, 7);
  return isMonthOfHorizon(month) ? month : undefined;
}

function readDay(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new Error(`--${option} is '${text}', but must be a day such as 2026-06-15.`);
}

/** Reads options; undefined for `--help`. @throws Error that names a wrong option and the accepted values */
export function readOptions(args: readonly string[]): ServerOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "4400" },
      https: { type: "boolean", default: false },
      latency: { type: "string", default: "0" },
      preview: { type: "boolean", default: false },
      ...DATA_OPTIONS,
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
    ...readData(values),
    dialect: readDialect(values.dialect),
    ...(values.faults ? { faults: readSchedule(values.faults) } : {}),
  };
}

function readData(values: DataValues): Pick<SandboxOptions, "seed" | "gaps"> {
  const gaps: Gaps = {
    actualsTo: readMonth("actuals-to", values["actuals-to"]),
    oneMonth: readMonth("one-month", values["one-month"]),
    changingItems: values["changing-items"],
    missingLines: readLines("missing-lines", values["missing-lines"]),
    missingInActuals: readLines("missing-in-actuals", values["missing-in-actuals"]),
    losses: values.losses,
    priorYear: values["prior-year"],
    plans: readNumber("plans", values.plans, 5000),
  };
  return { seed: readNumber("seed", values.seed, 2_147_483_647), gaps };
}

function readMonth(option: string, text: string | undefined): string | undefined {
  if (text === undefined || isMonthOfHorizon(text)) return text;
  throw new Error(`--${option} is '${text}', but must be a month from 2024-01 to 2026-12, such as 2026-04.`);
}

function readLines(option: string, text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => name !== "" && !LINES.includes(name));
  if (unknown === undefined) return names.filter(Boolean);
  throw new Error(`--${option} has '${unknown}', but accepts only ${LINES.join(", ")}.`);
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
