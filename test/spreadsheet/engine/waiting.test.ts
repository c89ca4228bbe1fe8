/** Formulas that wait for answers, or for others that do. */
import { Calculation } from "../../../src/spreadsheet/engine/calculation";
import { declare } from "./declare";
import { calculate, type Specs } from "./workbook";

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Answers after as many turns as its argument says, so answers for different arguments never come together. */
const LATE = declare("LATE", "turns:number", async ([turns]) => {
  for (let turn = 0; turn < Number(turns); turn++) await later();
  return turns;
});

const evaluations = jest.spyOn(Calculation.prototype, "evaluate");
beforeEach(() => evaluations.mockClear());

/** So many calls in column A that are answered one after another. */
const calls = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`A${at + 1}`, { f: `INSIGHTS.LATE(${at + 1})` }]));

test("An answer calculates its readers, and nothing that waits for other answers", async () => {
  const readers = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`B${at + 1}`, { f: `A${at + 1}*2+IF(A40>0,C${at + 1},0)` }]),
  );
  const further = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`C${at + 1}`, { f: `A${at + 1}+1` }]));
  const values = await calculate({ ...calls(40), ...readers, ...further }, [LATE]);
  expect(values).toMatchObject({ A7: 7, B7: 22, C7: 8, B40: 121 });
  // Each call twice; each reader as often as cells that it reads are answered.
  expect(evaluations.mock.calls.length).toBeLessThanOrEqual(40 * (2 + 3 + 2));
});

test("A sum of answers that come one by one is calculated once for each at most", async () => {
  expect(await calculate({ ...calls(30), B1: { f: "SUM(A1:A30)" } }, [LATE])).toMatchObject({ B1: 465 });
  expect(evaluations.mock.calls.length).toBeLessThanOrEqual(30 * 2 + 31);
});

const CIRCLES: Specs = {
  A1: { f: "IF(INSIGHTS.LATE(2)>0,B1,0)" },
  B1: { f: "A1+1" },
  C1: { f: "INSIGHTS.LATE(1)+1" },
  D1: { f: "B1+C1" },
};

test("A circle that only an answer closes is named, and what reads it with it", async () => {
  const values = await calculate(CIRCLES, [LATE]);
  expect(values).toMatchObject({ C1: 2 });
  expect([values["A1"], values["B1"]]).toEqual(Array(2).fill("? The formula depends on its own result."));
});

test("A formula that reads a cell saved while it waited is named, whatever else it asks", async () => {
  const busy = { code: "#BUSY!", message: "" };
  const values = await calculate({ A1: busy, B1: { f: "A1+INSIGHTS.LATE(1)" }, C1: { f: "B1*2" } }, [LATE]);
  expect(values["B1"]).toMatch(/saved while it waited/);
  expect(values["C1"]).toMatch(/saved while it waited/);
});

test("A call is made while the formula waits for another cell", async () => {
  expect(await calculate({ A1: { f: "INSIGHTS.LATE(5)" }, B1: { f: "A1+INSIGHTS.LATE(3)" } }, [LATE])).toEqual({
    A1: 5,
    B1: 8,
  });
});
