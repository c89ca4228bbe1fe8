import { fieldsOf } from "../../src/insights";
import { createOracle, expectClose, type Oracle, type Part } from "../oracle/atomicRows";
import type { Grouping } from "../oracle/data";
import { monthOf, YEAR } from "../oracle/months";
import { failure, openSandbox } from "./excel";

const SCENARIOS = { actual: "fy26-actual", committed: "fy26-committed" };
const NAMES = ["Actual", "Committed Plan", "Optimistic", "Conservative", "+5% price"];
const MONTHS = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const PNL = fieldsOf("pnl");
const DEMAND = fieldsOf("demand");

let excel: ReturnType<typeof openSandbox>;
let oracle: Record<keyof typeof SCENARIOS, Oracle>;

beforeAll(() => {
  excel = openSandbox();
  const { planning } = excel.sandbox;
  oracle = {
    actual: createOracle(planning, "fy26", SCENARIOS.actual),
    committed: createOracle(planning, "fy26", SCENARIOS.committed, []),
  };
});

const pnl = (given: Record<string, unknown>) => excel.call("PNL", { plan: "FY26 Plan", ...given });
const demand = (given: Record<string, unknown>) => excel.call("DEMAND", { plan: "FY26 Plan", ...given });

function expectNumbers(cells: unknown[][], expected: number[][]): void {
  expect(cells.map((row) => row.length)).toEqual(expected.map((row) => row.length));
  cells.forEach((row, line) => row.forEach((cell, column) => expectClose(cell, expected[line]![column]!)));
}

const numbersOf = (sheet: unknown[][], headings: number, labels: number) =>
  sheet.slice(headings).map((row) => row.slice(labels));

describe("PNL gives one number", () => {
  test.each(PNL.map(({ name, label }) => [name, label]))("for one scenario and %s", async (name, label) => {
    const expected = oracle.committed.field(name, YEAR);
    const [[byName]] = await pnl({ scenario: "committed", field: name });
    expectClose(byName, expected);
    expect(await pnl({ scenario: "Committed Plan", field: ` ${label.toUpperCase()} ` })).toEqual([[byName]]);
  });

  test("also between dates, and in another currency at the plan's rate", async () => {
    const dates = { dateFrom: "2026-02", dateTo: "2026-Q2" };
    const part = { from: "2026-02-01", to: "2026-06-30" };
    const [[dollars]] = await pnl({ scenario: "actual", field: "ebit", ...dates });
    expectClose(dollars, oracle.actual.field("ebit", part));
    const [[euros]] = await pnl({ scenario: "actual", field: "ebit", currency: "eur", ...dates });
    expectClose(euros, oracle.actual.field("ebit", part) * excel.sandbox.planning.rates.get("EUR")!);
    const [[share]] = await pnl({ scenario: "actual", field: "ebitPercent", currency: "JPY", ...dates });
    expectClose(share, oracle.actual.field("ebitPercent", part));
  });

  test("where blanks surround the one scenario and the one field", async () => {
    const cells = await pnl({ scenario: [["", "actual", null]], field: [[0], ["ebit"], [""]] });
    expect(cells).toEqual(await pnl({ scenario: "actual", field: "ebit" }));
    expect(cells).toHaveLength(1);
    expect(cells[0]).toHaveLength(1);
  });

  test.each([
    ["the scenario is not named", { field: "ebit" }, [2, 6]],
    ["the field is not named", { scenario: "actual" }, [14, 2]],
    ["several scenarios are named", { scenario: [["actual", "committed"]], field: "ebit" }, [2, 3]],
    ["several fields are named", { scenario: "actual", field: [["ebit"], ["dpm"]] }, [3, 2]],
    ["months are asked for", { scenario: "actual", field: "ebit", interval: "M" }, [3, 13]],
    ["the statement is asked for", { scenario: "actual", field: "ebit", layout: "statement" }, [2, 2]],
    ["the table is asked for", { scenario: "actual", field: "ebit", layout: "table" }, [2, 3]],
  ])("and not where %s", async (_when, given, [rows, columns]) => {
    const cells: unknown[][] = await pnl(given);
    expect([cells.length, ...new Set(cells.map((row) => row.length))]).toEqual([rows, columns]);
  });
});

