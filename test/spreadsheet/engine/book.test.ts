import { install } from "@sinonjs/fake-timers";
import { calculateBook } from "../../../src/spreadsheet/engine/calculateBook";
import { toSerial } from "../../../src/spreadsheet/cells/dateSerial";
import { declare, failure } from "./declare";
import { areaOf, calculate, sheetOf, sheetsOf, type Spec, type Specs } from "./workbook";

/** Answers with its arguments: a number alone, n rows of them for ROWS(n), and errors. */
const asked: string[] = [];
const FUNCTIONS = [
  declare("ECHO", "value", async ([value]) => {
    asked.push(JSON.stringify(value));
    return value;
  }),
  declare("ROWS", "count:number", async ([count]) =>
    Array.from({ length: count as number }, (_, row) => [row + 1, `r${row + 1}`]),
  ),
  declare("LIST", "values*", async ([values]) => (values as unknown[][]).flat().length),
  declare("FAIL", "", () => Promise.reject(failure("#N/A", "No such plan."))),
];

beforeEach(() => asked.splice(0));

const run = (specs: Specs, blocked?: string[]) => calculate(specs, FUNCTIONS, blocked);

describe("Calculated are", () => {
  test("formulas that call the functions and their dependents, and nothing else", async () => {
    expect(
      await run({
        A1: { f: "B1+1" },
        B1: { f: "Other!A1*10" },
        C1: { f: "1+1", v: 99 },
        D1: { f: "SUM(A:A)" },
        E1: { f: "SUM($1:$1)-1", v: 7, problem: "Not today." },
        "Other!A1": { f: "INSIGHTS.ECHO(A2)" },
        "Other!A2": 4,
      }),
    ).toEqual({ "Other!A1": 4, B1: 40, A1: 41, D1: 41, E1: "? Not today." });
  });

  test("references to a sheet in whatever case its name is spelled", async () => {
    expect(
      await run({
        "Other!A1": { f: "INSIGHTS.ECHO(4)" },
        "Other!A2": 3,
        A1: { f: "other!A1+OTHER!A1" },
        A2: { f: "SUM(oTHER!A1:A2)" },
        A3: { f: "COUNT(other!A:A)" },
        A4: { f: "INDEX(other!A1:A2,2)+INSIGHTS.ECHO(0)" },
        A5: { f: "OFFSET(other!A1,1,0)+INSIGHTS.ECHO(0)" },
        A6: { f: 'INDIRECT("other!A2")+INSIGHTS.ECHO(0)' },
        A7: { f: "CHOOSE(1,other!A2,0)+INSIGHTS.ECHO(0)" },
      }),
    ).toEqual({ "Other!A1": 4, A1: 8, A2: 7, A3: 2, A4: 3, A5: 3, A6: 3, A7: 3 });
  });

  test("arguments from cells, ranges and other formulas", async () => {
    expect(
      await run({
        A1: 2,
        A2: { f: "A1*3", v: 6 },
        A3: { f: "INSIGHTS.ECHO(A2)+INSIGHTS.LIST(A1:A2)" },
        A4: { f: "INSIGHTS.ECHO(A3)" },
      }),
    ).toEqual({ A3: 8, A4: 8 });
    expect(asked).toEqual(["6", "8"]);
  });

  test("an empty text as a text, and a blank as nothing", async () => {
    expect(await run({ A1: "", A3: { f: "INSIGHTS.ECHO(COUNTA(A1:A2))" }, A4: { f: "INSIGHTS.ECHO(A1)&A2" } })).toEqual(
      {
        A3: 1,
        A4: "",
      },
    );
  });

  test("what changes by itself, or was never calculated, only if a function reads it", async () => {
    const clock = install({ now: new Date(2026, 2, 14, 12), toFake: ["Date"] });
    const outcome = await run({
      A1: { f: "TODAY()", v: 1 },
      A2: { f: "INSIGHTS.ECHO(A1-A1+A3)" },
      A3: { f: "1+1", v: null },
      A4: { f: "NOW()", v: 1 },
      A5: { f: "A4+1", v: 2 },
    }).finally(() => clock.uninstall());
    expect(outcome).toEqual({ A1: toSerial(Date.UTC(2026, 2, 14), 1900), A2: 2, A3: 2 });
  });

  test("what an OFFSET or INDIRECT reads of them", async () => {
    expect(
      await run({
        A1: { f: "INSIGHTS.ECHO(5)" },
        A2: { f: 'INDIRECT("A1")+1' },
        A3: { f: "OFFSET(A2,0,0)*2" },
        A4: { f: 'INDIRECT("B9")', v: 3 },
        A5: { f: "A3+1" },
        A6: { f: 'INDIRECT("A7")+A1' },
        A7: { f: "1+1", v: 2 },
      }),
    ).toEqual({ A1: 5, A2: 6, A3: 12, A5: 13, A6: 7 });
  });

  test.each([
    ['MATCH(5,INDIRECT("A1:A3"),0)', 1],
    ["VLOOKUP(5,OFFSET(A9,-8,0,3,1),1,FALSE)", 5],
    ['COUNTIF(INDIRECT("A1:A3"),5)', 1],
    ['SUMIFS(INDIRECT("A1:A3"),INDIRECT("A1:A3"),">3")', 5],
  ])("lookups in a range that only the formula's calculation shows: %s", async (f, value) => {
    expect(await run({ A1: { f: "INSIGHTS.ECHO(5)", v: 1 }, A2: 2, A3: 3, B1: { f, v: 9 } })).toEqual({
      A1: 5,
      B1: value,
    });
  });

  test("nothing from a cell that was saved while it waited, which is named", async () => {
    const outcome = await run({
      A1: { code: "#GETTING_DATA", message: "" },
      B1: { f: "IFERROR(A1,0)+INSIGHTS.ECHO(1)", v: 5 },
      C1: { f: "SUM(B1:B2)", v: 5 },
      D1: { f: "INSIGHTS.ECHO(1)" },
    });
    const problem = expect.stringMatching(/was saved while it waited/) as unknown;
    expect(outcome).toEqual({ B1: problem, C1: problem, D1: 1 });
  });

  test("a look-up in a list that seems not to be sorted until an answer arrives", async () => {
    const list = { B1: 1, B2: { f: "INSIGHTS.ECHO(2)" }, B3: 3 };
    expect(await run({ A1: { f: "MATCH(3,B1:B3,1)" }, ...list })).toEqual({ A1: 3, B2: 2 });
  });

  test("what a reference reads whose place is an unfit value", async () => {
    const outcome = await run({
      A1: { f: "INSIGHTS.ECHO(5)" },
      A2: 9,
      B1: { f: "1+0", v: null },
      C1: { f: "OFFSET(A2,-B1,0)", v: 1 },
      C2: { f: "TODAY()-TODAY()", v: 1 },
      C3: { f: "OFFSET(A2,C2-1,0)", v: 1 },
    });
    expect(outcome).toEqual({ A1: 5, B1: 1, C1: 5, C2: 0, C3: 5 });
  });

  test.each(["INDEX(B1:C4,2,2*INSIGHTS.ECHO(1))", "OFFSET(B1,1,INSIGHTS.ECHO(1))"])(
    "a range that ends at %s, once it is answered",
    async (end) => {
      expect(await run({ A1: { f: `SUM(B1:${end})` }, B1: 3, C2: 5, C3: 7 })).toEqual({ A1: 8 });
    },
  );

  test.each([
    ["ROWS(B1:B200000)", 200_000],
    ["COLUMNS(B1:D200000)", 3],
    ["COUNTBLANK(B1:B200000)", 199_999],
    ['COUNTIF(B1:B200000,"")', 199_999],
    ["SUMPRODUCT(B1:B200000,C1:C150000)", "#VALUE!"],
    ["INDEX(B1:C1048576,1048576,1)", 0],
    ["SUM(OFFSET(B1:B200000,1,0))", 0],
  ])("the blank cells of long ranges: %s", async (formula, value) => {
    expect(await run({ A1: { f: `${formula}+INSIGHTS.ECHO(0)`, v: 5 }, B1: 3, C2: 5 })).toEqual({ A1: value });
  });

  test("cells that INDIRECT reads before their results, but never counts them early", async () => {
    const rest = { B1: { f: "INSIGHTS.ECHO(1)" }, B2: { f: "OFFSET(B1,0,0)+1" }, C1: { f: "SUM(B1:B2)" } };
    for (const [formula, value] of [
      ['COUNT(INDIRECT("B1:B2"))+B1', 3],
      ['COUNT(INDIRECT("B1:B2"))', 2],
      ["IFERROR(SUM(OFFSET(B1,0,0,2,1)),-1)+B1", 4],
    ] as const)
      expect(await run({ A1: { f: formula }, ...rest })).toEqual({ A1: value, B1: 1, B2: 2, C1: 3 });
  });

  test.each([
    ["MATCH(3,A2:A4,0)", 3],
    ["COUNTIF(A2:A4,1)", 1],
    ["COUNTIF(A2:A4,4)", 0],
    ["SUMPRODUCT((A2:A4=4)*1)", 0],
    ["VLOOKUP(2,A2:B4,2,FALSE)", "b"],
    ["IFNA(XMATCH(4,A2:A4,0),0)", 0],
  ])("cells that show numbers of rows, looked up as they are: %s", async (formula, value) => {
    const numbers = Object.fromEntries([2, 3, 4].map((row) => [`A${row}`, { f: `ROW(B${row})-D1` }]));
    const texts = { B2: "a", B3: "b", B4: "c" };
    const outcome = await run({ D1: { f: "INSIGHTS.ECHO(1)" }, ...numbers, ...texts, E1: { f: formula } });
    expect(outcome).toMatchObject({ A2: 1, A3: 2, A4: 3, E1: value });
  });

  test("lookups in a long range, which is read once", async () => {
    const rows = Array.from({ length: 500 }, (_, at) => at + 1);
    const specs = Object.fromEntries([
      ["A1", { f: "INSIGHTS.ECHO(1)" }],
      ...rows.slice(1).map((row) => [`A${row}`, row]),
      ...rows.slice(0, 50).map((row) => [`C${row}`, { f: `INDIRECT("A1")*${row}` }]),
      ...rows.slice(0, 50).map((row) => [`D${row}`, { f: `VLOOKUP(C${row},A1:A500,1,FALSE)` }]),
    ]) as Specs;
    let reads = 0;
    const counted = sheetsOf(specs).map((sheet) => ({
      ...sheet,
      valueAt: (cell: number) => {
        reads += 1;
        return sheet.valueAt(cell);
      },
    }));
    const outcomes = await calculateBook(counted, FUNCTIONS);
    expect(outcomes.find(({ cell }) => cell.row === 49 && cell.column === 3)?.rows).toEqual([[50]]);
    expect(reads).toBeLessThan(5 * 500);
  });

  test("thousands of cells that depend on each other", async () => {
    const total = Object.fromEntries(
      Array.from({ length: 5000 }, (_, row) => [`A${row + 1}`, { f: row === 0 ? "INSIGHTS.ECHO(1)" : `A${row}+1` }]),
    );
    expect((await run(total)).A5000).toBe(5000);
  });

  test("all calls at once, equal ones of different cells too", async () => {
    let waiting = 0;
    let most = 0;
    const slow = declare("ECHO", "value", async ([value]) => {
      most = Math.max(most, ++waiting);
      await new Promise((resolve) => setImmediate(resolve));
      waiting -= 1;
      return value;
    });
    await calculate({ A1: { f: "INSIGHTS.ECHO(1)" }, B2: { f: "INSIGHTS.ECHO(1)+INSIGHTS.ECHO(2)" } }, [slow]);
    expect(most).toBe(3);
  });
});

