import fc from "fast-check";
import { addUp } from "../../../src/numbers/functions/rowSum";
import { eachRow, FIELDS, findField, isInsightsError } from "../../../src/insights";
import { rowsFrom, type PlainRow } from "../../insights/plainRows";

function row(values: Record<string, number>, period = "2026-01", groups: Record<string, string> = {}): PlainRow {
  return { period, groups: new Map(Object.entries(groups)), values: new Map(Object.entries(values)) };
}

function totalOf(name: string, ...rows: PlainRow[]): number {
  return addUp(findField(name)!, eachRow(rowsFrom(rows)));
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isInsightsError(error, "missing")) return error.message;
    throw error;
  }
  throw new Error("A value that is missing was expected.");
}

describe("several rows become one number", () => {
  test("by addition, for amounts and volumes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }), (amounts) => {
        const expected = amounts.reduce((sum, amount) => sum + amount, 0);
        expect(totalOf("ebit", ...amounts.map((ebit) => row({ ebit })))).toBe(expected);
        expect(totalOf("demandVolume", ...amounts.map((demandVolume) => row({ demandVolume })))).toBe(expected);
      }),
    );
  });

  test("from the two amounts, for a percent, not by a mean of percents", () => {
    const rows = [
      row({ ebit: 10, netFIESales: 100, ebitPercent: 0.1 }),
      row({ ebit: 90, netFIESales: 300, ebitPercent: 0.3 }),
    ];
    expect(totalOf("ebitPercent", ...rows)).toBe(0.25);
  });

  test("by demand volume, for the fill rate", () => {
    const rows = [row({ fillRate: 1, demandVolume: 100 }), row({ fillRate: 0.5, demandVolume: 300 })];
    expect(totalOf("fillRate", ...rows)).toBe(0.625);
  });

  test("within their least and greatest, for every ratio that can be combined", () => {
    const parts = fc.array(
      fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), weight: fc.integer({ min: 1, max: 1e6 }) }),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(parts, (each) => {
        const shares = each.map(({ share }) => share);
        const fill = totalOf(
          "fillRate",
          ...each.map(({ share, weight }) => row({ fillRate: share, demandVolume: weight })),
        );
        const cost = each.map(({ share, weight }) =>
          row({ cogs: share * weight, netFIESales: weight, cogsPercent: share }),
        );
        for (const found of [fill, totalOf("cogsPercent", ...cost)]) {
          expect(found).toBeGreaterThanOrEqual(Math.min(...shares) - 1e-9);
          expect(found).toBeLessThanOrEqual(Math.max(...shares) + 1e-9);
        }
      }),
    );
  });

  test("without the rows that nothing was ordered in, whose fill rate says nothing", () => {
    expect(totalOf("fillRate", row({ fillRate: 0.9, demandVolume: 10 }), row({ demandVolume: 0 }))).toBe(0.9);
  });
});

describe("one row is what the service said", () => {
  test.each(FIELDS.map(({ name }) => name))("for %s", (name) => {
    expect(totalOf(name, row({ [name]: 0.4 }))).toBe(0.4);
  });
});

describe("a line that the service does not send", () => {
  const sent = { grossFIESales: 100, netFIESales: 90, grossProfit: 60, supplyChainCost: 20, ebit: 30, dpm: 25 };

  test.each([
    ["tradeExpenses", 10],
    ["otherCosts", 10],
    ["overhead", 5],
  ])("%s is what the lines around it leave, in each row", (name, expected) => {
    expect(totalOf(name, row(sent))).toBe(expected);
    expect(totalOf(name, row(sent), row(sent, "2026-02"))).toBe(2 * expected);
  });

  test("is what the service says where it does", () => {
    for (const name of ["tradeExpenses", "otherCosts", "overhead"])
      expect(totalOf(name, row({ ...sent, [name]: 1 }), row(sent))).toBeLessThan(2 * totalOf(name, row(sent)));
  });

  test("is missing where one of them is", () => {
    const { supplyChainCost: _cost, ...rest } = sent;
    expect(messageOf(() => totalOf("otherCosts", row(rest)))).toContain("Other costs was not returned");
  });
});

describe("a ratio that the service does not send", () => {
  const sent = {
    grossFIESales: 100,
    netFIESales: 80,
    grossProfit: 40,
    supplyChainCost: 10,
    transport: 4,
    ebit: 20,
    dpm: 18,
  };

  test.each([
    ["ebitPercent", 20 / 80],
    ["dpmPercent", 18 / 80],
    ["grossProfitPercent", 40 / 80],
    ["tradeExpensesPercent", 20 / 80],
    ["supplyChainCostPercent", 10 / 80],
    ["transportPercent", 4 / 80],
    ["otherCostsPercent", 10 / 80],
    ["overheadPercent", 2 / 80],
  ])("%s is computed in one row and over several", (name, expected) => {
    expect(totalOf(name, row(sent))).toBe(expected);
    expect(totalOf(name, row(sent), row(sent, "2026-02"))).toBe(expected);
  });

  test("is divided as totals, for demand value per unit", () => {
    const rows = [row({ demandValue: 10, demandVolume: 5 }), row({ demandValue: 20, demandVolume: 15 })];
    expect(totalOf("demandValuePerUnit", ...rows)).toBe(1.5);
    expect(totalOf("demandValuePerUnit", rows[0]!)).toBe(2);
  });

  test("is what the service sends, in one row", () => {
    expect(totalOf("grossProfitPercent", row({ ...sent, grossProfitPercent: 0.7 }))).toBe(0.7);
  });

  test("has no value if one of its inputs is missing or the denominator is 0", () => {
    const { transport: _cost, ...rest } = sent;
    expect(messageOf(() => totalOf("transportPercent", row(rest)))).toContain("Transport was not returned");
    expect(messageOf(() => totalOf("ebitPercent", row({ ...sent, netFIESales: 0 })))).toContain("denominator is 0");
  });
});

describe("no number is made up", () => {
  test("for the forecast accuracy of several rows, but the way out is told", () => {
    const message = messageOf(() =>
      totalOf("forecastAccuracy", row({ forecastAccuracy: 0.9 }), row({ forecastAccuracy: 0.8 })),
    );
    expect(message).toBe(
      "Forecast accuracy of several items or months cannot be added up or averaged. Name one item and one month.",
    );
  });

  test("for what was left out, and the place is told", () => {
    const rows = [row({ ebit: 1 }), row({}, "2026-02", { region: "North" })];
    expect(messageOf(() => totalOf("ebit", ...rows))).toBe(
      "EBIT was not returned by the service for '2026-02', 'North'.",
    );
    expect(messageOf(() => totalOf("ebit", row({}, "")))).toBe("EBIT was not returned by the service.");
    expect(messageOf(() => totalOf("ebit"))).toBe("EBIT was not returned by the service.");
  });

  test("for a percent whose amounts were omitted", () => {
    const rows = [row({ cogsPercent: 0.4, netFIESales: 1 }), row({ cogsPercent: 0.5, netFIESales: 1 })];
    expect(messageOf(() => totalOf("cogsPercent", ...rows))).toContain("Cost of goods sold was not returned");
  });

  test("for a share of nothing", () => {
    const rows = [row({ ebit: 1, netFIESales: 5 }), row({ ebit: 1, netFIESales: -5 })];
    expect(messageOf(() => totalOf("ebitPercent", ...rows))).toContain("is 0");
    expect(messageOf(() => totalOf("fillRate", row({ demandVolume: 0 }), row({ demandVolume: 0 })))).toContain("is 0");
  });
});
