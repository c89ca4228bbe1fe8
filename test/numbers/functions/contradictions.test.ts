/** No contradiction becomes a number, and no reasonable habit of a service makes a right number wrong. */
import { failure, open, type Excel, type FunctionName } from "./excel";
import { resultsOf, serve, type Asked } from "./service";

const CELL = { plan: "p1", scenario: "s1" };
const MONTH = { ...CELL, field: "demandValue", period: "2026-01" };
const MONTHS = { ...CELL, field: "demandValue", period: "2026-01:2026-02" };

type Row = Record<string, unknown>;

/** A service whose Insights endpoints answer with these rows. */
function answering(rows: readonly Row[]): Excel {
  return open(
    serve((asked) => {
      if (asked.path === "/plans") return undefined;
      return { ...resultsOf(asked, { series: rows }), meta: {} };
    }),
  );
}

/** Rows of January with these groups and values. */
const january = (key: string, values: Record<string, number>): Row[] =>
  Object.entries(values).map(([group, demandValue]) => ({ period: "2026-01", [key]: group, demandValue }));

const ROWS_ERROR = { code: "#VALUE!", message: expect.stringMatching(/^The service returned several rows for /) };

/** Calls that would show the rows. */
const SHOWING: [FunctionName, Record<string, unknown>][] = [
  ["KPI", { ...MONTH, groupBy: "region" }],
  ["DEMAND", { ...CELL, groupBy: "region" }],
  ["DEMAND", { ...CELL, groupBy: "region", layout: "statement" }],
  ["BRIDGE", { plan: "p1", from: "s1", to: "s2", by: "pvm", period: "2026-01", groupBy: "region" }],
];

describe("rows with one period and one group", () => {
  test.each(["updatedAt", "status", "currency"])("are an error for a P&L if only %s differs", async (key) => {
    const rows = ["a", "b"].map((text) => ({ period: "2026-01", [key]: text, ebit: 100 }));
    const given = { ...CELL, field: "ebit" };
    expect(await failure(answering(rows).call("KPI", { ...given, period: "2026-01" }))).toMatchObject(ROWS_ERROR);
    expect(await failure(answering(rows).call("PNL", { ...given, interval: "M" }))).toMatchObject(ROWS_ERROR);
  });

  test("are an error for a P&L if elements of one scenario differ in their status alone", async () => {
    const excel = open(
      serve(({ path, planId }) => {
        if (path === "/plans") return undefined;
        const elements = ["draft", "final"].map((status) => ({ scenarioId: "s1", status, pnl: { ebit: 100 } }));
        return { meta: { planId }, scenarios: elements };
      }),
    );
    for (const name of ["KPI", "PNL"] as const) {
      expect(await failure(excel.call(name, { ...CELL, field: "ebit" }))).toMatchObject(ROWS_ERROR);
    }
  });

  test.each(SHOWING)("are an error for %s %j, whatever else differs", async (name, given) => {
    const rows = ["draft", "final"].map((status) => ({ ...january("region", { North: 1 })[0], status }));
    expect(await failure(answering(rows).call(name, given))).toMatchObject(ROWS_ERROR);
  });

  test.each(SHOWING)("are an error for %s %j, if labels spell one month in two ways", async (name, given) => {
    const rows = ["2026-01", "2026-1"].map((period) => ({ ...january("region", { North: 1 })[0], period }));
    expect(await failure(answering(rows).call(name, given))).toMatchObject(ROWS_ERROR);
  });

  test("are an error if no one text tells them apart", async () => {
    const rows = ["North", "South"].flatMap((area) => january("shop", { A: 1, B: 2 }).map((row) => ({ area, ...row })));
    expect(await failure(answering(rows).call("KPI", MONTH))).toMatchObject(ROWS_ERROR);
  });
});

describe("a text that only some rows have", () => {
  test("does not tell two rows of one group apart", async () => {
    const north = (period: string) => ({ period, group: "North", demandValue: 5 });
    const rows = [north("2026-01"), north("2026-02"), { ...north("2026-01"), status: "final" }];
    expect(await failure(answering(rows).call("KPI", MONTHS))).toMatchObject(ROWS_ERROR);
  });
});

