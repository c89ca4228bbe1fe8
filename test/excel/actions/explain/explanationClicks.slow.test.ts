/** Whatever a person does while answers are under way, Explain ends with the selected cell's number, and with no dead end. */
import fc from "fast-check";
import type { ExplainActions } from "../../../../src/excel/actions/explain/explanation";
import type { ExplainStep } from "../../../../src/excel/actions/explain/explainState";
import { isNear } from "../../../../src/numbers/analysis/bridge";
import { divide, type Division } from "../../../../src/numbers/analysis/division";
import type { Dimension } from "../../../../src/numbers/analysis/parts";
import { readActiveCell } from "../../../../src/excel/workbook/insertion";
import { runs } from "../../../propertyOptions";
import { APP, choose, KEY, setUpStore, type StoreSetup } from "../storeSetup";

const CELLS = {
  B1: '=INSIGHTS.KPI("Plan","One","ebit")',
  B2: "=B1*2",
  B3: '=B2-INSIGHTS.KPI("Plan","Two","ebit")',
  B4: '=INSIGHTS.VAR("Plan","One","Two","ebit")',
  B5: '=INSIGHTS.KPI(,"One","netFIESales")',
  A7: '=INSIGHTS.PNL("Plan",{"One","Two"},"ebit")',
  E1: "A text",
};
const PLACES = ["B1", "B2", "B3", "B4", "B5", "C8", "E1"] as const;

/** The EBIT of both scenarios, how many turns an answer takes, and how many of the next requests are refused. */
interface Numbers {
  readonly ebit: [one: number, two: number];
  readonly turns: number;
  failing: number;
}

interface Playing {
  readonly setup: StoreSetup;
  readonly actions: ExplainActions;
  readonly numbers: Numbers;
  stop: () => void;
}

/** What a person does, by a name that a counterexample shows. */
type Click = readonly [name: string, click: (playing: Playing) => unknown];

const clicks: readonly fc.Arbitrary<Click>[] = [
  fc.constantFrom(...PLACES).map((at): Click => [`select ${at}`, () => choose(at)]),
  fc.nat(5).map((at): Click => [`divide by ${at}`, (playing) => divideBy(playing, at)]),
  fc.nat(2).map((at): Click => [`open ${at}`, ({ actions }) => actions.openPart(at)]),
  fc.constant<Click>(["open the nearest", ({ actions }) => actions.openNearest("region")]),
  fc.nat(1).map((at): Click => [`choose ${at}`, ({ actions }) => actions.chooseNumber(at)]),
  fc.integer({ min: -1, max: 1 }).map((at): Click => [`go back to ${at}`, ({ actions }) => actions.goBack(at)]),
  fc.nat(1).map((at): Click => [`refresh ${at}`, (playing) => refresh(playing, at)]),
  fc.constant<Click>(["leave and return", reopen]),
  fc.constant<Click>(["explain a change", explainChange]),
  fc.constant<Click>(["disconnect", ({ setup }) => setup.store.disconnect()]),
  fc.constant<Click>(["connect", ({ setup }) => setup.store.connect(APP, KEY, false)]),
  fc
    .constantFrom("p1", "p2")
    .map((plan): Click => [`choose ${plan}`, ({ setup }) => setup.store.changeSettings({ plan })]),
  fc.constantFrom("One", "Two").map((scenario): Click => {
    const formula = `=INSIGHTS.KPI("Plan","${scenario}","ebit")`;
    return [`enter ${scenario}`, ({ setup }) => setup.workbook.enter("B1", formula)];
  }),
  fc.constant<Click>(["refuse a request", ({ numbers }) => void (numbers.failing = 1)]),
  fc.constant<Click>(["wait", ({ setup }) => setup.workbook.settled()]),
];

/** Clicks, and whether the person waits for what comes of each. */
const sequence = fc.array(fc.tuple(fc.oneof(...clicks), fc.boolean()), { minLength: 2, maxLength: 9 });

async function divideBy({ setup, actions }: Playing, at: number): Promise<void> {
  const offered = setup.store.state().explanation?.steps.at(-1)?.dimensions ?? [];
  const by = offered[at % offered.length];
  if (by) await actions.divideBy(by);
}

/** One of two scenarios changes, so the number of a cell may stay while its parts change. */
function refresh({ setup, numbers }: Playing, at: number): Promise<void> {
  numbers.ebit[at === 0 ? 0 : 1] += 10;
  return setup.store.refresh();
}

function reopen(playing: Playing): void {
  playing.stop();
  playing.stop = playing.actions.followCell();
}

async function explainChange(playing: Playing): Promise<void> {
  playing.stop();
  await playing.setup.store.explainChange("Sheet1!B1", "region");
  reopen(playing);
}

const scenarios = ["One", "Two"].map((name, at) => ({ id: `s${at + 1}`, name }));
const PLANS = ["Plan", "Other"].map((name, at) => ({ id: `p${at + 1}`, name, currency: "EUR", scenarios }));

