/** A commentary with comments in a workbook: its marks, its snapshot, its copies and files. */
import { refreshBook } from "../../../../src/headless/cli/book/refreshBook";
import { commentsOfBook } from "../../../../src/headless/cli/book/bookComments";
import { createSession } from "../../../../src/insights";
import { addComment, findCoveredWords, readComments } from "../../../../src/excel/workbook/comments/commentSheet";
import { countMovedComments } from "../../../../src/excel/workbook/reports/movedComments";
import { takeSnapshots } from "../../../../src/excel/workbook/snapshot/snapshot";
import { SHOWN_COMMENTS } from "../../../../src/reporting/reports/commentaryCells";
import type { FigureComment } from "../../../../src/reporting/saved/comments";
import { parseArea } from "../../../../src/spreadsheet/cells/address";
import { intersection } from "../../../../src/spreadsheet/cells/area";
import { loadWorkbook } from "../../../../src/spreadsheet/xlsx/workbook";
import { createSandbox } from "../../../../sandbox/sandbox";
import { cellsIn } from "../../../spreadsheet/xlsx/cells";
import { readPage } from "./pageFacts";
import { openReport, type ReportSheet } from "./reportWorkbook";

const WRITTEN = Date.UTC(2026, 10, 12, 8, 45);
const WORDS = "H";

let setup: ReportSheet;
let rows: readonly ShownRow[];

interface ShownRow {
  readonly row: number;
  readonly label: string;
  readonly variance: number;
  readonly key: string;
}

beforeEach(async () => {
  jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  const inputs = { threshold: "0", lineThreshold: "0" };
  setup = await openReport({ kind: "commentary", plan: "FY26 Plan", inputs, settings: { currency: "USD" } });
  rows = shownRows();
});
afterEach(() => {
  setup.workbook.close();
  jest.restoreAllMocks();
});

const valuesAt = (address: string) => setup.workbook.values(`'${setup.sheet}'!${address}`);

/** The rows with a number. The first shown row stands below the headings. */
function shownRows(): ShownRow[] {
  const cells = valuesAt("B1:J40");
  const top = cells.findIndex(([, , , , , , heading]) => heading === "Why");
  return valuesAt(SHOWN_COMMENTS).flatMap(([key], at) => {
    const [label, , , variance] = cells[top + 1 + at] ?? [];
    if (typeof label !== "string" || typeof key !== "string" || typeof variance !== "number" || key === "") return [];
    return [{ row: top + 2 + at, label, variance, key }];
  });
}

const lineOf = (label: string) => rows.find((each) => each.label === label)!;

async function comment(label: string, text: string, more: Partial<FigureComment> = {}): Promise<void> {
  const { key, variance } = lineOf(label);
  const about = { key, number: `Variance of ${label}`, months: "Jan–May 2026", unit: "USD", asOf: WRITTEN };
  await addComment({ ...about, text, value: variance, by: "A. Weber", writtenAt: WRITTEN, ...more });
  await setup.workbook.settled();
}

/** The words, their mark and their writer on a line. */
function wordsOn(label: string, sheet = setup.sheet): unknown[] {
  const { row } = lineOf(label);
  return setup.workbook.values(`'${sheet}'!H${row}:J${row}`)[0]!;
}

const onSheet = (name: string, act: (sheet: Excel.Worksheet) => void) =>
  Excel.run(async (context) => {
    act(context.workbook.worksheets.getItem(name));
    await context.sync();
  });

test("Words stand beside their number, long ones with a sign, and marks are counted by their values", async () => {
  const long = "The promotion was cancelled, ".repeat(4).trim();
  await comment("EBIT", long);
  await comment("Gross sales", "For an unknown number", { value: undefined });
  expect(wordsOn("EBIT")).toEqual([`▾ ${long}`, "", "A. Weber, 12 Nov 2026"]);
  expect(wordsOn("Gross sales")[1]).toBe("for an unknown number");
  expect(valuesAt("B1:B40").flat().join()).toContain("▾ Words may be longer than their cell");
  expect(await countMovedComments()).toBe(0);
  await comment("Gross sales", "Moved", { value: 1, writtenAt: WRITTEN + 1000 });
  expect(wordsOn("Gross sales").slice(0, 2)).toEqual(["Moved", expect.stringMatching(/^for \+1, now /)]);
  expect(await countMovedComments()).toBe(1);
});

test("A commentary prints its words, marks and writers on one page, below its titles", async () => {
  await comment("EBIT", "The promotion was cancelled, ".repeat(4), { value: 1 });
  const { layout, boxOf } = readPage(setup.workbook, setup.sheet);
  const printed = parseArea(String(layout.printArea).replaceAll("$", ""))!;
  const { row } = lineOf("EBIT");
  const words = parseArea(`H${row}:J${row}`)!;
  expect(wordsOn("EBIT").every((text) => text !== "")).toBe(true);
  expect(intersection(printed, words)).toEqual(words);
  expect(boxOf(printed).right).toBe(boxOf(words).right);
  expect(layout).toMatchObject({
    printTitleRows: "$1:$2",
    orientation: "Landscape",
    zoom: { horizontalFitToPages: 1, verticalFitToPages: 1 },
  });
});

test("A sheet that people sort, and insert rows into, shows what was written last", async () => {
  await comment("EBIT", "First");
  await comment("EBIT", "Last", { writtenAt: WRITTEN + 60_000 });
  expect(wordsOn("EBIT")[0]).toBe("Last");
  await onSheet("Comments", (sheet) => void sheet.getRange("2:2").insert("Down"));
  const kept = setup.workbook.values("Comments!A3:I4");
  await onSheet("Comments", (sheet) => void (sheet.getRange("A3:I4").values = [...kept].reverse()));
  await setup.workbook.settled();
  expect(wordsOn("EBIT")[0]).toBe("Last");
  expect((await readComments()).comments.map(({ text }) => text)).toEqual(["Last", "First"]);
});

