/** Checks of files: a cell that a name `Check_…` means stands in summary, JSON and page, and decides a status if asked. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, type BookSpec, type CellSpec } from "../../spreadsheet/xlsx/book";
import { runInsights } from "./run";

const sandbox = createSandbox();
const KPI = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "checks-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function save(name: string, cells: Record<string, CellSpec>, names: BookSpec["names"]): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }], ...(names && { names }) }));
  return path;
}

const refresh = (...args: string[]) =>
  runInsights(["refresh", ...args], { fetch: sandbox.fetch, apiKey: sandbox.apiKey });

interface ReportLine {
  readonly status: number;
  readonly checked: number;
  readonly counts: Record<string, number>;
  readonly checks: { label: string; cell: string; state: string; numbers: { of: string; value: unknown }[] }[];
  readonly error?: { kind: string; message: string };
  readonly required?: { file: string; checks: ReportLine["checks"] };
}

/** One check of each way in which it may stand. */
const CELLS: Record<string, CellSpec> = {
  A1: { f: KPI, v: 5 },
  B1: { f: "A1>0", v: false },
  B2: { f: "A1<0", v: true },
  B3: { f: `${KPI}/0>1`, v: true },
  B4: { f: `${KPI}*2<A1`, v: true },
  B5: true,
  B6: { f: "A1", v: 1 },
  B7: { f: "A1+UNKNOWNFUNCTION(A1)>0", v: true },
  B8: { f: "1+1=2" },
};
const NAMES = {
  Check_Good: "Plan!$B$1",
  Check_Sign: "Plan!$B$2",
  Check_Error: "Plan!$B$3",
  "Plan!Check_Own": "Plan!$B$4",
  Check_Constant: "Plan!$B$5",
  Check_Number: "Plan!$B$6",
  Check_Old: "Plan!$B$7",
  Check_New: "Plan!$B$8",
  Check_Gone: "Plan!#REF!",
  Check_Many: "Plan!$B$1:$B$2",
};

test("Each check stands as its cell does after the refresh, with the numbers that it reads in JSON", async () => {
  const file = await save("book.xlsx", CELLS, NAMES);
  const { status, output } = await refresh(file, "--json");
  const line = JSON.parse(output) as ReportLine;
  const ebit = line.checks.find(({ label }) => label === "Sign")?.numbers[0]?.value;
  expect(typeof ebit).toBe("number");
  const states = Object.fromEntries(line.checks.map(({ label, cell, state }) => [label, [cell, state]]));
  expect(states).toEqual({
    Sign: ["Plan!B2", "false"],
    Error: ["Plan!B3", "error"],
    Own: ["Plan!B4", "false"],
    Constant: ["Plan!B5", "none"],
    Number: ["Plan!B6", "none"],
    Old: ["Plan!B7", "unknown"],
    New: ["Plan!B8", "unknown"],
    Gone: ["", "none"],
    Many: ["", "none"],
  });
  const own = line.checks.find(({ label }) => label === "Own")?.numbers;
  expect(own).toEqual([
    { of: "EBIT of committed in FY26 Plan, full year", format: "#,##0;-#,##0", value: ebit },
    { of: "Plan!A1", value: ebit },
  ]);
  expect([line.checked, line.counts.checks]).toEqual([10, 9]);
  // A formula of the book cannot be calculated.
  expect(status).toBe(4);
});

test("The summary names the checks that are not TRUE, and no number of theirs", async () => {
  const file = await save("book.xlsx", { B1: { f: `${KPI}<0`, v: true } }, { Check_Sign: "Plan!$B$1" });
  const { status, output } = await refresh(file, "--list", "0");
  expect(output).toContain("1 check, 1 not TRUE.");
  const all = await refresh(file);
  expect(all.output).toMatch(/Checks that are not TRUE\n *Sign +Plan!B1 +FALSE\n/);
  expect(`${output}${all.output}`.replaceAll(/\d{4}-\d\d-\d\dT\S+/g, "")).not.toMatch(/\d{4}/);
  expect(status).toBe(0);
});

