/** The items of a plan, such as its regions: those of one group for the lines of a table, and all of them for words of headings. */
import { GROUPINGS, type GroupBy, type Plan } from "../../../insights";
import { argumentsInOrder } from "../../../numbers/language/signatures";
import { createPlanItems, type PlanItems } from "../../../reporting/headings/planItems";
import type { StoreContext } from "../context";

export interface ItemSource {
  readonly plan: string | undefined;
  readonly scenarios: readonly (string | null)[];
  readonly field: string;
}

/** As many scenarios as one request has. Items that only others have are not looked for. */
const MOST_SCENARIOS = 3;

/** Lists the items of a group, as the service returns them for the full year. */
export async function itemsOfGroup(
  { ledger }: StoreContext,
  { plan, scenarios, field }: ItemSource,
  groupBy: GroupBy,
): Promise<string[]> {
  const named = { plan, scenario: [scenarios], field: [[field]], interval: "FY", groupBy };
  const { result } = await ledger.invoke({ id: "DEMAND", args: argumentsInOrder("DEMAND", named) }, {});
  const [headings = [], ...rows] = result as unknown[][];
  const at = headings.findIndex((heading) => String(heading).toLowerCase() === groupBy);
  const texts = rows.map((row) => row[at]).filter((text) => typeof text === "string" || typeof text === "number");
  return [...new Set(texts.map(String))].filter(Boolean);
}

/** Lists the items of all groups. Those of a group that the service does not return are left out. */
export async function itemsOfPlan(context: StoreContext, { id: plan, scenarios }: Plan): Promise<PlanItems> {
  const ids = scenarios.slice(0, MOST_SCENARIOS).map(({ id }) => id);
  const groups = GROUPINGS.map(async (groupBy) => {
    const names = await itemsOfGroup(context, { plan, scenarios: ids, field: "demandVolume" }, groupBy).catch(() => []);
    return names.map((name) => ({ groupBy, name }));
  });
  return createPlanItems((await Promise.all(groups)).flat());
}