describe("A result that spills", () => {
  test("grows and shrinks, and what reads its cells follows", async () => {
    const cells = (rows: number): Specs => ({
      A1: { f: `INSIGHTS.ROWS(${rows})`, v: 1, spill: "3x2" },
      B1: "r1",
      A2: 2,
      B2: "r2",
      A3: 3,
      B3: "r3",
      D1: { f: "SUM(A1:A9)" },
      D2: { f: "SUM(ANCHORARRAY(A1))" },
      D3: { f: "A3+0", v: 3 },
      D5: { f: "COUNTA(A5:B5)", v: 0 },
    });
    const rows = (count: number) => Array.from({ length: count }, (_, row) => [row + 1, `r${row + 1}`]);
    expect(await run(cells(5))).toEqual({ A1: rows(5), D1: 15, D2: 15, D3: 3, D5: 2 });
    expect(await run(cells(2))).toEqual({ A1: rows(2), D1: 3, D2: 3, D3: 0 });
  });

  test("is read as a whole, as the area of an older array formula is", async () => {
    const outcome = await run({
      A1: { f: "INSIGHTS.ROWS(2)", array: "2x1" },
      B1: { f: "SUM(ANCHORARRAY(A1))" },
      B2: { f: "SUM(ANCHORARRAY(A2))+A1" },
      B3: { f: "SUM(ANCHORARRAY(B1))+A1" },
    });
    expect(outcome).toEqual({ A1: [[1], [2]], B1: 3, B2: "#REF!", B3: "#REF!" });
  });

  test("that depends on another that spills is settled too", async () => {
    expect(
      await run({
        A1: { f: "INSIGHTS.ROWS(3)", spill: "1x1" },
        D1: { f: "INDEX(ANCHORARRAY(A1),0,1)*10", spill: "1x1" },
        E1: { f: "SUM(ANCHORARRAY(D1))" },
      }),
    ).toMatchObject({ D1: [[10], [20], [30]], E1: 60 });
  });

  test.each<[string, string, Specs]>([
    ["a constant", "A1", { A1: 5 }],
    ["a formula of one cell", "A1", { A1: { f: "INSIGHTS.ECHO(2)" } }],
    ["another cell of a spill", "B2", { A1: { f: "INSIGHTS.ROWS(2)", spill: "2x2" } }],
  ])("cannot begin at %s", async (_what, from, cells) => {
    const outcome = await run({ ...cells, D1: { f: `SUM(ANCHORARRAY(${from}))+INSIGHTS.ECHO(1)` } });
    expect(outcome).toMatchObject({ D1: "#REF!" });
  });

  test.each<[string, Specs, string[]]>([
    ["a value", { A2: "x" }, []],
    ["a formula", { B2: { f: "1+1", v: 2 } }, []],
    ["a formula that shows nothing", { B2: { f: 'IF(1,"")', v: "" } }, []],
    ["another spill", { A2: { f: "INSIGHTS.ROWS(1)", spill: "1x2" } }, []],
    ["a merged cell", {}, ["A2:A3"]],
    ["a table", {}, ["B1:E9"]],
  ])("never goes over %s", async (_what, cells, blocked) => {
    const outcome = await run(
      { A1: { f: "INSIGHTS.ROWS(2)", spill: "1x1" }, ...cells, D1: { f: "ISERROR(A1)" } },
      blocked,
    );
    expect(outcome).toMatchObject({ A1: "#SPILL!", D1: true });
  });

  test("of one value stands in a table or merged cell as well", async () => {
    expect(await run({ A1: { f: "INSIGHTS.ECHO(2)", spill: "1x1" } }, ["A1:B9"])).toEqual({ A1: 2 });
  });

  test("takes its place when it is free again, and goes over its own old cells", async () => {
    const cells: Specs = { A1: { f: "INSIGHTS.ROWS(2)", v: 1, spill: "2x1" }, A2: "old" };
    expect(await run(cells)).toEqual({
      A1: [
        [1, "r1"],
        [2, "r2"],
      ],
    });
  });

  test("does not leave the sheet", async () => {
    const last = { row: 1_048_575, column: 0 };
    const formula = { text: "INSIGHTS.ROWS(2)", fill: "spill" as const, rows: 1, columns: 1 };
    const [outcome] = await calculateBook([sheetOf("Plan", [{ ...last, value: 0, formula }])], FUNCTIONS);
    expect(outcome?.rows).toEqual([[{ code: "#SPILL!", message: expect.stringContaining("does not fit") }]]);
  });

  test("fills the cells of an array formula, whatever its size", async () => {
    const outcome = await run({
      A1: { f: "INSIGHTS.ROWS(3)", array: "2x3" },
      E1: { f: "INSIGHTS.ECHO(7)", array: "2x2" },
    });
    expect(outcome).toEqual({
      A1: [
        [1, "r1", "#N/A"],
        [2, "r2", "#N/A"],
      ],
      E1: [
        [7, 7],
        [7, 7],
      ],
    });
  });

  test("gives its first value to a formula of one cell", async () => {
    const outcome = await run({ A1: { f: "INSIGHTS.ROWS(3)" }, B1: 2, C1: { f: "INSIGHTS.ROWS(B1)" } });
    expect(outcome).toEqual({ A1: 1, C1: 1 });
  });
});

