/** Which formulas of a file a refresh calculates: what a program left without a result, or with an old one, is never read. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../../sandbox/sandbox";
import { partsOf, zipped, type BookSpec, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";
import { runInsights } from "./run";

const sandbox = createSandbox();
const ONE = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")*0+1';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "kept-"))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Given {
  cells: Record<string, CellSpec>;
  more?: Partial<BookSpec>;
  /** Attributes of the workbook's `calcPr`. */
  calculation?: string;
  options?: string[];
}

/** Refreshes a workbook with one sheet, Plan. With --values, the cells are those of the copy. */
async function refreshed({ cells, more = {}, calculation, options = [] }: Given) {
  const parts = partsOf({ sheets: [{ name: "Plan", cells }], ...more });
  const book = "xl/workbook.xml";
  parts[book] = parts[book]!.replace("<calcPr ", `<calcPr ${calculation ?? ""} `);
  const [path, copy] = [join(folder, "book.xlsx"), join(folder, "copy.xlsx")];
  writeFileSync(path, await zipped(parts));
  const isCopy = options.includes("--values");
  const args = ["refresh", path, "--json", ...options, ...(isCopy ? ["-o", copy] : [])];
  const { status, output } = await runInsights(args, sandbox);
  const report = JSON.parse(output) as { problems?: { cell: string; problem: string }[]; notes?: string[] };
  const problems = Object.fromEntries((report.problems ?? []).map(({ cell, problem }) => [cell, problem]));
  const written = isCopy && status !== 7 && status !== 3 ? copy : path;
  return { status, problems, notes: report.notes ?? [], values: await cellsIn(readFileSync(written)) };
}

describe("A formula without a kept value", () => {
  test("is calculated if a dependent of ours reads it", async () => {
    const { status, problems, values } = await refreshed({
      cells: { B1: { f: "1/4" }, B2: { f: ONE }, B3: { f: "B2*B1" }, B4: { f: "IF(B1>0,B2,0)" } },
    });
    expect([status, problems]).toEqual([0, {}]);
    expect(values).toMatchObject({ "Plan!B1": 0.25, "Plan!B2": 1, "Plan!B3": 0.25, "Plan!B4": 1 });
  });

  test("is calculated through others that have a value, and so are its dependents", async () => {
    const { values } = await refreshed({
      cells: {
        A1: { f: "2+3" },
        A2: { f: "A1*2", v: 0 },
        A3: { f: "A2+1", v: 1 },
        B1: { f: ONE },
        B2: { f: "B1+A3", v: 2 },
        C1: { f: "A1*100", v: 0 },
        C2: { f: "C1+C3", v: 0 },
        C3: { f: "3*3" },
      },
    });
    expect(values).toMatchObject({ "Plan!A3": 11, "Plan!B2": 12, "Plan!C1": 500, "Plan!C2": 509, "Plan!C3": 9 });
  });

  test.each<[string, CellSpec, BookSpec["names"]?]>([
    ["a range", { f: "SUM(A1:A3)+B1" }],
    ["a name", { f: "Share*4+B1" }, { Share: "Plan!$A$2" }],
    ["OFFSET", { f: "OFFSET(A1,1,0)*4+B1" }],
    ["INDIRECT", { f: 'INDIRECT("A"&2)*4+B1' }],
    ["INDEX", { f: "INDEX(A1:A3,2)*4+B1" }],
    ["another sheet", { f: "Other!A1+B1" }],
  ])("is calculated if it is read by %s", async (_how, reader, names = {}) => {
    const cells = { A1: 0, A2: { f: "1/4" }, A3: 0.75, B1: { f: ONE }, B2: reader };
    const other = { name: "Other", cells: { A1: { f: "Plan!A2*4" } } };
    const { values } = await refreshed({ cells, more: { sheets: [{ name: "Plan", cells }, other], names } });
    expect(values["Plan!B2"]).toBe(2);
  });

  test("is calculated if a call reads it as an argument", async () => {
    const { values } = await refreshed({
      cells: {
        A1: { f: '"FY26"&" Plan"' },
        A2: { f: "A1" },
        B1: { f: '_xldudf_INSIGHTS_KPI(A2,"committed","ebit")*0+1' },
      },
    });
    expect(values).toMatchObject({ "Plan!A1": "FY26 Plan", "Plan!A2": "FY26 Plan", "Plan!B1": 1 });
  });

  test("fills its area if it is an array", async () => {
    const { values } = await refreshed({
      cells: {
        A1: { f: "_xlfn.SEQUENCE(3)", spill: "A1" },
        B1: { f: ONE },
        B2: { f: "SUM(_xlfn.ANCHORARRAY(A1))*B1" },
      },
    });
    expect(values).toMatchObject({ "Plan!A1": 1, "Plan!A3": 3, "Plan!B2": 6 });
  });

  test("is left alone if nothing that is calculated reads it", async () => {
    const { values } = await refreshed({ cells: { A1: { f: "1/4" }, B1: { f: ONE } } });
    expect(values).toEqual({ "Plan!B1": 1 });
  });

  test("is named with its readers if it cannot be calculated, and none gets a number", async () => {
    const { status, problems, values } = await refreshed({
      cells: { A1: { f: "NOSUCH(1)" }, B1: { f: ONE }, B2: { f: "A1+B1" }, B3: { f: "B2*2", v: 7 } },
    });
    const reader = "The formula reads Plan!A1, which has no value and could not be calculated.";
    expect([status, problems]).toEqual([
      4,
      { "Plan!A1": expect.stringContaining("NOSUCH"), "Plan!B2": reader, "Plan!B3": reader },
    ]);
    expect(values).toEqual({ "Plan!B1": 1, "Plan!B3": 7 });
  });
});

