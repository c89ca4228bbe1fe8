/** The help text of the command. */
export const USAGE = `insights: planning results as spreadsheet formulas, without a spreadsheet.

  insights eval [--json] [--stats] [FORMULA …]   evaluate formulas, from the arguments or one a line from standard input
  insights refresh [-o OUT.xlsx] [--values] [--charts] [--limit NAME=NUMBER] [--json] [--stats] BOOK.xlsx
                                                 ask for the INSIGHTS formulas of a workbook anew, without Excel; if the
                                                 service fails, the workbook stays as it was
  insights plans                                 list the plans
  insights scenarios [PLAN]                      list the scenarios of a plan
  insights fields [FAMILY]                       list the KPIs (pnl, demand, supply, sustainability)

Options
  --json     eval: one line a formula: {"formula":…,"value":…} or {"formula":…,"error":{"code":…,"message":…}}
             refresh: {"file":…,"written":…,"refreshed":n,"changes":[…],"errors":[…],"problems":[…],
             "notes":[…],"asOf":…}
  --out, -o  refresh: write to this file, and leave the workbook as it is; "-" is standard output, with the summary on
             standard error
  --values   refresh: write a values-only copy, for people without the add-in: all formulas become values, and what
             the add-in keeps in the workbook goes; needs --out
  --charts   refresh: bring the points along that charts keep for programs that do not draw them anew
  --limit    refresh: raise a limit on what is read of a file: unpacked or part (megabytes), ratio, cells, formula (characters);
             docs/files.md tells what they hold and are at first
  --stats    a last line on standard error: {"tokens":n,"requests":n,"retries":n,"milliseconds":n}
  --help     this text

Connection, from the environment only
  INSIGHTS_URL                                 the address of the planning application, such as https://planning.example.com
  INSIGHTS_BASE_URL                            a separately published address of the Insights API, if there is one
  INSIGHTS_API_KEY                             an API key, or where that is not set:
  INSIGHTS_CLIENT_ID, INSIGHTS_CLIENT_SECRET   OAuth 2.0 client credentials, and optionally
  INSIGHTS_SCOPE                               their scopes, "insights:read plans:read" where it is not set
  INSIGHTS_PLAN, INSIGHTS_CURRENCY             what a plan or a currency that is left out means
  INSIGHTS_FISCAL_MONTH                        the month from 1 to 12 that begins the fiscal year, 1 where it is not set
  INSIGHTS_FISCAL_NAME                         the calendar year that names it: that of its end (the default) or begin

Examples
  insights eval '=INSIGHTS.PNL("FY26 Plan", "committed", "ebit")/1000'
  insights eval '=INSIGHTS.DEMAND("FY26 Plan", "actual", "demandVolume", "M", "region")'
  insights eval '=INSIGHTS.VAR("FY26 Plan", "actual", "committed", "ebit", "2026-06", , , , "YTD")'
  insights eval '=INSIGHTS.BRIDGE("FY26 Plan", "committed", "actual", "pvm", "2026-Q2", "region")'
  insights eval --json '=SUM(INSIGHTS.DEMAND("FY26 Plan", "actual", "demandValue"))' | jq .value
  insights eval --stats < formulas.txt
  insights refresh report.xlsx
  insights refresh report.xlsx -o "report of $(date +%F).xlsx" --values

Exit status: 0; 1 if a formula gave an error, could not be calculated, or the refresh failed; 2 for wrong usage or a connection that is not set;
3 if the workbook to refresh has no INSIGHTS formulas.
`;

/** An error in how the command was called. It ends with the exit status 2. */
export function wrongUsage(message: string): Error {
  return Object.assign(new Error(message), { exitCode: 2 });
}
