/** What could be read in two ways is an error in every function that would show it. */
import { failure, open, type FunctionName } from "./excel";
import { serve, type Asked } from "./service";

const CELL = { plan: "p1", scenario: "s1", field: "ebit" };

/** Answers every question with these elements, whatever the scenario. */
function answering(elements: readonly object[]) {
  return open(
    serve(({ path, planId, scenarioIds }: Asked) => {
      if (path === "/plans") return undefined;
      const scenarios = scenarioIds.flatMap((scenarioId) => elements.map((element) => ({ scenarioId, ...element })));
      return { meta: { planId }, scenarios };
    }),
  );
}

const YEAR = { pnl: { ebit: 100, cogs: 1 } };
const MONTHS = { series: ["2026-01", "2026-02"].map((period) => ({ period, ebit: 50 })) };
const JANUARY = { period: "2026-01", demandVolume: 5, demandValue: 7 };
const REGIONS = { series: ["North", "South", "North"].map((region) => ({ ...JANUARY, region })) };

describe("duplicated rows double no number", () => {
  const calls: [string, readonly object[], FunctionName, Record<string, unknown>][] = [
    ["a scenario element twice", [YEAR, YEAR], "KPI", CELL],
    ["a scenario element twice", [YEAR, YEAR], "PNL", CELL],
    ["a scenario element twice", [YEAR, YEAR], "PNL", { ...CELL, layout: "table" }],
    ["a scenario element twice", [MONTHS, MONTHS], "KPI", { ...CELL, period: "2026-01:2026-02" }],
    ["a scenario element twice", [MONTHS, MONTHS], "PNL", { ...CELL, interval: "M" }],
    ["a month twice", [{ series: [...MONTHS.series, MONTHS.series[0]!] }], "KPI", { ...CELL, period: "2026-01" }],
    ["a month twice", [{ series: [...MONTHS.series, MONTHS.series[0]!] }], "PNL", { ...CELL, interval: "M" }],
    ["a group twice", [REGIONS], "KPI", { ...CELL, field: "demandValue", period: "2026-01", groupBy: "region" }],
    ["a group twice", [REGIONS], "DEMAND", { plan: "p1", scenario: "s1", groupBy: "region" }],
    ["a scenario element twice", [YEAR, YEAR], "ASOF", { plan: "p1", scenario: "s1" }],
  ];

  test.each(calls)("%s: %j, %s of %j", async (_what, elements, name, given) => {
    expect(await failure(answering(elements).call(name, given))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringMatching(
        /^The service returned several rows for .* \(scenario s1 of \/.*\), so none of them is shown/,
      ),
    });
  });

  test("nor does a month under two labels", async () => {
    const excel = answering([{ series: ["2026-01", "Jan 2026"].map((period) => ({ period, ebit: 50 })) }]);
    expect(await failure(excel.call("KPI", { ...CELL, period: "2026-01" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("several rows for Jan 2026 (scenario s1 of /pnl-summary)"),
    });
  });

  test("nor do weeks of a month in an answer without an interval", async () => {
    const excel = answering([{ series: ["2026-01-05", "2026-01-12"].map((period) => ({ period, ebit: 50 })) }]);
    expect(await failure(excel.call("KPI", { ...CELL, period: "2026-01" }))).toMatchObject({ code: "#VALUE!" });
  });
});

describe("nested objects overwrite neither fields nor periods", () => {
  const budget = { pnl: { ebit: 100, budget: { ebit: 999 } } };
  const previousYear = { period: "2025-01", ebit: 10 };
  const compared = { series: [{ period: "2026-01", ebit: 15, previousYear }] };

  test("an object in pnl is passed over", async () => {
    expect(await answering([budget]).call("PNL", CELL)).toEqual([[100]]);
    expect(await answering([budget]).call("KPI", CELL)).toBe(100);
  });

  test("an object in a month is passed over", async () => {
    expect(await answering([compared]).call("KPI", { ...CELL, period: "2026-01" })).toBe(15);
    expect(await answering([compared]).call("PNL", { ...CELL, interval: "M", layout: "table" })).toEqual([
      ["Scenario", "Period", "EBIT"],
      ["Base", "2026-01", 15],
    ]);
  });

  test("a field both in and beside pnl is an error", async () => {
    const both = { series: [{ period: "2026-01", ebit: 15, pnl: { ebit: 15 } }] };
    expect(await failure(answering([both]).call("KPI", { ...CELL, period: "2026-01" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("series element 1, ebit, one value was expected"),
    });
  });
});

describe("a row called a total", () => {
  const months = ["2026-01", "2026-02"];
  const amounts: Record<string, number[]> = { North: [10, 30], South: [20, 10] };
  const rowsFor = (name: string, values: readonly number[] = [30, 40]) =>
    Object.entries({ ...amounts, [name]: values }).flatMap(([region, each]) =>
      months.map((period, at) => ({ period, region, demandVolume: each[at]!, demandValue: each[at]! * (at + 2) })),
    );
  const kpi = { plan: "p1", scenario: "s1", field: "demandVolume", period: "2026-01:2026-02", groupBy: "region" };

  test.each(["Total", "total", " TOTAL ", "All", "(All)", "All regions", "Grand total", "Gesamt", "Summe"])(
    "is never added: %s",
    async (name) => {
      const excel = answering([{ series: rowsFor(name) }]);
      expect(await excel.call("KPI", kpi)).toBe(70);
      expect(await excel.call("KPI", { ...kpi, item: "<>North" })).toBe(30);
      const table: unknown[][] = await excel.call("DEMAND", { plan: "p1", scenario: "s1", groupBy: "region" });
      expect(table.slice(1).map((row) => row[2])).toEqual(["North", "North", "South", "South"]);
      expect(await failure(excel.call("KPI", { ...kpi, item: name }))).toMatchObject({ code: "#N/A" });
    },
  );

  test("is no part of a bridge", async () => {
    const excel = answering([{ series: rowsFor("Total") }]);
    const given = { plan: "p1", from: "s1", to: "s2", by: "pvm", groupBy: "region", period: "2026-02" };
    const rows: unknown[][] = await excel.call("BRIDGE", given);
    expect([rows[1]![1], rows.at(-1)![1]]).toEqual([120, 120]);
  });

  test("is a group if it does not add up in a month", async () => {
    const excel = answering([{ series: rowsFor("All", [30, 41]) }]);
    expect(await excel.call("KPI", kpi)).toBe(141);
    expect(await excel.call("KPI", { ...kpi, item: "All" })).toBe(71);
  });

  test("is a group if all numbers are 0", async () => {
    const zeros = rowsFor("All").map((row) => ({ ...row, demandVolume: 0, demandValue: 0 }));
    expect(await answering([{ series: zeros }]).call("KPI", { ...kpi, item: "All" })).toBe(0);
  });

  test("is a group if there is no other", async () => {
    const only = rowsFor("All").filter(({ region }) => region === "All");
    expect(await answering([{ series: only }]).call("KPI", { ...kpi, item: "All" })).toBe(70);
  });

  test("may stand beside a row without a group and another total", async () => {
    const { region: _region, ...blank } = rowsFor("Total")[4]!;
    const excel = answering([{ series: [...rowsFor("Total"), ...rowsFor("All").slice(4), blank] }]);
    expect(await excel.call("KPI", kpi)).toBe(70);
  });

  test("stands alone in a month that is not divided", async () => {
    const series = rowsFor("Total").filter(({ region, period }) => region === "Total" || period === "2026-01");
    expect(await answering([{ series }]).call("KPI", kpi)).toBe(70);
    expect(await failure(answering([{ series }]).call("KPI", { ...kpi, item: "North" }))).toMatchObject({
      code: "#N/A",
      message: expect.stringContaining("did not divide"),
    });
  });
});

describe("a group of another name that is the sum of all others", () => {
  const kpi = { plan: "p1", scenario: "s1", field: "demandVolume", period: "2026-01:2026-02", groupBy: "region" };
  const rowsOf = (amounts: Record<string, readonly [number, number][]>) =>
    Object.entries(amounts).flatMap(([region, months]) =>
      months.map(([demandVolume, demandValue], at) => ({
        period: `2026-0${at + 1}`,
        region,
        demandVolume,
        demandValue,
      })),
    );
  const parts: Record<string, [number, number][]> = {
    North: [
      [1010, 3000],
      [2030, 2900],
    ],
    South: [
      [2020, 5050],
      [1515, 6000],
    ],
  };

  test("is an error that names it", async () => {
    const excel = answering([
      {
        series: rowsOf({
          ...parts,
          World: [
            [3030, 8050],
            [3545, 8900],
          ],
        }),
      },
    ]);
    for (const call of [
      excel.call("KPI", kpi),
      excel.call("DEMAND", { plan: "p1", scenario: "s1", groupBy: "region" }),
    ])
      expect(await failure(call)).toMatchObject({
        code: "#VALUE!",
        message: expect.stringMatching(/^The service returned the region 'World', which is the sum of all others/),
      });
  });

  test.each<[string, Record<string, [number, number][]>]>([
    [
      "in one month only",
      {
        ...parts,
        East: [
          [3030, 8050],
          [3545, 9000],
        ],
      },
    ],
    [
      "in one field only",
      {
        ...parts,
        East: [
          [3030, 8000],
          [3545, 8500],
        ],
      },
    ],
    ["in one month and field", { North: [[10, 20]], South: [[20, 30]], East: [[30, 50.5]] }],
    [
      "by a fixed allocation",
      {
        North: [
          [2000, 6000],
          [200, 600],
        ],
        South: [
          [3000, 9000],
          [300, 900],
        ],
        East: [
          [5000, 15_000],
          [500, 1500],
        ],
      },
    ],
    [
      "of one other",
      {
        North: [
          [10, 20],
          [20, 30],
        ],
        South: [
          [10, 20],
          [20, 30],
        ],
      },
    ],
  ])("is a group like others if it is so %s", async (_when, amounts) => {
    const period = amounts.North!.length === 1 ? "2026-01" : kpi.period;
    const sum = Object.values(amounts)
      .flat()
      .reduce((all, [volume]) => all + volume, 0);
    expect(await answering([{ series: rowsOf(amounts) }]).call("KPI", { ...kpi, period })).toBe(sum);
  });
});

describe("a label that names no month", () => {
  const month = (period: unknown, ebit: number) => ({ period, ebit });
  const PERIODS = { plan: "p1", scenario: "s1", field: "ebit", interval: "M" };

  test.each(["Total", "2026", "FY26", "2026-Q1", "H1 2026", 5, "2025-12-31T23:00:00Z"])(
    "is an error among months, in tables too: %s",
    async (label) => {
      const excel = answering([{ series: [month("2026-01", 1), month(label, 100), month("2026-02", 3)] }]);
      const dates = { dateFrom: "2026-01", dateTo: "2026-12" };
      for (const call of [
        excel.call("KPI", { ...CELL, period: "2026-01:2026-02" }),
        excel.call("PNL", { ...PERIODS, layout: "values" }),
        excel.call("PNL", { ...PERIODS, ...dates }),
        excel.call("PNL", { ...PERIODS, ...dates, layout: "table" }),
      ])
        expect(await failure(call)).toMatchObject({
          code: "#VALUE!",
          message: expect.stringContaining(`labels that name no month, '${label}'`),
        });
    },
  );

  test("is an error among months if it is left out", async () => {
    const excel = answering([{ pnl: { ebit: 104 }, series: [month("2026-01", 1), month("2026-02", 3)] }]);
    expect(await failure(excel.call("PNL", PERIODS))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("labels that name no month, 'the full year'"),
    });
    expect(await excel.call("KPI", { ...CELL, period: "2026-01:2026-02" })).toBe(4);
  });
});

describe("days and weeks of a service that ignores dates", () => {
  const asked = { plan: "p1", scenario: "s1", field: "demandVolume", dateFrom: "2026-02-02", dateTo: "2026-02-15" };
  const shown = async (interval: string, labels: readonly string[]) => {
    const series = labels.map((period) => ({ period, demandVolume: 1 }));
    const rows: unknown[][] = await answering([{ series }]).call("DEMAND", { ...asked, interval, layout: "table" });
    return rows.slice(1).map((row) => row[1]);
  };

  test("are those of the dates", async () => {
    expect(await shown("D", ["2026-02-01", "2026-02-02", "2026-02-15", "2026-02-16"])).toEqual([
      "2026-02-02",
      "2026-02-15",
    ]);
    expect(await shown("W", ["2026-W05", "2026-W06", "2026W07", "2026-W08", "2025-W06"])).toEqual([
      "2026-W06",
      "2026W07",
    ]);
    expect(await shown("W", ["2026-01-26", "2026-02-02", "2026-02-09", "2026-02-16"])).toEqual([
      "2026-02-02",
      "2026-02-09",
    ]);
  });

  test("stay if a week that begins or ends on another day has a day of the dates", async () => {
    const sundays = ["2026-01-25", "2026-02-01", "2026-02-08", "2026-02-15", "2026-02-22"];
    expect(await shown("W", sundays)).toEqual(["2026-02-01", "2026-02-08", "2026-02-15"]);
  });

  test("stay as sent if their labels are not read", async () => {
    expect(await shown("W", ["Week 5", "202606", "2026-W60"])).toEqual(["Week 5", "202606", "2026-W60"]);
    expect(await shown("D", ["2. 2. 26", "2026-01"])).toEqual(["2. 2. 26", "2026-01"]);
  });

  test("reach over the end of a year as ISO 8601 has it", async () => {
    const labels = ["2026-W52", "2026-W53", "2027-W01"];
    const series = labels.map((period) => ({ period, demandVolume: 1 }));
    const given = { ...asked, dateFrom: "2027-01-01", dateTo: "2027-01-03", interval: "W", layout: "table" };
    expect(await answering([{ series }]).call("DEMAND", given)).toEqual([
      ["Scenario", "Period", "Demand volume"],
      ["Base", "2026-W53", 1],
    ]);
  });
});