describe("a P&L statement", () => {
  test("has a column per scenario, a row per field, and the currency in the corner", async () => {
    const cells: unknown[][] = await pnl({});
    expect(cells[0]).toEqual(["USD", ...NAMES]);
    expect(cells.map(([label]) => label)).toEqual(["USD", ...PNL.map(({ label }) => label)]);
    const numbers = numbersOf(cells, 1, 1);
    expectNumbers(
      numbers.map((row) => row.slice(0, 2)),
      PNL.map(({ name }) => [oracle.actual.field(name, YEAR), oracle.committed.field(name, YEAR)]),
    );
    expect(numbers.flat().every((cell) => typeof cell === "number")).toBe(true);
  });

  test("takes scenarios and fields from ranges in their order, without blanks", async () => {
    const rows = [
      ["ebit", ""],
      ["cogs", "Gross sales"],
    ];
    const cells: unknown[][] = await pnl({ scenario: [["committed"], [""], ["ACTUAL"]], field: rows });
    expect(cells[0]).toEqual(["USD", "Committed Plan", "Actual"]);
    expect(cells.map(([label]) => label)).toEqual(["USD", "EBIT", "Cost of goods sold", "Gross sales"]);
    expectNumbers(
      numbersOf(cells, 1, 1),
      ["ebit", "cogs", "grossFIESales"].map((name) => [
        oracle.committed.field(name, YEAR),
        oracle.actual.field(name, YEAR),
      ]),
    );
  });

  test("has for months a second heading row of periods, which stay text", async () => {
    const cells: unknown[][] = await pnl({ scenario: [["actual", "committed"]], field: "ebit", interval: "m" });
    expect(cells[0]).toEqual(["USD", ...MONTHS.map(() => "Actual"), ...MONTHS.map(() => "Committed Plan")]);
    expect(cells[1]).toEqual(["", ...MONTHS, ...MONTHS]);
    expectNumbers(numbersOf(cells, 2, 1), [
      [oracle.actual, oracle.committed].flatMap((each) => MONTHS.map((month) => each.field("ebit", monthOf(month)))),
    ]);
  });

  test("runs over the years that its dates name", async () => {
    const given = { scenario: "actual", field: "netFIESales", interval: "M", dateFrom: "2025-11", dateTo: "2026-02" };
    const cells: unknown[][] = await pnl(given);
    const months = ["2025-11", "2025-12", "2026-01", "2026-02"];
    expect(cells[1]).toEqual(["", ...months]);
    expectNumbers(numbersOf(cells, 2, 1), [months.map((month) => oracle.actual.field("netFIESales", monthOf(month)))]);
  });

  test("shows names that begin like a formula as they are", async () => {
    const cells: unknown[][] = await pnl({ scenario: [["+5% price", "actual"]], field: "ebit" });
    expect(cells[0]).toEqual(["USD", "+5% price", "Actual"]);
  });

  test("says another currency in its corner", async () => {
    const cells: unknown[][] = await pnl({ field: "ebit", currency: "jpy" });
    expect(cells[0]![0]).toBe("JPY");
    expectClose(cells[1]![1], oracle.actual.field("ebit", YEAR) * excel.sandbox.planning.rates.get("JPY")!);
  });
});

describe("the numbers alone", () => {
  test("keep a blank where the range of scenarios or fields has one", async () => {
    const given = { scenario: [["actual", "", "committed"]], field: [["ebit"], [""], ["dpm"]], layout: "VALUES" };
    const cells: unknown[][] = await pnl(given);
    expect(cells[1]).toEqual(["", "", ""]);
    expect(cells.map((row) => row[1])).toEqual(["", "", ""]);
    const at = (name: string) => [oracle.actual.field(name, YEAR), oracle.committed.field(name, YEAR)];
    expectNumbers(
      [
        [cells[0]![0], cells[0]![2]],
        [cells[2]![0], cells[2]![2]],
      ],
      [at("ebit"), at("dpm")],
    );
  });

  test("of the default layout fit under headings made by hand", async () => {
    const sheet: unknown[][] = await pnl({ interval: "M" });
    expect(await pnl({ interval: "M", layout: "values" })).toEqual(numbersOf(sheet, 2, 1));
    const table: unknown[][] = await demand({ groupBy: "region" });
    expect(await demand({ groupBy: "region", layout: "values" })).toEqual(numbersOf(table, 1, 3));
  });

  test("of a table keep a blank scenario's rows", async () => {
    const given = { scenario: [["actual"], [null]], field: "demandVolume", groupBy: "region", layout: "values" };
    const cells: unknown[][] = await demand(given);
    expect(cells).toHaveLength(2 * 12 * 6);
    expect(cells.slice(12 * 6)).toEqual(Array.from({ length: 12 * 6 }, () => [""]));
  });
});

