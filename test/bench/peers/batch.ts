/**
 * Microsoft's documented pattern for batching: calls are pushed into a batch, a timer of 100 ms sends it, and the answer of
 * the one request is dealt out. The API answers no list of operations, so the batch is divided as it takes them: by
 * plan, three scenarios to a request. Token and plans are got once, when the first call is made.
 * @see https://learn.microsoft.com/office/dev/add-ins/excel/custom-functions-batching
 */
import type { Cell } from "../cells";
import type { BenchService } from "../service";
import { createBare, idsOf, inThrees, type BareRow } from "./bare";

const BATCH_TIME = 100;

interface Invocation {
  readonly cell: Cell;
  readonly resolve: (number: number) => void;
  readonly reject: (error: unknown) => void;
}

export async function runBatch(service: BenchService, cells: readonly Cell[]) {
  const bare = createBare(service);
  const token = bare.token();
  const plans = token.then((known) => bare.plans(known));
  let batch: Invocation[] = [];

  async function fetchBatch(asked: readonly Cell[]): Promise<number[]> {
    const known = await plans;
    const ids = new Map<string, Map<string, string>>();
    const keys = asked.map((cell) => {
      const byName = ids.get(cell.plan) ?? new Map<string, string>();
      ids.set(cell.plan, byName);
      if (!byName.has(cell.scenario)) byName.set(cell.scenario, idsOf(known, cell).scenario);
      return `${byName.get(cell.scenario)} ${cell.month}`;
    });
    const rows = new Map<string, BareRow>();
    const requests = [...ids].flatMap(([plan, byName]) =>
      inThrees([...byName]).map((three) => ({ ...idsOf(known, { plan, scenario: three[0]![0] }), three })),
    );
    await Promise.all(
      requests.map(async ({ plan, three }) => {
        for (const { scenarioId, series } of await bare.months(
          await token,
          plan,
          three.map(([, id]) => id),
        )) {
          for (const row of series) rows.set(`${scenarioId} ${row.period}`, row);
        }
      }),
    );
    return asked.map(({ field }, at) => rows.get(keys[at]!)![field] as number);
  }

  async function sendBatch(): Promise<void> {
    const sent = batch;
    batch = [];
    try {
      const numbers = await fetchBatch(sent.map(({ cell }) => cell));
      sent.forEach(({ resolve }, at) => resolve(numbers[at]!));
    } catch (error) {
      sent.forEach(({ reject }) => reject(error));
    }
  }

  const kpi = (cell: Cell) =>
    new Promise<number>((resolve, reject) => {
      batch.push({ cell, resolve, reject });
      if (batch.length === 1) setTimeout(() => void sendBatch(), BATCH_TIME);
    });
  return { numbers: await Promise.all(cells.map((cell) => kpi(cell))), requests: bare.requests };
}
