/** Periods are whole or nothing, on data with gaps. Numbers are made by hand. */
import { failure, type Excel } from "./excel";
import { monthsFrom, openGaps, type Months } from "./gaps";

const ACTUALS = [300, 290, 310, 310];
const PLAN = [200, 200, 205, 205, ...Array<number>(8).fill(208.5)];
const EBIT: Months = {
  s1: [...monthsFrom("2025-01", "ebit", Array<number>(12).fill(90)), ...monthsFrom("2026-01", "ebit", ACTUALS)],
  s2: monthsFrom("2026-01", "ebit", PLAN),
  s0: monthsFrom("2025-01", "ebit", Array<number>(12).fill(80)),
};
const KPI = { plan: "p1", scenario: "actual", field: "ebit" };
const VAR = { ...KPI, base: "committed" };
const absent = (...months: string[]) => ({
  code: "#N/A",
  message: expect.stringContaining(`no numbers for '${months.join("', '")}'`),
});

/** EBIT of actuals to April, and of a plan for the year. */
const toApril = () => openGaps({ pnl: EBIT });

describe("finance 1: a year is twelve months", () => {
  test.each([2026, "2026", "FY26", "2026-01:2026-12", "2026-H1", "2026-Q2"])(
    "%p of actuals to April is missing",
    async (period) => {
      const error = await failure(toApril().call("KPI", { ...KPI, period }));
      expect(error).toMatchObject({ code: "#N/A", message: expect.stringContaining("'2026-05'") });
    },
  );

  test("a blank period is the service's own full year", async () => {
    expect(await toApril().call("KPI", KPI)).toBe(1210);
  });

  test("a year is the sum of its months, in any notation", async () => {
    for (const period of [2025, "2025", "FY25", "2025-01:2025-12", "2025-12"]) {
      const basis = period === "2025-12" ? "YTD" : null;
      expect(await toApril().call("KPI", { ...KPI, period, basis })).toBe(1080);
    }
  });

  test("a variance compares the same months or none", async () => {
    const excel = toApril();
    expect((await failure(excel.call("VAR", { ...VAR, period: 2026 }))).message).toContain("'2026-05'");
    expect(await excel.call("VAR", { ...VAR, period: "2026-04", basis: "YTD" })).toBe(400);
  });

  test.each(["VAR", "BRIDGE"] as const)("a blank period of %s compares full years of the same months", async (name) => {
    const given = name === "VAR" ? VAR : { plan: "p1", from: "committed", to: "actual" };
    expect(await failure(toApril().call(name, given))).toMatchObject({
      code: "#N/A",
      message: expect.stringMatching(/'Actual' lacks '2026-05', .* Name a period\./),
    });
  });

  test("a month in which the service names no field is told as left out", async () => {
    const months = [{ period: "2026-01", ebit: 1 }, { period: "2026-02" }];
    const error = await failure(openGaps({ pnl: { s1: months } }).call("KPI", { ...KPI, period: "2026-01:2026-02" }));
    expect(error).toMatchObject({ code: "#N/A", message: "EBIT was not returned by the service for '2026-02'." });
  });
});

