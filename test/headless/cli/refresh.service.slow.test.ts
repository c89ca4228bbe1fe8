import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../src/insights";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();
const KPI = (scenario: string, field: string) => `_xldudf_INSIGHTS_KPI("FY26 Plan","${scenario}","${field}")`;

/** A session for which all waiting is over at once, so that retries take no time. */
function open(fetch: typeof globalThis.fetch) {
  const timers = { now: Date.now, after: (milliseconds: number, run: () => void) => later(milliseconds, run) };
  const session = createSession({ fetch, timers, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  return session;
}

/** Limits of an attempt and of all attempts are seconds long and never reached; waiting between attempts is shorter. */
function later(milliseconds: number, run: () => void): () => void {
  if (milliseconds >= 30_000) return () => undefined;
  const handle = setImmediate(run);
  return () => clearImmediate(handle);
}

/** A service whose answers under this path are others than the sandbox's. */
function failing(
  path: string,
  answer: (count: number) => Response | Promise<Response> | undefined,
): typeof globalThis.fetch {
  let count = 0;
  return async (input, init) => {
    const isHit = (input as string).includes(path);
    return (isHit ? await answer(++count) : undefined) ?? sandbox.fetch(input, init);
  };
}

async function refresh(cells: Record<string, CellSpec>, fetch: typeof globalThis.fetch) {
  const bytes = await createBook({ sheets: [{ name: "Plan", cells }] });
  return refreshBook(bytes, { session: open(fetch), settings: {}, valuesOnly: false });
}

const status = (code: number) =>
  Response.json({ statusCode: code, error: "Error", message: "Not now." }, { status: code });

describe("A refresh fails as a whole", () => {
  const cells = {
    A1: { f: KPI("committed", "ebit"), v: 1 },
    A2: { f: `IFERROR(${KPI("committed", "fillRate")},0)`, v: 2 },
    A3: { f: KPI("nope", "ebit"), v: 3 },
  };
  test.each<[string, typeof globalThis.fetch, RegExp]>([
    ["the network is down", () => Promise.reject(new TypeError("fetch failed")), /No connection to/],
    ["the service is down", failing("/insights/", () => status(503)), /Not now|503/],
    ["one kind of answer fails, and its formula would hide that", failing("/demand", () => status(500)), /Not now|500/],
    ["the service is overloaded", failing("/pnl", () => status(429)), /Not now|429/],
    ["tokens are refused from now on", failing("/pnl", () => status(401)), /Not now|401|key/],
    ["an answer has another shape", failing("/pnl", () => Response.json({ scenarios: "none" })), /pnl/],
    [
      "an answer is about another plan",
      failing("/pnl", () => Response.json({ meta: { planId: "other" }, scenarios: [] })),
      /other/,
    ],
  ])("where %s", async (_why, fetch, message) => {
    await expect(refresh(cells, fetch)).rejects.toThrow(message);
  });

  test("but not where the service recovers between two attempts", async () => {
    const { summary } = await refresh(
      cells,
      failing("/pnl", (count) => (count === 1 ? status(503) : undefined)),
    );
    expect(summary).toMatchObject({ refreshed: 3, problems: [], errors: [{ cell: "Plan!A3", code: "#N/A" }] });
  });
});

test("A missing or refused value changes its own cells only", async () => {
  const fetch = failing("currency=XXX", () => status(400));
  const { summary } = await refresh(
    {
      A1: { f: KPI("committed", "ebit"), v: 1 },
      A2: { f: '_xldudf_INSIGHTS_KPI("No plan","committed","ebit")', v: 2 },
      A3: { f: '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit",,,,"XXX")', v: 3 },
      A4: { f: '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit","soon")', v: 4 },
      A5: { f: '_xldudf_INSIGHTS_SUPPLY("FY26 Plan","committed")', v: 5 },
    },
    fetch,
  );
  expect(summary.errors.map(({ cell, code }) => [cell, code])).toEqual([
    ["Plan!A2", "#N/A"],
    ["Plan!A3", "#VALUE!"],
    ["Plan!A4", "#VALUE!"],
    ["Plan!A5", "#N/A"],
  ]);
  expect(summary.changes.find(({ cell }) => cell === "Plan!A1")?.new).toBeGreaterThan(1000);
});

test("Ten thousand cells send the fewest requests that the service allows", async () => {
  const cells: Record<string, CellSpec> = {
    A1: "FY26 Plan",
    B1: "actual",
    C1: "committed",
    D1: "Optimistic",
    E1: "Conservative",
  };
  for (let row = 2; row <= 2501; row++) {
    cells[`A${row}`] = row % 2 === 0 ? "ebit" : "cogs";
    for (const column of "BCDE") {
      const first = {
        f: `_xldudf_INSIGHTS_KPI($A$1,${column}$1,$A2)`,
        si: column.charCodeAt(0),
        ref: `${column}2:${column}2501`,
      };
      cells[`${column}${row}`] = row === 2 ? { ...first, v: 0 } : { si: first.si, v: 0 };
    }
  }
  const requests: string[] = [];
  const { bytes, summary } = await refresh(cells, (input, init) => {
    requests.push(new URL(input as string).pathname);
    return sandbox.fetch(input, init);
  });
  expect(summary).toMatchObject({ refreshed: 10_000, errors: [], problems: [] });
  // A token, the plans, and four scenarios by threes.
  expect(requests.map((path) => path.split("/").at(-1))).toEqual(["token", "plans", "pnl-summary", "pnl-summary"]);
  const shown = await cellsIn(bytes);
  expect(new Set([shown["Plan!B2"], shown["Plan!B4"], shown["Plan!B2500"]]).size).toBe(1);
  expect(shown["Plan!B3"]).not.toBe(shown["Plan!B2"]);
});
