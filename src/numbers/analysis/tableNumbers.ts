/**
 * The call behind one number of what a call returned. KPI returns each number of a table too, so a table's number is explained as a call
 * of KPI. Pure.
 */
import { ENDPOINTS, findField } from "../../insights";
import { argumentIn, argumentsInOrder, type ArgumentOf } from "../language/signatures";
import { readRowLabel, TABLE_LABELS } from "../language/tableLabels";
import type { CallWithSettings } from "../language/callKey";
import type { Position } from "../../spreadsheet/cells/area";
import { isMonth } from "../language/months";
import { comparableText, onlyText, type NumberCall } from "./numberCall";

type Table = readonly (readonly unknown[])[];

/**
 * Returns the call of the number at a place of what `call` returned; undefined if it is no number of the plan, or the table does not
 * tell which.
 * @param at The place in the table, from 0.
 */
export function numberCallOf(call: CallWithSettings, result: unknown, at: Position): NumberCall | undefined {
  const { id } = call;
  if (id === "KPI" || id === "VAR") return typeof result === "number" ? { ...call, id } : undefined;
  if (id === "BRIDGE") return isTable(result) ? bridgeNumber(call, result, at) : undefined;
  const isOfTable = id === "PNL" || id === "DEMAND";
  if (!isOfTable || !isTable(result) || typeof result[at.row]?.[at.column] !== "number") return undefined;
  return tableNumber(call, result, at);
}

/** Returns all numbers of a call's result, with the call of each. */
export function numbersInResult(
  call: CallWithSettings,
  result: unknown,
): { call: NumberCall; value: number; at: Position }[] {
  return tableOf(result).flatMap((cells, row) =>
    cells.flatMap((value, column) => {
      const at = { row, column };
      const own = typeof value === "number" ? numberCallOf(call, result, at) : undefined;
      return own && typeof value === "number" ? [{ call: own, value, at }] : [];
    }),
  );
}

/** Returns the number at a place of a call's result; undefined if there is none. */
export function numberInResult(result: unknown, { row, column }: Position): number | undefined {
  const value = tableOf(result)[row]?.[column];
  return typeof value === "number" ? value : undefined;
}

function tableNumber(call: CallWithSettings, rows: Table, at: Position): NumberCall | undefined {
  const { defaultInterval, defaultLayout } = ENDPOINTS[call.id === "PNL" ? "pnl" : "demand"];
  const given = (name: ArgumentOf<"PNL">) => argumentIn(call, name);
  const interval = comparableText(given("interval")) ?? defaultInterval.toLowerCase();
  const isMonthly = interval === "m";
  // KPI asks for whole months or a full year; other days are another question.
  const isYear = interval === "fy" || (call.id === "PNL" && !isMonthly);
  const period = isMonthly ? null : periodBetween([given("dateFrom"), given("dateTo")]);
  if (!isMonthly && (!isYear || period === undefined)) return undefined;
  if (rows.length === 1 && rows[0]?.length === 1)
    return isMonthly
      ? undefined
      : kpiCall(call, { scenario: onlyText(given("scenario")), field: onlyText(given("field")), period });
  const layout = comparableText(given("layout")) ?? defaultLayout;
  if (layout !== "statement" && layout !== "table") return undefined;
  const part = layout === "table" ? partOfTable(rows, at) : partOfStatement(rows, at, isMonthly);
  return part && kpiCall(call, { ...part, period: isMonthly ? part.period : period });
}

/** The number that each kind of bridge leads to. */
const BRIDGED = { statement: "ebit", pvm: "demandValue" } as const;

/**
 * Returns the number of a bridge's row: the scenarios' own numbers at its ends, and of a step the variance of its line. A step such
 * as Mix is no number of the plan. Without a period, the ends have only the months that both sides have, which KPI does not know.
 */
function bridgeNumber(call: CallWithSettings, rows: Table, { row, column }: Position): NumberCall | undefined {
  const [label, , kind] = rows[row] ?? [];
  if (!isBridge(rows) || column !== 1 || typeof rows[row]?.[1] !== "number") return undefined;
  const { scenario, base, plan, basePlan, basePeriod, ...rest } = sidesOfBridge(call);
  const field = BRIDGED[kindOfBridge(call)];
  if (kind === "step") {
    const line = field === "ebit" ? findField(String(label)) : undefined;
    return line && varianceOfBridge(call, line.name);
  }
  if (rest.period === null || (kind === "start" && basePeriod !== null)) return undefined;
  const own = kind === "end" ? { scenario, plan } : { scenario: base, plan: basePlan ?? plan };
  return { id: "KPI", args: argumentsInOrder("KPI", { ...rest, ...own, field }), settings: call.settings };
}