describe("finance 6: tables of full years", () => {
  const table = (excel: Excel, given: object) =>
    excel.call("PNL", { ...KPI, interval: "FY", layout: "table", ...given });

  test("show no number for a year that lacks months", async () => {
    const cells = await table(toApril(), { dateFrom: "FY25", dateTo: "FY26" });
    expect(cells.slice(1)).toEqual([
      ["Actual", "2025", 1080],
      ["Actual", "2026", ""],
    ]);
  });

  test("name the months that are missing if no year is whole", async () => {
    const error = await failure(table(toApril(), { dateFrom: "FY26", dateTo: "FY26" }));
    expect(error).toMatchObject(absent(...["05", "06", "07", "08", "09", "10", "11", "12"].map((at) => `2026-${at}`)));
  });

  test("divide time by the fiscal year, as KPI does", async () => {
    const months = monthsFrom("2024-04", "ebit", [...Array<number>(12).fill(1), ...Array<number>(12).fill(10)]);
    const excel = openGaps({ pnl: { s1: months } }, { settings: { fiscalMonth: 4 } });
    const cells = await table(excel, { dateFrom: "FY24", dateTo: "FY26" });
    expect(cells.slice(1)).toEqual([
      ["Actual", "FY2024", ""],
      ["Actual", "FY2025", 12],
      ["Actual", "FY2026", 120],
    ]);
    expect(await excel.call("KPI", { ...KPI, period: cells[2][1] })).toBe(12);
    expect(await failure(excel.call("KPI", { ...KPI, period: "FY24" }))).toMatchObject({ code: "#N/A" });
  });

  test("run to the ends of the years that the service has if an end is open", async () => {
    expect((await table(toApril(), { dateFrom: "2025" })).slice(1)).toEqual([
      ["Actual", "2025", 1080],
      ["Actual", "2026", ""],
    ]);
  });

  test("sum the months between dates within a year, and say which", async () => {
    const cells = await table(toApril(), { dateFrom: "2026-02-15", dateTo: "2026-03" });
    expect(cells.slice(1)).toEqual([["Actual", "2026-02:2026-03", 600]]);
  });

  test("have one row for each group and year, with an item that comes or goes", async () => {
    const year = (region: string, numbers: number[], first = "2026-01") =>
      monthsFrom(first, "demandVolume", numbers, region);
    const rows = [...year("North", Array<number>(12).fill(10)), ...year("New", [5, 5], "2026-11")];
    const excel = openGaps({ demand: { s1: rows } }, { settings: { plan: "p1" } });
    const given = { scenario: "actual", field: "demandVolume", interval: "FY", groupBy: "region" };
    expect((await excel.call("DEMAND", { ...given, dateFrom: "FY26", dateTo: "FY26" })).slice(1)).toEqual([
      ["Actual", "2026", "North", 120],
      ["Actual", "2026", "New", 10],
    ]);
  });

  test("ask once more for a field that cannot be added up, and for no other", async () => {
    const rows = monthsFrom("2025-01", "demandVolume", Array<number>(16).fill(1)).map((row) => ({
      ...row,
      forecastAccuracy: 0.5,
    }));
    const excel = openGaps({ demand: { s1: rows } });
    const given = { plan: "p1", scenario: "actual", interval: "FY", dateFrom: 2025, dateTo: 2026 };
    expect(await excel.call("DEMAND", { ...given, field: "demandVolume", layout: "values" })).toEqual([[12], [""]]);
    expect(excel.requests.filter((request) => request.includes("interval=FY"))).toEqual([]);
    expect(await excel.call("DEMAND", { ...given, field: "forecastAccuracy", layout: "values" })).toEqual([
      [0.77],
      [""],
    ]);
    expect(excel.requests.filter((request) => request.includes("interval=FY"))).toHaveLength(1);
  });
});

describe("finance 14: forecast accuracy is never added up", () => {
  const rows = monthsFrom("2025-01", "demandVolume", Array<number>(16).fill(1), "North").map((row, at) => ({
    ...row,
    // A service that knows it for one month alone.
    ...(at === 13 ? { forecastAccuracy: 0.9 } : at < 12 ? { forecastAccuracy: 0.6 } : {}),
  }));
  const accuracy = (period: unknown, more: object = {}) =>
    openGaps({ demand: { s1: rows } }).call("KPI", {
      plan: "p1",
      scenario: "actual",
      field: "forecastAccuracy",
      groupBy: "region",
      item: "North",
      period,
      ...more,
    });

  test("over several months it is missing, whatever rows there are", async () => {
    for (const period of ["2026-02:2026-03", "2026-Q1", "2025-H1"]) {
      expect(await failure(accuracy(period))).toMatchObject({
        code: "#N/A",
        message: expect.stringContaining("months cannot be added up"),
      });
    }
    expect(await accuracy("2026-02")).toBe(0.9);
  });

  test("of a whole calendar year it is the service's own", async () => {
    expect(await accuracy(2025)).toBe(0.77);
    expect(await accuracy("2025-12", { basis: "LTM" })).toBe(0.77);
    expect(await failure(accuracy(2026))).toMatchObject({ code: "#N/A", message: expect.stringContaining("2026-05") });
  });
});

