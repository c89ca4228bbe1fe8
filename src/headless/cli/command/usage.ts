/** The help texts of the command: of all commands, and of each. */
import { meaningsFor, optionNames, OPTIONS, type CommandOption, type OptionOwner } from "./options";

export const COMMANDS = ["eval", "refresh", "plans", "scenarios", "fields", "comments", "mcp"] as const;
export type CommandName = (typeof COMMANDS)[number];

const SYNOPSES: Readonly<Record<CommandName, [synopsis: string, meaning: string]>> = {
  eval: ["[--json] [--stats] [FORMULA …]", "evaluate formulas from the arguments, or one per line of standard input"],
  refresh: [
    "[OPTION …] BOOK.xlsx|TEMPLATE.pptx|TEMPLATE.docx|FOLDER|PATTERN …",
    "refresh the INSIGHTS formulas of workbooks without Excel; if the service fails, a workbook does not change; of a template with markers {=FORMULA}, write a copy with values (-o COPY)",
  ],
  plans: ["", "list the plans"],
  scenarios: ["[PLAN]", "list the scenarios of a plan"],
  fields: ["[FAMILY]", "list the KPIs (pnl, demand, supply, sustainability)"],
  comments: [
    "[--json] BOOK.xlsx",
    "list the comments of a workbook, each with its state when the file was calculated last: holds, moved, not compared or not shown; asks no service",
  ],
  mcp: [
    "[--http [HOST:]PORT]",
    "serve an AI agent by the Model Context Protocol, over standard input and output, until its input ends; or many over HTTP, until a signal; docs/agents/README.md",
  ],
};

const CONNECTION = `Connection, from the environment only
  INSIGHTS_URL                                 the address of the planning application, such as https://planning.example.com
  INSIGHTS_BASE_URL                            the address of the Insights API, if it is published separately
  INSIGHTS_API_KEY                             an API key; without one:
  INSIGHTS_CLIENT_ID, INSIGHTS_CLIENT_SECRET   OAuth 2.0 client credentials, and optionally
  INSIGHTS_SCOPE                               their scopes; default "insights:read plans:read"
  INSIGHTS_PLAN, INSIGHTS_CURRENCY             the plan and currency of formulas without them
  INSIGHTS_FISCAL_MONTH                        the first month of the fiscal year, 1 to 12; default 1
  INSIGHTS_FISCAL_NAME                         name the fiscal year by its "begin" or "end"; default "end"
  INSIGHTS_CURRENT_MONTH                       the month of the period "current"; default: the last month of the actuals
  INSIGHTS_ENVIRONMENT                         the environment of the add-in, if --environment is not given
  HTTPS_PROXY, NO_PROXY                        your network's proxy, and the hosts that need none, separated by commas
  NODE_EXTRA_CA_CERTS                          a PEM file with your company's certificate authority, read by Node

  refresh calculates a workbook that the add-in has used with its own settings, and any other with the five of plan to month.
  INSIGHTS_PLAN also stands in for a plan that such a workbook lacks.
`;

const EXAMPLES = [
  `eval '=INSIGHTS.PNL("FY26 Plan", "committed", "ebit")/1000'`,
  `eval '=INSIGHTS.DEMAND("FY26 Plan", "actual", "demandVolume", "M", "region")'`,
  `eval '=INSIGHTS.VAR("FY26 Plan", "actual", "committed", "ebit", "2026-06", , , , "YTD")'`,
  `eval '=INSIGHTS.BRIDGE("FY26 Plan", "committed", "actual", "pvm", "2026-Q2", "region")'`,
  `eval --json '=SUM(INSIGHTS.DEMAND("FY26 Plan", "actual", "demandValue"))' | jq .value`,
  "eval --stats < formulas.txt",
  "refresh report.xlsx",
  `refresh board.pptx --set "Plan=FY26 Europe" -o "board of June.pptx"`,
  `refresh report.xlsx -o "report of $(date +%F).xlsx" --values`,
  `refresh reports "month end/*.xlsx" --json >> refresh.log`,
  "refresh report.xlsx --each plan --values -o copies",
  `refresh report.xlsx --set "P&L!Plan=FY26 Europe" --each "P&L!Scenario=scenario" -o copies`,
  "comments --json report.xlsx",
  "mcp --http 8765",
];

const STATUSES = `Exit status (of many files: the highest; workbooks without INSIGHTS formulas in a folder do not count)
  0  done
  1  done; a formula shows an error
  2  wrong usage, or the connection is not set; nothing was written
  3  the workbook has no INSIGHTS formulas; nothing was written
  4  done; formulas are named, because they could not be calculated or depend on such formulas
  5  a file was refused, or cannot be read or written; it is unchanged
  6  the service did not answer, or the time is over; nothing was written; try again later
  7  --strict: formulas would be named, so nothing was written; or a number of a deck or document is missing or wrong
  8  an unexpected error of this program; nothing was written
  9  the workbook has the numbers of another service; nothing was written
  10  the service refused the key or the request; nothing was written; another try brings the same
  11  a folder or pattern contains no workbook
  12  --checks: a check is not TRUE; --require-checks: so nothing was written
  13  the service's certificate is not trusted; nothing was written; another try brings the same
  128  a signal ended the run; its number is added, such as 143 for SIGTERM
`;

/** Returns the help. @param command @default all commands */
export function usageOf(command?: CommandName): string {
  const commands = command ? [command] : COMMANDS;
  const options = Object.entries<CommandOption>(OPTIONS).flatMap(([name, option]) =>
    (command ? meaningsFor(command, option) : option.help).map(([owner, meaning]) =>
      indented(optionNames(name, option), `${command ? "" : OWNERS[owner]}${meaning}`, TEXT),
    ),
  );
  const examples = EXAMPLES.filter((example) => commands.some((name) => example.startsWith(`${name} `)));
  return [
    "insights: planning results as spreadsheet formulas, without a spreadsheet.\n",
    synopsesOf(commands),
    `Options\n${options.join("")}`,
    CONNECTION,
    ...(examples.length > 0 ? [`Examples\n${examples.map((example) => `  insights ${example}\n`).join("")}`] : []),
    STATUSES,
  ].join("\n");
}

const OWNERS: Readonly<Record<OptionOwner, string>> = {
  refresh: "refresh: ",
  comments: "comments: ",
  mcp: "mcp: ",
  others: "eval: ",
  runs: "",
  all: "",
};

/** Columns of the text of options, and of commands. */
const TEXT = 13;
const MEANING = 49;

function synopsesOf(commands: readonly CommandName[]): string {
  return commands.map((name) => indented(`insights ${name} ${SYNOPSES[name][0]}`, SYNOPSES[name][1], MEANING)).join("");
}

/** The longest line. */
const WIDTH = 120;

/** A word with the space before it, or a member of JSON with its comma. */
const WORD = / ?[^ ]+?(?:,(?=")|(?= )|$)/g;

/** Formats a term and its text, which is broken between words, from a column on. */
function indented(term: string, text: string, column: number): string {
  const lines = [""];
  for (const word of text.match(WORD) ?? []) {
    const line = lines.at(-1) ?? "";
    if (column + line.length + word.length > WIDTH) lines.push(word.trimStart());
    else lines[lines.length - 1] = line + word;
  }
  const start = `  ${term.trimEnd()}`;
  const [first = "", ...rest] = lines.map((line) => `${" ".repeat(column)}${line}`);
  const head = start.length < column ? `${start}${first.slice(start.length)}` : `${start}\n${first}`;
  return `${[head, ...rest].join("\n")}\n`;
}
