import { failure, open, openSandbox, type Excel } from "./excel";
import { pnlOf, resultsOf, serve, type Reply } from "./service";

const PLAN = { plan: "FY26 Plan", scenario: "actual" };

const excel = openSandbox();
const kpi = (given: Record<string, unknown>, own: Excel = excel): Promise<number> =>
  own.call("KPI", { ...PLAN, ...given });

test("an Excel date is read in the date system of the workbook", async () => {
  // 15 March 2026.
  const [of1900, of1904] = [46_096, 46_096 - 1462];
  const march = await kpi({ field: "demandVolume", period: "2026-03" });
  expect(await kpi({ field: "demandVolume", period: of1900 })).toBe(march);
  const own = openSandbox({}, { dateSystem: 1904 });
  expect(await kpi({ field: "demandVolume", period: of1904 }, own)).toBe(march);
});

describe("a KPI of one item", () => {
  test("that is not there is missing, with the nearest that is", async () => {
    expect(await failure(kpi({ field: "fillRate", groupBy: "region", item: "Nroth" }))).toMatchObject({
      code: "#N/A",
      message: "Item 'Nroth' is not in the answer. Did you mean 'North'?",
    });
    const { message } = await failure(kpi({ field: "fillRate", groupBy: "region", item: "Atlantis" }));
    expect(message).toContain("There are 'North', 'South', ");
  });

  test("cannot be asked for of a P&L", async () => {
    for (const given of [{ groupBy: "region" }, { item: "North" }]) {
      expect(await failure(kpi({ ...given, field: "ebit" }))).toMatchObject({
        code: "#VALUE!",
        message: "EBIT is not divided into groups. Leave groupBy and item out.",
      });
    }
  });
});

