/** Inputs that several reports have: one that a user changes can be changed in all of them. */
import { asText } from "../../formulas/cellContent";
import { parseAddress } from "../../grid/address";
import { fromSerial, type DateSystem } from "../../grid/dateSerial";
import { readDateSystem } from "../dateSystem";
import { findSheets, readKnown, type FoundReport } from "./report";
import { INPUT_AREA, inputPlaces } from "../../saved/inputPlaces";
import { FIRST_DATE } from "../../reports/timeCells";

/** An input by its name, and what it is called in reports. An actual scenario is compared with a plan, as with any base. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  Plan: ["Plan"],
  Period: ["Period"],
  Year: ["Year"],
  Basis: ["Basis"],
  Scenario: ["Scenario", "To (scenario)", "Actuals"],
  "Compared with": ["Base scenario", "From (base)", "Plan scenario"],
  Currency: ["Currency"],
  Scale: ["Scale"],
};

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
    const { rowIndex, columnIndex } = report.range;
    const [row, column] = [edited.row - rowIndex, edited.column - columnIndex];
    const found = inputsOf(report).find((input) => input.row === row && input.column === column);
    if (!found) return undefined;
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
      for (const { row, column } of places) each.cells.getCell(row, column).formulas = [[asText(text)]];
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
      cells: report.range.getResizedRange(INPUT_AREA.rows - 1, INPUT_AREA.columns - 1).load("values"),
    }));
  await context.sync();
  return read;
}

interface ReadInput {
  readonly name: string;
  readonly text: string;
  /** From the report's first cell. */
  readonly row: number;
  readonly column: number;
}

function inputsOf({ cells, dateSystem }: ReadReport): ReadInput[] {
  const rows = cells.values as unknown[][];
  return inputPlaces((row, column) => rows[row]?.[column]).flatMap(({ labels, row, column }): ReadInput[] => {
    const [name] = Object.entries(SHARED).find(([, known]) => labels.some((label) => known.includes(label))) ?? [];
    return name ? [{ name, text: inputText(rows[row]?.[column], dateSystem), row, column }] : [];
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