describe("the key of the groups", () => {
  const named = (rows: Row[]) => rows.map((row, index) => ({ status: "final", ...row, productName: `Name ${index}` }));

  test("is the one that was asked for", async () => {
    const rows = january("sku", { A1: 1, B2: 2 }).map((row, at) => ({ name: `N${at}`, ...row, skuName: `X${at}` }));
    const excel = answering(rows);
    expect(await excel.call("KPI", { ...MONTH, groupBy: "sku", item: "B2" })).toBe(2);
    expect(await failure(excel.call("KPI", { ...MONTH, groupBy: "sku", item: "X1" }))).toMatchObject({ code: "#N/A" });
  });

  test("is product if no grouping was asked for", async () => {
    const rows = named(january("product", { Milk: 1, Juice: 2 }));
    expect(await answering(rows).call("KPI", { ...MONTH, item: "Juice" })).toBe(2);
  });

  test("is a text that begins with the grouping's name, before the first that was sent", async () => {
    const rows = january("code", { c1: 1, c2: 2 }).map((row, at) => ({ ...row, regionName: ["North", "South"][at] }));
    const excel = answering(rows);
    expect(await excel.call("KPI", { ...MONTH, groupBy: "region", item: "South" })).toBe(2);
    expect(await excel.call("KPI", { ...MONTH, groupBy: "channel", item: "c2" })).toBe(2);
  });

  test("labels the lines of a statement, and no attribute does", async () => {
    const rows = january("region", { North: 1, South: 2 }).map((row, at) => ({ ...row, status: `s${at}` }));
    expect(await answering(rows).call("DEMAND", { ...CELL, groupBy: "region", layout: "statement" })).toEqual([
      ["", "Base"],
      ["", "2026-01"],
      ["North · Demand value", 1],
      ["South · Demand value", 2],
    ]);
  });

  test("leaves attributes a column of the table", async () => {
    const rows = january("region", { North: 1, South: 2 }).map((row) => ({ ...row, status: "final" }));
    expect(await answering(rows).call("DEMAND", { ...CELL, groupBy: "region" })).toEqual([
      ["Scenario", "Period", "Region", "Status", "Demand value"],
      ["Base", "2026-01", "North", "final", 1],
      ["Base", "2026-01", "South", "final", 2],
    ]);
  });
});

describe("a row without a group", () => {
  const parts = january("region", { North: 10, South: 20 });
  const total = (demandValue: number, more: Row = {}) => ({ period: "2026-01", demandValue, ...more });
  const given = { ...MONTH, groupBy: "region" };

  test.each([{}, { region: null }, { region: " " }])("is a total that no sum counts: %j", async (more) => {
    const excel = answering([...parts, total(30, more)]);
    expect(await excel.call("KPI", given)).toBe(30);
    expect(await excel.call("KPI", { ...given, item: "South" })).toBe(20);
  });

  test("is no row of a table or statement if it is a total", async () => {
    const excel = answering([total(30), ...parts]);
    const shown = { ...CELL, groupBy: "region" };
    expect(await excel.call("DEMAND", { ...shown, layout: "table" })).toEqual([
      ["Scenario", "Period", "Region", "Demand value"],
      ["Base", "2026-01", "North", 10],
      ["Base", "2026-01", "South", 20],
    ]);
    expect(await excel.call("DEMAND", { ...shown, layout: "statement" })).toHaveLength(4);
  });

  test("may be rounded apart from its parts", async () => {
    const rows = january("region", { North: 1000.4, South: 2000.4 });
    expect(await answering([...rows, total(3001)]).call("KPI", given)).toBeCloseTo(3000.8, 6);
  });

  test.each([31, 60, 0, -30])("is an error beside parts if it is no total: %d", async (value) => {
    for (const [name, shown] of SHOWING) {
      expect(await failure(answering([...parts, total(value)]).call(name, shown))).toMatchObject({
        code: "#VALUE!",
        message: expect.stringContaining("a row without a region that is not the sum of the others"),
      });
    }
  });

  test("is an error beside parts if one of its amounts differs", async () => {
    const both = parts.map((row) => ({ ...row, demandVolume: 5 }));
    expect(await failure(answering([...both, total(30, { demandVolume: 11 })]).call("KPI", given))).toMatchObject({
      code: "#VALUE!",
    });
  });

  test("is an error beside parts of another key", async () => {
    const rows = [...parts, ...january("channel", { Shop: 12, Web: 18 })];
    expect(await failure(answering(rows).call("KPI", given))).toMatchObject(ROWS_ERROR);
  });

  test("is the whole of a month that has no parts, and no item of it", async () => {
    const excel = answering([...parts, { period: "2026-02", demandValue: 7 }]);
    expect(await excel.call("KPI", { ...MONTHS, groupBy: "region" })).toBe(37);
    expect(await failure(excel.call("KPI", { ...MONTHS, groupBy: "region", item: "North" }))).toMatchObject({
      code: "#N/A",
      message: expect.stringContaining("2026-02"),
    });
  });
});

