/** Why numbers of a file changed: by the other numbers that the file shows, before and after. Sends no requests. */
import { explainedNumberAt, numbersOfResult, type ChangedResult } from "../../../numbers/analysis/changedResult";
import type { Driver } from "../../../numbers/analysis/drivers";
import { findDrivers, type ChangedNumber, type ExplainedCall } from "../../../numbers/analysis/findDrivers";
import { contextKey, type NumberCall } from "../../../numbers/analysis/numberCall";
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import { isOnlyCall } from "../../../numbers/language/calls";
import type { Settings } from "../../../numbers/functions/host";
import type { Plan } from "../../../insights";
import { planNamed, scenarioNamed } from "../../../numbers/language/nameTexts";
import { argumentIn, argumentPosition } from "../../../numbers/language/signatures";
import { callKey } from "../../../numbers/language/callKey";
import type { SavedEntry } from "../../../reporting/saved/ledger";
import { formatSheetPosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import { cellIndex, mapCells } from "../../../spreadsheet/cells/area";
import { keptCall, type CallResult } from "../../standalone/savedParts";
import type { Workbook } from "../../../spreadsheet/xlsx/workbook";
import { outcomeAt, type FileChange } from "./refreshSheets";

/** What is known of a file before and after its refresh. */
export interface RefreshedNumbers {
  readonly workbook: Workbook;
  readonly outcomes: readonly FormulaOutcome[];
  readonly calls: readonly CallResult[];
  readonly settings: Settings;
  /** The results that the file kept; none if the add-in has never used it. */
  readonly kept: readonly SavedEntry[];
}

/** Returns the drivers of a changed cell, the largest first; undefined if the file does not show them. */
export type FindChangeDrivers = (change: FileChange) => Promise<readonly Driver[] | undefined>;

/** @param plans What the names in calls are looked up in. */
export function createFindDrivers(refreshed: RefreshedNumbers, plans: readonly Plan[]): FindChangeDrivers {
  const byIds = <Number extends ChangedNumber>(each: Number): Number => ({
    ...each,
    call: withIds(each.call, plans, refreshed.settings.plan),
  });
  const results = resultsOf(refreshed);
  // A night asks for fifty changes of a workbook, whose numbers may be many thousands.
  const numbers = byContext(results.flatMap(({ result }) => numbersOfResult(result)).map(byIds));
  const byCell = resultsByCell(results);
  return async (change) => {
    const explained = explainedBy(change, refreshed.outcomes, byCell);
    if (!explained) return undefined;
    const own = byIds(explained);
    // The former answers are gone, so only numbers of the file tell.
    const divisions = await findDrivers(own, { others: () => numbers.get(contextKey(own.call)) ?? [] });
    return divisions.find(({ drivers }) => drivers && drivers.length > 0)?.drivers;
  };
}

/** Returns the call with ids in place of names: a table has names where a cell beside it has a flag such as "committed". */
function withIds(call: NumberCall, plans: readonly Plan[], defaultPlan = ""): NumberCall {
  const args = [...call.args];
  const textOf = (name: "plan" | "scenario"): string => {
    const given = argumentIn({ id: call.id, args }, name);
    return typeof given === "string" ? given : "";
  };
  const replace = (name: "plan" | "scenario", named: { readonly id: string } | undefined) => {
    if (named) args[argumentPosition(call.id, name)] = named.id;
  };
  const plan = planNamed(plans, textOf("plan") || defaultPlan);
  replace("plan", plan);
  const scenario = textOf("scenario");
  if (scenario !== "") replace("scenario", scenarioNamed(plan, scenario));
  return { ...call, args };
}

function byContext(numbers: readonly ChangedNumber[]): ReadonlyMap<string, readonly ChangedNumber[]> {
  const found = new Map<string, ChangedNumber[]>();
  for (const number of numbers) {
    const key = contextKey(number.call);
    const group = found.get(key);
    if (group) group.push(number);
    else found.set(key, [number]);
  }
  return found;
}

interface CellsResult {
  readonly cells: ReadonlySet<string>;
  readonly result: ChangedResult;
}

/** Pairs what each call returned with what it returned before: as the file kept it, else as all of its cells showed it. */
function resultsOf({ workbook, outcomes, calls, settings, kept }: RefreshedNumbers): CellsResult[] {
  const keptByKey = new Map(kept.map(({ key, result }) => [key, result]));
  const byCell = new Map(outcomes.map((outcome) => [formatSheetPosition(outcome.cell), outcome]));
  return calls.map(({ cells = new Set<string>(), result: after, ...made }) => {
    const call = keptCall(made, settings);
    const shown = [...cells].map((cell) => shownBefore(byCell.get(cell), workbook));
    const isOne = new Set(shown.map((each) => JSON.stringify(each))).size === 1;
    const before = keptByKey.get(callKey(call)) ?? (isOne ? shown[0] : undefined);
    return { cells, result: { call, before, after } };
  });
}

/** Returns what the cells of a formula showed that is a call and nothing else; undefined for any other formula. */
function shownBefore(outcome: FormulaOutcome | undefined, { sheets }: Workbook): unknown {
  if (!outcome || !isOnlyCall(`=${outcome.formula.text}`)) return undefined;
  const { cell, rows } = outcome;
  const values = sheets.find(({ name }) => name === cell.sheet)?.cells.values;
  const area = { row: cell.row, column: cell.column, rows: rows.length, columns: rows[0]?.length ?? 0 };
  const before = mapCells(area, (row, column) => values?.get(cellIndex({ row, column })) ?? null);
  return area.rows * area.columns === 1 ? before[0]?.[0] : before;
}

function resultsByCell(results: readonly CellsResult[]): ReadonlyMap<string, readonly ChangedResult[]> {
  const byCell = new Map<string, ChangedResult[]>();
  for (const { cells, result } of results)
    for (const cell of cells) byCell.set(cell, [...(byCell.get(cell) ?? []), result]);
  return byCell;
}

/** Returns the call whose number the cell shows; undefined if its formula makes none, or several. */
function explainedBy(
  { cell, old, new: now }: FileChange,
  outcomes: readonly FormulaOutcome[],
  byCell: ReadonlyMap<string, readonly ChangedResult[]>,
): ExplainedCall | undefined {
  const place = parseSheetPosition(cell);
  const anchor = place && outcomeAt(outcomes, place)?.cell;
  const [result, ...others] = (anchor && byCell.get(formatSheetPosition(anchor))) ?? [];
  if (!place || !anchor || !result || others.length > 0) return undefined;
  const at = { row: place.row - anchor.row, column: place.column - anchor.column };
  return explainedNumberAt(result, at, { before: old, after: now });
}
