/** Reports calculated on the sandbox's service, without a workbook. */
import * as functions from "../../../src/numbers/functions/functions";
import metadata from "../../../src/numbers/functions/functions.json";
import { setHost } from "../../../src/numbers/functions/host";
import type { CustomFunction } from "../../../src/spreadsheet/engine/customFunction";
import { NAMESPACE } from "../../../src/numbers/language/environment";
import { createSession, type Plan } from "../../../src/insights";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import type { WorkbookSettings } from "../../../src/reporting/saved/chosenSettings";
import type { Gaps } from "../../../sandbox/planning/gaps";
import type { ReportKind, ReportParameters } from "../../../src/reporting/reports/reportParameters";
import { calculateSheet } from "../../soak/calculateSheet";
import { cellError } from "../../numbers/functions/cellError";

/** The columns before the hidden ones. The first is a margin. */
const VISIBLE_COLUMNS = 26;

export const FLAGGED = ["committed", "actual"];

type Run = (...args: unknown[]) => unknown;

/** Returns the body to answer a path with, given the sandbox's own. */
export type Change = (path: string, body: unknown) => unknown;

/** In June, so the last month that has ended is May 2026. */
const NOW = Date.UTC(2026, 5, 15, 9);

interface SharedSandbox {
  readonly sandbox: Sandbox;
  /** Its results by address: they stay the same, and reports ask for the same ones. */
  readonly results: Map<string, Response>;
}

/** The sandboxes of all tests of a file, by their gaps. One simulates its plans at the first request, which takes longest. */
const sandboxes = new Map<string, SharedSandbox>();

function sandboxWith(gaps: Gaps): SharedSandbox {
  const key = JSON.stringify(gaps);
  const known = sandboxes.get(key) ?? { sandbox: createSandbox({ gaps, now: () => NOW }), results: new Map() };
  sandboxes.set(key, known);
  return known;
}

/** The sandbox of reports over data without gaps. */
export function sandboxOfReports(): Sandbox {
  return sandboxWith({}).sandbox;
}

async function answer({ sandbox, results }: SharedSandbox, url: string, init?: RequestInit): Promise<Response> {
  const known = results.get(url) ?? (await sandbox.fetch(new Request(url, init)));
  if (known.ok && isOfResults(url)) results.set(url, known);
  return known.clone();
}

function isOfResults(url: string): boolean {
  return /insights\/v1\/(?!plans)/.test(url);
}

export interface ServiceOptions {
  /** Changes the service's answers. */
  readonly change?: Change | undefined;
  readonly gaps?: Gaps | undefined;
  readonly settings?: WorkbookSettings | undefined;
}

/** The sandbox as the functions' service. */
export interface ConnectedService {
  readonly sandbox: Sandbox;
  readonly plans: readonly Plan[];
  /** The functions as the workbook calls them. */
  readonly functions: readonly CustomFunction[];
  /** Path and query of what was asked for results since the last look. */
  asked(): string[];
}

export async function connectService({ change, gaps = {}, settings = {} }: ServiceOptions): Promise<ConnectedService> {
  const shared = sandboxWith(gaps);
  const { sandbox } = shared;
  const asked: string[] = [];
  const session = createSession({
    fetch: async (given, init) => {
      const url = given as string;
      if (isOfResults(url)) asked.push(url.split("/v1/")[1]!);
      const response = await answer(shared, url, init);
      const [, path] = /insights\/v1\/([^?]*)/.exec(url) ?? [];
      return change && path && response.ok ? Response.json(change(path, await response.json())) : response;
    },
    scheduleBatch: (flush) => void setImmediate(flush),
    retries: 0,
  });
  setHost({
    session,
    settings: () => settings,
    dateSystem: 1900,
    cellError,
  });
  session.connect({ appUrl: "https://sandbox.example", credentials: { apiKey: sandbox.keys.full } });
  const customFunctions = metadata.functions.map((description): CustomFunction => ({
    metadata: description,
    namespace: NAMESPACE,
    run: (args, { address }) => (functions as unknown as Record<string, Run>)[description.id]!(...args, { address }),
  }));
  return { sandbox, plans: await session.plans(), functions: customFunctions, asked: () => asked.splice(0) };
}

export interface ReportChoice extends ServiceOptions {
  readonly kind: ReportKind;
  /** The plan's name. */
  readonly plan: string;
  /** @default the plan's currency */
  readonly currency?: string;
  /** @default those flagged */
  readonly scenarios?: readonly string[];
  readonly inputs?: ReportParameters["inputs"];
}

export type ShownRows = Awaited<ReturnType<typeof calculateSheet>>;

/**
 * Calculates the cells of a new report, right of its margin, by the engine alone, which is far cheaper than a workbook. Cells that
 * neither call a function nor depend on one stay blank.
 */
export async function calculateReport({
  kind,
  plan,
  currency = "USD",
  scenarios = FLAGGED,
  inputs = {},
  ...options
}: ReportChoice): Promise<ShownRows> {
  const { plans, functions: connected } = await connectService(options);
  const spec = REPORT_SHEETS[kind]({ plan, scenarios, currency, plans, inputs });
  const rows = await calculateSheet(spec.blocks, connected, VISIBLE_COLUMNS);
  return rows.map((row) => row.slice(1));
}

/** Calculates formulas without "=INSIGHTS.", each to one value. */
export async function calculateFormulas(options: ServiceOptions, ...formulas: string[]): Promise<unknown[]> {
  const { functions: connected } = await connectService(options);
  const rows = formulas.map((formula) => [`=${NAMESPACE}.${formula}`]);
  return (await calculateSheet([{ at: "A1", rows }], connected, 1)).flat();
}

/** Calls a function with its arguments in order. */
export async function callFunction(options: ServiceOptions, id: string, ...args: unknown[]): Promise<unknown> {
  const { functions: connected } = await connectService(options);
  const called = connected.find(({ metadata: { id: each } }) => each === id);
  return called?.run(args, { address: "Sheet1!A1", signal: new AbortController().signal });
}
