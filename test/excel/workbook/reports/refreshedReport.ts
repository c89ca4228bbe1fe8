/** Reports that follow a refresh. Their formulas have calls in branches that are not taken. */
import { createSandbox, type Sandbox } from "../../../../sandbox/sandbox";
import { setHost } from "../../../../src/numbers/functions/host";
import { createSession } from "../../../../src/insights";
import type { ReportKind } from "../../../../src/reporting/reports/reportParameters";
import { createLedger } from "../../../../src/excel/workbook/ledger/ledger";
import { followCalls } from "../../../../src/excel/workbook/refresh/recalculation";
import { refreshWorkbook } from "../../../../src/excel/workbook/refresh/refresh";
import { insertReport } from "../../../../src/excel/workbook/reports/report";
import { FLAGGED } from "../../../reporting/reports/reportSetup";
import { openWorkbook } from "../../../workbench/excel";
import { functionsOf, hostOf } from "../ledgerFunctions";
import { compareWithEngine } from "./reportWorkbook";

/** In June, so the last month that has ended is May 2026. */
const NOW = Date.UTC(2026, 5, 15, 9);
const now = () => NOW;

/** A runtime that knows no answer yet. The functions ask it from now on. */
function connect(sandbox: Sandbox) {
  const session = createSession({
    fetch: sandbox.fetch,
    scheduleBatch: (flush) => void setImmediate(flush),
    retries: 0,
  });
  session.connect({ appUrl: "https://sandbox.example", credentials: { apiKey: sandbox.apiKey } });
  const ledger = createLedger({ now, settings: () => ({}), connected: () => session.address });
  setHost(hostOf(session, ledger, { current: {} }));
  return { session, ledger, functions: functionsOf(ledger) };
}

async function openReport(kind: ReportKind, isByHand = false) {
  const sandbox = createSandbox({ now });
  const { session, ledger, functions } = connect(sandbox);
  const data = { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } };
  const workbook = openWorkbook({ data }, functions);
  if (isByHand) workbook.state.calculationMode = "Manual";
  const plans = await session.plans();
  await insertReport({ kind, plan: "FY26 Plan", scenarios: FLAGGED, currency: "USD", plans, inputs: {} });
  await workbook.settled();
  return { sandbox, session, ledger, workbook };
}

/** Fails if a call that is made is taken for missing because another one, in a branch of its arguments, is not. */
export async function expectRefreshed(kind: ReportKind): Promise<void> {
  const { sandbox, session, ledger, workbook } = await openReport(kind);
  sandbox.step();
  const summary = await refreshWorkbook({ session, ledger, now, wait: workbook.settled });
  expect(summary).toMatchObject({ end: "done", failures: [], changes: expect.arrayContaining([expect.anything()]) });
  expect(await compareWithEngine(workbook, connect(sandbox).functions)).toMatchObject({ different: [] });
  workbook.close();
}

/** Fails if only calls that ask the service are followed: what reads a call that is answered from memory waits for another turn. */
export async function expectFollowedByHand(kind: ReportKind): Promise<void> {
  const { sandbox, ledger, workbook } = await openReport(kind, true);
  await followCalls({ ledger, wait: workbook.settled });
  expect(await compareWithEngine(workbook, connect(sandbox).functions)).toMatchObject({ different: [] });
  workbook.close();
}
