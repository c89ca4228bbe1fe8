import { DERIVED_FIELDS, FAMILIES, FIELDS, fieldsOf } from "../../../src/insights";
import { failure, open, openSandbox } from "./excel";
import { serve } from "./service";

describe("PLANS", () => {
  test("lists every plan with its currency and the number of its scenarios", async () => {
    expect(await openSandbox().call("PLANS")).toEqual([
      ["Id", "Name", "Currency", "Scenarios"],
      ["fy26", "FY26 Plan", "USD", 5],
      ["plan_eu26", "FY26 Europe", "EUR", 4],
      ["plan_ap26", "FY26 Asia Pacific", "JPY", 3],
    ]);
  });

  test("shows a header alone without plans, and omitted values as blanks", async () => {
    const none = open(serve(({ path }) => path === "/plans" && { plans: [] }));
    expect(await none.call("PLANS")).toEqual([["Id", "Name", "Currency", "Scenarios"]]);
    const bare = open(serve(({ path }) => path === "/plans" && { plans: [{ id: "p9" }] }));
    expect(await bare.call("PLANS")).toEqual([expect.anything(), ["p9", "p9", "", 0]]);
  });

  test("shows names that begin like a formula as text", async () => {
    const names = ["=1+1", "+49", "-x", "@SUM(A1)"];
    const plans = names.map((name) => ({ id: name, name, currency: name, scenarios: [] }));
    const excel = open(serve(({ path }) => path === "/plans" && { plans }));
    expect(await excel.call("PLANS")).toEqual([expect.anything(), ...names.map((name) => [name, name, name, 0])]);
  });
});

describe("SCENARIOS", () => {
  const ACTUAL = ["ap26-actual", "Actual", "actual"];

  test("lists a plan's scenarios with their flags, by id, name and the workbook's plan", async () => {
    const excel = openSandbox({}, { settings: { plan: "plan_ap26" } });
    const expected = [
      ["Id", "Name", "Flags"],
      ACTUAL,
      ["ap26-committed", "Committed", "committed"],
      ["ap26-optimistic", "Upside", ""],
    ];
    for (const plan of ["plan_ap26", "fy26 asia pacific ", null, "", 0]) {
      expect(await excel.call("SCENARIOS", { plan })).toEqual(expected);
    }
    expect(excel.requests).toEqual(["/plans"]);
  });

  test("joins several flags", async () => {
    const scenarios = [{ id: "s", name: "S", flags: ["actual", "approved"] }];
    const excel = open(serve(({ path }) => path === "/plans" && { plans: [{ id: "p", scenarios }] }));
    expect(await excel.call("SCENARIOS", { plan: "p" })).toEqual([expect.anything(), ["s", "S", "actual, approved"]]);
  });

  test("needs a plan that is there", async () => {
    const excel = openSandbox();
    expect((await failure(excel.call("SCENARIOS"))).code).toBe("#VALUE!");
    expect(await failure(excel.call("SCENARIOS", { plan: "FY26 Plam" }))).toMatchObject({
      code: "#N/A",
      message: "There is no plan 'FY26 Plam'. Did you mean 'FY26 Plan'?",
    });
  });

  test("needs a key that may list plans, and says so", async () => {
    const excel = openSandbox();
    const own = openSandbox({}, { apiKey: excel.sandbox.keys.insightsOnly });
    for (const name of ["PLANS", "SCENARIOS"] as const) {
      const error = await failure(own.call(name, name === "PLANS" ? {} : { plan: "fy26" }));
      expect(error.code).toBe("#VALUE!");
      expect(error.message).toContain("plans:read");
    }
  });
});

describe("FIELDS", () => {
  const excel = open(serve(), { connected: false });

  test("lists every KPI without a connection", async () => {
    const cells: unknown[][] = await excel.call("FIELDS");
    expect(cells[0]).toEqual(["Name", "Label", "Family", "Unit", "Meaning"]);
    expect(cells.slice(1).map(([name]) => name)).toEqual(FIELDS.map(({ name }) => name));
    expect(cells.flat().every((cell) => typeof cell === "string" && cell !== "")).toBe(true);
    expect(excel.requests).toEqual([]);
  });

  test("lists one family", async () => {
    const cells: unknown[][] = await excel.call("FIELDS", { family: " Demand " });
    expect(cells.slice(1).map(([name]) => name)).toEqual([
      "demandVolume",
      "demandValue",
      "fillRate",
      "forecastAccuracy",
    ]);
  });

  test("tells how a fill rate of several rows is meant", async () => {
    const cells: unknown[][] = await excel.call("FIELDS", { family: "demand" });
    expect(cells.find(([name]) => name === "fillRate")![4]).toContain("weighted by demand volume");
  });

  test("lists direction, total and source of all fields with details", async () => {
    const [heading, ...rows]: unknown[][] = await excel.call("FIELDS", { details: true });
    expect(heading?.slice(5)).toEqual(["Better", "Adds up", "Source"]);
    expect(rows).toHaveLength(FIELDS.length + DERIVED_FIELDS.length);
    const details = Object.fromEntries(rows.map(([name, ...rest]) => [name, rest.slice(4)]));
    expect(details).toMatchObject({
      ebit: ["more", "sum", "service"],
      cogsPercent: ["less", "cogs / netFIESales", "service"],
      fillRate: ["more", "mean, weighted by demandVolume", "service"],
      closingStock: ["", "no", "service"],
      tradeExpenses: ["less", "sum", "service, or computed"],
      otherCosts: ["less", "sum", "computed"],
      overhead: ["less", "sum", "computed"],
      transportPercent: ["less", "transport / netFIESales", "computed"],
      demandValuePerUnit: ["more", "demandValue / demandVolume", "computed"],
    });
    const pnl: unknown[][] = await excel.call("FIELDS", { family: "pnl", details: "true" });
    const derived = DERIVED_FIELDS.filter((field) => field.family === "pnl").map(({ name }) => name);
    expect(pnl.map(([name]) => name).slice(fieldsOf("pnl").length)).toEqual(["dpmPercent", ...derived]);
    for (const details of [false, "FALSE", 0]) expect((await excel.call("FIELDS", { details }))[0]).toHaveLength(5);
    expect((await failure(excel.call("FIELDS", { details: "all" }))).message).toContain("takes TRUE or FALSE");
  });

  test("names all families if the given one is not among them", async () => {
    const names = FAMILIES.join(", ").replace(/, (\w+)$/, " or $1");
    expect(await failure(excel.call("FIELDS", { family: "sales" }))).toMatchObject({
      code: "#VALUE!",
      message: `The argument family takes ${names}, not 'sales'.`,
    });
  });
});
