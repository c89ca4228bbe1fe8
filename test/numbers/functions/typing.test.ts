import fc from "fast-check";
import metadata from "../../../src/numbers/functions/functions.json";
import { failure, FUNCTION_NAMES, open, type Excel, type FunctionName } from "./excel";
import { resultsOf, serve, type Asked } from "./service";
import { runs } from "../../propertyOptions";

const MONTHS = ["2026-01", "2026-02"];
const NAMES = ["Base", "twin", "TWIN", "=1+1", "x,y", "__proto__", "constructor", "🚀 Launch", "42", "true"];

const plan = {
  id: "p1",
  name: "Plan One",
  currency: "USD",
  scenarios: NAMES.map((name, index) => ({
    id: `s${index}`,
    name,
    flags: index < 2 ? ["actual"] : index === 2 ? ["final"] : [],
  })),
};

/** Answers every question about any scenario at once. */
function answer(asked: Asked): unknown {
  if (asked.path === "/plans") return { plans: [plan, { ...plan, id: "p2", name: "Plan Two" }] };
  const fields =
    asked.path === "/pnl-summary" ? { ebit: 1, netFIESales: 4, newField: 9 } : { demandVolume: 2, fillRate: 0.5 };
  if (asked.path === "/pnl-summary" && asked.interval === "FY") return resultsOf(asked, { pnl: fields });
  return resultsOf(asked, { series: MONTHS.map((period) => ({ period, region: "North", ...fields })) });
}

const ONE = { plan: "p1", scenario: "s0", field: "ebit" };
let excel: Excel;

beforeEach(() => {
  excel = open(serve(answer));
});

const pnl = (given: Record<string, unknown>) => excel.call("PNL", { ...ONE, ...given });

describe("names are understood as people type them", () => {
  test.each([
    [{ plan: " plan ONE " }],
    [{ scenario: "base" }],
    [{ scenario: "  BASE\t" }],
    [{ scenario: "=1+1" }],
    [{ scenario: "x,y" }],
    [{ scenario: "__proto__" }],
    [{ scenario: "constructor" }],
    [{ scenario: "🚀 launch" }],
    [{ scenario: 42 }],
    [{ scenario: true }],
    [{ scenario: "final" }],
    [{ field: "EBIT" }],
    [{ field: " ebit " }],
    [{ field: "NEWFIELD" }],
    [{ interval: "fy" }],
    [{ dateFrom: "2026-01", dateTo: 202_602 }],
    [{ dateFrom: 46_023, dateTo: "Feb 2026" }],
    [{ dateFrom: "2026-02-28", dateTo: "2026-02-28" }],
    [{ currency: " eur " }],
  ])("%p", async (given) => {
    expect((await pnl(given)).flat()).toEqual([expect.any(Number)]);
  });

  test("and blank, empty, null and 0 are all left out", async () => {
    const expected = await excel.call("PNL", { plan: "p1" });
    for (const blank of ["", "  ", null, 0, undefined]) {
      const names = ["scenario", "field", "interval", "dateFrom", "dateTo", "currency", "layout"];
      const given = Object.fromEntries(names.map((name) => [name, blank]));
      expect(await excel.call("PNL", { plan: "p1", ...given })).toEqual(expected);
    }
    const words = { interval: "0", currency: "0", layout: "0" };
    expect(await excel.call("PNL", { plan: "p1", ...words })).toEqual(expected);
    expect(await excel.call("PNL", { plan: "p1", scenario: [["", 0]], field: [[null], [""]] })).toEqual(expected);
    expect(excel.requests).toHaveLength(1 + Math.ceil(NAMES.length / 3));
  });
});

