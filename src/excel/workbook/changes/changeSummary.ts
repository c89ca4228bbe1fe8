/** Describes the changes of a refresh for the pane. Pure. */
import { explainedNumberAt, movedNumberAt } from "../../../numbers/analysis/changedResult";
import { changeSize } from "../../../numbers/analysis/changeSize";
import { type FactGroup, groupsOf } from "../../../numbers/analysis/facts";
import type { NumberName } from "../../../numbers/analysis/numberName";
import type { ExplainedCall } from "../../../numbers/analysis/findDrivers";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { bySheet } from "../../../spreadsheet/cells/blocks";
import { questionInKey, type Plan } from "../../../insights";
import { findCalls } from "../../../numbers/language/calls";
import type { Change } from "../refresh/cellChanges";
import type { Outcome } from "../refresh/recompute";
import type { CellLabels } from "../../../numbers/analysis/cellLabels";
import { fieldOf, isNumberCall, measureOf, type NumberCall } from "../../../numbers/analysis/numberCall";
import { argumentIn } from "../../../numbers/language/signatures";
import { varianceSign } from "../../../numbers/language/varianceSign";
import { showChange, type ShownChange } from "./shownChange";

/** One fact: a number of a plan that changed, or a cell that shows something else. */
export interface ListedChange extends SheetPosition {
  /** The first cell that shows it, such as "Sheet1!B4". */
  readonly address: string;
  /** All cells that show it or moved by its change alone, and the variances that moved with it. */
  readonly places: readonly ChangePlace[];
  /** Labels of row and column; "" if none was found. */
  readonly labels: CellLabels;
  /** The names of plan and scenarios; "" if they are not known. */
  readonly plan: string;
  readonly scenario: string;
  /** Of the number, in words; "" if it is not known. */
  readonly period: string;
  /** The number itself, in its own unit; of another cell, what it shows. */
  readonly before: unknown;
  readonly after: unknown;
  /** Such as "EUR" or "units"; "" if there is none, or it is not known. */
  readonly unit: string;
  readonly numberFormat: string;
  readonly shown: ShownChange;
  readonly weight: ChangeWeight;
  /** Undefined if the cell is more than one number of a plan. */
  readonly explained?: ExplainedCall | undefined;
  /** The same object for all numbers that moved alike; undefined for a change that stands alone. */
  readonly group?: ChangeGroup | undefined;
}

/** Numbers of one scenario that moved by one rate. */
export type ChangeGroup = Omit<FactGroup<never>, "facts">;

/** Cells of one sheet. */
export interface ChangePlace {
  readonly sheet: string;
  /** The first of them, such as "Sheet1!B4". */
  readonly address: string;
  readonly cells: number;
}

/** How a change compares with others. */
export interface ChangeWeight {
  /** after − before of an amount; 0 for a text, and for a share, which says nothing beside amounts. */
  readonly amount: number;
  /** What it does to profit or service; undefined if neither direction is better. */
  readonly effect: "better" | "worse" | undefined;
}

export interface ChangeSummary {
  /** When the refresh ended; milliseconds since the epoch. */
  readonly at: number;
  /** Cells that hold another value, without those of a report's hidden columns. */
  readonly cells: number;
  /** The largest changes first. */
  readonly listed: readonly ListedChange[];
  /** Cells of changes below the shown digits; they are not listed. */
  readonly unseen: number;
  /** True if it was read from the workbook: cells may have moved since. */
  readonly isSaved: boolean;
}

/** What is known of a change besides its values. */
export interface ChangeFacts {
  readonly labels: CellLabels;
  readonly numberFormat: string;
  readonly name?: NumberName | undefined;
  /** @default the cell itself */
  readonly places?: readonly ChangePlace[] | undefined;
}

/** Returns how many cells show a change. */
export function cellsOfChange({ places }: Pick<ListedChange, "places">): number {
  return places.reduce((sum, { cells }) => sum + cells, 0);
}

/** Returns how many cells show the changes. */
export function cellsOfChanges(changes: readonly Pick<ListedChange, "places">[]): number {
  return changes.reduce((sum, change) => sum + cellsOfChange(change), 0);
}

/** Counts cells by sheet. */
export function sheetPlaces(cells: readonly SheetPosition[]): ChangePlace[] {
  return [...bySheet(cells)].map(([sheet, [first, ...others]]) => {
    return { sheet, address: first ? formatSheetPosition({ ...first, sheet }) : "", cells: 1 + others.length };
  });
}

/** Notes which numbers of one scenario moved by one rate. */
export function withGroups(listed: readonly ListedChange[]): ListedChange[] {
  const facts = listed.map((change) => {
    const { explained, labels, plan, scenario, period, unit } = change;
    return {
      change,
      number: explained && {
        ...explained,
        name: { labels, plan, scenario, period, unit },
      },
    };
  });
  const groups = groupsOf(facts).map(({ facts: own, ...group }) => ({ group, own }));
  const byChange = new Map(groups.flatMap(({ group, own }) => own.map(({ change }) => [change, group] as const)));
  return listed.map((change) => ({ ...change, group: byChange.get(change) }));
}

