/** Reads the inputs of all reports as they are now. */
import { INPUT_AREA, inputPlaces } from "../../../reporting/saved/inputPlaces";
import { roleOf, type ReportInputs, type SharedInput } from "../../../reporting/reports/inputRoles";
import { FIRST_DATE } from "../../../reporting/reports/timeCells";
import { fromSerial, type DateSystem } from "../../../spreadsheet/cells/dateSerial";
import type { Position } from "../../../spreadsheet/cells/area";
import { readDateSystem } from "../dateSystem";
import { findSheets, readKnown, type KnownReport } from "./report";
import { runExcel } from "../cells/runExcel";

/** An input at its place on the sheet. */
export interface ReadInput extends SharedInput, Position {
  /** The cell's value as it is. */
  readonly value: unknown;
}

export interface ReadReport extends ReportInputs<ReadInput> {
  readonly worksheetId: string;
}

/** Reads the reports whose sheets exist, in order of creation. Waits while a user edits a cell. */
export async function readReportInputs(): Promise<ReadReport[]> {
  const known = await readKnown();
  if (known.length === 0) return [];
  const dateSystem = await readDateSystem();
  return runExcel({ delayForCellEdit: true }, (context) => readInputs(context, known, dateSystem));
}

async function readInputs(
  context: Excel.RequestContext,
  known: readonly KnownReport[],
  dateSystem: DateSystem,
): Promise<ReadReport[]> {
  const found = findSheets(context, known);
  for (const { range } of found) range.load("rowIndex,columnIndex");
  await context.sync();
  const read = found
    .filter(({ range }) => !range.isNullObject)
    .map((report) => ({
      ...report,
      worksheet: report.range.worksheet.load("id,name"),
      cells: report.range.getResizedRange(INPUT_AREA.rows - 1, INPUT_AREA.columns - 1).load("values,formulas"),
    }));
  await context.sync();
  return read.map(({ id, isUnlinked = false, range: { rowIndex, columnIndex }, worksheet, cells }) => ({
    id,
    isUnlinked,
    sheet: worksheet.name,
    worksheetId: worksheet.id,
    inputs: inputsOf(cells, { row: rowIndex, column: columnIndex }, dateSystem),
  }));
}

function inputsOf({ values, formulas }: Excel.Range, first: Position, dateSystem: DateSystem): ReadInput[] {
  const [shown, written] = [values as unknown[][], formulas as unknown[][]];
  return inputPlaces((row, column) => shown[row]?.[column]).flatMap(({ labels, row, column }): ReadInput[] => {
    const role = roleOf(labels);
    if (!role) return [];
    const [value, content] = [shown[row]?.[column], written[row]?.[column]];
    return [
      {
        role,
        label: labels[0] ?? "",
        row: first.row + row,
        column: first.column + column,
        text: inputText(value, dateSystem),
        value,
        // A text that begins with "=" is shown as it is written.
        isFormula: typeof content === "string" && content.startsWith("=") && content !== value,
      },
    ];
  });
}

/** A larger number is a month such as 202603. */
const LAST_DATE = 100_000;

/** Excel may have turned a typed month into a date. */
function inputText(content: unknown, dateSystem: DateSystem): string {
  const number = Number(content);
  const isDate = number > FIRST_DATE && number < LAST_DATE;
  return isDate ? new Date(fromSerial(number, dateSystem)).toISOString().slice(0, 7) : String(content);
}
