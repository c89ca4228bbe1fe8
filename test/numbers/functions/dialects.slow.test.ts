import { DIALECTS } from "../../../sandbox/dialect";
import { failure, openSandbox, type Excel } from "./excel";

describe("however the service speaks, the cells show the same numbers", () => {
  const questions = async (own: Excel) => {
    const common = { plan: "FY26 Plan", scenario: [["committed"], ["actual"]] };
    const some = [["ebit"], ["grossFIESales"], ["ebitPercent"]];
    const dates = { dateFrom: "2026-01", dateTo: "2026-03" };
    // A service that ignores dates returns whole weeks.
    const weeks = { dateFrom: "2026-01-05", dateTo: "2026-03-29" };
    return {
      year: await own.call("PNL", { ...common, field: some, layout: "values" }),
      months: await own.call("PNL", { ...common, field: some, interval: "M", ...dates, layout: "values" }),
      table: await own
        .call("PNL", { ...common, field: some, interval: "M", ...dates, layout: "table" })
        .then((cells: unknown[][]) => cells.map((row) => row.slice(2))),
      groups: await own.call("DEMAND", { ...common, groupBy: "region", ...dates, layout: "values" }),
      weeks: await own.call("DEMAND", { ...common, interval: "W", groupBy: "channel", ...weeks, layout: "values" }),
      days: await own.call("DEMAND", { ...common, interval: "D", groupBy: "region", ...dates, layout: "values" }),
      statement: await own.call("DEMAND", { ...common, interval: "FY", groupBy: "product", layout: "statement" }),
      month: await own.call("KPI", { plan: "fy26", scenario: "actual", field: "ebit", period: "2026-02" }),
      years: await own.call("KPI", {
        plan: "fy26",
        scenario: "actual",
        field: "ebitPercent",
        period: "2025-10:2026-03",
      }),
      item: await own.call("KPI", {
        plan: "fy26",
        scenario: "actual",
        field: "fillRate",
        period: "2026-Q1",
        groupBy: "region",
        item: "north",
      }),
      year2025: await own.call("KPI", { plan: "fy26", scenario: "actual", field: "demandVolume", period: 2025 }),
    };
  };
  const choices = Object.entries(DIALECTS).flatMap(([name, values]) => values.slice(1).map((value) => [name, value]));
  let usual: Awaited<ReturnType<typeof questions>>;

  beforeAll(async () => {
    usual = await questions(openSandbox());
  });

  test.each(choices)("with %s %s", async (name, value) => {
    expect(await questions(openSandbox({ dialect: { [name]: value } }))).toEqual(usual);
  });

  test("with all of the unusual choices at once", async () => {
    const dialect = Object.fromEntries(Object.entries(DIALECTS).map(([name, values]) => [name, values.at(-1)]));
    expect(await questions(openSandbox({ dialect }))).toEqual(usual);
  });

  test("except omitted values, which are blank in a table and missing alone", async () => {
    const own = openSandbox({ dialect: { fields: "quickstart" } });
    const given = { plan: "FY26 Plan", scenario: "actual" };
    const whole: unknown[][] = await own.call("PNL", given);
    expect(whole.map(([label]) => label)).not.toContain("Transport");
    const cells: unknown[][] = await own.call("PNL", { ...given, field: [["ebit"], ["transport"]] });
    expect(cells.slice(1).map(([, cell]) => typeof cell)).toEqual(["number", "string"]);
    expect(cells[2]).toEqual(["Transport", ""]);
    const gross = await own.call("KPI", { ...given, field: "grossFIESales", period: "2026-03" });
    const net = await own.call("KPI", { ...given, field: "netFIESales", period: "2026-03" });
    const trade = { ...given, field: "Trade expenses" };
    expect(await own.call("KPI", { ...trade, period: "2026-03" })).toBe(gross - net);
    expect(await own.call("PNL", trade)).toEqual([[expect.any(Number)]]);
    expect(await failure(own.call("PNL", { ...given, field: "transport" }))).toMatchObject({
      code: "#N/A",
      message: "'Transport' was not returned by the service for 'Actual' in this time.",
    });
  });
});
