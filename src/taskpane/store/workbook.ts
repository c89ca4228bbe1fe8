/** What a person does with the workbook as a whole: reports, freezing and thawing, mending. One thing at a time. */
import type { Plan } from "../../insights";
import type { Done, PaneModel } from "../model";
import { texts } from "../texts";
import { attempt, attemptQuietly, show, type Inside } from "./inside";

type WorkbookActions = Pick<
  PaneModel,
  "takeInventory" | "insertReport" | "duplicateReport" | "removeReport" | "freeze" | "thaw" | "repair"
>;

/** Loaded when it is needed first. */
const load = () => import(/* webpackChunkName: "reports" */ "../../workbook/chunk");

/** @param idle Fulfilled when no refresh is under way, which would put back what is taken out meanwhile. */
export function createWorkbookActions(inside: Inside, idle: () => Promise<void>): WorkbookActions {
  const { ledger } = inside;
  const act = async (action: (workbook: Awaited<ReturnType<typeof load>>) => Promise<Done | void>) => {
    await idle();
    await perform(inside, action);
  };
  return {
    takeInventory: () => attemptQuietly(inside, () => takeInventory(inside)),
    insertReport: (kind) =>
      act(async ({ insertReport }) => {
        await insertReport({ kind, ...subjectOf(inside) });
      }),
    duplicateReport: (id) =>
      act(async ({ duplicateReport }) => {
        await duplicateReport(id);
      }),
    removeReport: (id) => act(({ removeReport }) => removeReport(id)),
    freeze: (scope) =>
      act(async ({ freeze }) => {
        const { cells, skipped } = await freeze(ledger, scope);
        return { what: "freeze", count: cells, left: skipped };
      }),
    thaw: (scope) =>
      act(async ({ thaw }) => {
        const { cells, skipped } = await thaw(scope);
        return { what: "thaw", count: cells, left: skipped };
      }),
    repair: () => act(async ({ repair }) => ({ what: "repair", count: (await repair("workbook")).length, left: [] })),
  };
}

/** Does it unless something else is being done, and looks at what has become of the workbook. */
async function perform(
  inside: Inside,
  action: (workbook: Awaited<ReturnType<typeof load>>) => Promise<Done | void>,
): Promise<void> {
  if (inside.state.isBusy) return;
  show(inside, { isBusy: true, done: undefined });
  await attempt(inside, async () => {
    const done = await action(await load());
    show(inside, { done: done ?? undefined });
    await takeInventory(inside);
  });
  show(inside, { isBusy: false });
}

async function takeInventory(inside: Inside): Promise<void> {
  const { listReports, countFrozen, findBrokenCalls } = await load();
  const [reports, frozen, broken] = await Promise.all([listReports(), countFrozen(), findBrokenCalls("workbook")]);
  show(inside, { inventory: { reports, frozen, broken: broken.length } });
}

/** The workbook's plan, scenarios and currency. The committed scenario is what others are compared with. */
function subjectOf({ state: { plans = [], settings } }: Inside) {
  const plan = plans.find(({ id }) => id === settings.plan);
  if (!plan) throw new Error(texts.reports.noPlan);
  return {
    plan: plan.name,
    scenarios: scenariosOf(plan, settings.scenarios),
    currency: settings.currency ?? "",
    plans,
  };
}

function scenariosOf({ scenarios }: Plan, chosen: readonly string[] = []): string[] {
  const meant = chosen.length > 0 ? scenarios.filter(({ id }) => chosen.includes(id)) : scenarios;
  const rank = ({ flags }: Plan["scenarios"][number]) => Number(!flags.includes("committed"));
  return [...meant].sort((one, other) => rank(one) - rank(other)).map(({ name }) => name);
}