describe("finance 15 and 4: items that come and go", () => {
  const volume = (region: string, first: string, numbers: number[]) =>
    monthsFrom(first, "demandVolume", numbers, region);
  const demand: Months = {
    s1: [...volume("All year", "2026-01", Array<number>(12).fill(10)), ...volume("New", "2026-05", [7])],
    s2: [...volume("All year", "2026-01", Array<number>(12).fill(9)), ...volume("Lost", "2026-02", [4])],
  };
  const given = { plan: "p1", scenario: "actual", field: "demandVolume", groupBy: "region" };
  const excel = openGaps({ demand });

  test("an item is 0 in a month, quarter or half without its rows", async () => {
    for (const [period, expected] of [
      ["2026-01", 0],
      ["2026-Q1", 0],
      ["2026-Q2", 7],
      ["2026-H1", 7],
      ["2026-H2", 0],
    ] as const) {
      expect(await excel.call("KPI", { ...given, item: "New", period })).toBe(expected);
    }
  });

  test("an item that the scenario has nowhere is missing in every period", async () => {
    for (const period of ["2026-01", "2026-Q1", "2026-H1", 2026, null]) {
      expect(await failure(excel.call("KPI", { ...given, item: "Lost", period }))).toMatchObject({ code: "#N/A" });
    }
  });

  test("a new or lost item is 0 on the side of a variance that lacks it", async () => {
    const vary = (item: string, more: object = {}) =>
      excel.call("VAR", { ...given, base: "committed", item, period: "2026-H1", ...more });
    expect(await vary("New")).toBe(7);
    expect(await vary("Lost")).toBe(-4);
    expect(await failure(vary("New", { measure: "percent" }))).toMatchObject({
      code: "#N/A",
      message: expect.stringContaining("not meaningful"),
    });
    expect(await failure(vary("Neither"))).toMatchObject({ code: "#N/A" });
  });
});