describe("A formula that cannot be calculated is named and keeps its value", () => {
  test.each<[string, string, RegExp]>([
    [
      "an unknown function",
      "IFERROR(GETPIVOTDATA(D1),0)+INSIGHTS.ECHO(1)",
      /function GETPIVOTDATA cannot be calculated/,
    ],
    ["an engineering function", "BESSELI(D1,1)+INSIGHTS.ECHO(1)", /function BESSELI cannot be calculated/],
    ["a formula that cannot be read", "INSIGHTS.ECHO(1)+*2", /cannot be read/],
    ["a name", "INSIGHTS.ECHO(1)+Unknown", /name Unknown is unknown/],
    ["a formula of its own result", "A1+INSIGHTS.ECHO(1)", /depends on its own result/],
  ])("%s", async (_what, text, problem) => {
    const outcome = await run({ A1: { f: text, v: 5 }, B1: { f: "A1*2" } });
    expect(outcome.A1).toMatch(problem);
    expect(outcome.B1).toBe(10);
  });

  test("circular formulas and all their dependents", async () => {
    const circle = /depends on its own result/;
    const outcome = await run({ A1: { f: "B1+INSIGHTS.ECHO(1)", v: 5 }, B1: { f: "A1", v: 5 }, C1: { f: "B1*2" } });
    expect(outcome).toEqual({ A1: expect.stringMatching(circle), B1: expect.stringMatching(circle), C1: 10 });
  });

  test("a spill with its cells", async () => {
    const cells: Specs = { A1: { f: "NOSUCH(INSIGHTS.ECHO(1))", v: 1, spill: "2x1" }, A2: 2, A4: { f: "SUM(A1:A2)" } };
    const outcomes = await calculateBook(sheetsOf(cells), FUNCTIONS);
    expect(outcomes.map(({ rows }) => rows)).toEqual([[[1], [2]], [[3]]]);
  });

  test("a spill over itself", async () => {
    const outcome = await run({ A1: { f: "INSIGHTS.ROWS(COUNTA(A2:A9)+2)", v: 1, spill: "1x1" } });
    expect(outcome.A1).toMatch(/depends on its own result/);
  });
});

