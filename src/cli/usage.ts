/** The help text of the command. */
import { failure } from "./failure";

export const USAGE = `insights: planning results as spreadsheet formulas, without a spreadsheet.

  insights eval [--json] [--stats] [FORMULA …]   evaluate formulas from the arguments, or one per line of standard input
  insights refresh [OPTION …] BOOK.xlsx|FOLDER|PATTERN …
                                                 refresh the INSIGHTS formulas of workbooks without Excel; if the
                                                 service fails, a workbook does not change
  insights plans                                 list the plans
  insights scenarios [PLAN]                      list the scenarios of a plan
  insights fields [FAMILY]                       list the KPIs (pnl, demand, supply, sustainability)

Options
  --json     eval: one line per formula: {"formula":…,"value":…} or {"formula":…,"error":{"code":…,"message":…}}
             refresh: always one object: {"status":n,"file":…,"written":…,"refreshed":n,
             "counts":{"changes":n,"errors":n,"problems":n},"changes":[…],"errors":[…],"problems":[…],"notes":[…],
             "asOf":…}; if it fails: {"status":n,"file":…,"written":null,"error":{"kind":…,"message":…}}
             refresh of many files: one such line for each, and at last {"summary":{"status":n,"files":n,"written":n,
             "passedOver":n,"byStatus":{…},"requests":n}}
  --out, -o  refresh: write to this file, or into this folder, instead of the workbook; "-" is standard output, with
             the summary on standard error
  --set      refresh: INPUT=VALUE, such as "P&L!Plan=FY26 Europe"; an input is a sheet and the label next to it, a sheet
             and a cell, or a defined name; may be repeated
  --each     refresh: write a file for each plan, scenario, or item of INPUT=LIST into the folder --out; LIST is plan,
             scenario, items with commas between them, or @FILE with one item a line
  --jobs, -j refresh: the number of processes for many files; default: one for each 10 files, at most one for each core
  --shard    refresh: PART/PARTS, such as 3/16: only this part of the files
  --values   refresh: write a values-only copy for people without the add-in: all formulas become values, and the
             add-in's data is removed; needs --out
  --charts   refresh: update the values cached in charts, for programs that do not redraw them
  --limit    refresh: raise a limit on reading a file: unpacked or part (megabytes), ratio, cells, formula (characters);
             docs/files.md explains the limits and their defaults
  --list     refresh: list at most this many changes, errors and named cells each; default 50, or 5 of each file
             if there are many
  --strict   refresh: write nothing if any formula is named, because it could not be calculated
  --dry-run  refresh: tell what would change, and write nothing
  --force    refresh: replace a file although it seems to be open in Excel or LibreOffice
  --move-service
             refresh: move a workbook of another service to the connected one: all its numbers become that service's
  --timeout  refresh: give up on a file after this many minutes, and write nothing; default 30
  --quiet    refresh: no progress, and no summary unless --json is given; failures are still printed
  --stats    print a last line on standard error: {"tokens":n,"requests":n,"retries":n,"milliseconds":n}
  --environment
             the environment of the add-in whose formulas to calculate, such as test for =INSIGHTSTEST.PNL(); default:
             INSIGHTS_ENVIRONMENT, else as built
  --version  print the version and the environment
  --help     print this text

Connection, from the environment only
  INSIGHTS_URL                                 the address of the planning application, such as https://planning.example.com
  INSIGHTS_BASE_URL                            the address of the Insights API, if it is published separately
  INSIGHTS_API_KEY                             an API key; without one:
  INSIGHTS_CLIENT_ID, INSIGHTS_CLIENT_SECRET   OAuth 2.0 client credentials, and optionally
  INSIGHTS_SCOPE                               their scopes; default "insights:read plans:read"
  INSIGHTS_PLAN, INSIGHTS_CURRENCY             the plan and currency of formulas without them
  INSIGHTS_FISCAL_MONTH                        the first month of the fiscal year, 1 to 12; default 1
  INSIGHTS_FISCAL_NAME                         name the fiscal year by its "begin" or "end"; default "end"
  INSIGHTS_ENVIRONMENT                         the environment of the add-in, if --environment is not given
  INSIGHTS_CURRENT_MONTH                       the month of the period "current"; default: the last month of the actuals

  refresh calculates a workbook that the add-in has used with its own settings, and any other with these five.
  INSIGHTS_PLAN also stands in for a plan that such a workbook lacks.

Examples
  insights eval '=INSIGHTS.PNL("FY26 Plan", "committed", "ebit")/1000'
  insights eval '=INSIGHTS.DEMAND("FY26 Plan", "actual", "demandVolume", "M", "region")'
  insights eval '=INSIGHTS.VAR("FY26 Plan", "actual", "committed", "ebit", "2026-06", , , , "YTD")'
  insights eval '=INSIGHTS.BRIDGE("FY26 Plan", "committed", "actual", "pvm", "2026-Q2", "region")'
  insights eval --json '=SUM(INSIGHTS.DEMAND("FY26 Plan", "actual", "demandValue"))' | jq .value
  insights eval --stats < formulas.txt
  insights refresh report.xlsx
  insights refresh report.xlsx -o "report of $(date +%F).xlsx" --values
  insights refresh reports "month end/*.xlsx" --json >> refresh.log
  insights refresh report.xlsx --each plan --values -o copies
  insights refresh report.xlsx --set "P&L!Plan=FY26 Europe" --each "P&L!Scenario=scenario" -o copies

Exit status (of many files: the highest; workbooks without INSIGHTS formulas in a folder do not count)
  0  done
  1  done; a formula shows an error
  2  wrong usage, or the connection is not set; nothing was written
  3  the workbook has no INSIGHTS formulas; nothing was written
  4  done; formulas are named, because they could not be calculated or depend on such formulas
  5  a file was refused, or cannot be read or written; it is unchanged
  6  the service failed, or the time is over; nothing was written
  7  --strict: formulas would be named, so nothing was written
  8  an unexpected error of this program; nothing was written
  9  the workbook has the numbers of another service; nothing was written
`;

/** Creates an error of usage, which ends the command with exit status 2. */
export function wrongUsage(message: string): Error {
  return failure("usage", message);
}
