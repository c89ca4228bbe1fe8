/** A workbook on the sandbox's service, for reports. */
import * as functions from "../../../src/functions/functions";
import metadata from "../../../src/functions/functions.json";
import { setHost } from "../../../src/functions/host";
import { createSession, type Plan } from "../../../src/insights";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox";
import { insertReport } from "../../../src/workbook/reports/report";
import type { ReportKind } from "../../../src/workbook/reports/reportParameters";
import { openWorkbook, type Workbook } from "../../workbench/excel";

type Run = (...args: unknown[]) => unknown;

export interface ReportSetup {
  readonly workbook: Workbook;
  readonly plans: readonly Plan[];
  readonly sandbox: Sandbox;
  /** Path and query of what was asked for results since the last look. */
  asked(): string[];
  /** How often `Excel.run`'s code has gone to Excel since the last look. */
  synced(): number;
}

/** Returns the body to answer a path with, given the sandbox's own. */
export type Change = (path: string, body: unknown) => unknown;

/** The sandbox of all tests of a file. It simulates its plans at the first request, which takes longer than most tests. */
const sandbox = createSandbox();
/** The sandbox's results by address: they stay the same, and reports ask for the same ones. */
const results = new Map<string, Response>();

async function answer(url: string, init: RequestInit | undefined): Promise<Response> {
  const known = results.get(url) ?? (await sandbox.fetch(new Request(url, init)));
  if (known.ok && isOfResults(url)) results.set(url, known);
  return known.clone();
}

function isOfResults(url: string): boolean {
  return /insights\/v1\/(?!plans)/.test(url);
}

/** @param change Changes the service's answers. */
export async function setUpReports(change?: Change): Promise<ReportSetup> {
  const asked: string[] = [];
  const session = createSession({
    fetch: async (given, init) => {
      const url = given as string;
      if (isOfResults(url)) asked.push(url.split("/v1/")[1]!);
      const response = await answer(url, init);
      const [, path] = /insights\/v1\/([^?]*)/.exec(url) ?? [];
      return change && path && response.ok ? Response.json(change(path, await response.json())) : response;
    },
    scheduleBatch: (flush) => void setImmediate(flush),
    retries: 0,
  });
  setHost({
    session,
    settings: () => ({}),
    dateSystem: 1900,
    cellError: (code, message) => Object.assign(new Error(message), { code }),
  });
  session.connect({ appUrl: "https://sandbox.example", credentials: { apiKey: sandbox.keys.full } });
  const data = { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } };
  const workbook = openWorkbook(
    { data },
    metadata.functions.map((description) => ({
      metadata: description,
      namespace: "INSIGHTS",
      run: (args, { address }) =>
        (functions as unknown as Record<string, Run>)[description.id]!(...args, { address }) as Promise<unknown>,
    })),
  );
  const requirements = { isSetSupported: () => true };
  Object.assign(globalThis, { Office: { context: { requirements } } });
  return { workbook, sandbox, plans: await session.plans(), asked: () => asked.splice(0), synced: countSyncs() };
}

/** The one report of a workbook. */
export interface ReportSheet extends ReportSetup {
  /** The sheet's name. */
  readonly sheet: string;
}

interface ReportChoice {
  readonly kind: ReportKind;
  /** The plan's name. */
  readonly plan: string;
  /** @default the plan's currency */
  readonly currency?: string;
  readonly change?: Change;
}

/** Opens a report in a workbook of its own: at each change Univer reads all formulas of a workbook anew. */
export async function openReport({ kind, plan, change, ...choice }: ReportChoice): Promise<ReportSheet> {
  const setup = await setUpReports(change);
  const { plans, workbook } = setup;
  const currency = choice.currency ?? plans.find(({ name }) => name === plan)?.currency ?? "";
  const sheet = await insertReport({ kind, plan, scenarios: ["committed", "actual"], currency, plans });
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
