/** What-if tables: each cell is what the formula beside the table comes to if the input cells hold the values beside it. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { declare } from "./declare";
import { calculate, type Spec, type Specs } from "./workbook";

const asked: unknown[] = [];
const FUNCTIONS = [
  declare("ECHO", "value", async ([value]) => {
    asked.push(value);
    return value;
  }),
];
beforeEach(() => asked.splice(0));

const run = (specs: Specs) => calculate(specs, FUNCTIONS);
const OURS: Spec = { f: "INSIGHTS.ECHO(100)" };

test("A table of a column tries each value, for each formula above it", async () => {
  const outcome = await run({
    A1: 2,
    A2: OURS,
    B1: { f: "A1*A2" },
    C4: 1,
    C5: 3,
    D3: { f: "B1+1" },
    E3: { f: "-B1" },
    D4: { table: "2x2", column: "A1" },
    F1: { f: "SUM(D4:E5)" },
  });
  expect(outcome).toMatchObject({
    B1: 200,
    D4: [
      [101, -100],
      [301, -300],
    ],
    F1: 2,
  });
});

test("A table of a row tries each value, for each formula to its left", async () => {
  const outcome = await run({
    A1: 2,
    A2: OURS,
    D3: 1,
    E3: 3,
    C4: { f: "A1*A2" },
    C5: { f: "A1+A2" },
    D4: { table: "2x2", row: "A1" },
  });
  expect(outcome).toMatchObject({
    C4: 200,
    D4: [
      [100, 300],
      [101, 103],
    ],
  });
});

test("A table of both tries each pair, and leaves all cells as they were", async () => {
  const outcome = await run({
    A1: 5,
    A2: { f: "1+6", v: 7 },
    A3: OURS,
    B1: { f: "A1*A3", v: 0 },
    B2: { f: "B1+A2" },
    C3: { f: "B2" },
    D3: 1,
    E3: 2,
    C4: 10,
    C5: 20,
    D4: { table: "2x2", row: "A1", column: "A2" },
  });
  expect(outcome).toMatchObject({
    B1: 500,
    B2: 507,
    C3: 507,
    D4: [
      [110, 210],
      [120, 220],
    ],
  });
});

/** A chain of formulas over two inputs, our call and the formula before. */
const steps = fc.array(
  fc.constantFrom(
    "#+A1",
    "#*A2",
    "#-A3",
    "IF(A1>A2,#,A3)",
    "MAX(#,A2*2)",
    "SUM(A1:A3)*#",
    "INDEX(A1:A3,2)-#",
    "OFFSET(A1,1,0)+#",
  ),
  { minLength: 1, maxLength: 6 },
);
const value = fc.integer({ min: -9, max: 9 });

test("Each cell is what the workbook shows with these inputs", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.tuple(value, value), fc.tuple(value, value, value), async (chain, own, tried) => {
      // Without a kept value, they are calculated whatever they read.
      const formulas: Specs = Object.fromEntries(
        chain.map((step, at) => [`B${at + 1}`, { f: step.replace("#", at === 0 ? "1" : `B${at}`), v: null }]),
      );
      const book = (one: number, other: number): Specs => ({
        A1: one,
        A2: other,
        A3: { f: "INSIGHTS.ECHO(4)" },
        ...formulas,
        C1: { f: `B${chain.length}+A3` },
      });
      const [first, second, third] = tried;
      const table = { D1: first, E1: second, C2: third, D2: { table: "1x2", row: "A1", column: "A2" } };
      const { D2 } = await run({ ...book(...own), ...table });
      const wanted = await Promise.all([first, second].map(async (one) => (await run(book(one, third))).C1));
      expect(D2).toEqual([wanted]);
    }),
    { numRuns: runs(40) },
  );
});

test("A table whose formula calls a function with the input asks for all values at once", async () => {
  const outcome = await run({
    A1: 5,
    B1: { f: "INSIGHTS.ECHO(A1*10)" },
    D3: { f: "B1+1" },
    C4: 1,
    C5: 2,
    D4: { table: "2x1", column: "A1" },
  });
  expect(outcome).toMatchObject({ B1: 50, D3: 51, D4: [[11], [21]] });
  expect([...asked].sort()).toEqual([10, 20, 50]);
});

test("A table that finds our number by a reference that only one of its values makes is calculated", async () => {
  const cells: Specs = {
    A1: 1,
    A2: 7,
    A3: OURS,
    D3: { f: "OFFSET(A1,A1,0)", v: 7 },
    C4: 1,
    C5: 2,
    D4: { table: "2x1", column: "A1", v: 0 },
  };
  expect(await run(cells)).toMatchObject({ D4: [[7], [100]] });
});

test("A look-up that is remembered for other values is not taken for these", async () => {
  const outcome = await run({
    A1: 5,
    A2: { f: "A1" },
    A3: { f: "A1*2" },
    A4: OURS,
    D3: { f: "MATCH(6,A2:A3,0)+A4" },
    C4: 6,
    C5: 3,
    D4: { table: "2x1", column: "A1" },
  });
  expect(outcome).toMatchObject({ D3: "#N/A", D4: [[101], [102]] });
});

describe("A table is named", () => {
  const base: Specs = { A1: 1, A2: OURS, C4: 1, C5: 2 };

  test.each<[what: string, cells: Specs, problem: RegExp]>([
    [
      "if a formula that it needs cannot be calculated",
      { B1: { f: "NOSUCH(A1)", v: 5 }, D3: { f: "A2+B1" } },
      /NOSUCH/,
    ],
    ["if one is known not to be", { B1: { f: "A1", v: 5, problem: "Not today." }, D3: { f: "A2+B1" } }, /Not today/],
    ["if its values depend on its input", { C4: { f: "A1" }, D3: { f: "A1+A2" } }, /depend on its input/],
    ["if a spill changes its size", { B1: { f: "SEQUENCE(A1)", spill: "1x1" }, D3: { f: "SUM(B1#)+A2" } }, /size/],
    ["if it reads itself", { D3: { f: "A1+A2+D5" } }, /depends on its own result|what-if table/],
    [
      "if it reads another table that depends on the input",
      { D3: { f: "A1+A2+H4" }, G4: 1, H3: { f: "A1+A2" }, H4: { table: "1x1", column: "B9" } },
      /what-if table/,
    ],
  ])("%s", async (_what, cells, problem) => {
    const { D4 } = await run({ ...base, ...cells, D4: { table: "2x1", column: "A1" } });
    expect(D4).toMatch(/^\? /);
    expect(D4).toMatch(problem);
  });
});

test("A table that nothing of ours feeds keeps its values", async () => {
  expect(
    await run({ A1: 1, A2: OURS, C4: 1, D3: { f: "A1", v: 1 }, D4: { table: "1x1", column: "A1", v: 9 } }),
  ).toEqual({
    A2: 100,
  });
});