describe("an item", () => {
  const rows = [
    ...january("sku", { ab1: 1, AB1: 2, Cd2: 4 }),
    { period: "2026-02", sku: "Cd2", demandValue: 8 },
    { period: "2026-02", sku: "New", demandValue: 16 },
  ];
  const kpi = (given: Row): Promise<number> => answering(rows).call("KPI", { ...MONTH, groupBy: "sku", ...given });

  test("is the one as spelled, where others differ in case alone", async () => {
    expect(await Promise.all([kpi({ item: "ab1" }), kpi({ item: "AB1" })])).toEqual([1, 2]);
  });

  test("is found in any case if that is unique", async () => {
    expect(await kpi({ item: " cD2 " })).toBe(4);
  });

  test("is a mistake if its case decides and is neither", async () => {
    expect(await failure(kpi({ item: "Ab1" }))).toMatchObject({
      code: "#VALUE!",
      message: "Item 'Ab1' is ambiguous. Use one of these: 'ab1', 'AB1'.",
    });
  });

  test("is 0 in a month where it has no row, and missing if it has none anywhere", async () => {
    expect(await kpi({ item: "New" })).toBe(0);
    expect(await kpi({ item: "New", period: "2026-01:2026-02" })).toBe(16);
    expect(await failure(kpi({ item: "Old" }))).toMatchObject({ code: "#N/A" });
  });

  test("has no share in a month where it has no row", async () => {
    expect(await failure(kpi({ item: "New", field: "fillRate" }))).toMatchObject({ code: "#N/A" });
  });
});

