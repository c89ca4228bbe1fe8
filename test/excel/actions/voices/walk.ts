/** Random walks of a workbook beside the pane: after each step, every voice is held against the cells. */
import type { LookComparison } from "../../../../src/excel/workbook/refresh/lookComparison";
import { below, pick, type Random } from "../../../soak/financeData";
import { checkChanges, shownCells } from "./activityVoice";
import { checkExplain } from "./explainVoice";
import { checkFill } from "./fillVoice";
import { checkHome } from "./homeVoice";
import { CURRENCIES } from "./service";
import { checkTitle } from "./titleVoice";
import { text } from "./words";
import { hold, openWorld, type CallCell, type Given, type World } from "./world";

/** How often a voice has said something that could be held against cells. */
export interface WalkCounts {
  states: number;
  refreshes: number;
  changes: number;
  news: number;
  headlines: number;
  sentences: number;
}

export const NO_COUNTS: WalkCounts = {
  states: 0,
  refreshes: 0,
  changes: 0,
  news: 0,
  headlines: 0,
  sentences: 0,
};

/** The state of a walk. */
interface Walk {
  readonly world: World;
  readonly counts: WalkCounts;
  /** True if results have come since home has looked. */
  hasStepped: boolean;
}

/** Rejects with what was said wrongly, and after which steps. */
export async function walk(seed: number, steps: number, counts: WalkCounts): Promise<void> {
  const world = await openWorld(seed);
  const walk: Walk = { world, counts, hasStepped: false };
  const taken: string[] = [];
  try {
    for (const address of ADDRESSES) world.enter(address, drawCall(world));
    world.enterText("D2", `=INSIGHTS.KPI(,"Committed Plan","ebit","2026-02")/1000`);
    world.enterText("D3", `=SUM(INSIGHTS.PNL(,"Actual",,"M",,,,"values"))`);
    await world.setup.workbook.settled();
    for (let at = 0; at < steps; at += 1) {
      const [name, step] = pick(world.random, STEPS);
      taken.push(name);
      await step(walk);
      await follow(world);
      await check(walk);
    }
  } catch (error) {
    const said = `Seed ${seed}, ${taken.join(", ")}: ${(error as Error).message}`;
    throw new Error(`${said}\n${describe(world)}`, { cause: error });
  } finally {
    world.setup.close();
  }
}

/** Does what the pane does by itself while its home is shown. */
async function follow({ briefing, setup }: World): Promise<void> {
  await setup.workbook.settled();
  await briefing.open();
  await briefing.compare();
}

async function check({ world, counts }: Walk): Promise<void> {
  counts.states += 1;
  await checkHome(world);
  const { briefing } = world.state();
  if (briefing?.said?.steps.length) counts.headlines += 1;
  if (briefing?.news === "newer") counts.news += 1;
  const address = pick(world.random, ADDRESSES);
  await checkExplain(world, address);
  if (typeof world.setup.workbook.value(address) === "number") counts.sentences += 1;
  if (world.random() < 0.2) await checkFill(world);
  if (world.random() < 0.15) await checkTitle(world, pick(world.random, ["onePage", "statement", "commentary"]));
}

const ADDRESSES = Array.from({ length: 12 }, (_, at) => `B${at + 2}`);

const STEPS: readonly (readonly [name: string, step: (walk: Walk) => Promise<void>])[] = [
  [
    "plan",
    ({ world }) =>
      world.setup.store.changeSettings({
        plan: pick(world.random, world.service.data().plans).id,
      }),
  ],
  ["scenarios", changeScenarios],
  [
    "fiscal year",
    ({ world }) =>
      world.setup.store.changeSettings({
        fiscalMonth: 1 + below(world.random, 12),
      }),
  ],
  [
    "name of years",
    ({ world }) =>
      world.setup.store.changeSettings({
        fiscalNameByBegin: world.random() < 0.5,
      }),
  ],
  [
    "current month",
    ({ world }) =>
      world.setup.store.changeSettings({
        currentMonth: maybe(world.random, 0.6, CURRENT_MONTHS),
      }),
  ],
  [
    "currency",
    ({ world }) =>
      world.setup.store.changeSettings({
        currency: maybe(world.random, 0.6, CURRENCIES),
      }),
  ],
  ["type", ({ world }) => type(world)],
  ["type", ({ world }) => type(world)],
  ["ask otherwise", askOtherwise],
  ["results", results],
  ["results and refresh", async (walk) => results(walk).then(() => refresh(walk))],
  ["results and refresh", async (walk) => results(walk).then(() => refresh(walk))],
  ["look", look],
  ["look", look],
  ["results and look", async (walk) => results(walk).then(() => look(walk))],
  ["results and look", async (walk) => results(walk).then(() => look(walk))],
  ["look offline", lookOffline],
  ["look offline and refresh", async (walk) => lookOffline(walk).then(() => refresh(walk))],
  ["refresh offline", refreshOffline],
  ["refresh offline and look", async (walk) => refreshOffline(walk).then(() => look(walk))],
  ["refresh", refresh],
  ["refresh", refresh],
  ["refresh", refresh],
];

const CURRENT_MONTHS = ["2026-02", "2026-08", "2025-11"];

function changeScenarios({ world }: Walk): Promise<void> {
  const { random, service, setup, state } = world;
  const { scenarios = [] } = service.data().plans.find(({ id }) => id === state().settings.plan) ?? {};
  const chosen = scenarios.filter(() => random() < 0.6).map(({ id }) => id);
  return setup.store.changeSettings({
    scenarios: chosen.length > 0 ? chosen : undefined,
  });
}

