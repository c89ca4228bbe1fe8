/** The arguments of KPI and VAR by name: read, replaced, and carried over from one function to the other. Pure. */
import { argumentsInOrder, SIGNATURES, type ArgumentOf } from "../language/signatures";
import { MEASURES, type MeasureName } from "../language/variance";
import type { NumberCall } from "./numberCall";

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

/** Returns the call of PERIOD that returns the months of a number, as their code or a label. */
export function periodPartCall(call: NumberCall, part: "code" | "label"): { id: string; args: readonly unknown[] } {
  return { id: "PERIOD", args: argumentsInOrder("PERIOD", { ...argumentsByName(call), part }) };
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
