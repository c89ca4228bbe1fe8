/** The largest changes of a file, with what a reader needs to know them: their labels, plan and formula. */
import { cellIndex, type Position, type SheetPosition } from "../../../spreadsheet/cells/area";
import { parseAddress } from "../../../spreadsheet/cells/address";
import { changeSize } from "../../../numbers/analysis/changeSize";
import type { Driver } from "../../../numbers/analysis/drivers";
import { findNumberHeading, isPeriodText, labelsOf } from "../../../numbers/analysis/cellLabels";
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import { findCalls } from "../../../numbers/language/calls";
import { readTextLiteral } from "../../../spreadsheet/formulas/textLiteral";
import type { Plan } from "../../../insights";
import { argumentIn } from "../../../numbers/language/signatures";
import { moveFormula } from "../../../spreadsheet/xlsx/fileCells";
import { createFindDrivers, type RefreshedNumbers } from "./changeDrivers";
import { outcomeAt, type FileChange, type FileEdits } from "./refreshSheets";

export interface LargestChange extends FileChange {
  /** Such as "EBIT, 2026-03"; "" if there is none. */
  readonly label: string;
  /** The plan's name; "" if the formula calls nothing. */
  readonly plan: string;
  /** In Excel's notation, without a leading "=". */
  readonly formula: string;
  /** What drives the change, the largest first; undefined if the file does not show it. */
  readonly drivers?: readonly Driver[] | undefined;
}

/** What the names of plans are looked up in. */
export interface PlansOfFile {
  readonly plans: readonly Plan[];
  /** The plan of calls that name none: an id or a name. */
  readonly plan: string | undefined;
}

/** Returns at most `most` changes: errors, then numbers by their difference, then texts. */
export async function describeLargest(
  refreshed: RefreshedNumbers,
  { changes, changed }: FileEdits,
  names: PlansOfFile,
  most: number,
): Promise<LargestChange[]> {
  const { workbook, outcomes } = refreshed;
  const findDrivers = createFindDrivers(refreshed, names.plans);
  const now = new Map(
    changed.map(({ sheet, cells }) => [sheet, new Map(cells.map((cell) => [cellIndex(cell), cell.value]))]),
  );
  return Promise.all(
    sortedBySize(changes)
      .slice(0, most)
      .map(async (change) => {
        const { sheet: name = "", area } = parseAddress(change.cell) ?? {};
        const sheet = workbook.sheets.find((each) => each.name === name);
        if (!sheet || !area) return { ...change, label: "", plan: "", formula: "" };
        const valueAt = (position: Position) => {
          const number = cellIndex(position);
          return now.get(name)?.get(number) ?? sheet.cells.values.get(number) ?? "";
        };
        const formula = formulaAt(outcomes, { sheet: name, row: area.row, column: area.column });
        const drivers = await findDrivers(change);
        return { ...change, label: labelOf(area, valueAt), plan: planOf(formula, valueAt, names), formula, drivers };
      }),
  );
}

/** Sorts changes, the largest first, and equal ones as they were. */
export function sortedBySize<Change extends Pick<FileChange, "old" | "new">>(changes: readonly Change[]): Change[] {
  const sized = changes.map((change) => ({ change, size: changeSize(contentOf(change.old), contentOf(change.new)) }));
  return sized.sort((one, other) => (one.size === other.size ? 0 : other.size - one.size)).map(({ change }) => change);
}

function contentOf(value: FileChange["old"]): unknown {
  return typeof value === "object" && value ? value.error : value;
}

/** Returns the formula whose result fills the cell, as it stands there; "" if there is none. */
function formulaAt(outcomes: readonly FormulaOutcome[], place: SheetPosition): string {
  const { cell, formula } = outcomeAt(outcomes, place) ?? {};
  if (!cell || !formula) return "";
  return formula.at ? moveFormula(formula.text, formula.at, cell) : formula.text;
}

type ValueAt = (position: Position) => unknown;

function labelOf(cell: Position, valueAt: ValueAt): string {
  const top = findNumberHeading(cell, valueAt);
  const { row, column } = labelsOf(cell, valueAt, (position) => {
    const isTop = position.row === top?.row && position.column === top.column;
    const text = String(valueAt(position));
    return isTop && isPeriodText(text) ? text : undefined;
  });
  return [row, column].filter((text) => text !== "").join(", ");
}

/** Returns the name of the plan that the formula's first call asks for. */
function planOf(formula: string, valueAt: ValueAt, { plans, plan }: PlansOfFile): string {
  const [call] = findCalls(formula);
  if (!call) return "";
  const argument = argumentIn({ id: call.name, args: call.args }, "plan");
  const given = typeof argument === "string" ? argumentValue(argument, valueAt) : "";
  const [only, another] = plans;
  const wanted = given || plan || (another ? "" : (only?.name ?? ""));
  return plans.find(({ id }) => id === wanted)?.name ?? wanted;
}

/** Returns the text of an argument that is a text or a cell of the same sheet; "" for anything else. */
function argumentValue(argument: string, valueAt: ValueAt): string {
  const text = readTextLiteral(argument);
  if (text !== undefined) return text;
  const address = parseAddress(argument);
  const value = address && address.sheet === "" ? valueAt(address.area) : "";
  return typeof value === "string" ? value.trim() : "";
}
