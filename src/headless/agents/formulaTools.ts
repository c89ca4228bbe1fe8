/** The tools that evaluate formulas: any formulas, and the lists of plans, scenarios and fields. */
import { type ExplainContext, titleOf } from "../../numbers/analysis/question";
import { fullYearsInWords } from "../../numbers/analysis/fullYear";
import { plainArgument, type NumberCall } from "../../numbers/analysis/numberCall";
import { numberCallOf } from "../../numbers/analysis/tableNumbers";
import { knownNumber } from "../../numbers/analysis/numberSource";
import type { Result } from "../../spreadsheet/engine/evaluate";
import type { CellError } from "../../spreadsheet/engine/values";
import { formatCall, literalArgument } from "../../numbers/language/argument";
import { hiddenErrorText } from "../../numbers/language/hiddenErrors";
import { argumentIn } from "../../numbers/language/signatures";
import { fromSerial } from "../../spreadsheet/cells/dateSerial";
import { createRoom, shortenText, takeItems, takeRoom, type AnswerRoom } from "./answer";
import type { AgentTurn, FinishedFormula, FinishedCall } from "./agentSession";
import { provenanceOf } from "./provenance";
import { fullYearsOf, scopeOf } from "./numberScope";
import { tableFacts } from "./tableFacts";

/** Evaluates formulas together. An error is a result too. */
export async function evaluateFormulas(turn: AgentTurn, formulas: readonly string[]): Promise<object> {
  const evaluated = await turn.evaluate(formulas);
  const context = turn.context;
  const room = createRoom();
  const results: object[] = [];
  // Tables take the room that single values leave.
  for (const isTable of [false, true])
    for (const [at, each] of evaluated.entries()) {
      if (isRows(each.result) !== isTable) continue;
      results[at] = await showResult(each, context, room);
    }
  const asked = evaluated.flatMap(({ calls }) => calls.flatMap(({ questions = [] }) => questions));
  return { results, ...provenanceOf(turn, context.source, asked) };
}

/**
 * Returns the table of PLANS, SCENARIOS or FIELDS.
 * @param contains Only rows with this text.
 * @param isMeant Only these rows.
 */
export async function listRows(
  turn: AgentTurn,
  {
    id,
    args,
    contains = "",
    isMeant = () => true,
  }: {
    id: string;
    args: readonly unknown[];
    contains?: string | undefined;
    isMeant?: (row: readonly unknown[]) => boolean;
  },
): Promise<object> {
  const rows = valueOf(await evaluateOne(turn, `=${formatCall(id, args.map(literalArgument))}`));
  const [columns = [], ...others] = Array.isArray(rows) ? rows : [[rows]];
  const wanted = contains.toLowerCase();
  const found = others.filter((row) => isMeant(row) && row.some((cell) => String(cell).toLowerCase().includes(wanted)));
  const shown = found.map((row) => row.map((cell) => (typeof cell === "string" ? shortenText(cell) : cell)));
  const { items, cut } = takeItems(createRoom(), shown, "rows");
  return { columns, rows: items, ...(cut ? { cut } : {}), service: turn.session.address };
}

/** Returns the value of a formula. Throws its error, with the message for people. */
export function valueOf({ result }: FinishedFormula): Extract<Result, { value: unknown }>["value"] {
  if ("value" in result) return result.value;
  throw errorOfCell(result.error);
}

/** Evaluates one formula. An error is a result too. */
export async function evaluateOne(turn: AgentTurn, formula: string): Promise<FinishedFormula> {
  const [evaluated] = await turn.evaluate([formula]);
  if (!evaluated) throw new Error("There is no formula.");
  return evaluated;
}

/** Returns the error of a cell as one to throw. */
export function errorOfCell({ code, message }: CellError): Error {
  return Object.assign(new Error(message), { code });
}

/** Returns the questions of numbers in words, with their months, each once. */
export async function titlesOf(
  { calls }: Pick<FinishedFormula, "calls">,
  context: ExplainContext,
): Promise<{ means?: string[]; note?: string }> {
  const numbers = calls.flatMap((call) => numberOfCall(call) ?? []);
  const titles = await Promise.all(numbers.slice(0, MOST_TITLES).map((call) => titleOf(call, context.source)));
  const more = numbers.length > MOST_TITLES ? [`and ${numbers.length - MOST_TITLES} more`] : [];
  const means = [...new Set(titles.map((title) => shortenText(title))), ...more];
  const note = fullYearsInWords(await fullYearsOf(calls, context));
  return { ...(means.length > 0 ? { means } : {}), ...(note === undefined ? {} : { note: shortenText(note) }) };
}

/** Returns the call of KPI or VAR behind a call that returned one number. */
export function numberOfCall(call: FinishedCall): NumberCall | undefined {
  const { result } = call;
  const isOne = !Array.isArray(result) || (result.length === 1 && (result[0] as unknown[]).length === 1);
  return isOne ? numberCallOf(call, result, { row: 0, column: 0 }) : undefined;
}

const MOST_TITLES = 6;
/** Characters of a formula that an answer repeats. */
const MOST_OF_FORMULA = 200;

const FULL = "Cut: this answer is full. Ask for this formula again, with fewer others.";

async function showResult(evaluated: FinishedFormula, context: ExplainContext, room: AnswerRoom): Promise<object> {
  const { formula, result } = evaluated;
  const [hidden] = "value" in result ? (result.callErrors ?? []) : [];
  const head = {
    formula: shortenText(formula, MOST_OF_FORMULA),
    ...(await titlesOf(evaluated, context)),
    ...(isRows(result) ? await tableFacts(evaluated.calls, context) : await numberFacts(evaluated, context)),
    ...(hidden === undefined ? {} : { hides: hiddenErrorText([], shortenText(hidden.message)) }),
  };
  if (!takeRoom(room, head)) return { cut: FULL };
  if ("error" in result) {
    const error = { code: result.error.code, message: shortenText(result.error.message) };
    return takeRoom(room, error) ? { ...head, error } : { cut: FULL };
  }
  const { value } = result;
  if (!Array.isArray(value)) return takeRoom(room, value) ? { ...head, value } : { cut: FULL };
  const { items, cut } = takeItems(room, value, "rows");
  return { ...head, value: items, ...(cut ? { cut } : {}) };
}

/** A formula that is more than one call has a unit of its own, which is not known. */
async function numberFacts({ calls, result }: FinishedFormula, context: ExplainContext): Promise<object> {
  const [call, ...others] = calls;
  if (!call || others.length > 0 || !("value" in result) || result.value !== call.result) return {};
  const number = numberOfCall(call);
  if (!number) return dateFacts(call);
  const {
    field: _field,
    items: _items,
    ...scope
  } = await scopeOf(number, context, await knownNumber(context.source, number));
  return scope;
}

/** Returns the date that a serial number means; {} for any other number. */
function dateFacts(call: FinishedCall): { unit?: string; date?: string } {
  const { id, result } = call;
  const part = plainArgument(argumentIn(call, "part")).toLowerCase();
  const isDay = id === "PERIOD" && (part === "start" || part === "end");
  if ((!isDay && id !== "ASOF") || typeof result !== "number" || result === 0) return {};
  const time = new Date(Math.round(fromSerial(result, 1900) / 1_000) * 1_000).toISOString();
  return { unit: "Excel date", date: time.slice(0, isDay ? 10 : 19) };
}

function isRows(result: Result): boolean {
  return "value" in result && Array.isArray(result.value);
}