describe("SUBTOTAL", () => {
  const HIDDEN = expect.stringContaining("the file does not say if a filter hides them");
  const cells: Specs = {
    A1: 1,
    A2: { f: "INSIGHTS.ECHO(2)" },
    A3: { f: "SUBTOTAL(9,A1:A2)" },
    A4: { f: "SUBTOTAL(109,A1:A3)" },
  };

  test("leaves out others of its kind", async () => expect(await run(cells)).toEqual({ A2: 2, A3: 3, A4: 3 }));

  test("over hidden rows is left to Excel, which knows who hid them", async () => {
    const [plan, other] = sheetsOf(cells);
    const outcomes = await calculateBook([{ ...plan!, hiddenRows: [1] }, other!], FUNCTIONS);
    expect(outcomes.map(({ problem }) => problem)).toEqual([undefined, HIDDEN, undefined]);
  });

  test.each([
    "OFFSET(A1,0,0,3)",
    'INDIRECT("A1:A3")',
    'INDIRECT("plan!A1:A3")',
    "INDEX(A1:B3,0,1)",
    "A1:INDEX(A1:A9,3)",
    "CHOOSE(2,B1,A1:A3)",
    "CHOOSE(B1,A1:A3,B1)",
    "IF(B1=1,A1:A3)",
    "IFS(B1=1,A1:A3)",
    "SWITCH(B1,1,A1:A3)",
  ])("over hidden rows that %s finds is left to Excel", async (range) => {
    const texts = [
      `SUBTOTAL(9,${range})`,
      `LET(x,${range},SUBTOTAL(9,x))`,
      `IFERROR(LAMBDA(x,SUBTOTAL(9,x))(${range}),0)`,
    ];
    const formulas = texts.map((f, row): [string, Spec] => [
      `D${row + 1}`,
      { f: `${f}+INSIGHTS.ECHO(0)`, array: "1x1" },
    ]);
    const [plan, other] = sheetsOf({ A1: 1, A2: 2, A3: 4, B1: 1, ...Object.fromEntries(formulas) });
    const outcomes = await calculateBook([{ ...plan!, hiddenRows: [1] }, other!], FUNCTIONS);
    expect(outcomes.map(({ problem }) => problem)).toEqual(texts.map(() => HIDDEN));
  });

  test("is calculated beside references to hidden rows that it does not read", async () => {
    const [plan, other] = sheetsOf({ A1: 1, A2: 2, A3: 4, B1: { f: "SUBTOTAL(9,A3:A4)+A2+INSIGHTS.ECHO(1)" } });
    const outcomes = await calculateBook([{ ...plan!, hiddenRows: [1] }, other!], FUNCTIONS);
    expect(outcomes.map(({ rows }) => rows)).toEqual([[[7]]]);
  });
});