describe("period labels", () => {
  const at = (period: string, ebit: number) => ({ period, ebit });
  const year = { ...CELL, field: "ebit" };
  /** Its months are there; the service's own year is these rows. */
  const accuracyOf2026 = (rows: object[]) => {
    const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);
    const series = months.map((period) => ({ period, forecastAccuracy: 0.1 }));
    const reply = (asked: Asked) =>
      asked.path !== "/plans" && resultsOf(asked, { series: asked.interval === "FY" ? rows : series });
    return open(serve(reply)).call("KPI", { ...CELL, field: "forecastAccuracy", period: 2026 });
  };

  test.each(["Adjustment", "Total", "2026", "2026-Q1", "5", "2026-W05"])(
    "that name no month are an error for sums over months, and for tables: %s",
    async (label) => {
      const excel = answering([at("2026-01", 1), at("2026-02", 2), at(label, 4)]);
      const told = { code: "#VALUE!", message: expect.stringContaining(`'${label}'`) };
      expect(await failure(excel.call("KPI", { ...year, period: "2026-01:2026-02" }))).toMatchObject(told);
      for (const layout of ["table", "statement", "values"])
        for (const dates of [{}, { dateFrom: "2026-01-01", dateTo: "2026-03-31" }])
          expect(await failure(excel.call("PNL", { ...year, ...dates, interval: "M", layout }))).toMatchObject(told);
    },
  );

  test("that are missing beside months are an error for tables of months", async () => {
    const excel = answering([at("2026-01", 1), { ebit: 4 }]);
    expect(await failure(excel.call("PNL", { ...year, interval: "M" }))).toMatchObject({ code: "#VALUE!" });
  });

  test("of days and weeks outside what was asked are passed over, and no sum counts them", async () => {
    const january = { ...CELL, dateFrom: "2026-01-05", dateTo: "2026-01-31", layout: "values" };
    const rowsOf = (...periods: string[]) => periods.map((period) => ({ period, demandValue: 1 }));
    const days = rowsOf("2026-01-04", "2026-01-05", "2026-01-31", "2026-02-01", "2026-12-31");
    expect(await answering(days).call("DEMAND", { ...january, interval: "D" })).toHaveLength(2);
    // The last week of January begins in it and ends after it.
    const weeks = rowsOf("2025-12-22", "2026-01-05", "2026-01-26", "2026-02-09", "2026-12-28");
    expect(await answering(weeks).call("DEMAND", { ...january, interval: "W" })).toHaveLength(2);
    const numbered = rowsOf("2026-W01", "2026-W02", "2026-W05", "2026-W06", "2026-W53");
    expect(await answering(numbered).call("DEMAND", { ...january, interval: "W" })).toHaveLength(2);
  });

  test("that name no month are an error for the sum over a month's groups", async () => {
    const rows = [...january("region", { North: 1 }), { period: "Jänner", region: "South", demandValue: 2 }];
    expect(await failure(answering(rows).call("KPI", { ...MONTH, groupBy: "region" }))).toMatchObject({
      code: "#VALUE!",
    });
  });

  test("of months outside what was asked are passed over, in tables too", async () => {
    const excel = answering(["2025-12", "2026-01", "2026-02", "2026-03"].map((period, index) => at(period, index)));
    const given = { ...year, interval: "M", dateFrom: "2026-01-15", dateTo: "2026-02-28" };
    for (const layout of ["table", "statement"]) {
      const cells: unknown[][] = await excel.call("PNL", { ...given, layout });
      expect(cells.flat()).not.toContain("2025-12");
      expect(cells.flat()).not.toContain("2026-03");
      expect(cells.flat()).toContain("2026-01");
    }
    expect(await excel.call("KPI", { ...year, period: "2026-01:2026-02" })).toBe(3);
  });

  test.each(["2026-W05", "CW 5", "2026-02-02"])("of weeks are shown as sent: %s", async (period) => {
    const rows = [{ period, demandValue: 1 }];
    const given = { ...CELL, interval: "W", dateFrom: "2026-02-01", dateTo: "2026-03-31" };
    expect(((await answering(rows).call("DEMAND", given)) as unknown[][])[1]?.[1]).toBe(period);
  });

  test.each(["FY2026", "2026", "FY26", "FY2026/27", "Plan year"])(
    "of the service's own full year are shown: %s",
    async (label) => {
      expect(await answering([at(label, 5)]).call("PNL", year)).toEqual([[5]]);
      expect(await answering([at(label, 5)]).call("KPI", year)).toBe(5);
      expect(await accuracyOf2026([{ period: label, forecastAccuracy: 0.5 }])).toBe(0.5);
    },
  );

  test("of another calendar year than the one asked for are no answer", async () => {
    const told = { code: "#N/A", message: "The service has no numbers for 2026, but for 'FY2019'." };
    expect(await failure(accuracyOf2026([{ period: "FY2019", forecastAccuracy: 0.5 }]))).toMatchObject(told);
  });

  test("of other years are passed over beside the year asked for", async () => {
    const years = [2025, 2026].map((period) => ({ period: String(period), forecastAccuracy: period / 4000 }));
    expect(await accuracyOf2026(years)).toBe(0.5065);
  });

  test.each(["2026-03", "2026-03-31", "Mar 2026"])("of a month or day are no full year: %s", async (label) => {
    for (const name of ["KPI", "PNL"] as const) {
      expect(await failure(answering([at(label, 5)]).call(name, year))).toMatchObject({
        code: "#VALUE!",
        message: expect.stringContaining(`full year with '${label}'`),
      });
    }
  });

  test("of a month are a full year's that was cut to that month", async () => {
    const given = { ...year, dateFrom: "2026-03", dateTo: "2026-03" };
    expect(await answering([at("2026-03", 5)]).call("PNL", given)).toEqual([[5]]);
  });
});

