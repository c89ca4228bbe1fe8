/** The pane's looks at the service: few requests, nothing of them in cells, ledger or file, and what they say is true. */
import type { StoreContext } from "../../../../src/excel/actions/context";
import { knownNumbers, lookAtNumbers } from "../../../../src/excel/actions/reportBar/scenarioNumbers";
import type { BriefingState } from "../../../../src/excel/actions/briefing/briefingState";
import type { LedgerEntry } from "../../../../src/excel/workbook/ledger/ledger";
import { shownValues } from "./oracle";
import type { Person } from "./person";
import { countRequests } from "./requests";
import { ELSEWHERE, MONTHS, MORE_ELSEWHERE, PLANS, SCENARIOS, type LeanService } from "./service";
import type { LeanWorkbook } from "./workbook";

export interface HomeWorld {
  readonly workbook: LeanWorkbook;
  readonly service: LeanService;
  readonly person: Person;
}

/**
 * The months of the P&L, and those of demand by region; and of each calendar year that these lack, the P&L of both scenarios and
 * demand, as cells would ask for them.
 */
const MOST_REQUESTS = 2 + 2 * 3;

/** Chooses the workbook's plan, which calculates its cells again. */
export async function choosePlan({ person: { store, act } }: HomeWorld, plan: number): Promise<void> {
  const id = `p${plan}`;
  if (store.state().settings.plan !== id) await act(() => store.changeSettings({ plan: id }));
}

/** Looks at the workbook's plan. Returns undefined if nobody is connected or the plan is not listed. */
export async function lookAtBriefing({ person }: HomeWorld): Promise<BriefingState | undefined> {
  const { store, act } = person;
  const requests = await countRequests(() =>
    act(async () => {
      const briefing = await store.loadBriefing();
      await briefing.look();
      await briefing.open();
      await briefing.compare();
    }),
  );
  if (requests > MOST_REQUESTS) throw new Error(`The briefing has sent ${requests} requests.`);
  const { briefing } = store.state();
  return briefing?.plan === store.state().settings.plan ? briefing : undefined;
}

/** Asks for the numbers of all scenarios, as "Show the others" does. */
export async function lookAtBar({ service, person }: HomeWorld, at: number): Promise<void> {
  const { store, session, ledger, act } = person;
  const state = store.state();
  const plan = state.plans?.find(({ id }) => id === `p${at}`);
  if (!plan || !session.connected) return;
  const context = { session, ledger, state, settings: { current: state.settings } } as unknown as StoreContext;
  const subject = { plan, period: "Full year", basis: "Period", currency: "EUR" };
  let open = 0;
  let hasGap = false;
  const requests = await countRequests(() =>
    act(async () => {
      const known = await knownNumbers(context, subject, undefined);
      open = known.scenarios.filter(({ value, reason }) => value === undefined && reason === undefined).length;
      const { values } = await lookAtNumbers(context, subject, known);
      hasGap = [...values.values()].some(({ value }) => value === undefined);
      for (const [text, { value }] of values) {
        const expected = expectedNumber(service, session.address, at, text);
        if (value !== undefined && value !== expected)
          throw new Error(`The bar shows ${value} of ${text} and not ${expected}.`);
      }
    }),
  );
  // Where the service lacks the number of one scenario, each one of its request is asked alone.
  const most = Math.ceil(open / 3) + (hasGap ? open : 0);
  if (requests > most) throw new Error(`The bar has sent ${requests} requests for ${open} numbers.`);
}

/** Everything that a look must leave as it is. */
export function untouched({ workbook, person: { ledger, session } }: HomeWorld): string {
  return JSON.stringify([
    [...shownValues(workbook)],
    workbook.document.parts,
    ledger.content(),
    session.activity.held,
    [...ledger.entries()].map(({ key, result }) => [key, result]),
  ]);
}

/** The news are what a plain comparison of all known formulas says. Nothing is known of a look that has failed. */
export function checkNews({ service, person }: HomeWorld, at: number, briefing: BriefingState | undefined): void {
  const { comparison, news, failure } = briefing ?? {};
  const { address } = person.session;
  const isOther = person.ledger.service !== undefined && person.ledger.service !== address;
  if (isOther && comparison) throw new Error("Results of another service are compared with the workbook's.");
  if (!comparison || failure) return;
  const known = person.ledger.entries().flatMap((entry) => monthlyCall(entry, at));
  const differing = known.filter(({ result, scenario }) => result !== expectedNumber(service, address, at, scenario));
  const found = [comparison.compared, comparison.differing];
  if (found.join() !== [known.length, differing.length].join())
    throw new Error(`Compared ${found.join()}, and not ${known.length},${differing.length}.`);
  const isNewer = differing.length > 0;
  if (known.length > 0 && (news === "newer") !== isNewer) throw new Error(`The news are ${news}, which is not true.`);
}

interface MonthlyCall {
  readonly result: unknown;
  readonly scenario: string;
}

/** The months of the scenarios that the briefing compares, as cells have asked for them. */
function monthlyCall({ id, args, result }: LedgerEntry, at: number): MonthlyCall[] {
  const [plan, scenario, , period] = args;
  const isOfLook = SCENARIOS.slice(0, 2).some((name) => name === scenario);
  if (id !== "KPI" || plan !== PLANS[at] || !isOfLook || !MONTHS.some((month) => month === period)) return [];
  return result === undefined ? [] : [{ result, scenario: String(scenario) }];
}

function expectedNumber(service: LeanService, address: string | undefined, plan: number, scenario: string): number {
  const at = SCENARIOS.findIndex((name) => name === scenario);
  return Number(service.numberOf(plan, at, 0)) + (address === ELSEWHERE ? MORE_ELSEWHERE : 0);
}
