/** Inputs that several reports have: one that a user changes can be changed in all of them. */
import { asText } from "../../formulas/cellContent";
import { parseAddress } from "../../sheet/address";
import { fromSerial, type DateSystem } from "../../sheet/dateSerial";
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

export interface InputText {
  /** Such as "Period". */
  readonly name: string;
  readonly text: string;
}

/** An input, and how many other reports it concerns: a report may have only some of several inputs, or have the content already. */
export interface CountedInput extends InputText {
  readonly reports: number;
}

/** Inputs that were changed in one report, one after the other. */
export interface ChangedInputs {
  /** The id of the report. */
  readonly report: string;
  readonly sheet: string;
  /** At least one, each with the number of reports that have it with another content. */
  readonly inputs: readonly CountedInput[];
  /** How many other reports have any of them with another content. */
  readonly others: number;
}

export interface InputsApplied {
  /** Each with the number of reports in which it was changed. */
  readonly inputs: readonly CountedInput[];
  /** The sheets that refused it, such as protected ones. */
  readonly refused: readonly string[];
}

interface ReadReport extends FoundReport {
  readonly worksheet: Excel.Worksheet;
  /** Labels and contents. */
  readonly cells: Excel.Range;
  readonly dateSystem: DateSystem;
}

/**
 * @param earlier What was changed before, which counts as well if it is of the same report.
 * @returns undefined if the cell is no shared input of a report, or all reports have the same contents
 */
export async function readChangedInputs(
  address: string,
  worksheetId: string,
  earlier?: ChangedInputs,
): Promise<ChangedInputs | undefined> {
  const known = await readKnown();
  if (known.length < 2) return undefined;
  return Excel.run(async (context) => {
    const reports = await readInputs(context, known);
    const report = reports.find(({ worksheet }) => worksheet.id === worksheetId);
    const edited = parseAddress(address)?.area;
    if (!report || !edited) return undefined;
    const { rowIndex, columnIndex } = report.range;
    const [row, column] = [edited.row - rowIndex, edited.column - columnIndex];
    const own = inputsOf(report);
    const found = own.find((input) => input.row === row && input.column === column);
    if (!found) return undefined;
    const { id, worksheet } = report;
    const others = reports.filter((each) => each !== report);
    const names = [...(earlier?.report === id ? earlier.inputs : []), found].map(({ name }) => name);
    const inputs = own
      .filter(({ name }) => names.includes(name))
      .map(({ name, text }) => ({ name, text, reports: countLacking(others, [{ name, text }]) }))
      .filter(({ reports: lacking }) => lacking > 0);
    const count = countLacking(others, inputs);
    return count > 0 ? { report: id, sheet: worksheet.name, inputs, others: count } : undefined;
  });
}

/** Writes the contents into all other reports that have the inputs. A sheet that refuses it stays as it is. */
export async function applyInputs({ report, inputs }: ChangedInputs): Promise<InputsApplied> {
  const known = await readKnown();
  return Excel.run(async (context) => {
    const others = (await readInputs(context, known)).filter(({ id }) => id !== report);
    const refused: string[] = [];
    const changed: ReadReport[] = [];
    for (const each of others) {
      const places = placesLacking(each, inputs);
      for (const { row, column, text } of places) each.cells.getCell(row, column).formulas = [[asText(text)]];
      if (places.length === 0) continue;
      // A protected sheet fails by itself, so each sheet has a batch of its own.
      // eslint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync().then(
        () => changed.push(each),
        () => refused.push(each.worksheet.name),
      );
    }
    // The contents are those from before.
    const counted = inputs.map((input) => ({ ...input, reports: countLacking(changed, [input]) }));
    return { inputs: counted, refused };
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

interface ReadInput extends InputText {
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

/** Counts the reports that have any of the inputs with another content. */
function countLacking(reports: readonly ReadReport[], inputs: readonly InputText[]): number {
  return reports.filter((each) => placesLacking(each, inputs).length > 0).length;
}

/** Returns the inputs of a report whose content is another, with the content that they should have. */
function placesLacking(report: ReadReport, inputs: readonly InputText[]): ReadInput[] {
  return inputsOf(report).flatMap((each) => {
    const wanted = inputs.find(({ name }) => name === each.name);
    return wanted && wanted.text !== each.text ? [{ ...each, text: wanted.text }] : [];
  });
}
