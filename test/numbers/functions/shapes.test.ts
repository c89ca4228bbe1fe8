import { open } from "./excel";
import { pnlOf, refusal, resultsOf, serve, type Asked } from "./service";

/** A service with these scenarios, each with its own content. */
function serving(contents: Record<string, object>) {
  const scenarios = Object.keys(contents).map((id) => ({ id, name: id.toUpperCase(), flags: [] }));
  return serve((asked: Asked) => {
    if (asked.path === "/plans") return { plans: [{ id: "p", name: "P", scenarios }] };
    return { scenarios: asked.scenarioIds.map((scenarioId) => ({ scenarioId, ...contents[scenarioId] })) };
  });
}

const months = (...labels: string[]) => ({ series: labels.map((period, index) => ({ period, ebit: index + 1 })) });

describe("the shape of a result depends on the arguments, never on the data", () => {
  test("a plan with one scenario gives a statement where that is not named", async () => {
    const excel = open(serving({ a: { pnl: { ebit: 5 } } }));
    expect(await excel.call("PNL", { plan: "p", field: "ebit" })).toEqual([
      ["", "A"],
      ["EBIT", 5],
    ]);
    expect(await excel.call("PNL", { plan: "p", scenario: "a", field: "ebit" })).toEqual([[5]]);
  });

  test("an answer with one field gives a statement where that is not named", async () => {
    const excel = open(serving({ a: { pnl: { ebit: 5 } } }));
    expect(await excel.call("PNL", { plan: "p", scenario: "a" })).toEqual([
      ["", "A"],
      ["EBIT", 5],
    ]);
  });
});

describe("a statement", () => {
  test("sorts the periods of all scenarios, with blanks where one is missing", async () => {
    const excel = open(serving({ a: months("2026-02", "2026-03"), b: months("2026-01", "2026-02") }));
    expect(await excel.call("PNL", { plan: "p", field: "ebit", interval: "M" })).toEqual([
      ["", "A", "A", "A", "B", "B", "B"],
      ["", "2026-01", "2026-02", "2026-03", "2026-01", "2026-02", "2026-03"],
      ["EBIT", "", 1, 2, 1, 2, ""],
    ]);
  });

  test("keeps periods as they came where their labels do not tell their order", async () => {
    const excel = open(serving({ a: months("Oct 2026", "Nov 2026", "Jan 2027") }));
    const cells: unknown[][] = await excel.call("PNL", { plan: "p", interval: "M" });
    expect(cells[1]).toEqual(["", "Oct 2026", "Nov 2026", "Jan 2027"]);
  });

  test("says the currency that was asked for where the service does not repeat it", async () => {
    const excel = open(serving({ a: { pnl: { ebit: 5 } } }));
    const cells: unknown[][] = await excel.call("PNL", { plan: "p", currency: "chf" });
    expect(cells[0]).toEqual(["CHF", "A"]);
  });

  test("has fields that are new in the answer below those of the specification", async () => {
    const excel = open(serving({ a: { pnl: { overhead: 3, dpm: 2, "=cmd": 9, grossFIESales: 1 } } }));
    expect(await excel.call("PNL", { plan: "p" })).toEqual([
      ["", "A"],
      ["Gross sales", 1],
      ["Distributor profit margin", 2],
      ["overhead", 3],
      ["=cmd", 9],
    ]);
  });
});

describe("a table", () => {
  test("has a column for each group key of any scenario", async () => {
    const grouped = { series: [{ period: "2026-01", region: "North", channel: "Shop", demandVolume: 1 }] };
    const excel = open(serving({ a: { series: [{ period: "2026-01", demandVolume: 2 }] }, b: grouped }));
    expect(await excel.call("DEMAND", { plan: "p" })).toEqual([
      ["Scenario", "Period", "Region", "Channel", "Demand volume"],
      ["A", "2026-01", "", "", 2],
      ["B", "2026-01", "North", "Shop", 1],
    ]);
  });

  test("has one blank row for a scenario that the service left out", async () => {
    const only: typeof globalThis.fetch = serve((asked) =>
      asked.path === "/plans" ? undefined : resultsOf({ ...asked, scenarioIds: ["s2"] }, months("2026-01")),
    );
    expect(await open(only).call("PNL", { plan: "p1", interval: "M", layout: "table" })).toEqual([
      ["Scenario", "Period", "EBIT"],
      ["Base", "", ""],
      ["Upside", "2026-01", 1],
    ]);
  });
});

describe("one scenario that the service refuses", () => {
  test("fails the cell that asks for it, and not the others that share its request", async () => {
    const excel = open(
      serve((asked) => {
        if (asked.path === "/plans") return undefined;
        return asked.scenarioIds.includes("s2") ? refusal(404, "s2 is gone") : pnlOf(asked, { ebit: 1 });
      }),
    );
    const cells = ["s1", "s2"].map((scenario) => excel.call("KPI", { plan: "p1", scenario, field: "ebit" }));
    await expect(cells[0]).resolves.toBe(1);
    await expect(cells[1]).rejects.toMatchObject({ code: "#N/A", message: expect.stringContaining("s2 is gone") });
  });
});
