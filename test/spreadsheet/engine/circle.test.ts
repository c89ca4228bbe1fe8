/** Formulas that depend on each other, in workbooks that say how often they are calculated. */
import { declare } from "./declare";
import { calculate, type Specs } from "./workbook";

const ECHO = declare("ECHO", "value", async ([value]) => value);
const run = (specs: Specs, iteration: { count: number; change: number } | undefined = { count: 100, change: 1e-9 }) =>
  calculate(specs, [ECHO], [], { iteration });

/** Interest on the average of a debt that it increases. */
const DEBT: Specs = {
  A1: { f: "INSIGHTS.ECHO(1000)" },
  A2: { f: "0.1*(A1+A3)/2", v: 0 },
  A3: { f: "A1+A2", v: 0 },
  B1: { f: "A3*2", v: 0 },
};

test("A circle settles at the values that agree with each other", async () => {
  const { A2, A3, B1 } = await run(DEBT);
  expect(A2).toBeCloseTo(2000 / 19, 6);
  expect(A3).toBeCloseTo(1000 + 2000 / 19, 6);
  expect(B1).toBeCloseTo(2 * (1000 + 2000 / 19), 6);
});

test("A circle begins with the values that the file keeps, and stops at the change that the workbook says", async () => {
  const { A2 } = await run(
    { ...DEBT, A2: { f: "0.1*(A1+A3)/2", v: 105 }, A3: { f: "A1+A2", v: 1105 } },
    { count: 100, change: 1 },
  );
  expect(A2).toBeCloseTo(105.25, 9);
});

test("A circle that does not settle is named with what reads it, each of its cells", async () => {
  const outcome = await run({
    A1: { f: "INSIGHTS.ECHO(1)" },
    A2: { f: "A3+A1", v: 5 },
    A3: { f: "A2", v: 5 },
    B1: { f: "A1+1" },
  });
  const problem = expect.stringMatching(/^\? .*does not settle: after 100 rounds/) as unknown;
  expect(outcome).toEqual({ A1: 1, A2: problem, A3: problem, B1: 2 });
});

test("A circle is a mistake in a workbook that does not say so", async () => {
  const outcome = await calculate(DEBT, [ECHO]);
  expect(outcome).toMatchObject({
    A2: "? The formula depends on its own result.",
    A3: expect.stringMatching(/^\?/) as unknown,
  });
});

test("A circle that reads a range of its own formulas and others settles after these", async () => {
  const outcome = await run({
    A1: { f: "SUM(B1:B3)/4", v: 0 },
    B1: { f: "INSIGHTS.ECHO(6)" },
    B2: { f: "A1", v: 0 },
    B3: { f: "C3*2", v: 0 },
    C3: { f: "B1+0", v: 0 },
  });
  expect(outcome.A1).toBeCloseTo(6, 6);
});

test("A formula that reads itself, and one only by a branch that is not taken, settle", async () => {
  const outcome = await run({
    A1: { f: "INSIGHTS.ECHO(8)" },
    A2: { f: "A2/2+A1", v: 0 },
    B1: { f: "IF(A1>5,A1,B3)", v: 0 },
    B2: { f: "B1+1", v: 0 },
    B3: { f: "B2*2", v: 0 },
  });
  expect(outcome).toMatchObject({ B1: 8, B2: 9, B3: 18 });
  expect(outcome.A2).toBeCloseTo(16, 6);
});

test("A circle with calls settles with their answers", async () => {
  const { A2, A3 } = await run({ A1: 10, A2: { f: "A3/2+INSIGHTS.ECHO(A1)", v: 0 }, A3: { f: "A2/2", v: 0 } });
  expect(A2).toBeCloseTo(40 / 3, 6);
  expect(A3).toBeCloseTo(20 / 3, 6);
});

test("A circle that only a made reference closes settles too", async () => {
  const { A2 } = await run({
    A1: { f: "INSIGHTS.ECHO(8)" },
    A2: { f: "OFFSET(A1,2,0)/2+A1", v: 0 },
    A3: { f: "A2", v: 0 },
  });
  expect(A2).toBeCloseTo(16, 6);
});

test("Several circles that read each other settle in their order, and look-ups follow them", async () => {
  const outcome = await run({
    A1: { f: "INSIGHTS.ECHO(8)" },
    A2: { f: "A3/2+A1", v: 0 },
    A3: { f: "A2", v: 0 },
    B2: { f: "B3/2+ROUND(A2,6)", v: 0 },
    B3: { f: "B2", v: 0 },
    C1: { f: "VLOOKUP(16,A4:A5,1,FALSE)" },
    A4: { f: "ROUND(A3,6)", v: 0 },
    A5: { f: "ROUND(B3,6)", v: 0 },
  });
  expect(outcome.B2).toBeCloseTo(32, 5);
  expect(outcome.C1).toBe(16);
});

test("A what-if table over a circle settles it for each value", async () => {
  const { E3 } = await run({
    ...DEBT,
    C1: 0.1,
    A2: { f: "C1*(A1+A3)/2", v: 0 },
    D3: 0,
    D4: 0.2,
    E2: { f: "ROUND(A2,6)" },
    E3: { table: "2x1", column: "C1" },
  });
  expect(E3).toEqual([[0], [expect.closeTo(2000 / 9, 5)]]);
});

test("A value that is an error from the beginning stays, and shows", async () => {
  const error = { code: "#DIV/0!", message: "" };
  const { A3 } = await run({
    A1: { f: "INSIGHTS.ECHO(1)" },
    A2: { f: "A3/2+A1", v: error },
    A3: { f: "A2", v: error },
  });
  expect(A3).toBe("#DIV/0!");
});
