/** Cells that share a query: one run and one cache, and a result for each cell. */
import { arrange } from "../../../src/numbers/functions/arrange";
import type { AnsweredQuestion } from "../../../src/numbers/functions/host";
import { inSlices, type Answer, type RowColumns } from "../../../src/insights";
import { failure, open, type Excel } from "./excel";
import { pnlOf, refusal, serve, type Asked, type Reply } from "./service";

const CELL = { plan: "p1", scenario: "Base", field: "ebit", period: "2026-03" };
const MARCH = { period: "2026-03", ebit: 7, netFIESales: 100, ebitPercent: 0.07 };

/** Answers the P&L when it is told to. */
function openHeld(reply: (asked: Asked) => unknown = (asked) => pnlOf(asked, [MARCH])) {
  const asked: Asked[] = [];
  let arrived!: () => void;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const held: Reply = async (request) => {
    if (request.path !== "/pnl-summary") return undefined;
    asked.push(request);
    arrived();
    await released;
    return reply(request);
  };
  return { excel: open(serve(held)), asked, arrival, release };
}

describe("cells that share a query", () => {
  test("each get their own field, or their own error", async () => {
    const { excel, asked, release } = openHeld();
    const cells = ["ebit", "Net sales", "EBIT %", "ebit"].map((field) => excel.call("KPI", { ...CELL, field }));
    const missing = failure(excel.call("KPI", { ...CELL, field: "dpm" }));
    release();
    expect(await Promise.all(cells)).toEqual([7, 100, 0.07, 7]);
    expect(await missing).toMatchObject({
      code: "#N/A",
      message: expect.stringContaining("was not returned") as string,
    });
    expect(asked).toHaveLength(1);
  });

  test("each receive the answers that their result was computed from", async () => {
    const generatedAt = "2026-03-31T00:00:00Z";
    const excel = open(
      serve((asked) =>
        asked.path === "/pnl-summary" ? { ...pnlOf(asked, [MARCH]), meta: { planId: "p1", generatedAt } } : undefined,
      ),
    );
    const heard: number[][] = [[], [], []];
    const listen = (at: number) => ({
      onQuestions: (questions: readonly AnsweredQuestion[]) =>
        void heard[at]!.push(...questions.map(({ computedAt }) => computedAt)),
    });
    await Promise.all([
      excel.call("KPI", CELL, listen(0)),
      excel.call("KPI", { ...CELL, field: "dpm" }, listen(1)).catch(() => {}),
    ]);
    await excel.call("KPI", CELL, listen(2));
    expect(heard.map((stamps) => Math.min(...stamps))).toEqual(Array(3).fill(Date.parse(generatedAt)));
  });

  test("are cancelled one by one, and the request with the last of them", async () => {
    const { excel, asked, arrival } = openHeld();
    const invocations: { onCanceled?: () => void }[] = [{}, {}, {}];
    const cells = invocations.map((invocation) => failure(excel.call("KPI", CELL, invocation)));
    await arrival;
    for (const [at, { onCanceled }] of invocations.entries()) {
      expect(asked[0]!.signal!.aborted).toBe(false);
      onCanceled!();
      // Excel may say it twice.
      onCanceled!();
      expect((await cells[at])!.message).toBe("The calculation was cancelled.");
    }
    expect(asked[0]!.signal!.aborted).toBe(true);
  });

  test("leave the others their results when one is cancelled", async () => {
    const { excel, arrival, release } = openHeld();
    const invocation: { onCanceled?: () => void } = {};
    const cancelled = failure(excel.call("KPI", CELL, invocation));
    const cells = ["ebit", "netFIESales"].map((field) => excel.call("KPI", { ...CELL, field }));
    await arrival;
    invocation.onCanceled!();
    release();
    expect((await cancelled).message).toBe("The calculation was cancelled.");
    expect(await Promise.all(cells)).toEqual([7, 100]);
  });

  test("start again after all have been cancelled", async () => {
    const { excel, asked, arrival, release } = openHeld();
    const invocation: { onCanceled?: () => void } = {};
    const cancelled = failure(excel.call("KPI", CELL, invocation));
    await arrival;
    invocation.onCanceled!();
    await cancelled;
    const cell = excel.call("KPI", CELL);
    release();
    expect(await cell).toBe(7);
    expect(asked).toHaveLength(2);
  });

  test("all fail with the service, and the next asks again", async () => {
    let times = 0;
    const { excel, asked, release } = openHeld(
      (request) => ((times += 1), times === 1 ? refusal(400, "Not now") : pnlOf(request, [MARCH])),
    );
    const cells = [1, 2, 3].map(() => failure(excel.call("KPI", CELL)));
    release();
    for (const error of await Promise.all(cells)) {
      expect(error).toMatchObject({ code: "#VALUE!", message: expect.stringContaining("Not now") as string });
    }
    expect(asked).toHaveLength(1);
    expect(await excel.call("KPI", CELL)).toBe(7);
  });

  test("are not shared by a preview", async () => {
    const { excel, asked, arrival, release } = openHeld();
    const cell = excel.call("KPI", CELL);
    await arrival;
    const preview = await failure(excel.call("KPI", CELL, { isInValuePreview: true }));
    expect(preview.message).toBe("The value appears when you enter the formula.");
    release();
    expect(await cell).toBe(7);
    expect(asked).toHaveLength(1);
  });

  test("of a variance share the rows of both sides", async () => {
    const reply = (asked: Asked) => ({
      meta: { planId: "p1" },
      scenarios: asked.scenarioIds.map((scenarioId, at) => ({
        scenarioId,
        series: [{ ...MARCH, ebit: 7 + at, cogs: 40 + at }],
      })),
    });
    const { excel, asked, release } = openHeld(reply);
    const given = { ...CELL, base: "Upside" };
    const cells = [{}, { field: "cogs" }, { field: "cogs", measure: "difference" }, { measure: "percent" }];
    const results = Promise.all(cells.map((own) => excel.call("VAR", { ...given, ...own })));
    release();
    expect(await results).toEqual([-1, 1, -1, -1 / 8]);
    expect(asked).toHaveLength(1);
  });
});

