/** Finds every cell of ours in error: failed calls, functions that Excel does not know, and formulas that cannot be read. */
import { findCalls } from "../../formulas/calls";
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode, isWaitingCode } from "../../grid/errorCodes";
import { callTest, findFormulas, readCalculated, type FormulaCell } from "../cells/cells";
import type { CallError, Ledger, LedgerEntry } from "../ledger/ledger";
import type { Fix } from "./fixFormula";

/** A cell that shows an error. */
export interface ErrorCell extends CallError {
  /** Such as "Sheet1!B4". */
  readonly address: string;
  readonly formula: string;
  /** The suggested fix; undefined if none is known. */
  readonly fix?: Fix | undefined;
}

/** The text that a failed call cannot use, and what it probably means. */
export interface MeantArgument {
  readonly argument: number;
  readonly wrong: string;
  readonly meant: string;
}

/** Finds what a failed call probably means; undefined if nothing is near. */
export type FindMeant = (call: Pick<LedgerEntry, "id" | "args" | "settings" | "error">) => MeantArgument | undefined;

export interface ErrorOptions {
  readonly ledger: Ledger;
  /** The ids of our functions. */
  readonly functionIds: readonly string[];
  readonly findMeant: FindMeant;
  /** Returns the nearest of these names; undefined if none is near. */
  readonly nearest: (text: string, names: readonly string[]) => string | undefined;
}

/** Matches formulas that are meant to call us, also those that no tokenizer can read. */
const MENTIONED = /INSIGHTS[._]/i;

/** Finds all of them, sheet by sheet. */
export async function findCellErrors(options: ErrorOptions): Promise<ErrorCell[]> {
  const cells = await Excel.run(async (context) => {
    const isOurs = await callTest(context);
    const formulas = await findFormulas(context);
    return readCalculated(
      context,
      formulas.filter(({ formula }) => MENTIONED.test(formula) || isOurs(formula)),
    );
  });
  return errorsIn(cells, options);
}

/** Explains those of the cells that show an error. */
function errorsIn(cells: readonly FormulaCell[], options: ErrorOptions): ErrorCell[] {
  const failed = failedByAddress(options.ledger);
  const known = new Map<LedgerEntry, Fix | undefined>();
  const fixOf = (entry: LedgerEntry) => {
    if (!known.has(entry)) known.set(entry, fixFor(entry, options.findMeant));
    return known.get(entry);
  };
  return cells.flatMap((cell) => {
    const { value, formula } = cell;
    const isWaiting: boolean = isWaitingCode(value);
    if (isWaiting || !(isErrorCode(value) || value === "#AD?")) return [];
    const address = formatSheetPosition(cell);
    const entry = failed.get(address)?.find(({ error }) => error?.code === value);
    if (entry?.error) return [{ address, formula, ...entry.error, fix: fixOf(entry) }];
    return [{ address, formula, code: String(value), ...explain(cell, options) }];
  });
}

function failedByAddress(ledger: Ledger): ReadonlyMap<string, readonly LedgerEntry[]> {
  const failed = new Map<string, LedgerEntry[]>();
  for (const entry of ledger.entries()) {
    if (!entry.error) continue;
    for (const address of entry.addresses) failed.set(address, [...(failed.get(address) ?? []), entry]);
  }
  return failed;
}

function fixFor(entry: LedgerEntry, findMeant: FindMeant): Fix | undefined {
  const meant = findMeant(entry);
  return meant && { kind: "argument", id: entry.id, ...meant };
}

/** Explains an error that none of our functions has returned. */
function explain(
  { formula, value }: FormulaCell,
  { functionIds, nearest }: ErrorOptions,
): Pick<ErrorCell, "message" | "fix"> {
  const calls = findCalls(formula);
  if (calls.some(({ notation }) => notation !== "excel"))
    return {
      message: "The formula calls our function in another file, where Excel cannot calculate it.",
      fix: { kind: "notation" },
    };
  const unknown = calls.find(({ name }) => !functionIds.includes(name));
  if (unknown && isUnknownName(value)) return unknownFunction(unknown.name, functionIds, nearest);
  if (calls.length === 0 && MENTIONED.test(formula))
    return { message: "The add-in cannot read this formula: it is incomplete or too long. Enter it again." };
  return {
    message:
      MESSAGES[String(value)] ?? "The formula fails in what it adds to our function, or in a cell that it reads.",
  };
}

function unknownFunction(
  name: string,
  functionIds: readonly string[],
  nearest: ErrorOptions["nearest"],
): Pick<ErrorCell, "message" | "fix"> {
  const meant = nearest(name, functionIds);
  const hint = meant ? `Did you mean INSIGHTS.${meant}?` : "The Formula section lists all functions.";
  return {
    message: `There is no function INSIGHTS.${name}. ${hint}`,
    fix: meant ? { kind: "function", wrong: name, meant } : undefined,
  };
}

/** Excel in Turkish shows #AD?. */
function isUnknownName(value: unknown): boolean {
  return value === "#NAME?" || value === "#AD?";
}

const UNKNOWN_NAME =
  "Excel does not know a name in this formula. Check its defined names. If all our functions show #NAME?, open the pane and reload the add-in.";

const MESSAGES: Readonly<Record<string, string>> = {
  "#NAME?": UNKNOWN_NAME,
  "#AD?": UNKNOWN_NAME,
  "#SPILL!": "The table needs room. Clear the cells to the right and below.",
  "#REF!": "The formula refers to a cell that was deleted.",
  "#DIV/0!": "The formula divides by zero or by a blank cell.",
  "#BLOCKED!": "Excel blocks the function. Check that add-ins are allowed here.",
};
