/** The order in which a refresh computes calls: ages come last, since all other outcomes decide them. */
import type { Generation } from "../../../../src/insights";
import { createLedger, type Ledger } from "../../../../src/excel/workbook/ledger/ledger";
import { recompute } from "../../../../src/excel/workbook/refresh/recompute";

let ledger: Ledger;
/** The calls in the order in which they were computed. */
let computed: string[];
/** The call that a cell makes for the first time while this one is computed. */
let appearing: Record<string, string>;

beforeEach(() => {
  [ledger, computed, appearing] = [createLedger({ now: () => 0 }), [], {}];
  for (const id of ["KPI", "ASOF"])
    ledger.wrap(id, (plan) => {
      const call = `${id} ${String(plan)}`;
      if (computed.push(call) > 9) throw new Error("This would go on for ever.");
      if (appearing[call]) enter(appearing[call]);
      return Promise.resolve(1);
    });
});

function enter(call: string): void {
  const [id = "", plan] = call.split(" ");
  ledger.record({ id, args: [plan] }, { result: 0, answeredAt: 0, questions: undefined });
}

async function recomputeAll(): Promise<string[]> {
  const shown = () => ({ plans: new Map(), questions: [], hasUnknown: false });
  await recompute({ ledger, generation: {} as Generation, select: () => ledger.entries(), shown });
  return computed;
}

test("Ages are computed after all numbers", async () => {
  for (const call of ["ASOF x", "KPI a", "KPI b"]) enter(call);
  expect(await recomputeAll()).toEqual(["KPI a", "KPI b", "ASOF x"]);
});

test("A number that appears while ages are computed has them computed again", async () => {
  for (const call of ["KPI a", "ASOF x"]) enter(call);
  appearing = { "ASOF x": "KPI b" };
  expect(await recomputeAll()).toEqual(["KPI a", "ASOF x", "KPI b", "ASOF x"]);
});

// Fails if the ages are dropped without a new number: they would be computed in turns for ever.
test("An age that appears while ages are computed is computed too, and no other again", async () => {
  enter("ASOF x");
  appearing = { "ASOF x": "ASOF y" };
  expect(await recomputeAll()).toEqual(["ASOF x", "ASOF y"]);
});