describe("arguments that are left out mean what the workbook says at that time", () => {
  const currencies = (excel: Excel) => excel.requests.flatMap((path) => /currency=(\w+)/.exec(path)?.[1] ?? []);

  test("its currency", async () => {
    const settings = { currency: "USD" };
    const excel = open(
      serve((asked) => (asked.path === "/pnl-summary" ? pnlOf(asked, [MARCH]) : undefined)),
      { settings },
    );
    await excel.call("KPI", CELL);
    settings.currency = "EUR";
    await excel.call("KPI", CELL);
    settings.currency = "USD";
    await excel.call("KPI", CELL);
    expect(currencies(excel)).toEqual(["USD", "EUR"]);
  });

  test("its fiscal year", async () => {
    const months = Array.from({ length: 12 }, (_, at) => ({
      period: `2026-${String(at + 1).padStart(2, "0")}`,
      ebit: 10 ** (at / 3),
    }));
    const settings = { fiscalMonth: 1, fiscalNameByBegin: true };
    const excel = open(
      serve((asked) => (asked.path === "/pnl-summary" ? pnlOf(asked, months) : undefined)),
      { settings },
    );
    const quarter = { ...CELL, period: "2026-Q1" };
    const sum = (from: number) => months.slice(from, from + 3).reduce((total, { ebit }) => total + ebit, 0);
    expect(await excel.call("KPI", quarter)).toBe(sum(0));
    settings.fiscalMonth = 4;
    expect(await excel.call("KPI", quarter)).toBe(sum(3));
  });

  test("as a number or a text of the same digits", async () => {
    const months = [
      { period: "2026-03", ebit: 1 },
      { period: "2025-12", ebit: 2 },
    ];
    const excel = open(serve((asked) => (asked.path === "/pnl-summary" ? pnlOf(asked, months) : undefined)));
    // 46112 is the Excel date of 31 March 2026; as a text it is no period.
    expect(await excel.call("KPI", { ...CELL, period: 46112 })).toBe(1);
    expect((await failure(excel.call("KPI", { ...CELL, period: "46112" }))).code).toBe("#VALUE!");
    expect(await excel.call("KPI", { ...CELL, period: 46112 })).toBe(1);
  });
});

describe("data in the cache", () => {
  const pnlAt = (now: () => number) =>
    serve((asked) => (asked.path === "/pnl-summary" ? pnlOf(asked, [{ ...MARCH, ebit: now() }]) : undefined));
  const pnlRequests = ({ requests }: Excel) => requests.filter((request) => request.startsWith("/pnl-summary"));

  test("answers a cell with another field without a request", async () => {
    const excel = open(pnlAt(() => 7));
    await excel.call("KPI", CELL);
    expect(await excel.call("KPI", { ...CELL, field: "netFIESales" })).toBe(100);
    expect(pnlRequests(excel)).toHaveLength(1);
  });

  test("answers a preview", async () => {
    const excel = open(pnlAt(() => 7));
    await excel.call("KPI", CELL);
    expect(await excel.call("KPI", CELL, { isInValuePreview: true })).toBe(7);
  });

  test("never holds the failure of a preview", async () => {
    const excel = open(pnlAt(() => 7));
    await failure(excel.call("KPI", CELL, { isInValuePreview: true }));
    expect(await excel.call("KPI", CELL)).toBe(7);
  });

  test("is separate for each generation of a refresh", async () => {
    let ebit = 7;
    const excel = open(pnlAt(() => ebit));
    await excel.call("KPI", CELL);
    ebit = 8;
    await excel.session.refresh(undefined, async (generation) => {
      expect(await excel.call("KPI", CELL, { generation })).toBe(8);
      expect(await excel.call("KPI", CELL)).toBe(7);
    });
    expect(await excel.call("KPI", CELL)).toBe(8);
    expect(pnlRequests(excel)).toHaveLength(2);
  });

  test("follows the scenarios that the workbook chooses", async () => {
    const settings = { plan: "p1", scenarios: ["s1"] };
    const excel = open(serve(), { settings });
    const heading = async () => ((await excel.call("PNL")) as unknown[][])[0]!.slice(1);
    expect(await heading()).toEqual(["Base"]);
    settings.scenarios = ["s2"];
    expect(await heading()).toEqual(["Upside"]);
  });

  test("serves tables with other fields, given as any range", async () => {
    const excel = open(
      serve((asked) => (asked.path === "/pnl-summary" ? pnlOf(asked, { ebit: 7, cogs: 40 }) : undefined)),
    );
    const given = { plan: "p1", scenario: "s1" };
    expect(await excel.call("PNL", { ...given, field: "ebit" })).toEqual([[7]]);
    expect(await excel.call("PNL", { ...given, field: [["cogs"]] })).toEqual([[40]]);
    expect(await excel.call("PNL", { ...given, field: [["ebit", "cogs"]], layout: "values" })).toEqual([[7], [40]]);
    expect(await excel.call("PNL", { ...given, field: [["cogs"], ["ebit"]], layout: "values" })).toEqual([[40], [7]]);
    expect(pnlRequests(excel)).toHaveLength(1);
  });
});

