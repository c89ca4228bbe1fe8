/** Finds every cell of ours in error: failed calls, functions that Excel does not know, and formulas that cannot be read. */
import { findCalls } from "../../../numbers/language/calls";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { NAMESPACE } from "../../../numbers/language/environment";
import { isErrorCode, isWaitingCode } from "../../../spreadsheet/cells/errorCodes";
import {
  callTest,
  findFormulas,
  isPlainCall,
  readCalculated,
  type FormulaAt,
  type FormulaCell,
} from "../cells/formulaCells";
import type { CallError, Ledger, LedgerEntry } from "../ledger/ledger";
import type { ErrorKind, Mistake } from "../../../insights";
import { findArgumentErrors } from "../refresh/argumentErrors";
import { isLate, isUncalled } from "../refresh/lateCells";
import { nearestName } from "../../../numbers/language/names";
import { argumentPosition } from "../../../numbers/language/signatures";
import { isUnknownName, UNKNOWN_NAME } from "../cells/unknownFunctions";
import { readChangedHeadings, type ChangedHeading } from "./guardedCells";
import { isSameText, type ArgumentFix, type Fix } from "./fixFormula";
import { misspeltCalls, type MisspeltCall } from "./misspeltCalls";
import { runExcel } from "../cells/runExcel";

/** A cell that shows an error. */
export interface ErrorCell extends CallError {
  /** Undefined if the error does not come from the client. */
  readonly kind?: ErrorKind | undefined;
  /** Such as "Sheet1!B4". */
  readonly address: string;
  readonly formula: string;
  /** The suggested fix; undefined if none is known. */
  readonly fix?: Fix | undefined;
  /** What a person can choose from if no fix is known. */
  readonly choice?: NameChoice | undefined;
}

/** A text that names nothing, and the names that it could be replaced with. */
export interface NameChoice extends Omit<ArgumentFix, "meant"> {
  readonly names: readonly string[];
}

export interface ErrorOptions {
  readonly ledger: Ledger;
  /** The ids of our functions. */
  readonly functionIds: readonly string[];
}

/** Matches formulas that are meant to call us, also those that no tokenizer can read. */
const MENTIONED = new RegExp(`${NAMESPACE}[._]`, "i");

/** Finds all of them, sheet by sheet. */
export async function findCellErrors(options: ErrorOptions): Promise<ErrorCell[]> {
  const { cells, headings } = await runExcel(async (context) => {
    const isOurs = await callTest(context);
    const isMeant = ({ formula }: FormulaAt) => MENTIONED.test(formula) || isOurs(formula);
    const isMisspelt = ({ formula }: FormulaAt) => misspeltCalls(formula, options.functionIds).length > 0;
    const formulas = await findFormulas(context);
    const read = await readCalculated(
      context,
      formulas.filter((each) => isMeant(each) || isMisspelt(each)),
    );
    // A function of such a name that Excel knows is another add-in's.
    const cells = read.filter((cell) => isMeant(cell) || isUnknownName(cell.value));
    return { cells, headings: await readChangedHeadings(context, cells) };
  });
  return errorsIn(cells, { ...options, headings, unreturned: await findUnreturned(cells, options.ledger) });
}

/** Finds the cells of one call whose error neither that call nor an argument has caused: Excel shows one of its own for a while. */
async function findUnreturned(cells: readonly FormulaCell[], ledger: Ledger): Promise<ReadonlySet<FormulaCell>> {
  const isInError = ({ formula, value }: FormulaCell) =>
    isPlainCall(formula) && isErrorCode(value) && !isWaitingCode(value);
  const late = cells.filter(isInError).filter(isLate(ledger));
  const explained = await findArgumentErrors(late.filter(isUncalled(ledger)), true);
  return new Set(late.filter((cell) => !explained.has(cell)));
}

