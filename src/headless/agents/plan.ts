/** The tool that describes a plan: its months, scenarios and items, and what the service does not offer of it. */
import type { NumberSource } from "../../numbers/analysis/numberSource";
import { askedNumber, reasonIn } from "../../numbers/analysis/numberSource";
import { planOfCall } from "../../numbers/analysis/question";
import { callByNames } from "../../numbers/analysis/numberCall";
import { ENDPOINTS, FAMILIES, GROUPINGS, type Plan } from "../../insights";
import { monthStretches } from "../../numbers/language/periods";
import { argumentsInOrder, type FunctionId } from "../../numbers/language/signatures";
import type { AgentTurn } from "./agentSession";
import { shortenText } from "./answer";
import { provenanceOf, questionsOf } from "./provenance";

/** More items of a grouping are counted only. */
const MOST_ITEMS = 30;

/** The families that the service answers. */
export const OFFERED = FAMILIES.filter((family) => ENDPOINTS[family].available);

const NOT_THERE = [
  ...FAMILIES.filter((family) => !ENDPOINTS[family].available).map(
    (family) => `${ENDPOINTS[family].label} (announced)`,
  ),
  "the P&L by product, sku, region or channel",
  "balance sheet, cash flow, headcount",
];

/** @param plan Left out: the default plan. */
export async function describePlan(turn: AgentTurn, { plan: given }: { plan?: string | undefined }): Promise<object> {
  const { source, defaultPlan } = turn.context;
  const text = given ?? defaultPlan;
  const listed = await tableOf(source, "SCENARIOS", { plan: text });
  if (listed.error !== undefined) throw new Error(listed.error);
  const plan = planOfCall(callByNames("KPI", { plan: text }, turn), turn.context);
  if (!plan) throw new Error("The plan is not known. list_plans has all.");
  const monthly = await tableOf(source, "PNL", { plan: plan.id, field: "netFIESales", interval: "M", layout: "table" });
  const period = argumentsInOrder("PERIOD", { plan: plan.id, period: "current" });
  const current = await askedNumber(source, { id: "PERIOD", args: period });
  const groups = await Promise.all(GROUPINGS.map((groupBy) => itemsBy(source, plan, groupBy)));
  const { currency: _, ...origin } = provenanceOf(
    turn,
    source,
    questionsOf(source, [...monthly.keys, ...groups.flatMap(({ keys }) => keys)]),
  );
  return {
    id: plan.id,
    plan: shortenText(plan.name),
    currency: plan.currency,
    current: current.state === "known" ? current.value : `not known: ${reasonIn(current)}`,
    scenarios: plan.scenarios.map((scenario) => ({
      id: scenario.id,
      name: shortenText(scenario.name),
      flags: [...scenario.flags],
      months: monthly.error ?? monthsOfScenario(monthly.rows, scenario.name),
    })),
    items: groups.map(({ keys: _keys, ...group }) => group),
    notOffered: NOT_THERE,
    ...origin,
  };
}

interface Table {
  readonly rows: readonly (readonly unknown[])[];
  readonly keys: readonly string[];
  /** Why there are no rows. */
  readonly error?: string;
}

async function tableOf(source: NumberSource, id: FunctionId, args: Record<string, unknown>): Promise<Table> {
  const result = await askedNumber(source, { id, args: argumentsInOrder(id, args) });
  if (result.state === "known") return { rows: result.value as unknown[][], keys: result.keys };
  return { rows: [], keys: [], error: shortenText(reasonIn(result) ?? "Not known.") };
}

function monthsOfScenario(rows: Table["rows"], name: string): string {
  const months = rows.slice(1).flatMap(([scenario, period]) => (scenario === name ? [String(period)] : []));
  return months.length === 0 ? "none" : monthStretches(new Set(months));
}

/** The items that any scenario has in a year. */
async function itemsBy(source: NumberSource, plan: Plan, groupBy: string) {
  const asked = { plan: plan.id, field: "demandVolume", interval: "FY", groupBy, layout: "table" };
  const { rows, keys, error } = await tableOf(source, "DEMAND", asked);
  const items = [...new Set(rows.slice(1).map((row) => String(row[2])))].sort();
  const names = items.slice(0, MOST_ITEMS).map((item) => shortenText(item, 200));
  const more = items.length > MOST_ITEMS ? { cut: `The first ${MOST_ITEMS}; ask with groupBy lists all.` } : {};
  return { groupBy, count: items.length, names, ...more, ...(error === undefined ? {} : { error }), keys };
}