function type(world: World): Promise<void> {
  world.enter(pick(world.random, ADDRESSES), drawCall(world));
  return world.setup.workbook.settled();
}

/** Asks for the number of another cell in other words. */
function askOtherwise({ world }: Walk): Promise<void> {
  const { random, service, state } = world;
  const { id, given } = world.calls.get(pick(random, ADDRESSES)) ?? drawCall(world);
  const { plans } = service.data();
  const meant = plans.find((plan) => [plan.id, plan.name].includes(text(given.plan ?? state().settings.plan)));
  const scenario = meant?.scenarios.find((each) => [each.id, each.name].includes(text(given.scenario)));
  const words: Given = {
    plan: meant && pick(random, [meant.id, meant.name]),
    scenario: scenario ? pick(random, [scenario.id, scenario.name.toUpperCase()]) : given.scenario,
    field: given.field === "ebit" ? "EBIT" : given.field,
    period: given.period === "2026-Q1" ? "2026-01:2026-03" : given.period,
  };
  world.enter(pick(random, ADDRESSES), { id, given: { ...given, ...words } });
  return world.setup.workbook.settled();
}

function results(walk: Walk): Promise<void> {
  walk.world.service.step();
  walk.hasStepped = true;
  return Promise.resolve();
}

async function look(walk: Walk): Promise<void> {
  await walk.world.briefing.look();
  walk.hasStepped = false;
}

async function lookOffline({ world }: Walk): Promise<void> {
  await offline(world, () => world.briefing.look());
  // Without scenarios of the plan there is no look.
  const { briefing } = world.state();
  hold(!briefing || briefing.failure !== undefined, () => "Home says nothing of a look that failed.");
}

/** Changes no cell, and says why. */
async function refreshOffline({ world }: Walk): Promise<void> {
  const before = shownCells(world);
  await offline(world, () => world.setup.store.refresh());
  const { failure, refreshed } = world.state();
  const isAsked = [...before.values()].some((value) => typeof value === "number");
  hold(!isAsked || failure !== undefined, () => `A refresh that failed says nothing, after that of ${refreshed?.at}.`);
  for (const [address, value] of shownCells(world))
    hold(value === before.get(address), () => `A refresh that failed changed ${address} to ${String(value)}.`);
}

async function offline(world: World, act: () => Promise<void>): Promise<void> {
  world.service.isAway = true;
  await act();
  await world.setup.workbook.settled();
  world.service.isAway = false;
}

async function refresh(walk: Walk): Promise<void> {
  const { world, counts } = walk;
  const { setup, state } = world;
  const before = shownCells(world);
  const comparison: LookComparison | undefined = walk.hasStepped ? undefined : state().briefing?.comparison;
  await setup.store.refresh();
  const { refreshed, failure } = state();
  if (failure) throw new Error(failure.message);
  if (refreshed && refreshed.changes.length > 0) await setup.until(({ changes }) => changes?.at === refreshed.at);
  await checkChanges(world, before, comparison);
  counts.refreshes += 1;
  counts.changes += refreshed?.changes.length ?? 0;
}

const PERIODS = ["current", "current", "2026-03", "2026-01:2026-04", "2026-Q1", "FY26", "2025", "2025-11:2026-02"];

function drawCall({ random, service }: World): CallCell {
  const { plans } = service.data();
  const plan = pick(random, plans);
  const scenarios = plan.scenarios.flatMap(({ id, name }) => [id, name]);
  const isDemand = random() < 0.3;
  const period = maybe(random, 0.9, PERIODS);
  const shared: Given = {
    // A blank plan is the workbook's, whose scenarios have the same names.
    plan: maybe(random, 0.7, [plan.id, plan.name]),
    scenario: pick(random, ["Actual", "Committed Plan", "committed"]),
    field: pick(
      random,
      isDemand
        ? ["demandValue", "demandVolume", "fillRate"]
        : ["ebit", "ebit", "EBIT", "netFIESales", "cogs", "ebitPercent"],
    ),
    period,
    basis: period && maybe(random, 0.4, ["YTD", "QTD", "R3", "YTG"]),
    currency: maybe(random, 0.2, CURRENCIES),
    ...(isDemand && random() < 0.6 && { groupBy: "region", item: pick(random, REGIONS) }),
  };
  const given = shared.plan === undefined ? shared : { ...shared, scenario: pick(random, scenarios) };
  if (random() < 0.6) return { id: "KPI", given };
  const base = given === shared ? pick(random, ["Actual", "Committed Plan", "committed"]) : pick(random, scenarios);
  const measure = String(given.field).match(/Percent|Rate/) ? undefined : maybe(random, 0.4, ["percent", "difference"]);
  return {
    id: "VAR",
    given: {
      ...given,
      base,
      measure,
      basePeriod: maybe(random, 0.3, ["PY", "PP"]),
    },
  };
}

function maybe<Item>(random: Random, share: number, items: readonly Item[]): Item | undefined {
  return random() < share ? pick(random, items) : undefined;
}

const REGIONS = ["North", "South", "Islands", "Northsea"];

function describe({ state, calls, setup }: World): string {
  const { settings, briefing } = state();
  const cells = [...calls].map(([address, { id, given }]) => {
    return `${address} ${id} ${JSON.stringify(given)} ${String(setup.workbook.value(address))}`;
  });
  return [
    JSON.stringify(settings),
    JSON.stringify(briefing?.said?.headline),
    JSON.stringify(briefing?.comparison),
    ...cells,
  ].join("\n");
}
