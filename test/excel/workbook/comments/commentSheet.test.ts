/** The sheet of comments over Microsoft's real proxies. */
import { addComment, nameComments, readComments } from "../../../../src/excel/workbook/comments/commentSheet";
import { NOT_ONE_STEP } from "../../../../src/excel/workbook/cells/undo";
import { COMMENTS_NAME, type FigureComment } from "../../../../src/reporting/saved/comments";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

let setup: WorkbookSetup;

beforeEach(async () => {
  Object.assign(globalThis, {
    Office: { context: { requirements: { isSetSupported: () => true } } },
  });
  setup = await setUpWorkbook({
    A1: `=IFERROR(XMATCH(TRUE,EXACT(INDEX(${COMMENTS_NAME},0,1),"[k]"),0,-1),"none")`,
  });
});
afterEach(() => setup.workbook.close());

const COMMENT: FigureComment = {
  key: "[k]",
  number: "Variance of EBIT",
  months: "Jan–May 2026",
  text: "=1+1 is text",
  value: -12_900_000,
  unit: "USD",
  asOf: Date.UTC(2026, 10, 12, 8, 45),
  by: "+A. Weber",
  writtenAt: Date.UTC(2026, 10, 12, 9),
};

async function run<T>(batch: (context: Excel.RequestContext) => Promise<T>): Promise<T> {
  return Excel.run(async (context) => {
    const result = await batch(context);
    await context.sync();
    return result;
  });
}

async function valueOf(address: string): Promise<unknown> {
  await setup.workbook.settled();
  return run(async (context) => {
    const cell = context.workbook.worksheets.getItem("Sheet1").getRange(address).load("values");
    await context.sync();
    return (cell.values as unknown[][])[0]?.[0];
  });
}

test("appends rows to a sheet that the first comment makes, and leaves the shown sheet in front", async () => {
  await run(nameComments);
  expect(await valueOf("A1")).toBe("none");
  expect(await readComments()).toEqual({ comments: [] });
  await addComment(COMMENT);
  await addComment({ ...COMMENT, text: "Later" });
  expect(await readComments()).toMatchObject({
    comments: [COMMENT, { ...COMMENT, text: "Later" }],
  });
  expect(await valueOf("A1")).toBe(3);
  const shown = await run(async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet().load("name");
    await context.sync();
    return sheet.name;
  });
  expect(shown).toBe("Sheet1");
});

test("finds the comments on a renamed sheet with a column and rows of somebody's own", async () => {
  await addComment(COMMENT);
  await run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Comments");
    sheet.name = "Notes";
    sheet.getRange("D3").values = [["a row of my own"]];
    await context.sync();
  });
  await addComment({ ...COMMENT, text: "Later" });
  expect((await readComments()).comments.map(({ text }) => text)).toEqual([COMMENT.text, "Later"]);
  expect(await valueOf("A1")).toBe(4);
});

test("says that the sheet was deleted, and begins a new one", async () => {
  await addComment(COMMENT);
  await run(async (context) => {
    context.workbook.worksheets.getItem("Comments").delete();
    await context.sync();
  });
  expect(await readComments()).toEqual({ comments: [], problem: "gone" });
  await addComment({ ...COMMENT, text: "Anew" });
  expect((await readComments()).comments.map(({ text }) => text)).toEqual(["Anew"]);
});

test.each(["Add", "Comment"])(
  "appends to the sheet that another user makes before the request with %s",
  async (word) => {
    let isFirst = true;
    setup.workbook.onRequest = async (_request, body) => {
      if (!isFirst || !JSON.stringify(body).includes(`"${word}"`)) return;
      isFirst = false;
      await addComment({ ...COMMENT, text: "Another user's" });
    };
    await addComment({ ...COMMENT, text: "Own" });
    expect((await readComments()).comments.map(({ text }) => text)).toEqual(["Another user's", "Own"]);
    const sheets = await run(async (context) => {
      const { worksheets } = context.workbook;
      worksheets.load("items/name");
      await context.sync();
      return worksheets.items.map(({ name }) => name);
    });
    expect(sheets).toEqual(["Sheet1", "Other sheet", expect.stringMatching(/^Comments/)]);
  },
);

test("refuses a protected sheet, and writes nothing", async () => {
  await addComment(COMMENT);
  await run(async (context) => {
    context.workbook.worksheets.getItem("Comments").protection.protect();
    await context.sync();
  });
  await expect(addComment(COMMENT)).rejects.toThrow("The sheet Comments is protected. Unprotect it, then try again.");
  expect((await readComments()).comments).toHaveLength(1);
});

test("reads a row that was sorted to the top or inserted below the headings, and thousands of rows", async () => {
  await addComment(COMMENT);
  await run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Comments");
    sheet.getRange("2:2").insert("Down");
    await context.sync();
    sheet.getRange("A2:D2").values = [["[k]", "Variance", "Jan 2026", "On top"]];
    const more = Array.from({ length: 1200 }, (_, at) => ["[k]", "Variance", "Jan 2026", `Row ${at}`]);
    sheet.getRange("A4:D1203").values = more;
    await context.sync();
  });
  await addComment({ ...COMMENT, text: "Last" });
  const texts = (await readComments()).comments.map(({ text }) => text);
  expect(texts).toHaveLength(1203);
  expect([texts[0], texts[1], texts.at(-1)]).toEqual(["On top", COMMENT.text, "Last"]);
});

test("reads and writes nothing once a column was inserted between the others", async () => {
  await addComment(COMMENT);
  await run(async (context) => {
    context.workbook.worksheets.getItem("Comments").getRange("C:C").insert("Right");
    await context.sync();
  });
  expect(await readComments()).toMatchObject({
    comments: [],
    problem: "displaced",
  });
  await expect(addComment(COMMENT)).rejects.toThrow("A column was inserted");
  expect(await valueOf("A1")).toBe(2);
});

test("keeps a comment once if Excel refuses the step of Undo after its row", async () => {
  await addComment(COMMENT);
  setup.workbook.enter("Sheet1!C1", "Typed over words");
  let isRefused = false;
  setup.workbook.host.fails = (action) => {
    if (isRefused || action !== "Range.formulas") return false;
    return (isRefused = true);
  };
  const covering = {
    address: "Sheet1!C1",
    text: "Typed over words",
    formula: "=1+1",
  };
  const notes = await addComment({ ...COMMENT, text: "Typed over words" }, covering);
  expect([isRefused, notes]).toEqual([true, [NOT_ONE_STEP]]);
  expect((await readComments()).comments.map(({ text }) => text)).toEqual([COMMENT.text, "Typed over words"]);
  expect(await valueOf("C1")).toBe(2);
});

test.each(["A2:A3", "D3:E3", "A3:I3", "H2:H3"])(
  "says that %s is merged, and leaves nothing in the row",
  async (address) => {
    await addComment(COMMENT);
    const cells = async () => setup.workbook.values("Comments!A2:I4");
    await run(async (context) => {
      context.workbook.worksheets.getItem("Comments").getRange(address).merge();
      await context.sync();
    });
    const before = await cells();
    await expect(addComment({ ...COMMENT, text: "Later" })).rejects.toThrow("its row has merged cells");
    expect(await cells()).toEqual(before);
  },
);
