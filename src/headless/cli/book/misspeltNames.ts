/** Misspelt names whose errors formulas hide, as IFERROR does: the number in their place says nothing of the plan. */
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import { isCellError, type CellError } from "../../../spreadsheet/engine/values";
import { hiddenErrorText } from "../../../numbers/language/hiddenErrors";
import { cleanText } from "../../../numbers/language/names";
import { argumentIn } from "../../../numbers/language/signatures";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import type { CallResult } from "../../standalone/savedParts";

/** The messages of calls with misspelt names. */
export type MisspeltMessages = ReadonlySet<string>;

/** An item that another call finds is spelt right: it is only missing here, such as from another scenario. */
export function findMisspeltMessages(calls: readonly CallResult[]): MisspeltMessages {
  const wrong = calls.flatMap(({ misspelt, ...call }) => (misspelt ? [{ ...call, misspelt }] : []));
  if (wrong.length === 0) return new Set();
  const found = new Set(calls.filter(({ result }) => result !== undefined).flatMap(itemKeys));
  const isFound = ({ misspelt, ...call }: (typeof wrong)[number]) =>
    misspelt.argument === "item" && found.has(itemKey(call, misspelt.wrong));
  return new Set(wrong.filter((call) => !isFound(call)).map(({ misspelt }) => misspelt.message));
}

type Call = Pick<CallResult, "id" | "args">;

function itemKeys(call: Call): string[] {
  return [argumentIn(call, "item")].flat(2).map((item) => itemKey(call, textOf(item)));
}

function itemKey(call: Call, item: string): string {
  return JSON.stringify([cleanText(textOf(argumentIn(call, "groupBy"))), cleanText(item)]);
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the error of a misspelt name among the errors that a formula hides; undefined if there is none. */
export function hiddenMistake(
  hidden: readonly CellError[] | undefined,
  messages: MisspeltMessages,
): CellError | undefined {
  return hidden?.find(({ message }) => messages.has(message));
}

/** Returns the outcomes that hide a misspelt name, each with its error. One that shows an error is listed with that. */
export function hiddenMistakes(
  outcomes: readonly FormulaOutcome[],
  calls: readonly CallResult[],
): ReadonlyMap<FormulaOutcome, CellError> {
  const messages = findMisspeltMessages(calls);
  const hiding = outcomes.filter(({ rows, problem }) => problem === undefined && !isCellError(rows[0]?.[0]));
  return new Map(
    hiding.flatMap((outcome) => {
      const error = hiddenMistake(outcome.callErrors, messages);
      return error ? [[outcome, error] as const] : [];
    }),
  );
}

/** Returns a note for each misspelt name. */
export function misspeltNotes(hidden: ReadonlyMap<FormulaOutcome, CellError>): string[] {
  const places = new Map<string, string[]>();
  for (const [{ cell }, { message }] of hidden) {
    const known = places.get(message);
    if (known) known.push(formatSheetPosition(cell));
    else places.set(message, [formatSheetPosition(cell)]);
  }
  return [...places].map(([message, cells]) => hiddenErrorText(cells, message));
}

/** Returns the outcome as if the formula hid nothing: all its cells show the error. */
export function withShownMistake(outcome: FormulaOutcome, error: CellError | undefined): FormulaOutcome {
  return error ? { ...outcome, rows: outcome.rows.map((row) => row.map(() => error)) } : outcome;
}
