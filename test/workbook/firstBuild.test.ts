/** Workbooks that the first build saved: every later one opens, refreshes and thaws them. */
import {
  fullYearOf,
  listReports,
  openBook,
  readCells,
  readSaved,
  readShown,
  thaw,
  uncalculated,
  type Cells,
  type OpenedBook,
  type OpenOptions,
} from "./firstBuild";
import type { SavedWorkbook } from "../workbench/excel";

const WORKBOOKS = ["statement", "months", "demand", "comparison", "one-page", "hand-made", "frozen"];

let book: OpenedBook | undefined;
afterEach(close);

/** Opens one workbook at a time. */
async function open(saved: SavedWorkbook, options?: OpenOptions): Promise<OpenedBook> {
  close();
  return (book = await openBook(saved, options));
}

function close(): void {
  book?.workbook.close();
  book = undefined;
}

const reports = async () => (await listReports()).map(({ kind, sheet }) => ({ kind, sheet }));

/** Two rows above all others, so that every function runs again. */
async function insertRows(): Promise<void> {
  await Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items");
    await context.sync();
    for (const sheet of sheets.items) sheet.getRange("1:2").insert("Down");
    await context.sync();
  });
}

function moved(cells: Cells): Cells {
  const below = (address: string) => address.replace(/\d+$/, (row) => String(Number(row) + 2));
  return Object.fromEntries(Object.entries(cells).map(([address, value]) => [below(address), value]));
}

describe.each(WORKBOOKS)("%s, saved by the first build,", (name) => {
  const [saved, shown] = [() => readSaved(name), readShown(name)];

  test("shows what it showed, also when rows are inserted, and asks the service nothing", async () => {
    const { workbook, settings, asked, called } = await open(saved());
    expect((await readCells()).values).toEqual(shown.values);
    expect(await reports()).toEqual(shown.reports);
    expect(settings).toEqual(shown.settings);
    await insertRows();
    await workbook.settled();
    const { values } = await readCells();
    for (const [sheet, cells] of Object.entries(shown.values)) expect(values[sheet]).toEqual(moved(cells));
    expect(called()).toBeGreaterThan(0);
    expect(asked()).toEqual([]);
  });

  test("is refreshed to what its formulas come to when all of them are calculated, and is kept so", async () => {
    const { workbook, refresh } = await open(saved(), { moved: true });
    expect((await refresh()).failures).toEqual([]);
    await workbook.settled();
    const [refreshed, kept] = [await readCells(), workbook.save()];
    expect(refreshed.values).not.toEqual(shown.values);
    await open(uncalculated(saved()), { moved: true, remembers: false });
    expect(await readCells()).toEqual(refreshed);
    const again = await open(kept, { moved: true });
    expect(await readCells()).toEqual(refreshed);
    expect(await reports()).toEqual(shown.reports);
    expect(again.asked()).toEqual([]);
  });
});

test("What was left out of formulas by hand means the plan, the scenarios and the currency of the first build", async () => {
  const { workbook, refresh } = await open(readSaved("hand-made"), { moved: true });
  await refresh();
  await workbook.settled();
  const ids = ["fy26-committed", "fy26-actual"] as const;
  const year = await fullYearOf(ids, { currency: "EUR", moved: true });
  const [committed, actual] = ids.map((id) => year[id]);
  const { values } = await readCells();
  expect(values["Board view"]).toMatchObject({
    A1: committed?.ebit,
    D1: "EUR",
    E1: "Actual",
    F1: "Committed Plan",
    D2: "Gross sales",
    E2: actual?.grossFIESales,
    F2: committed?.grossFIESales,
    D11: "EBIT",
    E11: actual?.ebit,
    F11: committed?.ebit,
  });
});

describe("What the first build has frozen", () => {
  const shown = readShown("frozen");
  const countOf = (formulas: Record<string, Cells>) => Object.values(formulas).flatMap(Object.keys).length;

  test("becomes the very formulas again that were there, which show the same values, and leaves no name behind", async () => {
    const { workbook, asked } = await open(readSaved("frozen"));
    const before = countOf((await readCells()).formulas);
    expect(before).toBeLessThan(countOf(shown.formulas));
    expect(await thaw("workbook")).toEqual({ cells: countOf(shown.formulas) - before, already: 0, skipped: [] });
    await workbook.settled();
    expect(await readCells()).toEqual({ values: shown.values, formulas: shown.formulas });
    expect(asked()).not.toEqual([]);
    expect((await namesOf()).filter((name) => name.startsWith("_insights_"))).toEqual([]);
  });

  test("is found where inserted rows have moved it, with the cells that it refers to", async () => {
    const { workbook } = await open(readSaved("frozen"));
    expect((await thaw("workbook")).skipped).toEqual([]);
    await insertRows();
    await workbook.settled();
    const thawedFirst = await readCells();
    const { workbook: other } = await open(readSaved("frozen"));
    await insertRows();
    expect((await thaw("workbook")).skipped).toEqual([]);
    await other.settled();
    expect(await readCells()).toEqual(thawedFirst);
  });
});

async function namesOf(): Promise<string[]> {
  return Excel.run(async (context) => {
    const names = context.workbook.names.load("items/name");
    await context.sync();
    return names.items.map(({ name }) => name);
  });
}
