/** PERIOD: what a period means in this workbook. */
import { toSerial } from "../../spreadsheet/cells/dateSerial";
import { InsightsError } from "../../insights";
import { readOnce } from "./argumentCache";
import { readChoice, readCurrency } from "./arguments";
import { BASES } from "../language/bases";
import type { OutputValue } from "./cell";
import { readPeriods } from "./currentMonth";
import { getHost } from "./host";
import { extendPeriod, readKpiPeriod } from "./kpiPeriod";
import { monthsLabel } from "../language/monthsLabel";
import { codeOfMonths, daysOfMonths } from "../language/periods";
import { runCell, type CellQuery, type FunctionInvocation } from "./query";

/** Unread arguments of a cell. */
export interface PeriodArguments {
  plan: unknown;
  period: unknown;
  basis: unknown;
  part: unknown;
}

/** The default first. */
export const PERIOD_PARTS = ["code", "label", "start", "end", "months"] as const;

/** Returns a text, an Excel date or a number. Asks the service only for a current month that no setting says. */
export function periodPart(given: PeriodArguments, invocation: FunctionInvocation | undefined): Promise<unknown> {
  const { plan, period, basis, part } = given;
  return runCell(invocation, (memory) =>
    readOnce(memory, ["PERIOD", plan, period, basis, part], () => readPeriodPart(given)),
  );
}

function readPeriodPart({ plan, period, ...given }: PeriodArguments): CellQuery<readonly string[], OutputValue> {
  const basis = readChoice(given.basis, "basis", BASES);
  const part = readChoice(given.part, "part", PERIOD_PARTS) ?? "code";
  const source = { plan, parameters: readCurrency(undefined, "pnl") };
  const months = readPeriods([period], source, (current) => {
    const named = extendPeriod(readKpiPeriod(period, "period", current), basis);
    if (named) return named;
    throw new InsightsError("argument", "No period is given. Name one, such as current, 2026-03 or 2026.");
  });
  return { query: { queryFn: async (context) => months.settle(context) }, select: (named) => partOf(named, part) };
}

/** Throws `missing` for all but the number of months if no month is left to go. */
function partOf(months: readonly string[], part: (typeof PERIOD_PARTS)[number]): OutputValue {
  if (part === "months") return months.length;
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) throw new InsightsError("missing", "No month is left to go.");
  if (part === "label") return monthsLabel(months);
  if (part === "code") return codeOfMonths(months);
  const days = daysOfMonths(first, last);
  return toSerial(Date.parse(part === "start" ? days.first : days.last), getHost().dateSystem);
}
