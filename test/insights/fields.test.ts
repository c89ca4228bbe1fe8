import { DERIVED_FIELDS, FIELDS, fieldsOf, findField, LINE_PARTS, stepLines } from "../../src/insights";
import { SENT_DEMAND, SENT_PNL } from "../oracle/fields";

test("a field is found by name or label, ignoring case and outer spaces", () => {
  for (const text of ["ebit", "EBIT", " eBiT "]) expect(findField(text)?.name).toBe("ebit");
  for (const text of ["grossFIESales", "gross sales", "GROSSFIESALES"])
    expect(findField(text)?.name).toBe("grossFIESales");
});

test.each(["", "constructor", "__proto__", "toString", "ebitda"])("'%s' is no field", (text) => {
  expect(findField(text)).toBeUndefined();
});

test("no two fields share a name or a label, so that each can be found by both", () => {
  for (const field of [...FIELDS, ...DERIVED_FIELDS]) {
    expect(findField(field.name)).toBe(field);
    expect(findField(field.label)).toBe(field);
  }
});

test("fields come in the order of the specification (§2.4, §2.5)", () => {
  expect(fieldsOf("demand").map(({ name }) => name)).toEqual(SENT_DEMAND);
  expect(fieldsOf("pnl").map(({ name }) => name)).toEqual(SENT_PNL);
});

test("only Percent fields are ratios of net sales (§2.5 rule 1)", () => {
  for (const { name, unit, total } of fieldsOf("pnl")) {
    const amount = name.replace(/Percent$/, "");
    expect([name, unit, total]).toEqual(
      amount === name
        ? [name, "amount", { by: "sum" }]
        : [name, "ratio", { by: "ratio", numerator: amount, denominator: "netFIESales" }],
    );
  }
});

test("each cost line and the gross profit have a derived share of net sales", () => {
  const shares = [...FIELDS, ...DERIVED_FIELDS].flatMap(({ total }) =>
    total.by === "ratio" && total.denominator === "netFIESales" ? total.numerator : [],
  );
  const costs = [...fieldsOf("pnl"), ...DERIVED_FIELDS].filter((field) => {
    return field.family === "pnl" && field.unit === "amount" && field.direction === "less";
  });
  expect(shares).toEqual(expect.arrayContaining(["grossProfit", ...costs.map(({ name }) => name)]));
});

test("a share has the direction of its amount", () => {
  for (const { total, direction } of [...FIELDS, ...DERIVED_FIELDS]) {
    if (total.by === "ratio") expect(findField(total.numerator)?.direction).toBe(direction);
  }
});

test("a total is computed from fields of the same family", () => {
  for (const { family, total } of [...FIELDS, ...DERIVED_FIELDS]) {
    const known = [...FIELDS, ...DERIVED_FIELDS].filter((field) => field.family === family);
    const names = known.map(({ name }) => name);
    if (total.by === "ratio") expect(names).toEqual(expect.arrayContaining([total.numerator, total.denominator]));
    if (total.by === "weighted") expect(names).toContain(total.weight);
  }
});

test("a computed line adds up, and the service sends the lines it is computed from", () => {
  const implied = [...FIELDS, ...DERIVED_FIELDS].filter(({ impliedBy }) => impliedBy);
  expect(implied.map(({ name }) => name)).toEqual(["tradeExpenses", "otherCosts", "overhead"]);
  for (const { impliedBy, total, family } of implied) {
    expect(total).toEqual({ by: "sum" });
    expect(fieldsOf(family).map(({ name }) => name)).toEqual(expect.arrayContaining([...impliedBy!]));
  }
});

test("the lines of the P&L divide as the specification adds them up (§2.5)", () => {
  expect(LINE_PARTS).toEqual({
    netFIESales: [
      [1, "grossFIESales"],
      [-1, "tradeExpenses"],
    ],
    grossProfit: [
      [1, "netFIESales"],
      [-1, "cogs"],
    ],
    supplyChainCost: [
      [1, "storageAndHandling"],
      [1, "transport"],
    ],
    ebit: [
      [1, "grossProfit"],
      [-1, "supplyChainCost"],
      [-1, "otherCosts"],
    ],
    dpm: [
      [1, "ebit"],
      [-1, "overhead"],
    ],
  });
  expect(findField("otherCosts")?.impliedBy).toEqual(["grossProfit", "supplyChainCost", "ebit"]);
});

describe("a line is explained by the finest lines that add up to it", () => {
  const explain = (name: string, ...unknown: string[]) => stepLines(name, (field) => !unknown.includes(field));
  const labels = (name: string, ...unknown: string[]) => explain(name, ...unknown).map(({ label }) => label);
  const COSTS = ["Cost of goods sold", "Supply chain costs", "Other costs"];

  test("sums are divided, and costs are whole", () => {
    expect(labels("ebit")).toEqual(["Gross sales", "Trade expenses", ...COSTS]);
    expect(explain("ebit").map(({ terms }) => terms)).toEqual([
      [[1, "grossFIESales"]],
      [[-1, "tradeExpenses"]],
      [[-1, "cogs"]],
      [[-1, "supplyChainCost"]],
      [[-1, "otherCosts"]],
    ]);
    expect(labels("supplyChainCost")).toEqual(["Storage and handling", "Transport"]);
    expect(labels("demandValue")).toEqual([]);
  });

  test("a sum stays whole without one of its parts, unless it is not known itself", () => {
    expect(labels("ebit", "grossFIESales")).toEqual(["Net sales", ...COSTS]);
    expect(labels("ebit", "tradeExpenses", "netFIESales", "grossProfit")).toEqual([
      "Gross sales",
      "Trade expenses",
      ...COSTS,
    ]);
  });

  test("costs that the service holds in one line are one, also below a later sum", () => {
    const [lines, joint] = [["Gross sales", "Trade expenses", "Cost of goods sold"], "Supply chain and other costs"];
    expect(labels("ebit", "supplyChainCost")).toEqual([...lines, joint]);
    expect(explain("ebit", "supplyChainCost").at(-1)?.terms).toEqual([
      [1, "ebit"],
      [-1, "grossProfit"],
    ]);
    expect(labels("dpm", "supplyChainCost")).toEqual([...lines, joint, "Overhead"]);
  });
});
