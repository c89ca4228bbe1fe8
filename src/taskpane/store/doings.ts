/** What the functions are doing, looked at twice a second while somebody watches. */
import type { Answer } from "../../insights";
import { findCells } from "../../workbook/cells";
import { findFailures, type CellFailure } from "../../workbook/changes";
import type { Ledger } from "../../workbook/ledger";
import type { Doings, PlanAge } from "../model";
import { show, wait, type Inside } from "./inside";

export const NO_DOINGS: Doings = { waiting: 0, running: 0, held: 0, ages: [], failures: [], colors: {} };

const PAUSE = 500;
/**
 * Looks at the cells after the ledger has changed, as Excel shows a new value some time after its call has returned; and how
 * often cells in error are looked at, as one that is cleared makes no call.
 */
const LOOKS = 4;

/** Looks until the function that it gives is called. */
export function watchDoings(inside: Inside): () => void {
  let isWatched = true;
  void (async () => {
    let [mark, looks] = ["", 0];
    for (let turn = 0; isWatched; turn += 1) {
      const now = markOf(inside.ledger);
      looks = now === mark ? looks - 1 : LOOKS;
      mark = now;
      // What cannot be read now, such as while a cell is being edited, is read the next time.
      const isDue = inside.state.doings.failures.length > 0 && turn % LOOKS === 0;
      await look(inside, looks > 0 || isDue).catch(() => (mark = ""));
      await wait(inside, PAUSE);
    }
  })();
  return () => (isWatched = false);
}

async function look(inside: Inside, atCells: boolean): Promise<void> {
  const { session, ledger } = inside;
  const failures = atCells ? await readFailures(ledger) : inside.state.doings.failures;
  const { waiting, running, held } = session.activity;
  // Answers on their way would be awaited.
  const answers = session.connected && waiting + running === 0 ? await session.cachedAnswers(() => true) : undefined;
  const doings: Doings = {
    ...inside.state.doings,
    ...{ waiting: waitingCells(ledger), running, held, failures },
    ...(answers && { ages: agesOf(answers), colors: colorsOf(answers) }),
  };
  // The same state is kept, so that nothing is drawn again for nothing.
  if (JSON.stringify(doings) !== JSON.stringify(inside.state.doings)) show(inside, { doings });
}

/** Says when a cell may have come to fail or to calculate. */
function markOf(ledger: Ledger): string {
  return ledger
    .calls()
    .map(({ state, addresses }) => `${state[0]}${addresses.size}`)
    .join();
}

async function readFailures(ledger: Ledger): Promise<readonly CellFailure[]> {
  if (!ledger.calls().some(({ state }) => state === "failed")) return [];
  return findFailures(ledger, await Excel.run((context) => findCells(context)));
}

function waitingCells(ledger: Ledger): number {
  return ledger.calls().reduce((sum, { state, addresses }) => sum + (state === "waiting" ? addresses.size : 0), 0);
}

function agesOf(answers: readonly Answer[]): PlanAge[] {
  const ages = new Map<string, PlanAge>();
  for (const { question, generatedAt, receivedAt } of answers) {
    const at = generatedAt ?? receivedAt;
    const { oldest, newest } = ages.get(question.plan) ?? { oldest: at, newest: at };
    ages.set(question.plan, { plan: question.plan, oldest: Math.min(oldest, at), newest: Math.max(newest, at) });
  }
  return [...ages.values()];
}

function colorsOf(answers: readonly Answer[]): Record<string, string> {
  return Object.fromEntries(
    answers.flatMap(({ question: { plan, scenario }, scenario: { color } }) =>
      color && /^#[0-9a-f]{6}$/i.test(color) ? [[`${plan}/${scenario}`, color]] : [],
    ),
  );
}
