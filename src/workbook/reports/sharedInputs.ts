/** Inputs that several reports have: one that a user changes can be changed in all of them. */
import { asText } from "../../formulas/cellContent";
import { parseAddress } from "../../grid/address";
import { fromSerial, type DateSystem } from "../../grid/dateSerial";
import { readDateSystem } from "../dateSystem";
import { findSheets, readKnown, type FoundReport } from "./report";
import { FIRST_DATE } from "../../reports/timeCells";

/** An input by its name, and what it is called in reports. An actual scenario is compared with a plan, as with any base. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  Plan: ["Plan"],
  Period: ["Period"],
  Year: ["Year"],
  Basis: ["Basis"],
  Scenario: ["Scenario", "To (scenario)", "Actuals"],
  "Base scenario": ["Base scenario", "From (base)", "Plan scenario"],
  Currency: ["Currency"],
  Scale: ["Scale"],
};
/** Rows and columns from a report's first cell to its first input, and how many rows of inputs there are at most. */
const [FIRST_ROW, ROWS] = [4, 14];

/** An input that was changed in one report. */
export interface ChangedInput {
  /** The id of the report. */
  readonly report: string;
  readonly sheet: string;
  /** Such as "Period". */
  readonly name: string;
  readonly text: string;
  /** How many other reports have the input with another content. */
  readonly others: number;
}

export interface InputApplied {
  readonly name: string;
  readonly text: string;
  /** How many reports were changed. */
  readonly reports: number;
  /** The sheets that refused it, such as protected ones. */
  readonly refused: readonly string[];
}

interface ReadReport extends FoundReport {
  readonly worksheet: Excel.Worksheet;
  /** Labels and contents. */
  readonly cells: Excel.Range;
  readonly dateSystem: DateSystem;
}

/** @returns undefined if the cell is no shared input of a report, or all reports have the same content. */
export async function readChangedInput(address: string, worksheetId: string): Promise<ChangedInput | undefined> {
  const known = await readKnown();
  if (known.length < 2) return undefined;
  return Excel.run(async (context) => {
    const reports = await readInputs(context, known);
    const report = reports.find(({ worksheet }) => worksheet.id === worksheetId);
    const edited = parseAddress(address)?.area;
    if (!report || !edited) return undefined;
    const found = inputsOf(report).find(({ row }) => row === edited.row);
    if (!found || edited.column !== report.range.columnIndex + 1) return undefined;
    const others = reports.flatMap((each) => (each === report ? [] : placesOf(each, found.name)));
    const count = others.filter(({ text }) => text !== found.text).length;
    const { id, worksheet } = report;
    return count > 0
      ? { report: id, sheet: worksheet.name, name: found.name, text: found.text, others: count }
      : undefined;
  });
}

/** Writes the content into all other reports that have the input. A sheet that refuses it stays as it is. */
export async function applyInput({ report, name, text }: ChangedInput): Promise<InputApplied> {
  const known = await readKnown();
  return Excel.run(async (context) => {
    const others = (await readInputs(context, known)).filter(({ id }) => id !== report);
    const refused: string[] = [];
    let changed = 0;
    for (const each of others) {
      const places = placesOf(each, name).filter((place) => place.text !== text);
      for (const { at } of places) each.cells.getCell(at, 1).formulas = [[asText(text)]];
      if (places.length === 0) continue;
      // A protected sheet fails by itself, so each sheet has a batch of its own.
      // eslint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync().then(
        () => (changed += 1),
        () => refused.push(each.worksheet.name),
      );
    }
    return { name, text, reports: changed, refused };
  });
}

async function readInputs(
  context: Excel.RequestContext,
  known: Awaited<ReturnType<typeof readKnown>>,
): Promise<ReadReport[]> {
  const dateSystem = await readDateSystem();
  const found = findSheets(context, known);
  for (const { range } of found) range.load("rowIndex,columnIndex");
  await context.sync();
  const read = found
    .filter(({ range }) => !range.isNullObject)
    .map((report): ReadReport => ({
      ...report,
      dateSystem,
      worksheet: report.range.worksheet.load("id,name"),
      cells: report.range
        .getOffsetRange(FIRST_ROW, 0)
        .getResizedRange(ROWS - 1, 1)
        .load("values"),
    }));
  await context.sync();
  return read;
}

interface ReadInput {
  readonly name: string;
  readonly text: string;
  /** Its row on the sheet, and among the cells that were read. */
  readonly row: number;
  readonly at: number;
}

/** Lists the shared inputs up to the first row without a label. */
function inputsOf({ cells, range, dateSystem }: ReadReport): ReadInput[] {
  const rows = cells.values as unknown[][];
  const end = rows.findIndex(([label]) => label === "");
  return rows.slice(0, end < 0 ? rows.length : end).flatMap(([label, content], at): ReadInput[] => {
    const [name] = Object.entries(SHARED).find(([, labels]) => labels.includes(String(label))) ?? [];
    return name ? [{ name, text: inputText(content, dateSystem), row: range.rowIndex + FIRST_ROW + at, at }] : [];
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

function placesOf(report: ReadReport, name: string): ReadInput[] {
  return inputsOf(report).filter((each) => each.name === name);
}