/** Two months of a year, and demand in two groups. */
function serve({ service }: StoreSetup, numbers: Numbers): void {
  service.fail = async ({ pathname, searchParams }) => {
    if (pathname.endsWith("/token")) return undefined;
    if (pathname.endsWith("/plans")) return Response.json({ plans: PLANS });
    const { ebit, turns, failing } = { ...numbers, ebit: [...numbers.ebit] };
    numbers.failing = 0;
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (failing > 0) return Response.json({ statusCode: 503, error: "Down", message: "Down." }, { status: 503 });
    const months = searchParams.get("interval") === "M" ? ["2026-01", "2026-02"] : ["2026"];
    const groupBy = pathname.endsWith("/demand-forecast") ? (searchParams.get("groupBy") ?? "product") : undefined;
    const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
    return Response.json({
      meta: { planId: searchParams.get("planId") },
      scenarios: ids.map((scenarioId) => {
        const own = (ebit[scenarioId === "s1" ? 0 : 1] ?? 0) / months.length;
        return { scenarioId, series: months.flatMap((period) => rowsOf(period, own, groupBy)) };
      }),
    });
  };
}

function rowsOf(period: string, ebit: number, groupBy: string | undefined): object[] {
  if (groupBy === undefined) return [{ period, netFIESales: ebit + 900, grossProfit: ebit + 100, cogs: 800, ebit }];
  return ["North", "South"].map((group) => ({ period, [groupBy]: group, demandValue: ebit }));
}

/** Resolves when nothing has changed for some turns. */
async function quiet({ workbook, store, clock }: StoreSetup): Promise<void> {
  let [before, same] = [store.state(), 0];
  while (same < 20) {
    await workbook.settled();
    const now = store.state();
    same = now === before && clock.pending() === 0 ? same + 1 : 0;
    before = now;
  }
}

/** What is wrong with what Explain shows. */
async function faults(setup: StoreSetup): Promise<string[]> {
  const { explanation, settings } = setup.store.state();
  if (explanation?.state !== "done") return [`The cell is ${explanation?.state}: ${explanation?.message}`];
  const { address } = await readActiveCell();
  if (explanation.address !== address) return [`${explanation.address} is explained, and ${address} selected.`];
  const [first] = explanation.steps;
  const cell = address.replace("Sheet1!", "");
  const shown = setup.workbook.values(`${cell}:${cell}`)[0]?.[0];
  const isOwn = cell !== "B2" && explanation.numbers.length === 1 && typeof shown === "number";
  const plan = PLANS.find(({ id }) => id === settings.plan)?.name;
  const isOfPlan = cell !== "B5" || !first || !setup.session.connected || first.title.includes(` in ${plan}, `);
  return [
    ...(isOwn && first && first.value !== shown ? [`${cell} shows ${shown}, and ${first.value} is explained.`] : []),
    ...(isOfPlan ? [] : [`"${first?.title}" is not of the plan ${plan}.`]),
    ...explanation.steps.flatMap(faultsOfStep),
    ...(await staleParts(setup)),
  ];
}

function faultsOfStep({ title, value, dimension, divisions, isNewer }: ExplainStep): string[] {
  if (!divisions) return [`${title} is never divided.`];
  const division = dimension && divisions[dimension];
  if (!division) return dimension ? [`${title} waits for ${dimension}.`] : [];
  if (division.state !== "done") return [];
  const { whole, parts } = division;
  const isEmpty = parts.every(({ amount, reason }) => amount === undefined && !reason);
  const isOther = whole !== undefined && value !== undefined && !isNear(whole, value) && !isNewer;
  return [
    ...(isEmpty ? [`${title} has no parts by ${dimension}.`] : []),
    ...(isOther ? [`${title} is ${value}, and its parts are of ${whole}.`] : []),
  ];
}

/** What is shown is what the answers in memory give, as long as there are any. */
async function staleParts({ store, session, ledger }: StoreSetup): Promise<string[]> {
  const { explanation, plans = [], settings } = store.state();
  const { generation } = session;
  const last = explanation?.steps.at(-1);
  if (!generation || !last) return [];
  const source = { invoke: ledger.invoke.bind(ledger), generation };
  const names = () => ({ plans, defaultPlan: settings.plan });
  const found = Object.entries(last.divisions ?? {}).map(async ([dimension, shown]) => {
    const now = await divide(last.call, dimension as Dimension, { source, names, mayAsk: false });
    const isStale = shown?.state === "done" && partsIn(shown) !== partsIn(now);
    return isStale ? [`${last.title} by ${dimension} is ${partsIn(shown)}, and ${partsIn(now)} by now.`] : [];
  });
  return (await Promise.all(found)).flat();
}

function partsIn(division: Division): string {
  if (division.state !== "done") return division.state;
  return JSON.stringify(division.parts.map(({ label, amount }) => [label, amount]));
}

test("Explain ends with the number of the selected cell, and with no dead end", async () => {
  await fc.assert(
    fc.asyncProperty(sequence, fc.nat(12), async (played, turns) => {
      const setup = await setUpStore({ cells: CELLS, settings: { plan: "p1" } });
      const numbers: Numbers = { ebit: [100, 200], turns, failing: 0 };
      serve(setup, numbers);
      await setup.store.connect(APP, KEY, false);
      await setup.workbook.settled();
      const actions = await setup.store.loadExplain();
      await choose("B1");
      const playing: Playing = { setup, actions, numbers, stop: actions.followCell() };
      const running: unknown[] = [];
      for (const [[, click], waits] of played) {
        const done = click(playing);
        running.push(done);
        if (waits) await done;
      }
      await Promise.all(running);
      await quiet(setup);
      const found = await faults(setup);
      playing.stop();
      setup.close();
      expect([played.map(([[name], waits]) => `${name}${waits ? "" : ", at once"}`), found]).toEqual([
        expect.anything(),
        [],
      ]);
    }),
    { numRuns: runs(25) },
  );
});
