/**
 * The call behind one number of the workbook. A number of a table is one that KPI returns too, so both are explained alike. Pure.
 */
import type { Position } from "../grid/area";
import { findField, type Field } from "../insights";
import type { CallWithSettings } from "../saved/callKey";

/** A call of KPI or VAR. */
export interface NumberCall extends CallWithSettings {
  readonly id: "KPI" | "VAR";
}

/** The arguments of a call that decide which part of the plan its number is. */
export const NUMBER_ARGUMENTS = {
  KPI: { plan: 0, scenario: 1, field: 2, item: 5, currency: 6, measure: undefined },
  VAR: { plan: 0, field: 3, item: 6, currency: 7, measure: 9 },
} as const;

/** The arguments of the functions that return tables. */
const TABLES = {
  PNL: { plan: 0, scenario: 1, field: 2, interval: 3, groupBy: undefined, dates: [4, 5], currency: 6, layout: 7 },
  DEMAND: { plan: 0, scenario: 1, field: 2, interval: 3, groupBy: 4, dates: [5, 6], currency: 7, layout: 8 },
} as const;

type TableFunction = keyof typeof TABLES;
type Table = readonly (readonly unknown[])[];

export function isNumberCall(call: CallWithSettings): call is NumberCall {
  return call.id === "KPI" || call.id === "VAR";
}

/**
 * Returns the call of the number at a place of what `call` returned; undefined if it is no number of the plan, or the table does not
 * tell which.
 * @param at The place in the table, from 0.
 */
export function numberCallOf(call: CallWithSettings, result: unknown, at: Position): NumberCall | undefined {
  const { id } = call;
  if (id === "KPI" || id === "VAR") return typeof result === "number" ? { ...call, id } : undefined;
  if (!(id in TABLES) || !isTable(result) || typeof result[at.row]?.[at.column] !== "number") return undefined;
  return tableNumber({ ...call, id: id as TableFunction }, result, at);
}

/** Returns all numbers of a call's result, with the call of each. */
export function numbersOf(
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

export function fieldOf({ id, args }: NumberCall): Field | undefined {
  const field = onlyText(args[NUMBER_ARGUMENTS[id].field]);
  return field === undefined ? undefined : findField(field);
}

/** The item as written; "" if all are meant, undefined for several or a data type. */
export function itemOf({ id, args }: NumberCall): string | undefined {
  const item = args[NUMBER_ARGUMENTS[id].item] ?? "";
  return onlyText(item);
}

/** Returns the same call for another field, and for one item. */
export function withPart(call: NumberCall, { field, item }: { field?: string; item?: string }): NumberCall {
  const places = NUMBER_ARGUMENTS[call.id];
  const args: unknown[] = [...call.args];
  const set = (at: number, value: unknown) => {
    while (args.length <= at) args.push(null);
    args[at] = value;
  };
  if (field !== undefined) set(places.field, field);
  if (item !== undefined) set(places.item, item);
  if (places.measure !== undefined) set(places.measure, "difference");
  return { ...call, args };
}

/** Returns equal texts for calls that differ only in field, item and measure, so one explains another. */
export function contextKey({ id, args, settings }: NumberCall): string {
  const { field, item, measure, plan, currency } = NUMBER_ARGUMENTS[id];
  const { fiscalMonth, fiscalNameByBegin } = settings;
  const rest = args.map((value, at) => (at === field || at === item || at === measure ? null : plainText(value)));
  rest[plan] ??= plainText(settings.plan);
  rest[currency] ??= plainText(settings.currency);
  while (rest.length > 0 && (rest.at(-1) ?? null) === null) rest.pop();
  return JSON.stringify([id, rest, fiscalMonth, fiscalNameByBegin]);
}

function tableNumber(
  call: CallWithSettings & { id: TableFunction },
  rows: Table,
  at: Position,
): NumberCall | undefined {
  const { scenario, field, interval, dates, layout } = TABLES[call.id];
  const isMonthly = (plainText(call.args[interval]) ?? (call.id === "PNL" ? "fy" : "m")) === "m";
  // KPI asks for whole months or a full year; other days are another question.
  const isYear = plainText(call.args[interval]) === "fy" || (call.id === "PNL" && !isMonthly);
  const period = isMonthly ? null : periodBetween(dates.map((each) => call.args[each]));
  if (!isMonthly && (!isYear || period === undefined)) return undefined;
  if (rows.length === 1 && rows[0]?.length === 1)
    return isMonthly
      ? undefined
      : kpi(call, { scenario: onlyText(call.args[scenario]), field: onlyText(call.args[field]), period });
  const form = plainText(call.args[layout]) ?? (call.id === "PNL" ? "statement" : "table");
  if (form !== "statement" && form !== "table") return undefined;
  const part = form === "table" ? partOfTable(rows, at) : partOfStatement(rows, at, isMonthly);
  return part && kpi(call, { ...part, period: isMonthly ? part.period : period });
}

/** Returns the period of KPI between two dates that name months; null for no dates, undefined for other dates. */
function periodBetween(dates: readonly unknown[]): string | null | undefined {
  const texts = dates.map(plainText);
  if (texts.every((text) => text === null)) return null;
  return texts.every((text) => text !== null && /^\d{4}-\d{2}$/.test(text)) ? texts.join(":") : undefined;
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
  if (row < 1 || headings[0] !== "Scenario" || headings[1] !== "Period") return undefined;
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

const GROUP_SEPARATOR = " · ";

/** One row for each field and group, one column for each scenario and period. */
function partOfStatement(rows: Table, { row, column }: Position, isMonthly: boolean): TablePart | undefined {
  const label = onlyText(rows[row]?.[0]);
  if (column < 1 || row < (isMonthly ? 2 : 1) || !label) return undefined;
  const at = label.lastIndexOf(GROUP_SEPARATOR);
  return {
    scenario: onlyText(rows[0]?.[column]),
    period: isMonthly ? onlyText(rows[1]?.[column]) : undefined,
    field: at < 0 ? label : label.slice(at + GROUP_SEPARATOR.length),
    item: at < 0 ? undefined : label.slice(0, at),
  };
}

function kpi({ id, args, settings }: CallWithSettings, part: TablePart): NumberCall | undefined {
  const { plan, groupBy, currency } = TABLES[id as TableFunction];
  const { scenario, field, period = null, item = null } = part;
  if (!scenario || !field || !findField(field)) return undefined;
  const grouping = groupBy === undefined ? null : (args[groupBy] ?? null);
  return {
    id: "KPI",
    args: [args[plan] ?? null, scenario, field, period, grouping, item, args[currency] ?? null],
    settings,
  };
}

function isTable(value: unknown): value is Table {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** Returns the cells of a result; a single value is a table of one. */
function tableOf(result: unknown): Table {
  return isTable(result) ? result : [[result]];
}

/** Returns the text of one value, or of a range of one cell; undefined for anything else. */
function onlyText(value: unknown): string | undefined {
  const [only, ...others] = Array.isArray(value) ? (value.flat() as unknown[]) : [value];
  return others.length === 0 && (typeof only === "string" || typeof only === "number")
    ? String(only).trim()
    : undefined;
}

/** Returns equal texts for arguments that functions read alike; null for one left out. */
function plainText(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  const text = onlyText(value);
  return text === undefined ? JSON.stringify(value) : text.toLowerCase();
}
