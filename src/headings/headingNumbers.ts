/** The calls behind the cells that headings fill, so that their numbers can be shown before a cell changes. Pure. */
import { argumentsInOrder } from "../language/signatures";
import { PRIOR_YEAR } from "../tables/definition";
import { CURRENT } from "../reports/timeCells";
import { codeBefore, periodKind } from "../tables/periods";
import type { CellMeanings, Placed } from "./cellMeanings";
import { divisorOf, fieldOfCell, formulaKind, isOpenCell, type Filling } from "./cellNumbers";
import type { HeadingDimension } from "./headingMeaning";
import { lacksBase, lacksTime } from "./headingQuestions";
import { planOfOutlook } from "./outlook";
import { codeInYear, NO_YEAR } from "./timeParts";

interface LiteralCall {
  readonly id: "KPI" | "VAR";
  readonly args: readonly unknown[];
}

/** A call whose result is divided by a number, or by that of another call. */
export interface NumberOfCell extends LiteralCall {
  readonly divisor?: number | LiteralCall | undefined;
}

/** Returns undefined if a period is one that only formulas of the sheet compute. */
export function numberCall(cell: CellMeanings, filling: Filling): NumberOfCell | undefined {
  const { answers, defaults } = filling;
  const { meanings } = cell;
  const kind = formulaKind(cell, answers);
  const period = periodOf(cell, meanings.get("period"), filling, meanings.has("year") && kind !== "VAR");
  if (kind === "none" || isOpenCell(cell, filling) || period === undefined) return undefined;
  const value = (name: HeadingDimension, otherwise = "") => meanings.get(name)?.value ?? otherwise;
  const outlook = planOfOutlook(meanings.get("scenario")?.value);
  const named = {
    plan: value("plan", defaults.plan),
    scenario: outlook ?? value("scenario", answers.scenario),
    actualsTo: outlook === undefined ? "" : value("actualsTo", CURRENT),
    field: fieldOfCell(meanings, answers)?.name,
    period,
    groupBy: value("groupBy"),
    item: value("item"),
    currency: value("currency", answers.currency ?? defaults.currency),
    basis: value("basis", lacksTime(cell) && answers.period === "YTD" ? "YTD" : ""),
  };
  const call = (id: "KPI" | "VAR", given: object): LiteralCall => ({
    id,
    args: argumentsInOrder(id, { ...named, ...given }),
  });
  const divisor = divisorOf(cell, answers);
  if (kind === "share") return { ...call("KPI", {}), divisor: call("KPI", { field: "netFIESales" }) };
  if (kind === "KPI") return { ...call("KPI", {}), divisor };
  const isOfPriorYear = meanings.has("year") || (lacksBase(cell) && answers.base === PRIOR_YEAR);
  const measure = fieldOfCell(meanings, answers)?.direction ? value("measure") : "difference";
  const base = value(
    "base",
    isOfPriorYear ? (outlook === undefined ? "" : "actual") : cell.basePeriod ? answers.scenario : answers.base,
  );
  const basePeriod = cell.basePeriod ? periodOf(cell, cell.basePeriod, filling, false) : "";
  if (basePeriod === undefined) return undefined;
  return { ...call("VAR", { base, measure, basePeriod: isOfPriorYear ? PRIOR_YEAR : basePeriod }), divisor };
}

function periodOf(
  { meanings }: CellMeanings,
  period: Placed | undefined,
  { answers, defaults }: Filling,
  isPriorYear: boolean,
): string | number | undefined {
  const basis = meanings.get("basis");
  if (period?.value === "date") return isPriorYear ? undefined : Number(period.heading.text);
  if (!period && (basis || answers.period !== "FY")) return isPriorYear ? codeBefore(CURRENT) : CURRENT;
  const code = codeInYear(period?.value ?? NO_YEAR, answers.year ?? defaults.year, defaults.fiscalYear);
  if (basis && periodKind(code) === "year") return undefined;
  return isPriorYear ? codeBefore(code) : code;
}
