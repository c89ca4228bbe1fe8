/** Removes the lists behind the inputs of reports: in a copy they would name plans that the copy is not about. */
import { parseAddress } from "../cells/address";
import { cellPosition, contains, overlaps, type Area, type Position } from "../cells/area";
import { MAX_COLUMNS, MAX_ROWS } from "../cells/limits";
import type { FileValue } from "./fileCells";
import type { CellEdit } from "./cellEdits";
import { ruleFormulas } from "./rules";
import type { FileSheet, Workbook } from "./workbook";
import type { XmlElement } from "./xml";

/** How to recognise a report's lists. */
export interface ReportArtifacts {
  /** Defined names, each of which refers to the sheet of a report. */
  readonly names: RegExp;
  /** The columns of lists that name other plans, as "AA:AI". */
  readonly lists: string;
  /** All columns that the report hides. */
  readonly hidden: string;
  /**
   * Headings in one row, starting at the first of these columns. They locate columns that a user has moved. A failed list has
   * an error in place of its first heading.
   */
  readonly headings: readonly string[];
  /** Headings in one row of hidden columns, below which a list stands alone. */
  readonly scenarios: readonly string[];
}

/** Columns of a report's sheet. */
export interface ReportColumns {
  readonly lists: readonly Area[];
  readonly hidden: Area;
}

export function reportColumnsIn(
  { names, sheets }: Workbook,
  artifacts: ReportArtifacts,
): Map<FileSheet, ReportColumns> {
  const own = names
    .filter(({ name }) => artifacts.names.test(name))
    .map(({ text }) => parseAddress(text)?.sheet.toLowerCase());
  return new Map(
    sheets.filter(({ name }) => own.includes(name.toLowerCase())).map((sheet) => [sheet, columnsOf(sheet, artifacts)]),
  );
}

function columnsOf(sheet: FileSheet, { lists, hidden, headings, scenarios }: ReportArtifacts): ReportColumns {
  const { cells } = sheet;
  const [listed, unseen] = [columnArea(lists), columnArea(hidden)];
  const isHeading = (value: FileValue | undefined, at: number) =>
    value === headings[at] || (at > 0 && typeof value === "object" && value !== null);
  const starts = [...cells.values.keys()]
    .filter((number) => headings.every((_, at) => isHeading(cells.values.get(number + at), at)))
    .map((number) => number % MAX_COLUMNS);
  // The user may have the same lists on the visible page; the report's own lists are right of it.
  const moved = starts.length === 0 ? 0 : Math.max(...starts) - listed.column;
  const unseenNow = { ...unseen, column: unseen.column + moved };
  const others = tablesIn(sheet, scenarios).filter((area) => contains(unseenNow, area));
  return { lists: [{ ...listed, column: listed.column + moved }, ...others], hidden: unseenNow };
}

/** Returns the columns of tables with these headings, from the headings on. */
function tablesIn({ cells: { values } }: FileSheet, headings: readonly string[]): Area[] {
  const starts = [...values.keys()].filter((number) => headings.every((each, at) => values.get(number + at) === each));
  return starts.map((start) => {
    const { row, column } = cellPosition(start);
    return { row, column, rows: MAX_ROWS - row, columns: headings.length };
  });
}

function columnArea(columns: string): Area {
  const area = parseAddress(columns)?.area;
  if (area) return area;
  throw new Error(`"${columns}" is not a range of columns.`);
}

/** Extends the edits of a sheet: all cells in these areas become empty. */
export function withoutCells({ cells }: FileSheet, edits: readonly CellEdit[], areas: readonly Area[]): CellEdit[] {
  const isGone = (cell: Position) => areas.some((area) => contains(area, cell));
  const filled = new Set([...cells.values.keys(), ...cells.formulas.keys(), ...cells.flagged]);
  const emptied = [...filled].map(cellPosition).filter(isGone);
  return [
    ...edits.filter((edit) => !isGone(edit)),
    ...emptied.map((position) => ({ ...position, value: null, dropFormula: true })),
  ];
}

/** True if the rule is a drop-down over the hidden columns of a report. */
export function isReportDropDown(
  rule: XmlElement,
  sheet: FileSheet,
  reports: ReadonlyMap<FileSheet, ReportColumns>,
): boolean {
  const columns = reports.get(sheet);
  if (!columns || rule.name !== "dataValidation" || rule.attributes.type !== "list") return false;
  const [source = ""] = ruleFormulas(rule);
  const address = parseAddress(source.trim());
  if (!address) return false;
  const isHere = address.sheet === "" || address.sheet.toLowerCase() === sheet.name.toLowerCase();
  return isHere && overlaps(address.area, columns.hidden);
}