describe("what cannot be understood says what is wrong, where, and what to do", () => {
  test.each<[Record<string, unknown>, string, string]>([
    [{ plan: "Plan" }, "#N/A", "There is no plan 'Plan'. There are 'Plan One', 'Plan Two'."],
    [{ plan: "Plan Tow" }, "#N/A", "There is no plan 'Plan Tow'. Did you mean 'Plan Two'?"],
    [{ scenario: "Bass" }, "#N/A", "Scenario 'Bass' is not in plan 'Plan One'. Did you mean 'Base'?"],
    [{ scenario: [["Base", "Bass"]] }, "#N/A", "Scenario 'Bass' is not in plan 'Plan One'. Did you mean 'Base'?"],
    [
      { scenario: "Twin" },
      "#VALUE!",
      "Scenario 'Twin' is ambiguous in plan 'Plan One'. Use one of these ids: 's1', 's2'.",
    ],
    [
      { scenario: "actual" },
      "#VALUE!",
      "Scenario 'actual' is ambiguous in plan 'Plan One'. Use one of these ids: 's0', 's1'.",
    ],
    [{ field: "ebti" }, "#VALUE!", "Field 'ebti' is not known. Did you mean 'ebit'?"],
    [{ field: "Gros sales" }, "#VALUE!", "Field 'Gros sales' is not known. Did you mean 'Gross sales'?"],
    [{ field: "newfeild" }, "#VALUE!", "Field 'newfeild' is not known. Did you mean 'newField'?"],
    [{ field: [["ebit"], ["toString"]] }, "#VALUE!", "Field 'toString' is not known. There are 'Gross sales',"],
    [{ field: "constructor" }, "#VALUE!", "Field 'constructor' is not known."],
    [{ field: "__proto__" }, "#VALUE!", "Field '__proto__' is not known."],
    [{ field: "fillRate" }, "#VALUE!", "Fill rate is not a field of PNL. Ask for it with DEMAND or KPI."],
    [{ interval: "W" }, "#VALUE!", "The argument interval takes FY or M, not 'W'."],
    [{ layout: "pivot" }, "#VALUE!", "The argument layout takes statement, table or values, not 'pivot'."],
    [{ currency: "euro" }, "#VALUE!", "The argument currency takes a code such as EUR or USD, not 'euro'."],
    [{ currency: 12 }, "#VALUE!", "The argument currency takes a code such as EUR or USD, not '12'."],
    [
      { dateFrom: "soon" },
      "#VALUE!",
      "The argument dateFrom takes a date or a period such as 2026-03-31, 2026-03, 2026-Q1, 2026 or current, not 'soon'.",
    ],
    [{ dateTo: "2026-02-30" }, "#VALUE!", "The argument dateTo takes a date"],
    [{ dateTo: false }, "#VALUE!", "The argument dateTo takes a date"],
    [{ dateFrom: "2026-04", dateTo: "2026-03" }, "#VALUE!", "dateFrom (2026-04-01) is after dateTo (2026-03-31)."],
    [{ plan: "#N/A" }, "#VALUE!", "The argument plan is the error #N/A of another cell. Fix that cell first."],
    [{ scenario: [["Base", "#REF!"]] }, "#VALUE!", "The argument scenario is the error #REF! of another cell."],
    [
      { plan: { type: "Entity", text: "Plan One" } },
      "#VALUE!",
      "The argument plan takes one value, not a range or a data type.",
    ],
    [{ plan: [["p1"]] }, "#VALUE!", "The argument plan takes one value"],
    [{ scenario: [[{ basicValue: 1 }]] }, "#VALUE!", "The argument scenario takes one value"],
  ])("%j", async (given, code, message) => {
    const error = await failure(pnl(given));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  const LONG = "🚀".repeat(10_000);

  test.each(["plan", "scenario", "field", "interval", "dateFrom", "dateTo", "currency", "layout"])(
    "10,000 letters as %s, soon and in short",
    async (argument) => {
      for (const text of [LONG, "a".repeat(10_000), "1".repeat(10_000), `${" -".repeat(5_000)}x`]) {
        const { message } = await failure(pnl({ [argument]: text }));
        expect(message.length).toBeLessThanOrEqual(300);
        expect(message.length).toBeGreaterThan(20);
      }
    },
  );

  test.each(["period", "groupBy", "item"])("10,000 letters as %s of a KPI, in short", async (argument) => {
    const { message } = await failure(excel.call("KPI", { ...ONE, field: "demandVolume", [argument]: LONG }));
    expect(message.length).toBeLessThanOrEqual(300);
  });

  test("a prototype's members are no plans, scenarios, groups or items", async () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
      expect((await failure(pnl({ plan: name }))).code).toBe("#N/A");
      expect((await failure(excel.call("KPI", { ...ONE, field: name }))).code).toBe("#VALUE!");
      expect((await failure(pnl({ interval: name }))).code).toBe("#VALUE!");
      expect((await failure(excel.call("FIELDS", { family: name }))).code).toBe("#VALUE!");
      const item = { ...ONE, field: "fillRate", period: "2026-01", groupBy: "region", item: name };
      expect(await failure(excel.call("KPI", item))).toMatchObject({ code: "#N/A" });
    }
  });
});

