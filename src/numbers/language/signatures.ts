/** The functions and their arguments: the one table of where each argument stands and what it takes. */

const NUMBER_ARGUMENTS = ["field", "period", "groupBy", "item", "currency", "basis"] as const;

/** In the order of a call. Calls are in users' workbooks, so only the end of a row may grow. */
export const SIGNATURES = {
  PLANS: [],
  SCENARIOS: ["plan"],
  FIELDS: ["family", "details"],
  PNL: ["plan", "scenario", "field", "interval", "dateFrom", "dateTo", "currency", "layout"],
  DEMAND: ["plan", "scenario", "field", "interval", "groupBy", "dateFrom", "dateTo", "currency", "layout"],
  KPI: ["plan", "scenario", ...NUMBER_ARGUMENTS, "actualsTo"],
  VAR: ["plan", "scenario", "base", ...NUMBER_ARGUMENTS, "measure", "basePeriod", "basePlan", "actualsTo"],
  BRIDGE: ["plan", "from", "to", "by", "period", "groupBy", "currency", "basis", "basePeriod", "basePlan"],
  PERIOD: ["plan", "period", "basis", "part"],
  SUPPLY: ["plan", "scenario", "field", "interval", "dateFrom", "dateTo", "layout"],
  SUSTAINABILITY: ["plan", "scenario", "field", "interval", "dateFrom", "dateTo", "layout"],
  ASOF: ["plan", "scenario", "family", "zone", "part"],
} as const;

export type FunctionId = keyof typeof SIGNATURES;
/** The arguments of these functions; by default, of any. */
export type ArgumentOf<Id extends FunctionId = FunctionId> = (typeof SIGNATURES)[Id][number];

/** What an argument takes, by its name. A `word` is one of a fixed list; the other kinds are texts of the user. */
const KINDS = {
  plan: "plan",
  basePlan: "plan",
  scenario: "scenario",
  base: "scenario",
  from: "scenario",
  to: "scenario",
  field: "field",
  item: "item",
  period: "period",
  basePeriod: "period",
  actualsTo: "period",
  dateFrom: "period",
  dateTo: "period",
  currency: "currency",
  interval: "word",
  groupBy: "word",
  basis: "word",
  measure: "word",
  layout: "word",
  by: "word",
  part: "word",
  zone: "word",
  family: "word",
  details: "word",
} as const satisfies Record<ArgumentOf, string>;

export type ArgumentKind = (typeof KINDS)[ArgumentOf];

/** The arguments that name scenarios, each with the argument that names their plan. */
export const PLAN_ARGUMENTS = { scenario: "plan", to: "plan", base: "basePlan", from: "basePlan" } as const;
export type ScenarioArgument = keyof typeof PLAN_ARGUMENTS;

/** Returns the names of a function's arguments; undefined for a function of a later version. */
export function argumentNames(id: string): readonly ArgumentOf[] | undefined {
  return Object.hasOwn(SIGNATURES, id) ? SIGNATURES[id as FunctionId] : undefined;
}

/** True if an argument of this name takes this kind. */
export function takes(name: string, kind: ArgumentKind): boolean {
  return Object.hasOwn(KINDS, name) && KINDS[name as ArgumentOf] === kind;
}

/** Returns an argument's position in the function's calls, from 0; -1 if the function does not have it. */
export function argumentPosition(id: string, name: string): number {
  return argumentNames(id)?.findIndex((each) => each === name) ?? -1;
}

/** Returns an argument of a call; undefined if it is left out, or the function does not have it. */
export function argumentIn({ id, args }: { readonly id: string; readonly args: readonly unknown[] }, name: ArgumentOf) {
  return args[argumentPosition(id, name)];
}

/** Returns arguments in the order of the function; null for one left out. Ignores those that the function does not have. */
export function argumentsInOrder(id: FunctionId, byName: Readonly<Partial<Record<string, unknown>>>): unknown[] {
  return SIGNATURES[id].map((name) => byName[name] ?? null);
}
