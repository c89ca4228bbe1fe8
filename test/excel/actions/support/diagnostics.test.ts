/** The diagnostic report, without a host: Office tells what the test says. */
import { NO_ACTIVITY } from "../../../../src/excel/actions/activity/activity";
import type { StoreContext } from "../../../../src/excel/actions/context";
import { diagnosticsOf } from "../../../../src/excel/actions/support/diagnostics";
import type { ErrorCell } from "../../../../src/excel/workbook/errors/cellErrors";
import type { StoreState } from "../../../../src/excel/actions/storeState";

/** The versions that the host supports, by requirement set. */
const SUPPORTED: Record<string, readonly string[]> = { ExcelApi: ["1.9", "1.12"], SharedRuntime: ["1.1"] };

const BEFORE = { Office: (globalThis as { Office?: unknown }).Office, navigator: globalThis.navigator };

beforeAll(() => {
  const context = {
    diagnostics: { host: "Excel", version: "16.0", platform: "PC" },
    requirements: { isSetSupported: (set: string, version: string) => SUPPORTED[set]?.includes(version) ?? false },
    contentLanguage: "de-DE",
    displayLanguage: "en-US",
  };
  Object.assign(globalThis, { Office: { context }, navigator: { userAgent: "WebView 2" } });
});
afterAll(() => void Object.assign(globalThis, BEFORE));

const TIME = Date.UTC(2026, 2, 4, 5, 6, 7);

function reportOf(state: Partial<StoreState>, calls: readonly string[] = []): string[] {
  const context = {
    state: { appUrl: "", status: "disconnected", settings: {}, activity: { failures: [] }, ...state },
    session: { activity: { waiting: 1 }, traffic: { requests: 2 } },
    ledger: { entries: () => calls.map((each) => ({ state: each })) },
    version: "1.2.3",
    now: () => TIME,
  };
  return diagnosticsOf(context as unknown as StoreContext).split("\n");
}

test("A report of a new workbook names the host, and what is not known", () => {
  expect(reportOf({})).toEqual([
    "Scenario Insights: 1.2.3",
    "Time: 2026-03-04T05:06:07.000Z",
    "Host: Excel 16.0 on PC",
    "Languages: de-DE, en-US",
    "Requirement sets: ExcelApi 1.12, CustomFunctionsRuntime none, SharedRuntime 1.1",
    "Browser: WebView 2",
    "Service: none",
    "Connection: disconnected",
    "Scopes: not told",
    "Token until: none",
    "Plans: not listed",
    "Settings: {}",
    'Activity: {"waiting":1}',
    'Traffic: {"requests":2}',
    "Calls: 0, 0 failed",
    "Last failure: none",
  ]);
});

test("A report of a connected workbook tells its access, plans, calls and failure", () => {
  const report = reportOf(
    {
      appUrl: "https://app.example",
      status: "connected",
      access: { scopes: ["plans:read", "pnl:read"], expiresAt: TIME },
      plans: [{ id: "p1", name: "Secret plan", currency: "EUR", scenarios: [] }],
      failure: { message: "The key was refused.", kind: "unauthorized" },
    },
    ["failed", "done", "failed", "waiting"],
  );
  expect(report).toEqual(
    expect.arrayContaining([
      "Service: https://app.example",
      "Connection: connected",
      "Scopes: plans:read pnl:read",
      "Token until: 2026-03-04T05:06:07.000Z",
      "Plans: 1",
      "Calls: 4, 2 failed",
      "Last failure: unauthorized: The key was refused.",
    ]),
  );
  expect(report.join("\n")).not.toContain("Secret plan");
});

test("A failure without a kind is Excel's", () => {
  const failure = { message: "Busy", location: "Range.values" };
  expect(reportOf({ failure })).toEqual(expect.arrayContaining(["Last failure: excel: Busy", "Where: Range.values"]));
});

test("A report lists the first twenty cells in error", () => {
  const failures = Array.from({ length: 21 }, (_, at): ErrorCell => {
    return { address: `Sheet1!A${at + 1}`, formula: "=1", code: "#N/A", message: "No such plan." };
  });
  const listed = reportOf({ activity: { ...NO_ACTIVITY, failures } }).slice(16);
  expect(listed).toHaveLength(20);
  expect(listed[0]).toBe("Sheet1!A1: #N/A No such plan.");
  expect(listed.at(-1)).toBe("Sheet1!A20: #N/A No such plan.");
});