/** Returns the largest changes first: errors, then numbers by their difference, then texts. */
export function largestChanges(changes: readonly Change[], most: number): Change[] {
  const sized = changes.map((change) => ({ change, size: changeSize(change.before, change.after) }));
  return sized
    .sort((one, other) => other.size - one.size)
    .slice(0, most)
    .map(({ change }) => change);
}

/** Describes one change. */
export function describeChange(
  change: Change,
  { labels, numberFormat, name, places }: ChangeFacts,
  plans: readonly Plan[],
  language?: string,
): ListedChange {
  const { sheet, row, column, before, after } = change;
  const explained = onlyChangedCall(change);
  return {
    sheet,
    row,
    column,
    address: formatSheetPosition(change),
    places: places ?? sheetPlaces([change]),
    labels,
    ...(name?.scenario ? { plan: name.plan, scenario: name.scenario } : subjectOf(change, explained, plans)),
    period: name?.period ?? "",
    before,
    after,
    unit: (explained && name?.unit) ?? "",
    numberFormat,
    shown: showChange(before, after, numberFormat, language),
    weight: weighChange(before, after, explained),
    explained,
  };
}

/** Compares a change with others, by the field of its call. */
export function weighChange(before: unknown, after: unknown, explained: ExplainedCall | undefined): ChangeWeight {
  const difference = typeof before === "number" && typeof after === "number" ? after - before : 0;
  if (!explained) return { amount: difference, effect: undefined };
  const field = fieldOf(explained.call);
  const amount = field?.unit === "amount" ? difference : 0;
  if (!field?.direction || difference === 0) return { amount, effect: undefined };
  const measure = measureOf(explained.call);
  // What VAR returns is positive if it is better, unless a bare difference is asked for.
  const sign = measure === "amount" || measure === "percent" ? 1 : varianceSign(field, "amount");
  return { amount, effect: sign * explained.scale * difference > 0 ? "better" : "worse" };
}

/** True if a reader of the cell sees that it changed. */
export function isSeen({ shown }: ListedChange): boolean {
  return shown.before !== shown.after;
}

/** Returns the only changed call of a cell, if the cell shows its number or a multiple of it, or moved by its change alone. */
export function onlyChangedCall({ outcomes, anchor, row, column, before, after }: Change): ExplainedCall | undefined {
  const [outcome, ...others] = outcomes;
  if (!outcome || others.length > 0) return undefined;
  const at = { row: row - anchor.row, column: column - anchor.column };
  const result = { call: outcome.entry, before: outcome.before, after: outcome.result };
  const shown = { before, after };
  const found = explainedNumberAt(result, at, shown);
  // Beside a call that stayed, a multiple may be a product, whose unit is another one.
  const isWhole = found && (found.scale === 1 || findCalls(anchor.formula).length === 1);
  return isWhole ? found : movedNumberAt(result, at, shown);
}

/** Returns the call whose error or missing number a cell showed or shows. Of two numbers, the formula computes something else. */
export function failedCallOf({ outcomes, anchor, before, after }: Change): NumberCall | undefined {
  const [outcome, ...others] = outcomes;
  const isOnly = outcome && others.length === 0 && findCalls(anchor.formula).length === 1;
  const areNumbers = typeof before === "number" && typeof after === "number";
  return isOnly && !areNumbers && isNumberCall(outcome.entry) ? outcome.entry : undefined;
}

const MOST_NAMES = 3;

/** Names the plan and the scenarios that a change is of. */
function subjectOf(
  { outcomes }: Change,
  explained: ExplainedCall | undefined,
  plans: readonly Plan[],
): Pick<ListedChange, "plan" | "scenario"> {
  const questions = outcomes.flatMap(keysOf).map(questionInKey);
  const ids = [...new Set(questions.map((question) => question.plan))].filter(Boolean);
  const plan = ids.map((id) => plans.find((each) => each.id === id)?.name ?? id).join(", ");
  const known = ids.flatMap((id) => plans.find((each) => each.id === id)?.scenarios ?? []);
  const scenarios = new Set(questions.map(({ scenario }) => scenario));
  const named = [...scenarios].map((id) => known.find((each) => each.id === id)?.name ?? id);
  // A table has several scenarios; the number in it has one.
  const own = explained && named.length > 1 ? scenarioOf(explained.call) : undefined;
  const isPair = outcomes.some(({ entry }) => entry.id === "VAR" || entry.id === "BRIDGE");
  const shown = named.slice(0, MOST_NAMES).join(isPair ? " vs " : ", ");
  return { plan, scenario: own ?? (named.length > MOST_NAMES ? `${shown} …` : shown) };
}

function scenarioOf(call: NumberCall): string | undefined {
  const name = argumentIn(call, "scenario");
  return call.id === "KPI" && typeof name === "string" ? name : undefined;
}

function keysOf({ entry, questions }: Outcome): string[] {
  const known = questions.length > 0 ? questions : (entry.questions ?? []);
  return known.map(({ key }) => key);
}
