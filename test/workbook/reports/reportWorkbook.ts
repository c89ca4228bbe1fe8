/** Reports in a workbook on the sandbox's service. */
import { insertReport } from "../../../src/workbook/reports/report";
import {
  connectService,
  FLAGGED,
  type ConnectedService,
  type ReportChoice,
  type ServiceOptions,
} from "../../reports/reportSetup";
import { openWorkbook, type Workbook } from "../../workbench/excel";

export interface ReportSetup extends Omit<ConnectedService, "functions"> {
  readonly workbook: Workbook;
  /** How often `Excel.run`'s code has gone to Excel since the last look. */
  synced(): number;
}

export async function setUpReports(options: ServiceOptions = {}): Promise<ReportSetup> {
  const { functions: connected, ...service } = await connectService(options);
  const data = { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } };
  const workbook = openWorkbook({ data }, connected);
  const requirements = { isSetSupported: () => true };
  Object.assign(globalThis, { Office: { context: { requirements } } });
  return { ...service, workbook, synced: countSyncs() };
}

/** The one report of a workbook. */
export interface ReportSheet extends ReportSetup {
  /** The sheet's name. */
  readonly sheet: string;
}

export interface OpenedChoice extends ReportChoice {
  /** @default English */
  readonly locale?: string;
}

/** Opens a report in a workbook of its own: at each change Univer reads all formulas of a workbook anew. */
export async function openReport({
  kind,
  plan,
  currency: chosen,
  scenarios = FLAGGED,
  inputs = {},
  locale,
  ...options
}: OpenedChoice): Promise<ReportSheet> {
  const setup = await setUpReports(options);
  const { plans, workbook } = setup;
  if (locale) workbook.host.locale = locale;
  const currency = chosen ?? plans.find(({ name }) => name === plan)?.currency ?? "";
  const { sheet } = await insertReport({ kind, plan, scenarios, currency, plans, inputs });
  await workbook.settled();
  return { ...setup, sheet };
}

function countSyncs(): () => number {
  let count = 0;
  const { prototype } = Excel.RequestContext;
  const sync = prototype.sync as (this: Excel.RequestContext, value?: unknown) => Promise<unknown>;
  prototype.sync = function (this: Excel.RequestContext & { _pendingRequest?: { hasActions: boolean } }, value) {
    // Excel.run ends with a sync of its own, which goes nowhere where nothing is left to send.
    if (this._pendingRequest?.hasActions) count += 1;
    return sync.call(this, value);
  } as typeof prototype.sync;
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
}