describe("fields that differ in case alone", () => {
  const excel = () => answering([{ period: "2026-01", ebit: 1, EBIT: 2, cogs: 3, newField: 4, NEWFIELD: 5 }]);
  const table = { ...CELL, interval: "M", layout: "table" };

  test("are an error for the calls that mean them", async () => {
    const error = { code: "#VALUE!", message: expect.stringMatching(/'ebit'.*'EBIT'|'newField'.*'NEWFIELD'/) };
    expect(await failure(excel().call("KPI", { ...CELL, field: "ebit", period: "2026-01" }))).toMatchObject(error);
    for (const field of ["ebit", "EBIT", "newfield", null]) {
      expect(await failure(excel().call("PNL", { ...table, field }))).toMatchObject(error);
    }
  });

  test("leave other calls alone", async () => {
    expect(await excel().call("KPI", { ...CELL, field: "cogs", period: "2026-01" })).toBe(3);
    expect(((await excel().call("PNL", { ...table, field: "cogs" })) as unknown[][])[1]).toEqual([
      "Base",
      "2026-01",
      3,
    ]);
  });

  test("are not the field of the specification, for every function alike", async () => {
    const upper = answering([{ period: "2026-01", EBIT: 2 }]);
    expect(await failure(upper.call("KPI", { ...CELL, field: "ebit", period: "2026-01" }))).toMatchObject({
      code: "#N/A",
    });
    expect(await failure(upper.call("PNL", { ...table, field: "ebit" }))).toMatchObject({ code: "#N/A" });
  });
});

