/** The options of the command. The parser, the help and the list in docs/files.md are made from this table. */

/** The commands that an option is for: `others` are those that evaluate formulas, `runs` those that ask the service and end. */
export type OptionOwner = "refresh" | "comments" | "mcp" | "others" | "runs" | "all";

export interface CommandOption {
  /** An option of type "string" takes a text. */
  readonly type: "boolean" | "string";
  /** Its short form, one letter. */
  readonly short?: string;
  /** True if it may be repeated. */
  readonly multiple?: boolean;
  readonly default?: boolean;
  /** Its meaning, for each command that it is for. */
  readonly help: readonly (readonly [owner: OptionOwner, meaning: string])[];
}

const flag = (...help: CommandOption["help"]) => ({ type: "boolean", default: false, help }) as const;
const text = (...help: CommandOption["help"]) => ({ type: "string", help }) as const;

/** By name. The help has this order. */
export const OPTIONS = {
  json: flag(
    [
      "others",
      'one line per formula: {"formula":…,"value":…} or {"formula":…,"error":{"code":…,"message":…}}; if the service failed, the error has "kind" too',
    ],
    [
      "comments",
      'one line per comment: {"key":…,"number":…,"months":…,"text":…,"value":n,"unit":…,"by":…,"state":…,"mark":…,"sheets":[…],"earlier":n,"asOf":…,"writtenAt":…}',
    ],
    [
      "refresh",
      'always one object: {"status":n,"file":…,"written":…,"refreshed":n,"checked":n,"counts":{"changes":n,"errors":n,"problems":n,"checks":n},"changes":[…],"errors":[…],"problems":[…],"checks":[{"label":…,"cell":…,"state":…,"numbers":[…]}],"notes":[…],"asOf":…,"service":…,"environment":…,"startedAt":…,"endedAt":…}; if it fails: {"status":n,"file":…,"written":null,"error":{"kind":…,"message":…},…}; of many files: one such line for each, and at last {"summary":{"status":n,"files":n,"written":n,"passedOver":n,"empty":n,"byStatus":{…},"requests":n,"service":…,"environment":…,"startedAt":…,"endedAt":…}}',
    ],
  ),
  out: {
    ...text([
      "refresh",
      'write to this file, or into this folder, instead of the workbook; "-" is standard output, with the summary on standard error',
    ]),
    short: "o",
  },
  set: {
    ...text([
      "refresh",
      'INPUT=VALUE, such as "P&L!Plan=FY26 Europe"; an input is a sheet and the label next to it, a sheet and a cell, or a defined name; in a deck or document the name in a marker {Plan=FY26 Plan}; may be repeated',
    ]),
    multiple: true,
  },
  each: text([
    "refresh",
    "write a file for each plan, scenario, or item of INPUT=LIST into the folder --out; LIST is plan, scenario, items with commas between them, or @FILE with one item a line",
  ]),
  jobs: {
    ...text([
      "refresh",
      "the number of processes for many files; default: one for each 10 files, at most one for each core",
    ]),
    short: "j",
  },
  shard: text(["refresh", "PART/PARTS, such as 3/16: only this part of the files"]),
  report: text([
    "refresh",
    "FILE.html: write a page for the morning's mail: the largest changes, what is in error, what was not done",
  ]),
  values: flag([
    "refresh",
    "write a values-only copy for people without the add-in: all formulas become values, and the add-in's data is removed; needs --out",
  ]),
  charts: flag(["refresh", "update the values cached in charts, for programs that do not redraw them"]),
  limit: {
    ...text([
      "refresh",
      "raise a limit on reading a file: unpacked or part (megabytes), ratio, cells, formula (characters); docs/files.md explains the limits and their defaults",
    ]),
    multiple: true,
  },
  list: text([
    "refresh",
    "list at most this many changes, errors and named cells each; default 50, or 5 of each file if there are many, then without values",
  ]),
  strict: flag(["refresh", "write nothing if any formula is named, because it could not be calculated"]),
  checks: flag([
    "refresh",
    "end with status 12 if a check of a workbook is not TRUE; the workbook is written all the same; a check is a cell that a name such as Check_Fill_rate means",
  ]),
  "require-checks": text([
    "refresh",
    "BOOK.xlsx: write nothing unless this workbook has checks and all of them are TRUE, with the same results; the workbook itself is only read",
  ]),
  "allow-missing": flag([
    "refresh",
    'write "n/a" for a missing number of a deck or document, which is else not written',
  ]),
  "dry-run": flag(["refresh", "tell what would change, and write nothing"]),
  force: flag(["refresh", "replace a file although it seems to be open in Excel or LibreOffice"]),
  "move-service": flag([
    "refresh",
    "move a workbook of another service to the connected one: all its numbers become that service's",
  ]),
  timeout: text(["refresh", "give up on a file after this many minutes, and write nothing; default 30"]),
  quiet: {
    ...flag(["refresh", "no progress, and no summary unless --json is given; failures are still printed"]),
    short: "q",
  },
  stats: flag(["runs", 'print a last line on standard error: {"tokens":n,"requests":n,"retries":n,"milliseconds":n}']),
  http: text([
    "mcp",
    "[HOST:]PORT: serve agents over HTTP at /mcp, without a host for this machine alone; each request acts with the API key of its own header Authorization: Bearer KEY, and with nothing of the environment but the address and the defaults",
  ]),
  url: text([
    "mcp",
    "URL: the address at which clients reach the server, such as https://insights.example.com/mcp; requests to another host are refused",
  ]),
  "oauth-issuer": text([
    "mcp",
    "URL: let people sign in at this identity provider in place of sending keys; all then read by the key or client of the environment",
  ]),
  "oauth-audience": text(["mcp", "what tokens of the identity provider for this server have as their audience"]),
  "oauth-readers": text([
    "mcp",
    "CLAIM=VALUE: who may read, such as scope=insights.read, roles=Planning.Reader or groups=planners",
  ]),
  "oauth-scope": text([
    "mcp",
    "the scope that clients ask the identity provider for; default: the value of --oauth-readers if its claim is scope or scp",
  ]),
  environment: text([
    "all",
    "the environment of the add-in whose formulas to calculate, such as test for =INSIGHTSTEST.PNL(); default: INSIGHTS_ENVIRONMENT, else as built",
  ]),
  version: flag(["all", "print the version and the environment"]),
  help: { ...flag(["all", "print the help, of one command with its name: insights refresh --help"]), short: "h" },
} as const satisfies Readonly<Record<string, CommandOption>>;

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];

const IS_FOR: Readonly<Record<OptionOwner, (command: string | undefined) => boolean>> = {
  refresh: (command) => command === "refresh",
  mcp: (command) => command === "mcp",
  comments: (command) => command === "comments",
  others: (command) => command !== "refresh" && command !== "mcp" && command !== "comments",
  runs: (command) => command !== "mcp" && command !== "comments",
  all: () => true,
};

/** Returns what an option means for a command, line by line; nothing if the command does not have it. */
export function meaningsFor(command: string | undefined, { help }: CommandOption): CommandOption["help"] {
  return help.filter(([owner]) => IS_FOR[owner](command));
}

/** Returns an option as people type it: "--out, -o". */
export function optionNames(name: string, { short }: CommandOption): string {
  return `--${name}${short === undefined ? "" : `, -${short}`}`;
}
