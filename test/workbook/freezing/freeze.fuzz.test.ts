/**
 * Random workbooks are refreshed, frozen, changed and thawed, and compared with twins that were made with the service's new
 * numbers, changed alike and never refreshed or frozen.
 */
import fc from "fast-check";
import { freeze } from "../../../src/workbook/freezing/freeze";
import { thaw } from "../../../src/workbook/freezing/thaw";
import { setUpWorkbook, type WorkbookSetup } from "../setup";
import { runs } from "../../propertyOptions";

const SHEETS = ["Sheet1", "Other sheet"] as const;
/** Rows that each formula has for itself. */
const ROOM = 5;

/** By their place in the workbook: what they read is at the top of the first sheet. */
const FORMULAS = [
  '=INSIGHTS.PNL("Plan","One","ebit")',
  '=INSIGHTS.PNL(Sheet1!A1,Sheet1!$B$1,"ebit")*2',
  '=INSIGHTS.PNL("Plan",,"ebit")',
  '=SUM(INSIGHTS.PNL(Sheet1!$A1,Sheet1!B$1:C$1,{"ebit";"netFIESales"},,,,,"values"))',
  '=INSIGHTS.PNL("Plan","Won","ebit")',
  '=IF(INSIGHTS.KPI(Sheet1!A1,Sheet1!C1,"ebit")>0,"2026-03","")',
  "=1+1",
  "=SUM(Sheet1!D1:D2)",
];
const CONTENTS = [7, -0.5, "Revenue", "2026-03", "TRUE", "=not"];

interface Plan {
  /** The service's number at last. */
  ebit: number;
  cells: { sheet: number; content: number; column: number }[];
  edits: { kind: "row" | "column" | "rename"; sheet: number; at: number }[];
}

const plans = fc.record<Plan>({
  ebit: fc.constantFrom(100, 130),
  cells: fc.array(
    fc.record({
      sheet: fc.nat(1),
      content: fc.nat(FORMULAS.length + CONTENTS.length - 1),
      column: fc.nat(3),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  edits: fc.array(fc.record({ kind: fc.constantFrom("row", "column", "rename"), sheet: fc.nat(1), at: fc.nat(30) }), {
    maxLength: 3,
  }),
});

function cellsOf({ cells }: Plan): Record<string, string | number> {
  const contents = [...FORMULAS, ...CONTENTS];
  const placed = cells.map(({ sheet, content, column }, at) => {
    const address = `'${SHEETS[sheet]!}'!${"ABCD"[column]!}${3 + ROOM * at}`;
    const text = contents[content]!;
    return [address, text === "=not" ? "'=not" : text] as const;
  });
  return { A1: "Plan", B1: "One", C1: "Two", D1: 3, D2: 4, ...Object.fromEntries(placed) };
}

async function change({ workbook }: WorkbookSetup, { edits }: Plan): Promise<void> {
  await Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    edits.forEach(({ kind, sheet, at }, number) => {
      const worksheet = sheets.items[sheet]!;
      if (kind === "rename") worksheet.name = `Renamed ${number}`;
      else if (kind === "row") worksheet.getRange(`${at + 1}:${at + 1}`).insert("Down");
      else worksheet.getRange("B:B").insert("Right");
    });
    await context.sync();
  });
  await workbook.settled();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await workbook.settled();
}

/** All that the sheets hold, as soon as that is the same twice: the grid calculates some time after an edit. */
async function contents() {
  let [before, now] = [await read(), await read()];
  for (let look = 0; look < 20 && JSON.stringify(before) !== JSON.stringify(now); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    [before, now] = [now, await read()];
  }
  return now;
}

async function read(): Promise<{ formulas: unknown[][][]; values: unknown[][][] }> {
  return Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    const shown = sheets.items.filter(({ name }) => !name.startsWith("_"));
    const ranges = shown.map((sheet) => sheet.getRange("A1:J45").load("formulas,values"));
    await context.sync();
    return {
      formulas: ranges.map(({ formulas }, at) => withoutLine(withoutOwn(formulas as unknown[][], shown[at]!.name))),
      values: ranges.map(({ values }) => withoutLine(values as unknown[][])),
    };
  });
}

/** The grid takes the name of a formula's own sheet out of references that move, which Excel does not: both mean the same. */
function withoutOwn(formulas: unknown[][], sheet: string): unknown[][] {
  const own = new RegExp(`'?${sheet}'?!`, "g");
  return formulas.map((row) => row.map((text) => (typeof text === "string" ? text.replace(own, "") : text)));
}

/** Without the line that says that the sheet is frozen. */
function withoutLine(rows: unknown[][]): unknown[][] {
  return rows.map((row) => row.map((content) => (/^Frozen on/.test(String(content)) ? "" : content)));
}

const isOurs = (text: unknown) => /INSIGHTS\./.test(String(text));

async function run(plan: Plan): Promise<void> {
  const twin = await setUpWorkbook({});
  twin.service.ebit = plan.ebit;
  for (const [address, content] of Object.entries(cellsOf(plan))) twin.workbook.enter(address, content);
  await twin.workbook.settled();
  await change(twin, plan);
  const expected = await contents();
  twin.workbook.close();

  const setup = await setUpWorkbook(cellsOf(plan));
  try {
    setup.service.ebit = plan.ebit;
    await setup.refresh();
    const before = await contents();
    const { cells, skipped } = await freeze({ ledger: setup.ledger, scope: "workbook", now: () => 0 });
    await setup.workbook.settled();
    const frozen = await contents();
    expect(skipped).toEqual([]);
    expect(frozen.values).toEqual(before.values);
    expect(frozen.formulas.flat(2).filter(isOurs)).toEqual([]);
    expect(cells).toBe(before.formulas.flat(2).filter(isOurs).length);
    await change(setup, plan);
    expect(await thaw("workbook")).toEqual({ cells, already: 0, skipped: [] });
    await setup.workbook.settled();
    expect(await contents()).toEqual(expected);
  } finally {
    setup.workbook.close();
  }
}

test("A workbook that is refreshed, frozen, changed and thawed is the one that was only changed", async () => {
  await fc.assert(fc.asyncProperty(plans, run), { numRuns: runs(12) });
});