describe("a P&L table", () => {
  test("has a row a scenario and month, a column a field, ready for a pivot", async () => {
    const cells: unknown[][] = await pnl({ scenario: [["actual", "committed"]], interval: "M", layout: "table" });
    expect(cells[0]).toEqual(["Scenario", "Period", ...PNL.map(({ label }) => label)]);
    const lines = (["actual", "committed"] as const).flatMap((scenario) =>
      MONTHS.map((month) => ({ scenario, month })),
    );
    const names = { actual: "Actual", committed: "Committed Plan" };
    expect(cells.slice(1).map((row) => row.slice(0, 2))).toEqual(
      lines.map(({ scenario, month }) => [names[scenario], month]),
    );
    expectNumbers(
      numbersOf(cells, 1, 2),
      lines.map(({ scenario, month }) => PNL.map(({ name }) => oracle[scenario].field(name, monthOf(month)))),
    );
  });

  test("calls the full year FY where the service gives it no label", async () => {
    const cells: unknown[][] = await pnl({ scenario: "actual", field: "ebit", layout: "table" });
    expect(cells[0]).toEqual(["Scenario", "Period", "EBIT"]);
    expect(cells[1]!.slice(0, 2)).toEqual(["Actual", "FY"]);
  });
});

describe("DEMAND", () => {
  const table = async (given: Record<string, unknown>) => {
    const cells: unknown[][] = await demand({ scenario: "actual", ...given });
    expect(cells[0]!.slice(0, 2)).toEqual(["Scenario", "Period"]);
    expect(new Set(cells.slice(1).map(([scenario]) => scenario))).toEqual(new Set(["Actual"]));
    return cells;
  };

  test.each<Grouping>(["product", "region", "channel", "sku"])(
    "by %s is the plain sum of each group",
    async (groupBy) => {
      const cells = await table({ groupBy, dateFrom: "2026-01", dateTo: "2026-02" });
      expect(cells[0]!.slice(2)).toEqual([
        groupBy[0]!.toUpperCase() + groupBy.slice(1),
        ...DEMAND.map(({ label }) => label),
      ]);
      const lines = oracle.actual
        .groups(groupBy)
        .flatMap((group) => ["2026-01", "2026-02"].map((month) => [month, group]));
      const shown = cells.slice(1).map((row) => row.slice(1, 3).join(" "));
      expect(shown.sort()).toEqual(lines.map((line) => line.join(" ")).sort());
      for (const [, month, group, ...numbers] of cells.slice(1) as [string, string, string, ...number[]][]) {
        const part: Part = { ...monthOf(month), group: [groupBy, group] };
        expectNumbers([numbers], [DEMAND.map(({ name }) => oracle.actual.field(name, part))]);
      }
    },
  );

  test("without groupBy shows how the service groups, and adds up to the whole", async () => {
    const cells = await table({ field: [["demandVolume", "demandValue"]] });
    const sums = [0, 1].map((at) => cells.slice(1).reduce((sum, row) => sum + (row.at(at - 2) as number), 0));
    expectClose(sums[0], oracle.actual.field("demandVolume", YEAR));
    expectClose(sums[1], oracle.actual.field("demandValue", YEAR));
  });

  test.each([
    ["D", 31, "2026-03-01"],
    ["W", 6, "2026-W09"],
    ["M", 1, "2026-03"],
    ["FY", 1, "2026-03"],
  ])("in interval %s has %i periods in March 2026, the first of them %s", async (interval, count, first) => {
    const day = Date.UTC(2026, 2, 1) / 86_400_000 + 25_569;
    const cells = await table({ interval, groupBy: "region", field: "demandVolume", dateFrom: day, dateTo: "2026-03" });
    const periods = [...new Set(cells.slice(1).map(([, period]) => period))];
    expect(periods).toHaveLength(count);
    expect(periods[0]).toBe(first);
    const north = cells.filter(([, , group]) => group === "North").reduce((sum, row) => sum + (row[3] as number), 0);
    expectClose(north, oracle.actual.field("demandVolume", { ...monthOf("2026-03"), group: ["region", "North"] }));
  });

  test("as a statement has a row a group and field", async () => {
    const given = {
      scenario: "actual",
      field: [["demandVolume"], ["fillRate"]],
      groupBy: "region",
      layout: "statement",
    };
    const cells: unknown[][] = await demand(given);
    expect(cells[0]).toEqual(["USD", ...MONTHS.map(() => "Actual")]);
    expect(cells[1]).toEqual(["", ...MONTHS]);
    const regions = oracle.actual.groups("region");
    expect(new Set(cells.slice(2).map(([label]) => label))).toEqual(
      new Set(regions.flatMap((region) => [`${region} · Demand volume`, `${region} · Fill rate`])),
    );
    const [, ...rates] = cells.find(([label]) => label === "East · Fill rate")!;
    expectNumbers(
      [rates],
      [MONTHS.map((month) => oracle.actual.field("fillRate", { ...monthOf(month), group: ["region", "East"] }))],
    );
  });

  test("takes no interval and no grouping that it does not have", async () => {
    expect(await failure(demand({ interval: "Q" }))).toMatchObject({
      code: "#VALUE!",
      message: "The argument interval takes D, W, M or FY, not 'Q'.",
    });
    expect((await failure(demand({ groupBy: "country" }))).message).toBe(
      "The argument groupBy takes product, sku, region or channel, not 'country'.",
    );
  });
});

