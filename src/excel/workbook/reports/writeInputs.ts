/** Writes inputs of several reports at once: all of them, or none. */
import { asText } from "../../../spreadsheet/formulas/cellContent";
import type { PlannedInput } from "../../../reporting/reports/inputChange";
import { cellAt } from "../cells/formulaCells";
import { findProtectedSheets } from "../cells/protection";
import { runAsOneUndo } from "../cells/undo";
import { readReportInputs, type ReadInput, type ReadReport } from "./reportInputs";
import { runExcel } from "../cells/runExcel";

/** An input as it stood, and as it was to be or was written. */
export interface InputChange {
  /** The id of the report. */
  readonly report: string;
  readonly sheet: string;
  readonly label: string;
  /** What was read when the change was planned. */
  readonly before: string;
  /** The cell's value then, which Back writes. */
  readonly value: unknown;
  readonly after: string;
}

export interface InputsWritten {
  readonly changes: readonly InputChange[];
  /** False if one Undo of Excel's takes back a part only, or nothing. */
  readonly isOneStep: boolean;
}

export interface InputsRestored {
  /** How many reports have their former inputs again. */
  readonly reports: number;
  /** The sheets of reports that are no longer there. */
  readonly removed: readonly string[];
}

/** The cell of a change, and what is to be written there. */
interface Write {
  readonly sheet: string;
  readonly input: ReadInput;
  readonly to: unknown;
}

/**
 * Writes planned inputs. Waits while a user edits a cell.
 * @throws Error with a message for users that names the sheet, if an input has changed since it was read, or Excel refuses one. Then
 * every input is as it was.
 */
export async function writeInputs(planned: readonly PlannedInput<ReadInput>[]): Promise<InputsWritten> {
  const changes = planned.map(({ report, input, to }): InputChange => {
    const { label, text: before, value } = input;
    return { report: report.id, sheet: report.sheet, label, before, value, after: to };
  });
  const reports = await readReportInputs();
  const writes = changes.map((change): Write => {
    const input = requireText(reports, change, change.before);
    return { sheet: sheetOf(reports, change), input, to: change.after };
  });
  return { changes, isOneStep: await writeAll(writes) };
}

/**
 * Writes back what stood there before a change. Inputs that stand so already are left alone, as after Undo.
 * @throws Error with a message for users, if someone has changed one of them since, or Excel refuses one. Then every input is as it was.
 */
export async function restoreInputs(changes: readonly InputChange[]): Promise<InputsRestored> {
  const reports = await readReportInputs();
  const isThere = ({ report }: InputChange) => reports.some(({ id }) => id === report);
  const writes = changes.filter(isThere).flatMap((change): Write[] => {
    const input = findInput(reports, change);
    if (input?.text === change.before) return [];
    return [{ sheet: sheetOf(reports, change), input: requireText(reports, change, change.after), to: change.value }];
  });
  await writeAll(writes);
  const removed = changes.filter((change) => !isThere(change)).map(({ sheet }) => sheet);
  return { reports: new Set(writes.map(({ sheet }) => sheet)).size, removed: [...new Set(removed)] };
}

function findInput(reports: readonly ReadReport[], { report, label }: InputChange): ReadInput | undefined {
  return reports.find(({ id }) => id === report)?.inputs.find((input) => input.label === label);
}

function sheetOf(reports: readonly ReadReport[], { report, sheet }: InputChange): string {
  return reports.find(({ id }) => id === report)?.sheet ?? sheet;
}

/** Returns the input if it still holds this text, and no formula. */
function requireText(reports: readonly ReadReport[], change: InputChange, text: string): ReadInput {
  const input = findInput(reports, change);
  const sheet = sheetOf(reports, change);
  if (!reports.some(({ id }) => id === change.report))
    throw new Error(`The report “${sheet}” is no longer there. Nothing was changed.`);
  if (!input)
    throw new Error(
      `“${sheet}” no longer has an input called “${change.label}”. Nothing was changed: name it so again.`,
    );
  if (input.text === text && !input.isFormula) return input;
  const now = input.text === "" ? "blank" : `“${input.text}”`;
  throw new Error(
    `In “${sheet}” someone has changed ${change.label} meanwhile: it is ${now}. Nothing was changed, so that this is not lost.`,
  );
}

/** @returns false if one Undo takes back a part only */
async function writeAll(writes: readonly Write[]): Promise<boolean> {
  if (writes.length === 0) return true;
  const progress: Progress = { sent: [] };
  try {
    const { isOneStep } = await runAsOneUndo((context) => sendAll(context, writes, progress), {
      delayForCellEdit: true,
    });
    return isOneStep;
  } catch (error) {
    throw await undoWrites(progress, error);
  }
}

interface Progress {
  /** The last of the writes whose request may have been carried out, in part. */
  sent: readonly Write[];
}

/** Protected sheets come first, one by one: the first of them that refuses leaves the others untouched. */
async function sendAll(context: Excel.RequestContext, writes: readonly Write[], progress: Progress): Promise<void> {
  const locked = await findProtectedSheets(context);
  const first = [...locked].map((sheet) => writes.filter((write) => write.sheet === sheet));
  const rest = writes.filter(({ sheet }) => !locked.has(sheet));
  progress.sent = [];
  for (const some of [...first, rest].filter(({ length }) => length > 0)) {
    progress.sent = [...progress.sent, ...some];
    context.application.suspendApiCalculationUntilNextSync();
    for (const { sheet, input, to } of some) put(cellAt(context, { ...input, sheet }), to);
    // A sheet that refuses its inputs is known by its request.
    // oxlint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
}

/** Writes back what stood in the cells of a failed request. Returns the error for users. */
async function undoWrites({ sent }: Progress, error: unknown): Promise<Error> {
  const said = error instanceof Error ? error.message : String(error);
  const refused = (sheets: readonly string[]) => sheets.map((sheet) => `“${sheet}”`).join(", ");
  try {
    const unwritten = await runExcel({ delayForCellEdit: true }, (context) => restore(context, sent));
    const sheet = unwritten ?? sent.at(-1)?.sheet;
    const where = sheet === undefined ? "Excel refused the change" : `Excel refused the change in ${refused([sheet])}`;
    return new Error(`${where}, perhaps a protection. Every report is as it was. Excel says: ${said}`, {
      cause: error,
    });
  } catch (cause) {
    const sheets = refused([...new Set(sent.map(({ sheet }) => sheet))]);
    return new Error(
      `Excel refused the change, and to take it back. Look at the inputs of ${sheets}. Excel says: ${said}`,
      {
        cause,
      },
    );
  }
}

/** Returns the sheet of the first cell that was not written; undefined if all were. */
async function restore(context: Excel.RequestContext, sent: readonly Write[]): Promise<string | undefined> {
  const cells = sent.map(({ sheet, input }) => cellAt(context, { ...input, sheet }).load("values"));
  await context.sync();
  const isUnwritten = cells.map(({ values }, at) => (values as unknown[][])[0]?.[0] === sent[at]?.input.value);
  sent.forEach(({ input }, at) => {
    const cell = cells[at];
    if (cell && !isUnwritten[at]) put(cell, input.value);
  });
  await context.sync();
  return sent[isUnwritten.indexOf(true)]?.sheet;
}

/** A text stays a text, whatever it looks like. */
function put(cell: Excel.Range, value: unknown): void {
  cell.formulas = [[typeof value === "string" ? asText(value) : value]];
}
