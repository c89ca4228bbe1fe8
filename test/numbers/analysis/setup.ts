/** The numbers of a random plan: served as the service would, and added up plainly. */
import fc from "fast-check";
import metadata from "../../../src/numbers/functions/functions.json";
import type { Invoke, NumberSource } from "../../../src/numbers/analysis/numberSource";
import { callByNames, type NumberArguments, type NumberCall } from "../../../src/numbers/analysis/numberCall";
import { open, type Excel, type FunctionName } from "../functions/excel";
import { FREE_AMOUNTS, statementOf, type FreeAmount } from "../../oracle/fields";
import { resultsOf, serve, type Asked } from "../functions/service";

export const MONTHS = ["2026-01", "2026-02", "2026-03", "2026-04"] as const;
export const GROUPS = {
  product: ["Alpha", "Beta", "=Gamma"],
  region: ["North", "South"],
  channel: ["Online", "Shop", "Kiosk*"],
  sku: ["A-1", "A-2", "B-1", "B-2"],
} as const;
const SCENARIOS = ["s1", "s2"] as const;

export type Line = Record<string, number>;

/** By scenario: a P&L for each month, and demand for each month and group. */
export interface PlanData {
  readonly pnl: readonly (readonly Line[])[];
  readonly demand: readonly Record<keyof typeof GROUPS, readonly (readonly Line[])[]>[];
}

export const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((number) => number / 8);
const positive = fc.integer({ min: 1, max: 1_000_000 }).map((number) => number / 8);
export const free = fc.record(
  Object.fromEntries(FREE_AMOUNTS.map((name) => [name, amount])) as Record<FreeAmount, typeof amount>,
);
const row = fc.record({
  demandVolume: positive,
  demandValue: amount,
  fillRate: fc.integer({ min: 0, max: 1000 }).map((number) => number / 1000),
});
const rowsOf = (groups: readonly string[]) =>
  fc.array(fc.array(row, { minLength: groups.length, maxLength: groups.length }), { minLength: 4, maxLength: 4 });
const demand = fc.record({
  product: rowsOf(GROUPS.product),
  region: rowsOf(GROUPS.region),
  channel: rowsOf(GROUPS.channel),
  sku: rowsOf(GROUPS.sku),
});

export const planData: fc.Arbitrary<PlanData> = fc.record({
  pnl: fc.array(fc.array(free.map(sentLines), { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 2 }),
  demand: fc.array(demand, { minLength: 2, maxLength: 2 }),
});

/** The lines that a service sends: others follow from them. */
function sentLines(lines: Readonly<Record<FreeAmount, number>>): Line {
  const { otherCosts: _costs, overhead: _overhead, ...sent } = statementOf(lines);
  return sent;
}

export interface ExplainSetup extends NumberSource {
  readonly excel: Excel;
  readonly call: (id: NumberCall["id"], args: NumberArguments) => NumberCall;
}

/** How a service spells a group in the rows of a scenario. */
export type Spell = (group: string, scenario: string) => string;

/** Opens a session over the data. */
export function openData(data: PlanData, spell: Spell = (group) => group): ExplainSetup {
  const excel = open(serve((asked) => (asked.path === "/plans" ? undefined : replyTo(asked, data, spell))));
  const invoke: Invoke = async ({ id, args }, invocation) => {
    let questions: { key: string; computedAt: number }[] = [];
    const onQuestions = (asked: readonly { key: string; computedAt: number }[]) => void (questions = [...asked]);
    const names = metadata.functions.find((each) => each.id === id)?.parameters.map(({ name }) => name) ?? [];
    const given = Object.fromEntries(names.map((name, at) => [name, args[at] ?? null]));
    const result: unknown = await excel.call(id as FunctionName, given, Object.assign(invocation, { onQuestions }));
    return { result, questions };
  };
  return {
    excel,
    invoke,
    get generation() {
      return excel.session.generation;
    },
    call: (id, args) => callByNames(id, { plan: "Plan One", ...args }, { settings: {} }),
  };
}

function replyTo(asked: Asked, data: PlanData, spell: Spell): object {
  const { path, scenarioIds, interval, query } = asked;
  const groupBy = (query.get("groupBy") ?? "product") as keyof typeof GROUPS;
  const contentOf = (id: string) => {
    const at = SCENARIOS.indexOf(id as "s1");
    if (path === "/pnl-summary") {
      const months = data.pnl[at] ?? [];
      return interval === "M"
        ? { series: months.map((line, index) => ({ period: MONTHS[index], ...line })) }
        : { pnl: months.reduce(addLines) };
    }
    const months = data.demand[at]?.[groupBy] ?? [];
    const rows = months.flatMap((groups, index) =>
      groups.map((line, group) => ({
        period: MONTHS[index],
        [groupBy]: spell(GROUPS[groupBy][group] ?? "", id),
        ...line,
      })),
    );
    return { series: rows };
  };
  const results = resultsOf(asked, {}) as { scenarios: object[] };
  return { ...results, scenarios: scenarioIds.map((scenarioId) => ({ scenarioId, ...contentOf(scenarioId) })) };
}

export function addLines(one: Line, other: Line): Line {
  return Object.fromEntries(Object.keys(one).map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