describe("whatever is in whatever argument of any function", () => {
  const LIKELY = [
    "p1",
    "Base",
    "ebit",
    "M",
    "FY",
    "region",
    "2026-01",
    "2026:2027",
    "EUR",
    "values",
    "demand",
    "fillRate",
    "North",
  ];
  const value = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom<unknown>(...LIKELY, "", null, 0, 2026, 46_023, true, "#N/A", "=1", "__proto__"),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    {
      weight: 1,
      arbitrary: fc.array(fc.array(fc.constantFrom<unknown>(...LIKELY, "", null, 0), { maxLength: 3 }), {
        maxLength: 3,
      }),
    },
  );
  const parametersOf = (name: FunctionName) => metadata.functions.find(({ id }) => id === name)!.parameters;

  /** Half of the calls begin with what can be resolved, or nearly all would end at the plan. */
  const call = fc
    .constantFrom(...FUNCTION_NAMES)
    .chain((name) =>
      fc.record({
        name: fc.constant(name),
        sound: fc.boolean(),
        given: fc.record(Object.fromEntries(parametersOf(name).map((parameter) => [parameter.name, value])), {
          requiredKeys: [],
        }),
      }),
    )
    .map(({ name, sound, given }) => ({ name, given: sound && "plan" in given ? { ...given, plan: "p1" } : given }));

  function expectCells(result: unknown): void {
    const cells = typeof result === "number" ? [[result]] : (result as unknown[][]);
    expect(cells.length).toBeGreaterThan(0);
    expect(cells[0]!.length).toBeGreaterThan(0);
    expect(new Set(cells.map((row) => row.length)).size).toBe(1);
    const isValue = (cell: unknown) => ["string", "boolean"].includes(typeof cell) || Number.isFinite(cell);
    expect(cells.flat().filter((cell) => !isValue(cell))).toEqual([]);
  }

  test("it returns valid cells, or one of two errors with a readable message", async () => {
    const own = open(serve(answer), { settings: { plan: "p1" }, scheduleBatch: (flush) => queueMicrotask(flush) });
    let [given, failed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(call, async ({ name, given: values }) => {
        const outcome = await own.call(name, values).then(
          (result: unknown) => ({ result }),
          (error: unknown) => ({ error }),
        );
        if ("result" in outcome) {
          given += 1;
          expect((name === "KPI" || name === "ASOF") === (typeof outcome.result === "number")).toBe(true);
          return expectCells(outcome.result);
        }
        failed += 1;
        const { code, message } = outcome.error as { code: string; message: string };
        expect(["#N/A", "#VALUE!"]).toContain(code);
        expect(message).not.toContain("Something is wrong with this add-in");
        expect(message.length).toBeGreaterThan(10);
        expect(message.length).toBeLessThanOrEqual(300);
      }),
      { numRuns: runs(2000) },
    );
    expect(Math.min(given, failed)).toBeGreaterThan(200);
  });
});

describe("a result that Excel cannot take is refused", () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  const demand = (rows: object[], given: Record<string, unknown>) =>
    open(serve((asked) => asked.path === "/demand-forecast" && resultsOf(asked, { series: rows }))).call("DEMAND", {
      plan: "p1",
      scenario: "s1",
      interval: "D",
      ...given,
    });

  test("beyond 16,384 columns", async () => {
    const rows = days(16_384).map((period) => ({ period, demandVolume: 1 }));
    expect(await failure(demand(rows, { layout: "statement" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringMatching(/3 rows and 16385 columns, more than Excel takes. Narrow the question/),
    });
    const fitting: unknown[][] = await demand(rows.slice(1), { layout: "statement" });
    expect(fitting.map((row) => row.length)).toEqual([16_384, 16_384, 16_384]);
  });

  test("beyond 5 MB, in whatever letters", async () => {
    const rows = (letter: string) =>
      days(1000).map((period) => ({ period, sku: letter.repeat(2000), demandVolume: 1 }));
    expect(await demand(rows("x"), {})).toHaveLength(1001);
    expect(await failure(demand(rows("安"), {}))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("Narrow the question"),
    });
  });

  test("but a large one is laid out in a blink", async () => {
    const rows = days(700).flatMap((period) =>
      Array.from({ length: 100 }, (_, sku) => ({ period, sku: `S${sku}`, demandVolume: sku })),
    );
    const cells: unknown[][] = await demand(rows, { layout: "statement" });
    expect([cells.length, cells[0]!.length]).toEqual([102, 701]);
  });
});