test("A copy of a shared formula with an empty kept text is calculated", async () => {
  const { status, values } = await refreshed({
    cells: {
      A1: 1,
      A2: 2,
      B1: { f: "A1*10", si: 0, ref: "B1:B2", v: 10 },
      B2: { si: 0, v: "" },
      C1: { f: ONE },
      C2: { f: "SUM(B1:B2)*C1", v: 10 },
    },
  });
  expect(status).toBe(0);
  expect(values).toMatchObject({ "Plan!B1": 10, "Plan!B2": 20, "Plan!C2": 30 });
});

test("An empty text that a formula of its own returns stays", async () => {
  const { status, values } = await refreshed({
    cells: { A1: { f: 'NOSUCH("")', v: "" }, B1: { f: `${ONE}+LEN(A1)` } },
  });
  expect(status).toBe(0);
  expect(values["Plan!B1"]).toBe(1);
});

describe.each([
  ["calculates everything on load", 'fullCalcOnLoad="1"'],
  ["was saved before it was calculated", 'calcCompleted="0"'],
])("In a workbook that %s", (_what, calculation) => {
  test("every formula that something calculated reads is calculated", async () => {
    const { status, values } = await refreshed({
      calculation,
      cells: {
        B1: 1200,
        B2: 0.25,
        B3: { f: "B1*B2", v: 0 },
        B4: { f: ONE, v: 0 },
        B5: { f: "B4/B1*B3", v: 0 },
        C1: { f: "1+1", v: 99 },
      },
    });
    expect(status).toBe(0);
    expect(values).toMatchObject({ "Plan!B3": 300, "Plan!B4": 1, "Plan!B5": 0.25, "Plan!C1": 99 });
  });

  test("what cannot be calculated is named with its readers", async () => {
    const { problems } = await refreshed({
      calculation,
      cells: { A1: { f: "NOSUCH(1)", v: 0 }, B1: { f: ONE, v: 0 }, B2: { f: "A1+B1", v: 0 } },
    });
    expect(Object.keys(problems)).toEqual(["Plan!A1", "Plan!B2"]);
  });

  test("a values-only copy has all formulas calculated", async () => {
    const { values } = await refreshed({
      calculation,
      options: ["--values"],
      cells: { B1: 5, B2: 6, B3: { f: "SUM(B1:B2)", v: 0 }, B4: { f: ONE, v: 0 } },
    });
    expect(values).toMatchObject({ "Plan!B3": 11, "Plan!B4": 1 });
  });
});

describe("A formula whose result changes by itself", () => {
  const SINCE = { A1: { f: "TODAY()", v: 45000 }, A2: { f: "A1-45000", v: 0 }, A3: { f: "A2>0", v: false } };

  test("is calculated if something calculated reads it", async () => {
    const { values } = await refreshed({ cells: { ...SINCE, B1: { f: ONE, v: 1 }, B2: { f: "IF(A3,B1,0)", v: 0 } } });
    expect(values).toMatchObject({ "Plan!A2": Number(values["Plan!A1"]) - 45000, "Plan!A3": true, "Plan!B2": 1 });
    expect(values["Plan!A1"]).not.toBe(45000);
  });

  test("is calculated if a call reads it as its period", async () => {
    const { values } = await refreshed({
      cells: {
        ...SINCE,
        B1: { f: '_xldudf_INSIGHTS_PERIOD("FY26 Plan",A1,,"start")', v: 1 },
        B2: { f: "A1-B1", v: 99 },
      },
    });
    expect(values["Plan!A1"]).not.toBe(45000);
    expect(Number(values["Plan!B2"])).toBeLessThan(31);
  });

  test("is calculated if OFFSET finds it", async () => {
    const { values } = await refreshed({
      cells: { ...SINCE, B1: { f: ONE }, B2: { f: "OFFSET(A1,B1,0)>0", v: false } },
    });
    expect(values["Plan!B2"]).toBe(true);
  });

  test("is left alone otherwise, and calculated in a values-only copy", async () => {
    const cells = { ...SINCE, B1: { f: ONE, v: 0 } };
    expect((await refreshed({ cells })).values).toMatchObject({ "Plan!A1": 45000, "Plan!A3": false });
    expect((await refreshed({ cells, options: ["--values"] })).values).toMatchObject({ "Plan!A3": true });
  });
});

