/** The title of a report, held against the numbers below it and against home, which says the same of the same numbers. */
import type { CustomFunction } from "../../../../src/spreadsheet/engine/customFunction";
import metadata from "../../../../src/numbers/functions/functions.json";
import { REPORT_SHEETS } from "../../../../src/reporting/reports/reportSheets";
import { NAMESPACE } from "../../../../src/numbers/language/environment";
import { calculateSheet } from "../../../soak/calculateSheet";
import { formulaOf, hold, numberOf, type CallCell, type World } from "./world";
import { headlineProblem, withoutCause } from "./homeVoice";

const VISIBLE_COLUMNS = 26;

export async function checkTitle(world: World, kind: "onePage" | "statement" | "commentary"): Promise<void> {
  const { settings, plans = [], briefing } = world.state();
  const plan = plans.find(({ id }) => id === settings.plan);
  const { said } = briefing ?? {};
  if (!plan || !said?.base || !said.isToDate) return;
  const idOf = (name: string) => plan.scenarios.find((each) => each.name === name)?.id ?? "";
  const [scenario, base] = [idOf(said.own), idOf(said.base)];
  const currency = settings.currency ?? "";
  const inputs = { scenario, base, period: "current", basis: "YTD" };
  const spec = REPORT_SHEETS[kind]({
    plan: plan.id,
    scenarios: [],
    currency,
    plans,
    inputs,
  });
  const rows = await calculateSheet(spec.blocks, functionsOf(world), VISIBLE_COLUMNS);
  const title = rows.flat().find((cell) => typeof cell === "string" && /^EBIT (not available|[\d−])/.test(cell));
  const shown = {
    plan: plan.id,
    field: "ebit",
    // A report names the plan's currency. Cells that name none ask another question, whose answer may be of an earlier run.
    currency: settings.currency ?? plan.currency,
    period: "current",
    basis: "YTD",
  };
  const number = async (of: string) => numberOf(await world.outcome("KPI", { ...shown, scenario: of }));
  const percent = await world.outcome("VAR", {
    ...shown,
    scenario,
    base,
    measure: "percent",
  });
  const problem = headlineProblem(String(title), {
    own: await number(scenario),
    base: await number(base),
    against: said.base,
    percent: numberOf(percent),
  });
  hold(problem === undefined, () => `The title of ${kind} is "${title}": ${problem}`);
  await checkSame(world, String(title), {
    id: "VAR",
    given: { ...shown, scenario, base },
  });
}

/**
 * Home says the same once a cell shows both numbers of the title: what the report's questions have brought, of either, may be later than
 * its look.
 */
async function checkSame(world: World, title: string, cell: CallCell): Promise<void> {
  const { briefing: home, setup, takeRow } = world;
  const address = `F${takeRow()}`;
  setup.workbook.enter(address, formulaOf(cell));
  await setup.workbook.settled();
  await home.compare();
  const { briefing } = world.state();
  const { comparison, news, said } = briefing ?? {};
  const isLatest = news === "same" && comparison && comparison.compared > 0;
  if (isLatest && comparison.lookedAt === comparison.shownAt)
    hold(
      withoutCause(title) === withoutCause(said?.headline ?? ""),
      () => `The title is "${title}", and home says "${said?.headline}".`,
    );
  setup.workbook.enter(address, "");
  await setup.workbook.settled();
}

function functionsOf({ setup }: World): CustomFunction[] {
  return metadata.functions.map((description) => ({
    metadata: description,
    namespace: NAMESPACE,
    run: async (args) => (await setup.ledger.invoke({ id: description.id, args }, { isMove: true })).result,
  }));
}