/** Explains those of the cells that show an error. */
function errorsIn(
  cells: readonly FormulaCell[],
  options: ErrorOptions & {
    readonly headings: ReadonlyMap<FormulaCell, ChangedHeading>;
    readonly unreturned: ReadonlySet<FormulaCell>;
  },
): ErrorCell[] {
  const failed = failedByAddress(options.ledger);
  const known = new Map<LedgerEntry, Pick<ErrorCell, "fix" | "choice">>();
  const fixOf = (entry: LedgerEntry) => {
    const found = known.get(entry) ?? fixFor(entry);
    known.set(entry, found);
    return found;
  };
  return cells.flatMap((cell) => {
    const { value, formula } = cell;
    const isWaiting: boolean = isWaitingCode(value);
    if (isWaiting || !(isErrorCode(value) || isUnknownName(value))) return [];
    const address = formatSheetPosition(cell);
    const heading = options.headings.get(cell);
    if (heading) return [{ address, formula, code: String(value), ...explainHeading(heading) }];
    // The last call: one of a formula that stood there before may still be known.
    const entry = failed
      .get(address)
      ?.filter(({ error }) => error?.code === value)
      .at(-1);
    if (entry?.error) return [{ address, formula, ...entry.error, kind: entry.cause?.kind, ...fixOf(entry) }];
    if (options.unreturned.has(cell))
      return [{ address, formula, code: String(value), message: UNRETURNED, fix: { kind: "enter" } }];
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

/** Returns the name that a mistake means, or the nearest one; undefined if none is near. */
export function nameMeant({ meant, wrong, names, ids = [] }: Mistake): string | undefined {
  return meant ?? nearestName(wrong, [...names, ...ids]);
}

/** More names than a person reads through. */
const MOST_NAMES = 50;

/** Suggests the name that is meant, else all names; nothing if the wrong text is not the formula's but a setting's. */
function fixFor({ id, args, cause }: Pick<LedgerEntry, "id" | "args" | "cause">): Pick<ErrorCell, "fix" | "choice"> {
  if (!cause?.mistake) return {};
  const { mistake } = cause;
  const { wrong } = mistake;
  const meant = nameMeant(mistake);
  const argument = argumentPosition(id, mistake.argument);
  const isWritten = [args[argument]].flat(2).some((value) => isSameText(value, wrong));
  if (!isWritten) return {};
  const base = { kind: "argument", id, argument, wrong } as const;
  if (meant) return isSameText(meant, wrong) ? {} : { fix: { ...base, meant } };
  const names = [...mistake.names];
  return names.length > 0 && names.length <= MOST_NAMES ? { choice: { ...base, names } } : {};
}

/** Explains an error that none of our functions has returned. */
function explain({ formula, value }: FormulaCell, { functionIds }: ErrorOptions): Pick<ErrorCell, "message" | "fix"> {
  const calls = findCalls(formula);
  if (calls.some(({ notation }) => notation !== "excel"))
    return {
      message: "Another program has changed the name of our function, so Excel cannot calculate it.",
      fix: { kind: "notation" },
    };
  const unknown = calls.find(({ name }) => !functionIds.includes(name));
  if (unknown && isUnknownName(value)) return unknownFunction(unknown.name, functionIds);
  const [misspelt] = isUnknownName(value) ? misspeltCalls(formula, functionIds) : [];
  if (misspelt) return misspeltFunction(misspelt);
  if (calls.length > 0 && isUnknownName(value)) return { message: UNKNOWN_NAME, fix: { kind: "enter" } };
  if (calls.length === 0 && MENTIONED.test(formula))
    return { message: "The add-in cannot read this formula: it is incomplete or too long. Enter it again." };
  return {
    message:
      MESSAGES[String(value)] ?? "Our function has a result. The rest of the formula fails, or a cell that it reads.",
  };
}

/** Explains a test that the add-in wrote into the formula itself. */
function explainHeading({ at, said, says }: ChangedHeading): Pick<ErrorCell, "message" | "fix"> {
  const now = says === "" ? "It is blank now." : `It says “${says}” now.`;
  return {
    message: `${at} said “${said}” when the cell was filled. ${now}`,
    fix: { kind: "heading", at, wrong: says, meant: said },
  };
}

function misspeltFunction({ wrong, meant }: MisspeltCall): Pick<ErrorCell, "message" | "fix"> {
  const message = `Excel does not know ${wrong}: the add-in's functions begin with ${NAMESPACE} and a point. Did you mean ${meant}?`;
  return { message, fix: { kind: "function", wrong, meant } };
}

function unknownFunction(name: string, functionIds: readonly string[]): Pick<ErrorCell, "message" | "fix"> {
  const meant = nearestName(name, functionIds);
  const [wrong, right] = [`${NAMESPACE}.${name}`, meant && `${NAMESPACE}.${meant}`];
  const hint = right ? `Did you mean ${right}?` : "The Formula section lists all functions.";
  return {
    message: `There is no function ${wrong}. ${hint}`,
    fix: right ? { kind: "function", wrong, meant: right } : undefined,
  };
}

const UNRETURNED =
  "Excel shows this error by itself; the function has not returned it, and nothing is wrong with the formula. Enter it again, or refresh.";

const MESSAGES: Readonly<Record<string, string>> = {
  "#NAME?": UNKNOWN_NAME,
  "#AD?": UNKNOWN_NAME,
  "#SPILL!": "The table needs room. Clear the cells to the right and below.",
  "#REF!": "The formula refers to a cell that was deleted.",
  "#DIV/0!": "The formula divides by zero or by a blank cell.",
  "#BLOCKED!": "Excel blocks the function. Check that add-ins are allowed here.",
};
