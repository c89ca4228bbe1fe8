/** Finds what a failed call probably means, as data beside its message. Loaded by the pane, not at start. */
import { eachRow, FIELDS, findField, groupOf, isInsightsError, type Plan } from "../insights";
import metadata from "./functions.json";
import { getHost, type Settings } from "./host";
import { cleanText, findPlan, isSame, nearest, quote } from "../language/names";

export { nearest } from "../language/names";

/** A call that failed, its arguments as the functions get them. */
export interface FailedCall {
  readonly id: string;
  readonly args: readonly unknown[];
  readonly settings: Settings;
  readonly error?: { readonly message: string } | undefined;
}

/** An argument's text, and the text in its place. */
export interface Meant {
  /** The argument's index, from 0. */
  readonly argument: number;
  readonly wrong: string;
  readonly meant: string;
}

interface Parameter {
  readonly name: string;
  readonly customEnumId?: string | undefined;
}

interface Metadata {
  readonly functions: readonly { readonly id: string; readonly parameters: readonly Parameter[] }[];
  readonly enums: readonly { readonly id: string; readonly values: readonly { readonly stringValue: string }[] }[];
}

const { functions, enums }: Metadata = metadata;

const PLANS: ReadonlySet<string> = new Set(["plan", "basePlan"]);
const SCENARIOS: ReadonlySet<string> = new Set(["scenario", "base", "from", "to"]);

/** Returns the text that the call's message is about, and the name that it suggests; undefined if it suggests none. */
export function findMeant(call: FailedCall): Meant | undefined {
  const { message = "" } = call.error ?? {};
  const parameters = functions.find(({ id }) => id === call.id)?.parameters ?? [];
  for (const [argument, parameter] of parameters.entries()) {
    for (const wrong of textsIn(call.args[argument])) {
      // The message names what is wrong, so a second mistake waits for its own message.
      if (!message.includes(quote(wrong))) continue;
      const meant = nameFor(call, parameter, wrong);
      const isSuggested =
        !message.includes("Did you mean") || (meant && message.includes(`Did you mean ${quote(meant)}?`));
      if (meant && isSuggested && !isSame(meant, wrong)) return { argument, wrong, meant };
    }
  }
  return undefined;
}

function nameFor(call: FailedCall, { name, customEnumId }: Parameter, wrong: string): string | undefined {
  const words = enums.find(({ id }) => id === customEnumId)?.values.map(({ stringValue }) => stringValue);
  if (words) return words.some((word) => isSame(word, wrong)) ? undefined : nearest(wrong, words);
  if (PLANS.has(name)) return nearest(wrong, planNames(plansNow()));
  if (SCENARIOS.has(name)) return scenarioFor(call, name, wrong);
  if (name === "field" && !findField(wrong)) return fieldFor(call, wrong);
  return name === "item" ? nearest(wrong, itemNames(call)) : undefined;
}

/** The names and ids by which plans are found, in the order in which messages compare them. */
function planNames(plans: readonly Plan[]): string[] {
  return [...plans.map(({ name }) => name), ...plans.map(({ id }) => id)];
}

function scenarioFor(call: FailedCall, name: string, wrong: string): string | undefined {
  const ofBase = name === "base" || name === "from" ? argumentOf(call, "basePlan") : undefined;
  const scenarios = planFor(ofBase || argumentOf(call, "plan") || call.settings.plan)?.scenarios ?? [];
  const names = new Set(scenarios.flatMap((scenario) => [scenario.name, ...scenario.flags]));
  return nearest(wrong, [...names, ...scenarios.map(({ id }) => id)]);
}

/** Fields of the function's own family first: KPI and VAR take those of all. */
function fieldFor({ id, error }: FailedCall, wrong: string): string | undefined {
  const own = FIELDS.filter(({ family }) => family === id.toLowerCase());
  const lists = own.length > 0 ? [own, FIELDS] : [FIELDS];
  const found = lists.map((fields) =>
    nearest(
      wrong,
      fields.flatMap(({ name, label }) => [name, label]),
    ),
  );
  return found.find((meant) => meant && error?.message.includes(quote(meant)));
}

/** The items of the answers in memory that the call's scenario has. */
function itemNames(call: FailedCall): string[] {
  const { generation } = getHost().session;
  const plan = planFor(argumentOf(call, "plan") || call.settings.plan)?.id;
  const groupBy = cleanText(argumentOf(call, "groupBy") ?? "");
  const items = new Set<string>();
  for (const question of generation?.questions() ?? []) {
    if (question.plan !== plan || cleanText(question.parameters.groupBy ?? "") !== groupBy) continue;
    const rows = generation?.peek(question)?.scenario.rows;
    for (const row of rows ? eachRow(rows) : []) items.add(groupOf(row)?.normalize() ?? "");
  }
  items.delete("");
  return [...items];
}

function planFor(text: string | undefined): Plan | undefined {
  try {
    return text ? findPlan(text, plansNow()) : undefined;
  } catch (error) {
    if (isInsightsError(error)) return undefined;
    throw error;
  }
}

function plansNow(): readonly Plan[] {
  return getHost().session.generation?.peekPlans() ?? [];
}

function argumentOf({ id, args }: FailedCall, name: string): string | undefined {
  const at =
    functions.find((each) => each.id === id)?.parameters.findIndex((parameter) => parameter.name === name) ?? -1;
  return textsIn(args[at])[0];
}

/** Returns the texts of one value or a range, without blanks. */
function textsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value.flat() : [value];
  return values.flatMap((each) => {
    const isText = typeof each === "string" || typeof each === "number" || typeof each === "boolean";
    const text = isText ? String(each).trim() : "";
    return text === "" ? [] : [text];
  });
}