describe("a workbook's settings", () => {
  test("stand for a plan and a currency left blank", async () => {
    const own = openSandbox({}, { settings: { plan: "FY26 plan", currency: "EUR" } });
    const given = { scenario: "committed", field: "ebit", layout: "statement" };
    const cells: unknown[][] = await own.call("PNL", given);
    expect(cells[0]).toEqual(["EUR", "Committed Plan"]);
    expect(await own.call("PNL", { ...given, plan: "fy26", currency: "EUR" })).toEqual(cells);
    expect((await own.call("PNL", { ...given, currency: "USD" }))[0][0]).toBe("USD");
  });

  test("stand for scenarios left blank, in their plan and as long as it has them", async () => {
    const chosen = { plan: "fy26", scenarios: ["fy26-actual", "gone"] };
    const heading = async (settings: typeof chosen, plan?: string) => {
      const cells: unknown[][] = await openSandbox({}, { settings }).call("PNL", { plan, field: "ebit" });
      return cells[0]!.slice(1);
    };
    expect(await heading(chosen)).toEqual(["Actual"]);
    const all = await heading({ ...chosen, scenarios: ["gone"] });
    expect(all.length).toBeGreaterThan(2);
    expect((await heading(chosen, "plan_eu26")).length).toBeGreaterThan(1);
  });

  test("give way to what the cell names", async () => {
    const own = openSandbox({}, { settings: { plan: "plan_eu26", currency: "EUR" } });
    const cells: unknown[][] = await own.call("DEMAND", {
      plan: " fy26 plan ",
      scenario: "actual",
      field: "demandVolume",
    });
    expect(cells[1]![0]).toBe("Actual");
    expect(own.requests.at(-1)).toBe("/demand-forecast?planId=fy26&scenarioIds=fy26-actual&interval=M&currency=EUR");
  });

  test("leave the currency to the service where there is none", async () => {
    await pnl({ scenario: "actual", field: "ebit" });
    expect(excel.requests.filter((request) => request.includes("planId=fy26"))[0]).not.toContain("currency");
    expect(await failure(excel.call("PNL", {}))).toMatchObject({
      code: "#VALUE!",
      message: "No plan is given. Name one, or choose the workbook's plan in the Insights pane.",
    });
  });
});

describe("the announced functions", () => {
  test.each(["SUPPLY", "SUSTAINABILITY"] as const)("%s is not offered yet, which is no failure", async (name) => {
    const error = await failure(excel.call(name, { plan: "FY26 Plan", scenario: "actual" }));
    expect(error.code).toBe("#N/A");
    expect(error.message).toContain("yet");
  });

  test("give numbers once the service offers them", async () => {
    const own = openSandbox({ preview: true });
    const supply: unknown[][] = await own.call("SUPPLY", { plan: "FY26 Plan", scenario: "actual" });
    expect(supply[0]).toEqual(["Scenario", "Period", "Closing stock", "Service level", "Dispatch volume"]);
    expect(supply.slice(1).map(([, month]) => month)).toEqual(MONTHS);
    const given = { plan: "FY26 Plan", scenario: "actual", field: "co2 storage", interval: "FY", layout: "values" };
    const [[emissions]] = await own.call("SUSTAINABILITY", given);
    expect(emissions).toBeGreaterThan(0);
  });
});