test("a query starts again if a refresh replaces its generation meanwhile", async () => {
  let ebit = 7;
  const { excel, arrival, release } = openHeld((asked) => pnlOf(asked, [{ ...MARCH, ebit: ebit++ }]));
  const cell = excel.call("KPI", CELL);
  await arrival;
  const refreshed = excel.session.refresh(undefined, () => Promise.resolve());
  await refreshed;
  release();
  // The former generation received 7.
  expect(await cell).toBe(8);
});

describe("cells beyond five thousand", () => {
  const MANY = 12_500;
  /** Calls as many cells of one query, and tells `onSettled` of each result. */
  const callMany = (excel: Excel, onSettled: (result: unknown) => void) =>
    Promise.all(
      Array.from({ length: MANY }, async () => onSettled(await excel.call("KPI", CELL).catch((error: Error) => error))),
    );

  test.each<[string, (asked: Asked) => unknown]>([
    ["values", (asked) => pnlOf(asked, [MARCH])],
    ["errors", () => refusal(404, "There is no such plan.")],
  ])("settle in later turns of the event loop with their %s", async (_what, reply) => {
    const { excel, release } = openHeld(reply);
    let [settled, counted, most] = [0, 0, 0];
    const count = () => {
      [counted, most] = [settled, Math.max(most, settled - counted)];
      if (counted < MANY) setTimeout(count, 0);
    };
    const cells = callMany(excel, () => void (settled += 1));
    setTimeout(count, 0);
    release();
    await cells;
    expect(settled).toBe(MANY);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(5000);
  });

  test("start again if the generation is replaced between turns", async () => {
    let ebit = 7;
    const { excel, release } = openHeld((asked) => pnlOf(asked, [{ ...MARCH, ebit: ebit++ }]));
    release();
    const shown = new Set<unknown>();
    let last: unknown;
    await callMany(excel, (result) => {
      if (shown.size === 0)
        excel.session.connect({ appUrl: "https://planning.example", credentials: { apiKey: "other" } });
      shown.add((last = result));
    });
    // The former generation received 7.
    expect([...shown]).toEqual([7, 8]);
    expect(last).toBe(8);
  });
});

describe("a table that is too large is refused", () => {
  const unreadable = <T extends object>(column: T): T =>
    new Proxy(column, {
      get: () => {
        throw new Error("A row was read.");
      },
    });
  const rowsOf = (length: number): RowColumns => ({
    length,
    periods: { texts: ["2026-03-31"], codes: unreadable(new Int32Array(0)) },
    groupKey: "sku",
    contradicted: new Set(),
    texts: new Map([["sku", { texts: ["A"], codes: unreadable(new Int32Array(0)) }]]),
    values: new Map([["demandVolume", unreadable(new Float64Array(0))]]),
  });
  const arranged = (length: number, layout: "table" | "values") => {
    const answer = { scenario: { id: "s", name: "Actual", rows: rowsOf(length) } } as Answer;
    const form = { family: "demand", fields: [], interval: "D", layout } as const;
    return () => inSlices(arrange(form, true, [{ name: "Actual", answer }]));
  };

  test.each([
    ["more rows than a sheet has", "values", 1_048_577, "1048577 rows and 1 columns"],
    ["more cells than the host takes", "table", 630_000, "630001 rows and 4 columns"],
  ] as const)("for %s, before a row of it is looked at", (_what, layout, length, size) => {
    expect(arranged(length, layout)).toThrow(`The result has ${size}, more than Excel takes.`);
  });

  test("and any other has its rows read", () => {
    expect(arranged(1000, "table")).toThrow("A row was read.");
  });
});