describe("A values-only copy", () => {
  const options = ["--values"];

  test("has the results of formulas without a kept value", async () => {
    const { status, values } = await refreshed({
      options,
      cells: { A3: "Total", B1: 5, B2: 6, B3: { f: "SUM(B1:B2)" }, B4: { f: ONE }, A5: { f: 'A3&" of the plan"' } },
    });
    expect(status).toBe(0);
    expect(values).toMatchObject({ "Plan!B3": 11, "Plan!B4": 1, "Plan!A5": "Total of the plan" });
  });

  test("keeps a kept value that depends on nothing calculated", async () => {
    const { status, values } = await refreshed({
      options,
      cells: { A1: { f: "OTHER.ADDIN(1)", v: 42 }, A2: { f: "A1*2", v: 84 }, B1: { f: ONE } },
    });
    expect(status).toBe(0);
    expect(values).toMatchObject({ "Plan!A1": 42, "Plan!A2": 84 });
  });

  test("shows #N/A for what could not be calculated and for its readers, and says so", async () => {
    const { status, problems, notes, values } = await refreshed({
      options,
      cells: {
        A1: { f: ONE, v: 0 },
        A2: { f: "NOSUCH(A1)", v: 200 },
        A3: { f: "IFERROR(A1+A2,0)", v: 201 },
        A4: { f: "OTHER.ADDIN(1)" },
        A5: { f: 'A4&""' },
        B1: { f: "NOSUCH(A1)", array: "B1:B2", v: 5 },
        B2: 6,
      },
    });
    const NA = { error: "#N/A" };
    expect(values).toEqual({
      "Plan!A1": 1,
      ...Object.fromEntries(["A2", "A3", "A4", "A5", "B1", "B2"].map((address) => [`Plan!${address}`, NA])),
    });
    expect(status).toBe(4);
    expect(problems).toEqual({
      "Plan!A2": expect.stringContaining("NOSUCH"),
      "Plan!A3": "The formula reads Plan!A2, which could not be calculated.",
      "Plan!A4": expect.stringContaining("OTHER.ADDIN"),
      "Plan!A5": "The formula reads Plan!A4, which has no value and could not be calculated.",
      "Plan!B1": expect.stringContaining("NOSUCH"),
    });
    expect(notes).toContain(
      "The copy shows #N/A for 5 formulas not calculated, or calculated from such cells. Check them in Excel.",
    );
  });

  test("is not written with --strict if a formula could not be calculated", async () => {
    const cells = { A1: { f: ONE, v: 0 }, A2: { f: "NOSUCH(1)" } };
    const { status, values } = await refreshed({ cells, options: [...options, "--strict"] });
    expect([status, values]).toEqual([7, { "Plan!A1": 0 }]);
  });

  test("of a workbook without our formulas has results too", async () => {
    const { values } = await refreshed({ options, cells: { A1: 2, A2: { f: "A1*2" }, A3: { f: "NOSUCH(1)" } } });
    expect(values).toEqual({ "Plan!A1": 2, "Plan!A2": 4, "Plan!A3": { error: "#N/A" } });
  });
});

describe("A workbook with formulas that depend on each other", () => {
  const cells: Record<string, CellSpec> = {
    A1: { f: ONE },
    A2: { f: "0.1*(A1+A3)/2", v: 0 },
    A3: { f: "A1+A2", v: 0 },
  };

  test("is calculated as often as it says", async () => {
    const { status, values } = await refreshed({ cells, calculation: 'iterate="1" iterateDelta="1E-9"' });
    expect(status).toBe(0);
    expect(values["Plan!A3"]).toBeCloseTo(1 + 2 / 19, 8);
  });

  test("names them if they do not settle so often, or if it does not say so", async () => {
    const { problems } = await refreshed({ cells, calculation: 'iterate="1" iterateCount="2" iterateDelta="1E-9"' });
    expect(Object.keys(problems)).toEqual(["Plan!A2", "Plan!A3"]);
    expect(problems["Plan!A2"]).toMatch(/after 2 rounds/);
    expect((await refreshed({ cells })).problems["Plan!A3"]).toMatch(/depends on its own result/);
  });
});