describe("a KPI that is no one number", () => {
  test("is missing, with the way out, for the forecast accuracy of several rows", async () => {
    const error = await failure(kpi({ field: "forecastAccuracy" }));
    expect(error.code).toBe("#N/A");
    expect(error.message).toContain("Name one item and one month.");
  });

  test("is missing for a month that the plan does not have", async () => {
    expect(await failure(kpi({ field: "ebit", period: "2031-05" }))).toMatchObject({
      code: "#N/A",
      message: "The service has no numbers for '2031-05'. It returned 2026-01 to 2026-12.",
    });
    expect((await failure(kpi({ field: "ebit", period: "2026-12:2027-01" }))).code).toBe("#N/A");
    expect((await failure(kpi({ field: "ebit", period: 2031 }))).code).toBe("#N/A");
  });

  test("is told where the actuals end, if they lack the month", async () => {
    const own = openSandbox({ gaps: { actualsTo: "2026-10" } });
    const actual = { plan: "FY26 Plan", scenario: "actual", field: "ebit" };
    const messageOf = async (call: Promise<unknown>) => (await failure(call)).message;
    expect(await messageOf(own.call("KPI", { ...actual, period: "2026-11" }))).toMatch(
      /no numbers for '2026-11'\. .*It returned 2026-01 to 2026-10\.$/,
    );
    expect(await messageOf(own.call("KPI", { ...actual, period: "2026" }))).toMatch(/2026-01 to 2026-10\.$/);
    const dates = { interval: "FY", dateFrom: "2026-01", dateTo: "2026-12" };
    expect(await messageOf(own.call("PNL", { ...actual, ...dates }))).toMatch(/2026-01 to 2026-10\.$/);
    expect(await messageOf(own.call("VAR", { ...actual, base: "committed", period: "2026-11" }))).toMatch(
      /2026-01 to 2026-10\.$/,
    );
  });

  const monthsOf2027 = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, "0")}`);
  const years = ["2026", "2027"].map((period) => ({ period, ebit: 5, netFIESales: 10 }));

  test("is missing for several full years, and there with the year named", async () => {
    const months = monthsOf2027.map((period) => ({ period, ebit: 5, netFIESales: 10 }));
    const reply: Reply = (asked) =>
      asked.path === "/pnl-summary" && pnlOf(asked, asked.interval === "FY" ? years : months);
    const own = open(serve(reply));
    const given = { plan: "p1", scenario: "s1", field: "ebit" };
    expect(await failure(own.call("KPI", given))).toMatchObject({
      code: "#N/A",
      message: "The service returned several full years, '2026', '2027'. Name one as the period.",
    });
    expect(await own.call("KPI", { ...given, period: 2027 })).toBe(60);
    const error = await failure(own.call("PNL", given));
    expect(error).toMatchObject({ code: "#N/A", message: expect.stringContaining("Set dateFrom and dateTo") });
  });

  test("is missing for a field that the service left out", async () => {
    const error = await failure(open(serve()).call("KPI", { plan: "p1", scenario: "s1", field: "dpm" }));
    expect(error).toMatchObject({
      code: "#N/A",
      message: "Distributor profit margin was not returned by the service.",
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["no field", {}, "No field is given. Name one, such as ebit; FIELDS() lists them."],
    ["an unknown field", { field: "ebitt" }, "Field 'ebitt' is not known. Did you mean 'ebit'?"],
    ["no scenario", { field: "ebit", scenario: "" }, "KPI takes one scenario. Name one of 'Actual', 'Committed Plan',"],
    ["half a range", { field: "ebit", period: ":2026-03" }, "The period ':2026-03' is not a range."],
    ["the other half", { field: "ebit", period: "2026-01:" }, "The period '2026-01:' is not a range."],
    ["nothing but a colon", { field: "ebit", period: ":" }, "The period ':' is not a range."],
    [
      "three ends",
      { field: "ebit", period: "2026-01:2026-02:2026-03" },
      "is not a range. One runs from a month to a month",
    ],
    [
      "a range backwards",
      { field: "ebit", period: "2026-06:2026-01" },
      "The period '2026-06:2026-01' ends before it begins.",
    ],
    ["a century", { field: "ebit", period: "1950:2049" }, "The period '1950:2049' has 1200 months; 120 is the most."],
    ["a word", { field: "ebit", period: "soon" }, "The argument period takes a date or a period such as"],
  ])("is a mistake with %s", async (_what, given, message) => {
    const error = await failure(kpi(given));
    expect(error.code).toBe("#VALUE!");
    expect(error.message).toContain(message);
  });
});

describe("the cells of a report share requests", () => {
  const asked = ({ requests }: Excel) => requests.filter((request) => !request.startsWith("/plans"));

  test("all months of the year of all scenarios and fields ask once for three scenarios", async () => {
    const own = openSandbox();
    const cells = ["actual", "committed"].flatMap((scenario) =>
      ["2026-01", "2026-Q2", "2026-03:2026-12", "Dec 2026"].flatMap((period) =>
        ["ebit", "cogs", "ebitPercent"].map((field) => kpi({ scenario, field, period }, own)),
      ),
    );
    await Promise.all(cells);
    expect(asked(own)).toEqual(["/pnl-summary?planId=fy26&scenarioIds=fy26-actual%2Cfy26-committed&interval=M"]);
  });

  test("months outside of it ask for their calendar year once", async () => {
    const own = openSandbox();
    await Promise.all(["2025-01", "2025-07", "2025-12:2026-01"].map((period) => kpi({ field: "ebit", period }, own)));
    await kpi({ field: "dpm", period: "2025-Q3" }, own);
    expect(asked(own)).toEqual([
      "/pnl-summary?planId=fy26&scenarioIds=fy26-actual&interval=M",
      "/pnl-summary?planId=fy26&scenarioIds=fy26-actual&interval=M&dateFrom=2025-01-01&dateTo=2025-12-31",
    ]);
  });

  test("the full year shares the request of a plain P&L", async () => {
    const own = openSandbox();
    await Promise.all([kpi({ field: "ebit" }, own), own.call("PNL", PLAN), kpi({ field: "cogsPercent" }, own)]);
    expect(asked(own)).toEqual(["/pnl-summary?planId=fy26&scenarioIds=fy26-actual&interval=FY"]);
  });
});

describe("what the service leaves open", () => {
  const monthly =
    (...rows: object[]): Reply =>
    (asked) =>
      asked.path === "/demand-forecast" && resultsOf(asked, { series: rows });
  const given = { plan: "p1", scenario: "s1", field: "demandVolume", period: "2026-Q1" };

  test("an item without rows in a month adds nothing there, as all items together do", async () => {
    const months = ["2026-01", "2026-02", "2026-03"];
    const rows = [
      ...months.map((period) => ({ period, sku: "A", demandVolume: 1 })),
      { period: "2026-02", sku: "B", demandVolume: 10 },
    ];
    const own = open(serve(monthly(...rows)));
    expect(await own.call("KPI", given)).toBe(13);
    expect(await own.call("KPI", { ...given, groupBy: "sku", item: "b" })).toBe(10);
    expect(await own.call("KPI", { ...given, groupBy: "sku", item: "a" })).toBe(3);
  });

  test("an item is sought under its own key, where there are several", async () => {
    const row = { period: "2026-01", region: "North", channel: "South", demandVolume: 1 };
    const own = open(serve(monthly(row, { ...row, region: "South", channel: "North", demandVolume: 5 })));
    const one = { ...given, period: "2026-01", groupBy: "region", item: "South" };
    expect(await own.call("KPI", one)).toBe(5);
  });

  test("items may be numbers", async () => {
    const own = open(serve(monthly({ period: "2026-01", sku: 4711, demandVolume: 7 })));
    expect(await own.call("KPI", { ...given, period: "2026-01", groupBy: "sku", item: 4711 })).toBe(7);
  });
});