describe("ids", () => {
  const scenarios = [{ id: "s1", name: "Base", flags: ["actual"] }];
  const serving = (plans: string) =>
    open(serve((asked: Asked) => (asked.path === "/plans" ? new Response(plans) : undefined)));
  const list = (...plans: object[]) => serving(JSON.stringify({ plans }));
  const twice = {
    code: "#VALUE!",
    message: expect.stringMatching(/^The service lists the id '.*' twice, with different contents/),
  };

  test("of plans listed twice under two names are an error in their calls", async () => {
    const plan = (id: string, name: string) => ({ id, name, currency: "EUR", scenarios });
    const excel = list(plan("p", "One"), plan("p", "Two"), plan("q", "Three"));
    for (const text of ["p", "One", "Two"]) {
      expect(await failure(excel.call("PNL", { plan: text, scenario: "s1" }))).toMatchObject(twice);
      expect(await failure(excel.call("SCENARIOS", { plan: text }))).toMatchObject(twice);
    }
    expect(await excel.call("PNL", { plan: "Three", scenario: "s1", field: "ebit" })).toEqual([[100]]);
  });

  test("of scenarios listed twice under two names are an error in their calls", async () => {
    const two = [...scenarios, { id: "s1", name: "Upside", flags: [] }, { id: "s2", name: "Other", flags: [] }];
    const excel = list({ id: "p", name: "P", currency: "EUR", scenarios: two });
    for (const scenario of ["s1", "Base", "upside", "actual", null]) {
      expect(await failure(excel.call("PNL", { plan: "p", scenario, field: "ebit" }))).toMatchObject(twice);
    }
    expect(await excel.call("PNL", { plan: "p", scenario: "Other", field: "ebit" })).toEqual([[100]]);
  });

  test("listed twice with the same contents are one", async () => {
    const plan = { id: "p", name: "P", currency: "EUR", scenarios: [...scenarios, ...scenarios] };
    const excel = list(plan, plan);
    for (const scenario of ["s1", "Base", "actual"]) {
      expect(await excel.call("PNL", { plan: "P", scenario, field: "ebit" })).toEqual([[100]]);
    }
    expect(await excel.call("PNL", { plan: "P", field: "ebit" })).toEqual([
      ["", "Base"],
      ["EBIT", 100],
    ]);
  });

  test("are never rounded", async () => {
    const excel = serving('{"plans":[{"id":9007199254740993,"name":"P","scenarios":[{"id":"s1"}]}]}');
    expect(await failure(excel.call("PNL", { plan: "P" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("plans.0.id"),
    });
  });

  test("of items are never rounded", async () => {
    const rows = '[{"period":"2026-01","sku":9007199254740993,"demandValue":1}]';
    const excel = open(
      serve(({ path }) => {
        if (path === "/plans") return undefined;
        return new Response(`{"meta":{},"scenarios":[{"scenarioId":"s1","series":${rows}}]}`);
      }),
    );
    expect(await failure(excel.call("KPI", MONTH))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("sku"),
    });
  });
});

describe("one call over two currencies", () => {
  const names = ["s1", "s2", "s3", "s4"];
  const plan = { id: "p1", name: "P", scenarios: names.map((id) => ({ id, name: id, flags: [] })) };
  /** The first three scenarios are answered in euros, the fourth in yen. */
  const excel = () =>
    open(
      serve((asked) => {
        if (asked.path === "/plans") return { plans: [plan] };
        const currency = asked.scenarioIds.includes("s4") ? "JPY" : "EUR";
        const fields = { ebit: 1, demandVolume: 1, demandValue: 1 };
        const series = [{ period: "2026-01", ...fields }];
        return { ...resultsOf(asked, asked.interval === "FY" ? { pnl: fields } : { series }), meta: { currency } };
      }),
    );
  const told = {
    code: "#VALUE!",
    message: expect.stringMatching(/in two currencies, '(EUR' and 'JPY|JPY' and 'EUR)'/),
  };

  test.each<[FunctionName, Record<string, unknown>]>([
    ["PNL", { plan: "p1" }],
    ["PNL", { plan: "p1", interval: "M", layout: "table" }],
    ["VAR", { plan: "p1", scenario: "s1", base: "s4", field: "ebit", period: "2026-01" }],
    ["BRIDGE", { plan: "p1", from: "s1", to: "s4", by: "pvm", period: "2026-01" }],
  ])("is an error: %s %j", async (name, given) => {
    const own = excel();
    // So that each request is for one currency.
    await Promise.all([
      own.call("PNL", { plan: "p1", scenario: [["s1"], ["s2"], ["s3"]] }),
      own.call("DEMAND", { plan: "p1", scenario: [["s1"], ["s2"], ["s3"]] }),
      own.call("PNL", { plan: "p1", scenario: [["s1"], ["s2"], ["s3"]], interval: "M" }),
    ]);
    expect(await failure(own.call(name, given))).toMatchObject(told);
  });

  test("is an error if its rows say so", async () => {
    const rows = january("region", { North: 1, South: 2 }).map((row, at) => ({ ...row, currency: ["EUR", "USD"][at] }));
    expect(await failure(answering(rows).call("KPI", { ...MONTH, groupBy: "region" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("currency"),
    });
  });

  test("is an error if its rows are in another than was asked for", async () => {
    const excel = answering(january("region", { North: 1, South: 2 }).map((row) => ({ ...row, currency: "USD" })));
    const given = { ...MONTH, groupBy: "region" };
    expect(await excel.call("KPI", given)).toBe(3);
    expect(await failure(excel.call("KPI", { ...given, currency: "EUR" }))).toMatchObject({ code: "#VALUE!" });
  });

  test("is none if each call is over one", async () => {
    const own = excel();
    expect(await own.call("PNL", { plan: "p1", scenario: "s1", field: "ebit" })).toEqual([[1]]);
    expect(await own.call("PNL", { plan: "p1", scenario: "s4", field: "ebit" })).toEqual([[1]]);
  });
});
