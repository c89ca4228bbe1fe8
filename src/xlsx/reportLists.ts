/** The lists behind the inputs of reports. In a copy they would tell its reader of plans that it is not about. */
import { parseAddress } from "../grid/address";
import { contains, overlaps, type Area, type SheetArea } from "../grid/area";
import { MAX_COLUMNS } from "../grid/limits";
import type { FileValue } from "./cells";
import type { CellEdit } from "./edits";
import { readRows } from "./rows";
import type { FileSheet, Workbook } from "./workbook";
import { applySplices, childNamed, childrenNamed, removalOf, reopened, type XmlElement } from "./xml";

/** By what the lists of a report are known. */
export interface ReportTraces {
  /** Defined names, each of which refers to the sheet of a report. */
  readonly names: RegExp;
  /** The columns of lists that tell of other plans, as "AA:AI". */
  readonly lists: string;
  /** All columns that the report hides. */
  readonly hidden: string;
  /**
   * Texts in one row from the first of these columns on. They tell where columns are that a person has moved. A list that has
   * failed shows an error in the place of the first.
   */
  readonly headings: readonly string[];
}

/** Columns of a report's sheet. */
export interface ReportColumns {
  readonly lists: Area;
  readonly hidden: Area;
}

export function reportColumnsIn({ names, sheets }: Workbook, traces: ReportTraces): Map<FileSheet, ReportColumns> {
  const own = names
    .filter(({ name }) => traces.names.test(name))
    .map(({ text }) => parseAddress(text)?.sheet.toLowerCase());
  return new Map(
    sheets.filter(({ name }) => own.includes(name.toLowerCase())).map((sheet) => [sheet, columnsOf(sheet, traces)]),
  );
}

function columnsOf({ cells }: FileSheet, { lists, hidden, headings }: ReportTraces): ReportColumns {
  const [listed, unseen] = [columnArea(lists), columnArea(hidden)];
  const isHeading = (value: FileValue | undefined, at: number) =>
    value === headings[at] || (at > 0 && typeof value === "object" && value !== null);
  const starts = [...cells.values.keys()]
    .filter((number) => headings.every((_, at) => isHeading(cells.values.get(number + at), at)))
    .map((number) => number % MAX_COLUMNS);
  // A person may have the same lists side by side on the page; the report's own are right of all that is seen.
  const moved = starts.length === 0 ? 0 : Math.max(...starts) - listed.column;
  return {
    lists: { ...listed, column: listed.column + moved },
    hidden: { ...unseen, column: unseen.column + moved },
  };
}

function columnArea(columns: string): Area {
  const area = parseAddress(columns)?.area;
  if (area) return area;
  throw new Error(`${columns} are no columns.`);
}

/** The edits of a sheet, with those that empty what is in this area. */
export function withoutCells({ cells }: FileSheet, edits: readonly CellEdit[], area: Area): CellEdit[] {
  const filled = new Set([...cells.values.keys(), ...cells.formulas.keys()]);
  const emptied = [...filled]
    .map((number) => ({ row: Math.floor(number / MAX_COLUMNS), column: number % MAX_COLUMNS }))
    .filter((position) => contains(area, position));
  return [
    ...edits.filter((edit) => !contains(area, edit)),
    ...emptied.map((position) => ({ ...position, value: null, dropFormula: true })),
  ];
}

/** The new texts of the sheets' parts, without the drop-downs that offer these lists. */
export async function withoutDropDowns(
  { zip }: Workbook,
  reports: ReadonlyMap<FileSheet, ReportColumns>,
): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  for (const [{ name, part }, { hidden }] of reports) {
    const xml = await zip.text(part);
    const all = childNamed(
      readRows(xml, part, () => undefined),
      "dataValidations",
    );
    const rules = childrenNamed(all, "dataValidation");
    const gone = rules.filter((rule) => isOver(rule, { ...hidden, sheet: name }));
    if (!all || gone.length === 0) continue;
    const count = String(rules.length - gone.length);
    // An element without rules would be damage.
    const splices = count === "0" ? [removalOf(all)] : [reopened(all, { count }), ...gone.map(removalOf)];
    parts.set(part, applySplices(xml, splices));
  }
  return parts;
}

function isOver(rule: XmlElement, hidden: SheetArea): boolean {
  if (rule.attributes.type !== "list") return false;
  const source = childNamed(rule, "formula1")?.text.trim() ?? "";
  const address = parseAddress(source);
  if (!address) return false;
  const isHere = address.sheet === "" || address.sheet.toLowerCase() === hidden.sheet.toLowerCase();
  return isHere && overlaps(address.area, hidden);
}
