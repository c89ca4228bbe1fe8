/** A call that returns one number: its field, items and arguments, read and replaced, and carried over from KPI to VAR. Pure. */
import { findField, type Field } from "../../insights";
import { argumentIn, argumentPosition, argumentsInOrder, SIGNATURES, type ArgumentOf } from "../language/signatures";
import { pinnedArguments, type Figure } from "../language/figure";
import { MEASURES, type MeasureName } from "../language/varianceSign";
import type { CallWithSettings } from "../language/callKey";

/** A call of KPI or VAR. */
export interface NumberCall extends CallWithSettings {
  readonly id: "KPI" | "VAR";
}

export function isNumberCall(call: CallWithSettings): call is NumberCall {
  return call.id === "KPI" || call.id === "VAR";
}

export function fieldOf(call: NumberCall): Field | undefined {
  const field = onlyText(argumentIn(call, "field"));
  return field === undefined ? undefined : findField(field);
}

/** Returns the item as written; "" if all are meant, undefined for several or a data type. */
export function itemOf(call: NumberCall): string | undefined {
  return onlyText(argumentIn(call, "item") ?? "");
}

/** Returns the same call for another field or for one item. A call of VAR then returns the bare difference. */
export function withPart(call: NumberCall, { field, item }: { field?: string; item?: string }): NumberCall {
  const args: unknown[] = [...call.args];
  const set = (name: ArgumentOf, value: unknown) => {
    const at = argumentPosition(call.id, name);
    while (args.length <= at) args.push(null);
    args[at] = value;
  };
  if (field !== undefined) set("field", field);
  if (item !== undefined) set("item", item);
  if (call.id === "VAR") set("measure", "difference");
  return { ...call, args };
}

/** Returns equal texts for calls that differ only in field, item and measure, so one explains another. */
export function contextKey({ id, args, settings }: NumberCall): string {
  const { fiscalMonth, fiscalNameByBegin } = settings;
  const rest = SIGNATURES[id].map((name, at) => {
    if (name === "field" || name === "item" || name === "measure") return null;
    return comparableText(args[at]) ?? (name === "plan" || name === "currency" ? comparableText(settings[name]) : null);
  });
  return JSON.stringify([id, rest, fiscalMonth, fiscalNameByBegin]);
}

/** Returns the text of one value, or of a range of one cell; undefined for anything else. */
export function onlyText(value: unknown): string | undefined {
  const [only, ...others] = Array.isArray(value) ? (value.flat() as unknown[]) : [value];
  return others.length === 0 && (typeof only === "string" || typeof only === "number")
    ? String(only).trim()
    : undefined;
}

/** Returns equal texts for arguments that functions read alike; null for one left out. */
export function comparableText(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  const text = onlyText(value);
  return text === undefined ? JSON.stringify(value) : text.toLowerCase();
}

/** Arguments by name; what is left out is not here. */
export type NumberArguments = Partial<Record<ArgumentOf<NumberCall["id"]>, unknown>>;

/** Returns the arguments that are not blank. */
export function argumentsByName({ id, args }: NumberCall): NumberArguments {
  const pairs = SIGNATURES[id].map((name, at) => [name, args[at] ?? null] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== null));
}

/** Returns the call with some arguments replaced; null leaves one out. */
export function withArguments(call: NumberCall, changes: NumberArguments): NumberCall {
  return callByNames(call.id, { ...argumentsByName(call), ...changes }, call);
}

/** Returns a call of the function. Ignores arguments that it does not take. */
export function callByNames(
  id: NumberCall["id"],
  args: NumberArguments,
  { settings }: Pick<NumberCall, "settings">,
): NumberCall {
  return { id, args: argumentsInOrder(id, args), settings };
}

/** Arguments that mean the same in any workbook as they are written. */
const UNSETTLED = ["plan", "scenario", "field", "groupBy", "item", "base", "basePlan", "currency", "measure"] as const;

/** Returns the call that asks for the figure in any workbook, in the call's own words as far as no setting decides them. */
export function pinnedCall(call: NumberCall, figure: Figure): NumberCall {
  const given = argumentsByName(call);
  const own = Object.fromEntries(UNSETTLED.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  const args = pinnedArguments(figure);
  return callByNames(call.id, args ? { ...args, ...own } : given, call);
}

/** Returns the text of an argument; "" if it is blank. Several texts are joined. */
export function plainArgument(value: unknown): string {
  return Array.isArray(value) ? plainTexts(value).join(", ") : scalarText(value);
}

/** Returns the texts of one value or a range, without blanks. */
export function plainTexts(value: unknown): string[] {
  const values = (Array.isArray(value) ? value.flat() : [value]) as unknown[];
  return values.map(scalarText).filter((text) => text !== "");
}

function scalarText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** Returns the measure of a call of VAR; undefined for a call of KPI. */
export function measureOf(call: NumberCall): MeasureName | undefined {
  if (call.id === "KPI") return undefined;
  const measure = plainArgument(argumentsByName(call).measure).toLowerCase();
  return MEASURES.find((each) => each === measure) ?? "amount";
}

/** True for a number of actual months, then the scenario's. The base of a variance is never one. */
export function isOutlook({ actualsTo }: NumberArguments): boolean {
  return plainArgument(actualsTo) !== "";
}

/** True if the base has the scenario's period, since it names none. */
export function sharesPeriod({ basePeriod }: NumberArguments): boolean {
  return plainArgument(basePeriod) === "";
}
