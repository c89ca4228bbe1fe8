/** Functions of the add-in as a misbehaving Excel calls them and shows their results, through Microsoft's proxies. */
import { openWorkbook, type Workbook } from "./excel";

let workbook: Workbook;
let number: number;
let called: number;
let release: () => void;

/** INSIGHTS.NUMBER(factor), whose answers come when `release` is called; a factor of 0 is #N/A. */
beforeEach(() => {
  [number, called, release] = [100, 0, () => {}];
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } }, [
    {
      namespace: "INSIGHTS",
      metadata: { id: "NUMBER", name: "NUMBER", parameters: [{ name: "factor" }] },
      async run([factor]) {
        called += 1;
        await held;
        if (factor === 0) throw Object.assign(new Error("Zero."), { code: "#N/A" });
        return factor === "table" ? [[number], [number + 1]] : number * Number(factor);
      },
    },
  ]);
});
afterEach(() => workbook.close());

let held: Promise<void> | undefined;
function hold(): void {
  held = new Promise((resolve) => (release = resolve));
}
afterEach(() => (held = undefined));

const read = (address: string): Promise<unknown[][]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRange(address).load("values");
    await context.sync();
    return range.values as unknown[][];
  });

const write = (address: string, formula: string | number) =>
  Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").getRange(address).formulas = [[formula]];
    await context.sync();
  });

const recalculate = (address: string) =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRange(address);
    range.setDirty();
    range.calculate();
    await context.sync();
  });

describe("with keepOldValues", () => {
  test("a cell keeps its value while its function is late", async () => {
    workbook.host.keepOldValues = true;
    workbook.enter("A1", "=INSIGHTS.NUMBER(1)");
    workbook.enter("B1", "=A1*2");
    await workbook.settled();
    [number] = [130];
    hold();
    await recalculate("A1");
    expect(await read("A1:B1")).toEqual([[100, 200]]);
    release();
    await workbook.settled();
    expect(await read("A1:B1")).toEqual([[130, 260]]);
  });

  test("a cell keeps its value after its argument has changed", async () => {
    workbook.host.keepOldValues = true;
    workbook.enter("A1", 1);
    workbook.enter("B1", "=INSIGHTS.NUMBER(A1)");
    await workbook.settled();
    hold();
    await write("A1", 3);
    expect(await read("B1")).toEqual([[100]]);
    release();
    await workbook.settled();
    expect(await read("B1")).toEqual([[300]]);
  });

  test("a spill keeps all of its cells", async () => {
    workbook.host.keepOldValues = true;
    workbook.enter("A1", '=INSIGHTS.NUMBER("table")');
    await workbook.settled();
    number = 130;
    hold();
    await recalculate("A1");
    expect(await read("A1:A2")).toEqual([[100], [101]]);
    release();
    await workbook.settled();
    expect(await read("A1:A2")).toEqual([[130], [131]]);
  });

  test("a formula that was just entered shows #BUSY!", async () => {
    workbook.host.keepOldValues = true;
    workbook.enter("A1", 7);
    hold();
    await write("A1", "=INSIGHTS.NUMBER(1)");
    expect(await read("A1")).toEqual([["#BUSY!"]]);
    release();
    await workbook.settled();
  });
});

test("a late cell shows #BUSY! by default", async () => {
  workbook.enter("A1", "=INSIGHTS.NUMBER(1)");
  await workbook.settled();
  hold();
  await recalculate("A1");
  expect(await read("A1")).toEqual([["#BUSY!"]]);
  release();
  await workbook.settled();
});

test("resultDelay holds a result back after its function has returned", async () => {
  workbook.host.resultDelay = 100;
  const start = performance.now();
  workbook.enter("A1", "=INSIGHTS.NUMBER(1)");
  await workbook.settled();
  expect(performance.now() - start).toBeGreaterThan(95);
  expect([called, workbook.value("A1")]).toEqual([1, 100]);
});

test("a cell reads 0 from the return of its function until it shows the result", async () => {
  Object.assign(workbook.host, { zeroCells: new Set(), resultDelay: 100 });
  hold();
  workbook.enter("A1", "=INSIGHTS.NUMBER(1)");
  while (called === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await read("A1")).toEqual([["#BUSY!"]]);
  release();
  await held;
  await new Promise(setImmediate);
  expect(await read("A1")).toEqual([[0]]);
  await workbook.settled();
  expect(await read("A1")).toEqual([[100]]);
});

test("with losesResults a function is called, and its cell stays #BUSY!", async () => {
  workbook.host.losesResults = true;
  workbook.enter("A1", "=INSIGHTS.NUMBER(1)");
  await workbook.settled();
  expect([await read("A1"), called]).toEqual([[["#BUSY!"]], 1]);
});

test("with stuckErrors a cell in error is #BUSY! until its second recalculation", async () => {
  workbook.host.stuckErrors = true;
  workbook.enter("A1", 0);
  workbook.enter("B1", "=INSIGHTS.NUMBER(A1)");
  workbook.enter("B2", "=INSIGHTS.NUMBER(1)");
  await workbook.settled();
  expect([await read("B1:B2"), called]).toEqual([[["#N/A"], [100]], 2]);
  await recalculate("B1:B2");
  await workbook.settled();
  expect([await read("B1:B2"), called]).toEqual([[["#BUSY!"], [100]], 3]);
  workbook.enter("A1", 5);
  await workbook.settled();
  expect([await read("B1"), called]).toEqual([[[500]], 4]);
});

test("a cell that was calculated without the add-in is #NAME? until its formula is entered again", async () => {
  const formula = "=INSIGHTS.NUMBER(1)";
  workbook.host.missing = true;
  workbook.enter("A1", formula);
  await workbook.settled();
  workbook.host.missing = false;
  await recalculate("A1");
  await workbook.settled();
  workbook.enter("B1", formula);
  await workbook.settled();
  expect(await read("A1:B1")).toEqual([["#NAME?", 100]]);
  workbook.enter("A1", formula);
  await workbook.settled();
  expect(await read("A1:B1")).toEqual([[100, 100]]);
});

test("with breakWrittenFunctions a written function is #NAME?, a typed one works", async () => {
  workbook.host.breakWrittenFunctions = true;
  workbook.enter("A1", "=INSIGHTS.NUMBER(1)");
  await write("A2", '=INSIGHTS.NUMBER(1)&"INSIGHTS"');
  await write("A3", "=SUM(1,2)");
  await workbook.settled();
  expect(await read("A1:A3")).toEqual([[100], ["#NAME?"], [3]]);
});