test("@ and # are read as in Excel", async () => {
  const cells: Specs = {
    B1: 10,
    B2: 20,
    B3: 30,
    A2: { f: "SINGLE(B1:B3)+INSIGHTS.ECHO(1)" },
    A3: { f: "SINGLE(B1:B2)+INSIGHTS.ECHO(1)" },
  };
  expect(await run(cells)).toEqual({ A2: 21, A3: "#VALUE!" });
});

test.each(["It's", "A b", "a!b", "Q1.2", "2026", "Über-Plan", "A,b", "INSIGHTS.ECHO(1)", "R1C1", "A1", "TRUE"])(
  "Sheets of any name are read: %s",
  async (name) => {
    const text = `INSIGHTS.ECHO('${name.replaceAll("'", "''")}'!A1)`;
    const formula = { text, fill: "one" as const, rows: 1, columns: 1 };
    const sheets = [
      sheetOf("Plan", [{ row: 0, column: 0, value: 0, formula }]),
      sheetOf(name, [{ row: 0, column: 0, value: 41 }]),
    ];
    expect((await calculateBook(sheets, FUNCTIONS))[0]).toMatchObject({ rows: [[41]], problem: undefined });
  },
);

test("Errors go on through formulas, and say at their cell what is wrong", async () => {
  const cells: Specs = { A1: { f: "INSIGHTS.FAIL()" }, A2: { f: "A1+1" }, A3: { f: "IFNA(A1,0)" } };
  const outcomes = await calculateBook(sheetsOf(cells), FUNCTIONS);
  expect(outcomes.map(({ rows }) => rows[0]![0])).toEqual([
    { code: "#N/A", message: "No such plan." },
    { code: "#N/A", message: "No such plan." },
    0,
  ]);
});

test("A function is told its cell", async () => {
  const where = declare("WHERE", "", (_args, { address }) => address);
  const formula = { text: "INSIGHTS.WHERE()", fill: "one" as const, rows: 1, columns: 1 };
  const sheets = [sheetOf("It's", [{ ...areaOf("B2"), value: 0, formula }])];
  expect((await calculateBook(sheets, [where]))[0]?.rows).toEqual([["'It''s'!B2"]]);
});

test("Progress is told after each thousand formulas, and at the end", async () => {
  const readers = Array.from({ length: 1_500 }, (_, row): [string, Spec] => [`B${row + 1}`, { f: "$A$1+1" }]);
  const told: [done: number, total: number][] = [];
  const sheets = sheetsOf({ A1: { f: "INSIGHTS.ECHO(1)" }, ...Object.fromEntries(readers) });
  await calculateBook(sheets, FUNCTIONS, { onProgress: (done, total) => void told.push([done, total]) });
  expect([told[0], told.at(-1)]).toEqual([
    [1000, 1501],
    [1501, 1501],
  ]);
});