test("With --checks the status is 12 if a check is not TRUE, and the file is written all the same", async () => {
  const bad = await save("bad.xlsx", { A1: { f: KPI, v: 5 }, B1: { f: "A1<0", v: true } }, { Check_A: "Plan!$B$1" });
  const good = await save("good.xlsx", { A1: { f: KPI, v: 5 }, B1: { f: "A1>0", v: true } }, { Check_A: "Plan!$B$1" });
  const before = readFileSync(bad);
  expect((await refresh(good, "--checks")).status).toBe(0);
  expect((await refresh(bad, "--checks")).status).toBe(12);
  expect(readFileSync(bad).equals(before)).toBe(false);
  expect((await refresh(folder, "--checks", "--json")).output).toContain('"byStatus":{"0":1,"12":1}');
});

describe("--require-checks", () => {
  const FAILING = { A1: { f: KPI, v: 5 }, B1: { f: "A1<0", v: true } };

  async function withRequired(cells: Record<string, CellSpec>, names: BookSpec["names"], ...more: string[]) {
    const book = await save("checks.xlsx", cells, names);
    const file = await save("report.xlsx", { A1: { f: KPI, v: 5 } }, undefined);
    const [required, before] = [readFileSync(book), readFileSync(file)];
    const finished = await refresh(file, "--require-checks", book, ...more);
    expect(readFileSync(book).equals(required)).toBe(true);
    return { ...finished, isWritten: !readFileSync(file).equals(before), book };
  }

  test("goes on if all checks of the workbook are TRUE with the new results", async () => {
    const cells = { A1: { f: KPI, v: -5 }, B1: { f: "A1>0", v: false } };
    expect(await withRequired(cells, { Check_A: "Plan!$B$1" })).toMatchObject({ status: 0, isWritten: true });
  });

  test("writes nothing if one is FALSE, and says which", async () => {
    const { status, isWritten, errors, book } = await withRequired(FAILING, { Check_A: "Plan!$B$1" });
    expect([status, isWritten]).toEqual([12, false]);
    expect(errors).toBe(`insights: 1 of 1 checks of ${book} is not TRUE. A (Plan!B1): FALSE. Nothing was written.\n`);
  });

  test("has the checks and their numbers in JSON and on the page", async () => {
    const page = join(folder, "night.html");
    const { output } = await withRequired(FAILING, { Check_A: "Plan!$B$1" }, "--json", "--report", page);
    const line = JSON.parse(output) as ReportLine;
    expect(line).toMatchObject({ status: 12, error: { kind: "checks" } });
    expect(line.required?.checks).toMatchObject([{ label: "A", state: "false", numbers: [{ of: "Plan!A1" }] }]);
    const value = Number(line.required?.checks[0]?.numbers[0]?.value);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("Checks that are not TRUE");
    expect(html).toContain(`Plan!A1 = ${Math.round(value).toLocaleString("en-US")}`);
    expect(html).toContain("A check is not TRUE (status 12)");
  });

  test.each<[string, BookSpec["names"]]>([
    ["has no checks", undefined],
    ["is not TRUE", { Check_A: "Plan!$C$1" }],
  ])("writes nothing if the workbook %s", async (words, names) => {
    const { status, isWritten, errors } = await withRequired({ A1: { f: KPI, v: 5 } }, names);
    expect([status, isWritten]).toEqual([12, false]);
    expect(errors).toContain(words);
  });

  test("writes nothing if the workbook cannot be read", async () => {
    const file = await save("report.xlsx", { A1: { f: KPI, v: 5 } }, undefined);
    const { status, errors } = await refresh(file, "--require-checks", join(folder, "missing.xlsx"));
    expect(status).toBe(5);
    expect(errors).toContain("missing.xlsx were not read, so nothing was written.");
    expect((await refresh(file, "--require-checks", "notes.txt")).status).toBe(2);
  });
});
