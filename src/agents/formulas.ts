/** The tools that evaluate formulas: any formulas, and the lists of plans, scenarios and fields. */
import { titleOf, type ExplainContext } from "../analysis/explainedNumber";
import { numberCallOf, type NumberCall } from "../analysis/numberCall";
import { isWholeYear } from "../analysis/parts";
import type { Result } from "../engine/evaluate";
import type { CellError } from "../engine/values";
import { formatCall, literalArgument } from "../formulas/argument";
import { createRoom, shortenText, takeItems, takeRoom, type AnswerRoom } from "./answer";
import type { AgentSession, FinishedFormula, FinishedCall } from "./agentSession";
import { provenanceOf } from "./provenance";

/** Evaluates formulas together. An error is a result too. */
export async function evaluateFormulas(
  agent: AgentSession,
  formulas: readonly string[],
  signal: AbortSignal,
): Promise<object> {
  const evaluated = await agent.evaluate(formulas, signal);
  const context = agent.explaining(signal);
  const room = createRoom();
  const results: object[] = [];
  // Tables take the room that single values leave.
  for (const isTable of [false, true])
    for (const [at, each] of evaluated.entries()) {
      if (isRows(each.result) !== isTable) continue;
      results[at] = await showResult(each, context, room);
    }
  const asked = evaluated.flatMap(({ calls }) => calls.flatMap(({ questions = [] }) => questions));
  return { results, ...provenanceOf(agent, context.source, asked) };
}

/**
 * Returns the table of PLANS, SCENARIOS or FIELDS.
 * @param contains Only rows with this text.
 */
export async function listRows(
  agent: AgentSession,
  { id, args, contains = "" }: { id: string; args: readonly unknown[]; contains?: string | undefined },
  signal: AbortSignal,
): Promise<object> {
  const rows = valueOf(await evaluateOne(agent, `=${formatCall(id, args.map(literalArgument))}`, signal));
  const [columns = [], ...others] = Array.isArray(rows) ? rows : [[rows]];
  const wanted = contains.toLowerCase();
  const found = others.filter((row) => row.some((cell) => String(cell).toLowerCase().includes(wanted)));
  const { items, cut } = takeItems(createRoom(), found, "rows");
  return { columns, rows: items, ...(cut ? { cut } : {}), service: agent.session.address };
}

/** Returns the value of a formula. Throws its error, with the message for people. */
export function valueOf({ result }: FinishedFormula): Extract<Result, { value: unknown }>["value"] {
  if ("value" in result) return result.value;
  throw cellFailure(result.error);
}

/** Evaluates one formula. An error is a result too. */
export async function evaluateOne(agent: AgentSession, formula: string, signal: AbortSignal): Promise<FinishedFormula> {
  const [evaluated] = await agent.evaluate([formula], signal);
  if (!evaluated) throw new Error("There is no formula.");
  return evaluated;
}

/** Returns the error of a cell as one to throw. */
export function cellFailure({ code, message }: CellError): Error {
  return Object.assign(new Error(message), { code });
}

/** Returns the questions of numbers in words, with their months, each once. */
export async function titlesOf(
  { calls }: Pick<FinishedFormula, "calls">,
  context: ExplainContext,
): Promise<{ means?: string[]; note?: string }> {
  const numbers = calls.flatMap((call) => numberOfCall(call) ?? []);
  const titles = await Promise.all(numbers.slice(0, MOST_TITLES).map((call) => titleOf(call, context)));
  const more = numbers.length > MOST_TITLES ? [`and ${numbers.length - MOST_TITLES} more`] : [];
  const means = [...new Set(titles.map((title) => shortenText(title))), ...more];
  return {
    ...(means.length > 0 ? { means } : {}),
    ...(numbers.some(isWholeYear) ? { note: FULL_YEAR } : {}),
  };
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

const FULL_YEAR =
  "Without a period this is the service's own full year. Actuals may have fewer months of it: name the period to be sure.";
const FULL = "Cut: this answer is full. Ask for this formula again, with fewer others.";

async function showResult(evaluated: FinishedFormula, context: ExplainContext, room: AnswerRoom): Promise<object> {
  const { formula, failures, result } = evaluated;
  const [hidden] = "value" in result ? failures : [];
  const head = {
    formula: shortenText(formula, MOST_OF_FORMULA),
    ...(await titlesOf(evaluated, context)),
    ...(hidden === undefined ? {} : { hides: `This value hides an error: ${shortenText(hidden)}` }),
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

function isRows(result: Result): boolean {
  return "value" in result && Array.isArray(result.value);
}
