import { fieldsOf } from "../../../src/insights";
import { CALENDAR_YEAR, yearMonths } from "../../oracle/months";
import { failure, openSandbox } from "./excel";
import { SCENARIOS as NAMES } from "./numberCases";

const MONTHS = yearMonths(2026, CALENDAR_YEAR);

const PNL = fieldsOf("pnl");

const excel = openSandbox();
const pnl = (given: Record<string, unknown>) => excel.call("PNL", { plan: "FY26 Plan", ...given });
const demand = (given: Record<string, unknown>) => excel.call("DEMAND", { plan: "FY26 Plan", ...given });

const numbersOf = (sheet: unknown[][], headings: number, labels: number) =>
  sheet.slice(headings).map((row) => row.slice(labels));

describe("PNL gives one number", () => {
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
    expect(numbers.flat().every((cell) => typeof cell === "number")).toBe(true);
  });

  test("shows names that begin like a formula as they are", async () => {
    const cells: unknown[][] = await pnl({ scenario: [["+5% price", "actual"]], field: "ebit" });
    expect(cells[0]).toEqual(["USD", "+5% price", "Actual"]);
  });
});

describe("the numbers alone", () => {
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
  test("calls the full year FY where the service gives it no label", async () => {
    const cells: unknown[][] = await pnl({ scenario: "actual", field: "ebit", layout: "table" });
    expect(cells[0]).toEqual(["Scenario", "Period", "EBIT"]);
    expect(cells[1]!.slice(0, 2)).toEqual(["Actual", "FY"]);
  });
});

describe("DEMAND", () => {
  test("left to itself is the year's months by product, of every scenario", async () => {
    const [header, ...rows]: unknown[][] = await demand({});
    expect(header!.slice(0, 3)).toEqual(["Scenario", "Period", "Product"]);
    const products = new Set(rows.map((row) => row[2]));
    expect(rows).toHaveLength(NAMES.length * MONTHS.length * products.size);
    expect([...new Set(rows.map(([name]) => name))]).toEqual(NAMES);
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