describe("finance 16: every way of writing a period", () => {
  test.each([
    ["FY26-Q1", 900],
    ["Q1 FY26", 900],
    ["q1-2026", 900],
    ["2026-Q1", 900],
    ["202603", 310],
    [202_603, 310],
    ["2026-03", 310],
    [46_096, 310],
    ["H1 FY25", 540],
    ["FY25-H2", 540],
    [2025, 1080],
    ["2026-01-01:2026-03-31", 900],
  ])("%p", async (period, expected) => {
    expect(await toApril().call("KPI", { ...KPI, period })).toBe(expected);
  });

  test.each(["KPI", "VAR", "BRIDGE"] as const)("days that are not whole months are a mistake in %s", async (name) => {
    const sides = name === "BRIDGE" ? { plan: "p1", from: "s2", to: "s1" } : name === "VAR" ? VAR : KPI;
    expect(await failure(toApril().call(name, { ...sides, period: "2026-01-15:2026-03-10" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("not of whole months. Name its months, such as 2026-01:2026-03."),
    });
  });
});

describe("a base in another period or plan", () => {
  const vary = (given: object) => toApril().call("VAR", { ...KPI, ...given });

  test.each([
    ["PY", "2026-04", "YTD", 1210 - 360],
    ["PY", "2026-Q1", null, 900 - 270],
    ["PP", "2026-04", "YTD", 1210 - 360],
    ["PP", "2026-04", null, 0],
    ["PP", "2026-03", "QTD", 900 - 270],
    ["PP", "2026-03", "R3", 900 - 270],
    ["PP", "2026-04", "R3", 910 - 480],
    ["2025-Q2", "2026-Q1", null, 900 - 270],
  ])("%s of %s with the basis %s", async (basePeriod, period, basis, expected) => {
    expect(await vary({ period, basis, basePeriod })).toBe(expected);
  });

  test("of another number of months is a mistake", async () => {
    expect(await failure(vary({ period: "2026-Q1", basePeriod: "2025-01" }))).toMatchObject({
      code: "#VALUE!",
      message: "The basePeriod '2025-01' has 1 month, the period 3 months. Compare as many months.",
    });
    expect(await failure(vary({ basePeriod: "2025" }))).toMatchObject({ code: "#VALUE!" });
  });

  test("may be last year's plan", async () => {
    const given = { scenario: "committed", basePlan: "FY25 Plan", period: "2026-Q1", basePeriod: "PY" };
    expect(await vary(given)).toBe(605 - 240);
    expect(await vary({ ...given, base: "actual" })).toBe(605 - 270);
    expect(await failure(vary({ ...given, basePlan: "FY24" }))).toMatchObject({ code: "#N/A" });
  });

  test("in another currency is an error", async () => {
    const plans = ["USD", "EUR"].map((currency, at) => ({
      id: `p${1 - at}`,
      name: `FY2${6 - at} Plan`,
      currency,
      scenarios: [{ id: `s${2 - 2 * at}`, name: "Committed", flags: [] }],
    }));
    const excel = openGaps({ pnl: EBIT, plans, saysCurrency: false });
    const given = { plan: "p1", scenario: "committed", field: "ebit", period: "2026-Q1" };
    const compared = { ...given, basePlan: "p0", basePeriod: "PY" };
    expect(await excel.call("VAR", { ...compared, currency: "USD" })).toBe(605 - 240);
    expect(await failure(excel.call("VAR", compared))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("in two currencies, 'USD' and 'EUR'. Name a currency"),
    });
  });

  test("starts a bridge, whose labels say which is which", async () => {
    const line = (period: string, ebit: number) => ({
      period,
      netFIESales: 10 * ebit,
      cogs: 5 * ebit,
      grossProfit: 5 * ebit,
      ebit,
    });
    const pnl = { s2: [line("2026-01", 30)], s0: [line("2025-01", 20)], s1: [line("2025-01", 5), line("2026-01", 6)] };
    const bridge = async (given: object) => {
      const rows = await openGaps({ pnl }).call("BRIDGE", { plan: "p1", period: "2026-01", ...given });
      return [rows[1], rows.at(-1)];
    };
    expect(await bridge({ to: "actual", basePeriod: "PY" })).toEqual([
      ["EBIT · Actual · Jan 2025", 5, "start"],
      ["EBIT · Actual · Jan 2026", 6, "end"],
    ]);
    const plans = { from: "committed", to: "committed", basePeriod: "PY", basePlan: "FY25 Plan" };
    expect(await bridge(plans)).toEqual([
      ["EBIT · Committed · Jan 2025 · FY25 Plan", 20, "start"],
      ["EBIT · Committed · Jan 2026 · FY26 Plan", 30, "end"],
    ]);
  });
});

test("amounts to go add up to the year, and are 0 at its end", async () => {
  const excel = toApril();
  const given = { ...KPI, scenario: "committed" };
  expect(await excel.call("KPI", { ...given, period: "2026-04", basis: "QTG" })).toBe(417);
  expect(await excel.call("KPI", { ...given, period: "2026-06", basis: "QTG" })).toBe(0);
  expect(await excel.call("KPI", { ...given, period: "2026-04", basis: "YTG" })).toBe(1668);
  expect(await failure(excel.call("KPI", { ...given, basis: "QTG" }))).toMatchObject({ code: "#VALUE!" });
});