function isBridge(rows: Table): boolean {
  return rows[0]?.join() === "Label,Amount,Kind";
}

function kindOfBridge(call: CallWithSettings): keyof typeof BRIDGED {
  return comparableText(argumentIn(call, "by")) === "pvm" ? "pvm" : "statement";
}

function sidesOfBridge(call: CallWithSettings) {
  const given = (name: ArgumentOf<"BRIDGE">): unknown => argumentIn(call, name) ?? null;
  return {
    scenario: given("to"),
    base: given("from"),
    plan: given("plan"),
    basePlan: given("basePlan"),
    basePeriod: given("basePeriod"),
    period: given("period"),
    currency: given("currency"),
    basis: given("basis"),
  };
}

/** Returns the variance between the two sides of a bridge. @param field the bridge's own number by default */
function varianceOfBridge(call: CallWithSettings, field: string = BRIDGED[kindOfBridge(call)]): NumberCall {
  return { id: "VAR", args: argumentsInOrder("VAR", { ...sidesOfBridge(call), field }), settings: call.settings };
}

/** Returns the variance that a bridge explains, for its rows that are no number of a plan; undefined for other calls. */
export function wholeOfBridge(
  call: CallWithSettings,
  result: unknown,
  at: Position,
): { call: NumberCall; value: number; part: string } | undefined {
  if (call.id !== "BRIDGE" || !isTable(result) || !isBridge(result) || typeof result[at.row]?.[at.column] !== "number")
    return undefined;
  const amountOf = (kind: string) => Number(result.find((row) => row[2] === kind)?.[1]);
  const value = amountOf("end") - amountOf("start");
  return { call: varianceOfBridge(call), value, part: String(result[at.row]?.[0]) };
}

/** Returns the period of KPI between two dates that name months; null for no dates, undefined for other dates. */
function periodBetween(dates: readonly unknown[]): string | null | undefined {
  const texts = dates.map(comparableText);
  if (texts.every((text) => text === null)) return null;
  return texts.every((text) => text !== null && isMonth(text)) ? texts.join(":") : undefined;
}

/** The scenario, period, item and field of a table's number. */
interface TablePart {
  readonly scenario: string | undefined;
  readonly field: string | undefined;
  readonly period?: string | null | undefined;
  readonly item?: string | undefined;
}

/** One row for each scenario, period and group, one column for each field. */
function partOfTable(rows: Table, { row, column }: Position): TablePart | undefined {
  const [headings = []] = rows;
  const cells = rows[row] ?? [];
  if (row < 1 || TABLE_LABELS.some((label, at) => headings[at] !== label)) return undefined;
  const labels = headings.findIndex((heading) => findField(String(heading)) !== undefined);
  // With two columns of texts, the table does not tell which of them is the group.
  if (labels < 2 || labels > 3 || column < labels) return undefined;
  return {
    scenario: onlyText(cells[0]),
    period: onlyText(cells[1]),
    item: labels === 3 ? onlyText(cells[2]) : undefined,
    field: onlyText(headings[column]),
  };
}

/** One row for each field and group, one column for each scenario and period. */
function partOfStatement(rows: Table, { row, column }: Position, isMonthly: boolean): TablePart | undefined {
  const label = onlyText(rows[row]?.[0]);
  if (column < 1 || row < (isMonthly ? 2 : 1) || !label) return undefined;
  const { group, field } = readRowLabel(label);
  return {
    scenario: onlyText(rows[0]?.[column]),
    period: isMonthly ? onlyText(rows[1]?.[column]) : undefined,
    field,
    item: group,
  };
}

function kpiCall(call: CallWithSettings, part: TablePart): NumberCall | undefined {
  const { scenario, field } = part;
  if (!scenario || !field || !findField(field)) return undefined;
  const [plan, groupBy, currency] = (["plan", "groupBy", "currency"] as const).map((name) => argumentIn(call, name));
  return { id: "KPI", args: argumentsInOrder("KPI", { ...part, plan, groupBy, currency }), settings: call.settings };
}

function isTable(value: unknown): value is Table {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** Returns the cells of a result; a single value is a table of one. */
function tableOf(result: unknown): Table {
  return isTable(result) ? result : [[result]];
}