test("Formulas that come to errors in a comment's cells are no errors of a report", async () => {
  await comment("EBIT", "Strike");
  for (const [column, words] of [
    ["H", ["Strike", "", "?, 12 Nov 2026"]],
    ["E", ["Strike", "for an unknown number", "?, 12 Nov 2026"]],
    ["F", ["Strike", "for an unknown number", "?, 12 Nov 2026"]],
    ["I", ["Strike", "for an unknown number", "?"]],
    ["D", ["?", "for an unknown number", "?"]],
  ] as const) {
    setup.workbook.enter(`Comments!${column}2`, "=1/0");
    await setup.workbook.settled();
    expect(wordsOn("EBIT")).toEqual(words);
  }
});

test("A column between those of the comments takes all words away, and never shows another column as words", async () => {
  await comment("EBIT", "Strike");
  await onSheet("Comments", (sheet) => void sheet.getRange("C:C").insert("Right"));
  await setup.workbook.settled();
  expect(wordsOn("EBIT")).toEqual(["", "", ""]);
});

test("One Undo takes a comment back", async () => {
  await comment("EBIT", "First");
  await comment("EBIT", "Second", { writtenAt: WRITTEN + 60_000 });
  await setup.workbook.undo();
  await setup.workbook.settled();
  expect(wordsOn("EBIT")[0]).toBe("First");
  expect((await readComments()).comments).toHaveLength(1);
});

test("A text over words leads to its number, and a comment of it gives the cell its formula back", async () => {
  const { row } = lineOf("EBIT");
  const address = `'${setup.sheet}'!${WORDS}${row}`;
  setup.workbook.enter(address, "Typed here");
  await setup.workbook.settled();
  expect(wordsOn("EBIT")).toEqual(["Typed here", "not kept: write it in Explain", ""]);
  const found = await findCoveredWords(address);
  expect(found).toMatchObject({ text: "Typed here", number: `E${row}` });
  expect(await findCoveredWords(`'${setup.sheet}'!G${row}`)).toBeUndefined();
  const { key, variance } = lineOf("EBIT");
  const about = { key, number: "EBIT", months: "", unit: "USD", asOf: WRITTEN, by: "A. Weber", writtenAt: WRITTEN };
  await addComment({ ...about, text: "Kept", value: variance }, found);
  await setup.workbook.settled();
  expect(wordsOn("EBIT")).toEqual(["Kept", "", "A. Weber, 12 Nov 2026"]);
});

test("A protected report goes on showing words, and keeps a text over them", async () => {
  const { row } = lineOf("EBIT");
  const address = `'${setup.sheet}'!${WORDS}${row}`;
  await comment("Gross sales", "Strike");
  setup.workbook.enter(address, "Typed here");
  await setup.workbook.settled();
  const found = await findCoveredWords(address);
  await onSheet(setup.sheet, (sheet) => sheet.protection.protect());
  const { key, variance } = lineOf("EBIT");
  const about = { key, number: "EBIT", months: "", unit: "USD", asOf: WRITTEN, by: "A. Weber", writtenAt: WRITTEN };
  await addComment({ ...about, text: "Typed here", value: variance }, found);
  await setup.workbook.settled();
  expect(wordsOn("Gross sales")[0]).toBe("Strike");
  expect(wordsOn("EBIT")).toEqual(["Typed here", "", "A. Weber, 12 Nov 2026"]);
});

test("A snapshot keeps words and marks, whatever is written later", async () => {
  await comment("EBIT", "For the close", { value: 1 });
  const before = wordsOn("EBIT");
  const ledger = { entries: () => [], workbook: {} } as unknown as Parameters<typeof takeSnapshots>[0]["ledger"];
  const [snapshot = ""] = (await takeSnapshots({ ledger, scope: "sheet", now: () => WRITTEN })).sheets;
  await comment("EBIT", "Later", { writtenAt: WRITTEN + 60_000 });
  expect(wordsOn("EBIT")[0]).toBe("Later");
  expect(before).toEqual(["For the close", expect.stringMatching(/^for \+1, now /), "A. Weber, 12 Nov 2026"]);
  expect(wordsOn("EBIT", snapshot)).toEqual(before);
});

test("A file keeps comments and marks through a refresh, and a copy of values keeps the words without their history", async () => {
  await comment("EBIT", "First");
  await comment("EBIT", "Last", { value: 1, writtenAt: WRITTEN + 60_000 });
  const bytes = await setup.workbook.file();
  const listed = commentsOfBook(await loadWorkbook(bytes));
  expect(listed).toMatchObject([{ text: "Last", state: "moved", sheets: [setup.sheet], earlier: 1 }]);
  const sandbox = createSandbox({ now: () => Date.UTC(2026, 5, 15, 9) });
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  const refresh = (valuesOnly: boolean) => refreshBook(bytes, { session, settings: { currency: "USD" }, valuesOnly });
  const live = await refresh(false);
  expect(live.summary.problems).toEqual([]);
  const after = commentsOfBook(await loadWorkbook(live.bytes));
  expect(after).toMatchObject([{ text: "Last", state: "moved", mark: listed[0]!.mark }]);
  expect(live.summary.notes).toContain("1 comment was written for another number. insights comments lists them.");
  const copy = await cellsIn((await refresh(true)).bytes);
  expect(copy[`${setup.sheet}!${WORDS}${lineOf("EBIT").row}`]).toBe("Last");
  expect(Object.values(copy)).not.toContain("First");
});
