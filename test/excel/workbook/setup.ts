/** A workbook with the add-in's functions at work in it, on a service whose numbers and failures are the test's. */
import { setHost } from "../../../src/numbers/functions/host";
import { createSession, type Session } from "../../../src/insights";
import { createLedger, type Ledger } from "../../../src/excel/workbook/ledger/ledger";
import { refreshWorkbook, type RefreshOptions, type Summary } from "../../../src/excel/workbook/refresh/refresh";
import type { HeldSettings } from "../../../src/reporting/saved/keptSettings";
import { openWorkbook, type Workbook } from "../../workbench/excel";
import { functionsOf, hostOf } from "./ledgerFunctions";

interface Service {
  /** The number of every field. */
  ebit: number;
  /** Answers in place of the service. */
  fail?: ((url: URL) => Response | Promise<Response | undefined> | undefined) | undefined;
}

export interface WorkbookSetup {
  readonly workbook: Workbook;
  readonly ledger: Ledger;
  readonly session: Session;
  readonly service: Service;
  /** What blank arguments mean in the workbook. */
  readonly settings: HeldSettings;
  /** Path and query of what was asked of the Insights endpoints since the last look. */
  asked(): string[];
  /** Rejects with the error of a refresh that fails. */
  refresh(options?: Partial<RefreshOptions>): Promise<Exclude<Summary, { end: "failed" }>>;
}

const PLANS = [
  {
    id: "p1",
    name: "Plan",
    currency: "EUR",
    scenarios: [
      { id: "s1", name: "One" },
      { id: "s2", name: "Two" },
    ],
  },
];

/** Cells by their place in the sheet that is shown, Sheet1, or in 'Other sheet': `{ A1: "=INSIGHTS.PLANS()" }`. */
export async function setUpWorkbook(
  cells: Record<string, string | number>,
  { connected = true } = {},
): Promise<WorkbookSetup> {
  const service: Service = { ebit: 100 };
  const asked: string[] = [];
  const settings: WorkbookSetup["settings"] = { current: {} };
  const session = createSession({
    fetch: async (input) => {
      const url = new URL(input as string);
      if (!url.pathname.endsWith("/token")) asked.push(url.pathname.split("/v1/")[1] + url.search);
      return (await service.fail?.(url)) ?? answer(url, service);
    },
    scheduleBatch: (flush) => void setImmediate(flush),
    retries: 0,
  });
  const ledger = createLedger({
    now: () => Date.now(),
    settings: () => settings.current,
    connected: () => session.address,
  });
  setHost(hostOf(session, ledger, settings));
  if (connected) session.connect({ appUrl: "https://app.example", credentials: { apiKey: "key" } });
  const workbook = openWorkbook(
    {
      data: {
        id: "book",
        sheetOrder: ["s", "o"],
        sheets: { s: { id: "s", name: "Sheet1" }, o: { id: "o", name: "Other sheet" } },
      },
    },
    functionsOf(ledger),
  );
  for (const [address, content] of Object.entries(cells)) workbook.enter(address, content);
  await workbook.settled();
  return {
    workbook,
    ledger,
    session,
    service,
    settings,
    asked: () => asked.splice(0),
    async refresh(options) {
      const summary = await refreshWorkbook({
        session,
        ledger,
        now: () => Date.now(),
        wait: workbook.settled,
        ...options,
      });
      if (summary.end === "failed") throw summary.error;
      return summary;
    },
  };
}

/** Runs `action` while a person edits a cell. Editing ends once the host has received a request. */
export async function whileEditing<T>(workbook: Workbook, action: () => Promise<T>): Promise<T> {
  const { onRequest } = workbook;
  workbook.host.editMode = true;
  workbook.onRequest = () => void setImmediate(() => (workbook.host.editMode = false));
  return action().finally(() => {
    workbook.host.editMode = false;
    workbook.onRequest = onRequest;
  });
}

export function refusal(status: number, message = "Broken"): Response {
  return json({ statusCode: status, error: "Error", message }, status);
}

function answer({ pathname, searchParams }: URL, { ebit }: Service): Response {
  if (pathname.endsWith("/token")) return json({ accessToken: "T", expiresIn: 3600 });
  if (pathname.endsWith("/plans")) return json({ plans: PLANS });
  const scenarios = searchParams.get("scenarioIds")!.split(",");
  return json({
    meta: { planId: "p1" },
    scenarios: scenarios.map((id) => ({
      scenarioId: id,
      pnl: { netFIESales: 1000, ebit: id === "s1" ? ebit : 2 * ebit },
    })),
  });
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}
