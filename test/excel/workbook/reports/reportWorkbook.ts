/** Reports in a workbook on the sandbox's service. */
import type { CustomFunction } from "../../../../src/spreadsheet/engine/customFunction";
import { calculateBook } from "../../../../src/spreadsheet/engine/calculateBook";
import { isCellError } from "../../../../src/spreadsheet/engine/values";
import { formatArea, formatPosition, formatSheetPosition } from "../../../../src/spreadsheet/cells/address";
import { COMMENTS_NAME } from "../../../../src/reporting/saved/comments";
import { INPUT_AREA, inputPlaces } from "../../../../src/reporting/saved/inputPlaces";
import { insertReport } from "../../../../src/excel/workbook/reports/report";
import {
  connectService,
  FLAGGED,
  type ConnectedService,
  type ReportChoice,
  type ServiceOptions,
} from "../../../reporting/reports/reportSetup";
import { openWorkbook, type Workbook } from "../../../workbench/excel";
import type { Picture } from "../../../../workbench/page/chartOption";
import { placeChart } from "../../../../workbench/page/pictures";
import { bookSheetsOf } from "../../../../workbench/univer/bookSheets";
import type { GridValue } from "../../../../workbench/univer/gridValues";

export interface ReportSetup extends ConnectedService {
  readonly workbook: Workbook;
  /** How often `Excel.run`'s code has gone to Excel since the last look. */
  synced(): number;
}

export async function setUpReports(options: ServiceOptions = {}): Promise<ReportSetup> {
  const service = await connectService(options);
  const data = { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } };
  const workbook = openWorkbook({ data }, service.functions);
  const requirements = { isSetSupported: () => true };
  Object.assign(globalThis, { Office: { context: { requirements } } });
  return { ...service, workbook, synced: countSyncs() };
}

/** The one report of a workbook. */
export interface ReportSheet extends ReportSetup {
  /** The sheet's name. */
  readonly sheet: string;
}

export interface OpenedChoice extends ReportChoice {
  /** @default English */
  readonly locale?: string;
}

/** Opens a report in a workbook of its own: at each change Univer reads all formulas of a workbook anew. */
export async function openReport({
  kind,
  plan,
  currency: chosen,
  scenarios = FLAGGED,
  inputs = {},
  locale,
  ...options
}: OpenedChoice): Promise<ReportSheet> {
  const setup = await setUpReports(options);
  const { plans, workbook } = setup;
  if (locale) workbook.host.locale = locale;
  const currency = chosen ?? plans.find(({ name }) => name === plan)?.currency ?? "";
  const { sheet } = await insertReport({ kind, plan, scenarios, currency, plans, inputs });
  await workbook.settled();
  return { ...setup, sheet };
}

/** Changes an input of a report, by its label. */
export async function enterInput(
  { workbook, sheet }: Pick<ReportSheet, "workbook" | "sheet">,
  label: string,
  text: string,
): Promise<void> {
  workbook.enter(inputCell(workbook, sheet, label), text);
  await workbook.settled();
}

/** The address of a report's input. */
export function inputCell(workbook: Workbook, sheet: string, label: string): string {
  const { rows, columns } = INPUT_AREA;
  const cells = workbook.values(`'${sheet}'!${formatArea({ row: 0, column: 0, rows, columns })}`);
  const place = inputPlaces((row, column) => cells[row]?.[column]).find(({ labels }) => labels.includes(label));
  if (!place) throw new Error(`The report has no input "${label}".`);
  return `'${sheet}'!${formatPosition(place)}`;
}

function countSyncs(): () => number {
  let count = 0;
  const { prototype } = Excel.RequestContext;
  const sync = prototype.sync as (this: Excel.RequestContext, value?: unknown) => Promise<unknown>;
  prototype.sync = function (this: Excel.RequestContext & { _pendingRequest?: { hasActions: boolean } }, value) {
    // Excel.run ends with a sync of its own, which goes nowhere where nothing is left to send.
    if (this._pendingRequest?.hasActions) count += 1;
    return sync.call(this, value);
  } as typeof prototype.sync;
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
}

export function readPictures({ workbook }: ReportSheet): Picture[] {
  const read = (address: string) => workbook.values(address) as GridValue[][];
  return workbook.state.charts.map((chart) => placeChart(chart, read).picture);
}

interface Comparison {
  /** How many formulas were compared. */
  readonly compared: number;
  /** The address, the value and the expected value of each cell that shows something else. */
  readonly different: readonly unknown[];
}

/** Calculates all formulas as the command line does, and compares the values with what the workbook shows. */
export async function compareWithEngine(workbook: Workbook, functions: readonly CustomFunction[]): Promise<Comparison> {
  // The engine knows no names. This one means a blank text, as long as there is no comment.
  const sheets = bookSheetsOf(workbook.save().data).map((sheet) => ({
    ...sheet,
    formulas: sheet.formulas.map(({ formula, ...cell }) => ({
      ...cell,
      formula: { ...formula, text: formula.text.replaceAll(COMMENTS_NAME, '""') },
    })),
  }));
  const outcomes = await calculateBook(sheets, functions, { kept: { areOld: true, standAlone: true } });
  const different: unknown[] = [];
  for (const { cell, rows, problem } of outcomes)
    rows.forEach((line, down) =>
      line.forEach((value, right) => {
        const address = formatSheetPosition({ ...cell, row: cell.row + down, column: cell.column + right });
        const wanted = problem ?? (isCellError(value) ? value.code : value);
        const shown = workbook.value(address);
        if (shown !== wanted) different.push([address, shown, wanted]);
      }),
    );
  return { compared: outcomes.length, different };
}
