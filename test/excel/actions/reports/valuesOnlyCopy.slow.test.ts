/** Sending a copy, with Excel's file and the ways out of it as the platforms have them. */
import { sendCopy } from "../../../../src/excel/actions/reports/valuesOnlyCopy";
import { cellsIn } from "../../../spreadsheet/xlsx/cells";
import { createBook, partText, zipped } from "../../../spreadsheet/xlsx/book";
import { reportSheet, reportParts, UNTOLD } from "../../../spreadsheet/xlsx/reportBook";

let file: Uint8Array;
beforeAll(async () => {
  const cells = { A1: { f: "_xldudf_INSIGHTS_KPI(1)", v: 5 }, A2: { f: "A1+1", v: 6 }, B1: "x" };
  file = await createBook({ sheets: [{ name: "Plan", cells }], settings: { plan: "p1" } });
});

interface HostOptions {
  platform?: string;
  sets?: readonly string[];
  bytes?: Uint8Array;
  size?: number;
  name?: string;
  fails?: string;
  tooLarge?: boolean;
}

/** An Excel that hands out a file; gives what has been done with it. */
function host({
  platform = "PC",
  sets = ["File", "CompressedFile"],
  bytes = file,
  size,
  name = "Board.xlsx",
  fails,
  tooLarge,
}: HostOptions = {}) {
  const done = { open: 0, closed: 0, created: [] as string[], downloads: [] as { name: string; file: Blob }[] };
  const succeed = (value: unknown) => ({ status: "succeeded", value });
  const fail = (message: string) => ({ status: "failed", error: { message } });
  const getFileAsync = (_type: string, { sliceSize }: { sliceSize: number }, tell: (result: object) => void) => {
    if (fails) return tell(fail(fails));
    done.open += 1;
    tell(
      succeed({
        size: size ?? bytes.length,
        sliceCount: Math.ceil(bytes.length / 1000),
        getSliceAsync: (index: number, give: (result: object) => void) =>
          give(succeed({ data: [...bytes.subarray(index * 1000, (index + 1) * 1000)], size: sliceSize })),
        closeAsync: (closed: () => void) => {
          done.closed += 1;
          closed();
        },
      }),
    );
  };
  const context = { workbook: { name, load: () => undefined }, sync: async () => undefined };
  Object.assign(globalThis, {
    Office: {
      context: {
        platform,
        document: { getFileAsync },
        requirements: { isSetSupported: (set: string) => sets.includes(set) },
      },
      PlatformType: { PC: "PC", Mac: "Mac", OfficeOnline: "OfficeOnline", iOS: "iOS" },
      FileType: { Compressed: "compressed" },
      AsyncResultStatus: { Succeeded: "succeeded" },
    },
    Excel: {
      run: async (_options: object, work: (given: typeof context) => unknown) => work(context),
      createWorkbook: async (base64: string) => {
        if (tooLarge) throw new Error("The payload is too large.");
        done.created.push(base64);
      },
    },
  });
  return { done, send: () => sendCopy((sent, as) => void done.downloads.push({ file: sent, name: as })) };
}

const bytesOf = async (sent: Blob) => new Uint8Array(await sent.arrayBuffer());

test.each(["PC", "OfficeOnline"])(
  "On %s the copy is downloaded, of values alone, under a name that says so",
  async (platform) => {
    const { done, send } = host({ platform, sets: platform === "PC" ? ["File", "CompressedFile"] : [] });
    expect(await send()).toEqual({
      name: "Board (values).xlsx",
      formulas: Object.keys(await cellsIn(file, "formulas")).length,
      isOpened: false,
      canOpen: platform === "PC",
    });
    const [download] = done.downloads;
    const copy = await bytesOf(download!.file);
    expect(download!.name).toBe("Board (values).xlsx");
    expect(await cellsIn(copy)).toEqual(await cellsIn(file));
    expect(await cellsIn(copy, "formulas")).toEqual({});
    expect([done.open, done.closed, done.created]).toEqual([1, 1, []]);
  },
);

test.each(["Mac", "iOS"])("On %s, where a page downloads nothing, it is opened as a new workbook", async (platform) => {
  const { done, send } = host({ platform });
  expect(await send()).toMatchObject({ isOpened: true });
  const copy = Uint8Array.from(Buffer.from(done.created[0]!, "base64"));
  expect(await cellsIn(copy)).toEqual(await cellsIn(file));
  expect(done.downloads).toEqual([]);
});

test("On Windows a copy missing in Downloads can be opened as a new workbook", async () => {
  const { done } = host({ platform: "PC" });
  expect(await sendCopy(undefined)).toMatchObject({ isOpened: true, canOpen: false });
  expect([done.created.length, done.downloads]).toEqual([1, []]);
});

test.each([
  ["Plan.xlsm", "Plan (values).xlsx"],
  ["Board.xlsb", "Board (values).xlsx"],
  ["Book1", "Book1 (values).xlsx"],
  ["", "Workbook (values).xlsx"],
])("The copy of %j is called %j", async (name, copy) => {
  expect((await host({ name }).send()).name).toBe(copy);
});

test.each<[string, HostOptions, RegExp]>([
  ["hands out no file", { sets: [] }, /does not give the add-in the workbook's file.*Send the copy from/],
  ["refuses the file", { fails: "The operation failed." }, /does not give the add-in.*The operation failed\./],
  ["has too large a file", { size: 60_000_000 }, /more than 50 MB/],
  ["hands out half of it", { size: 60_000 }, /did not return the whole file/],
  [
    "does not open the copy",
    { platform: "Mac", tooLarge: true },
    /could not open the copy\. Save the workbook, then try again\..*policy.*The payload is too large\.$/,
  ],
])("Where Excel %s, the message says so and what to do, and no file stays open", async (_what, options, message) => {
  const { done, send } = host(options);
  await expect(send()).rejects.toThrow(message);
  expect(done.open).toBe(done.closed);
  expect(done.downloads).toEqual([]);
});

test("A workbook of another size than one slice is put together in order", async () => {
  const bytes = await createBook({ sheets: [{ name: "Plan", cells: { A1: { f: "1+1", v: 2 } } }] });
  const { done, send } = host({ bytes });
  expect(await send()).toMatchObject({ formulas: 1 });
  expect(await cellsIn(await bytesOf(done.downloads[0]!.file))).toEqual({ "Plan!A1": 2 });
});

test("A copy of a report lacks the other plans of its lists", async () => {
  const bytes = await zipped(reportParts(reportSheet("statement")));
  const { done, send } = host({ bytes });
  await send();
  const copy = await bytesOf(done.downloads[0]!.file);
  for (const part of ["xl/worksheets/sheet2.xml", "xl/sharedStrings.xml"]) {
    expect(await partText(bytes, part)).toMatch(UNTOLD);
    expect(await partText(copy, part)).not.toMatch(UNTOLD);
  }
});
