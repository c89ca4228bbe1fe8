/** What a person does to the workbook while it is being frozen or thawed: Excel takes it between two requests. */
import { freeze as freezeCells } from "../../../src/workbook/freezing/freeze";
import { countFrozen, thaw } from "../../../src/workbook/freezing/thaw";
import type { RequestBody } from "../../../src/workbench/office/interpreter";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

let setup: WorkbookSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const kpi = (scenario: string) => `=INSIGHTS.KPI("Plan","${scenario}","ebit")`;
const read = (row: number) => `=INSIGHTS.KPI("Plan",A${row},"ebit")`;
const CELLS = {
  A3: "One",
  B3: read(3),
  A4: "Two",
  B4: read(4),
  B2: "An input",
  B6: 7,
  C6: kpi("Two"),
  "'Other sheet'!A1": kpi("One"),
};

const freeze = () => freezeCells({ ledger: setup.ledger, scope: "workbook", now: () => 0 });

/** The kind of an action that sets a property. */
const SET_PROPERTY = 4;

type Edit = (context: Excel.RequestContext) => void;

async function edit(change: Edit): Promise<void> {
  await Excel.run(async (context) => {
    change(context);
    await context.sync();
  });
  await setup.workbook.settled();
}

/** What the sheets hold that people know. */
async function contents(): Promise<unknown> {
  return Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    const shown = sheets.items.filter(({ name }) => !name.startsWith("_"));
    const ranges = shown.map((sheet) => sheet.getRange("A1:D9").load("formulas"));
    await context.sync();
    return shown.map(({ name }, at) => [name, ranges[at]?.formulas]);
  });
}

const EDITS: Record<string, Edit> = {
  "inserts a row": ({ workbook }) => void workbook.worksheets.getItem("Sheet1").getRange("1:1").insert("Down"),
  "deletes a row": ({ workbook }) => workbook.worksheets.getItem("Sheet1").getRange("2:2").delete("Up"),
  "sorts rows": ({ workbook }) =>
    workbook.worksheets
      .getItem("Sheet1")
      .getRange("A3:B4")
      .sort.apply([{ key: 0, ascending: false }]),
  "renames a sheet": ({ workbook }) => void (workbook.worksheets.getItem("Sheet1").name = "Renamed"),
  "deletes a sheet": ({ workbook }) => workbook.worksheets.getItem("Other sheet").delete(),
  "types into a cell": ({ workbook }) => void (workbook.worksheets.getItem("Sheet1").getRange("A3").values = [["Two"]]),
};

/** Tells by its number from the first on, and by what it is, whether the edit comes before this request. */
type Moment = (request: number, body: RequestBody) => boolean;

/** By what the workbook holds by then. */
const MOMENTS: Record<string, Moment> = {
  "has been read": () => setup.workbook.save().data.sheetOrder?.length === 3,
  "is remembered": () => Object.values(setup.workbook.state.parts).some((xml) => xml.includes("isUnfinished")),
};

/** Has the edit take place once, before the first request at this moment. */
async function during<T>(moment: Moment, change: Edit, work: () => Promise<T>): Promise<T> {
  const { workbook } = setup;
  const first = workbook.requests();
  let isOver = false;
  workbook.onRequest = async (request, body) => {
    if (isOver || !moment(request - first, body)) return;
    isOver = true;
    await edit(change);
  };
  try {
    return await work();
  } finally {
    workbook.onRequest = () => undefined;
    expect(isOver).toBe(true);
    await workbook.settled();
  }
}

async function editedAlone(change: Edit): Promise<unknown> {
  setup = await setUpWorkbook(CELLS);
  await edit(change);
  const expected = await contents();
  setup.workbook.close();
  return expected;
}

describe.each(Object.keys(MOMENTS))("A person who changes the workbook while it %s for a freeze", (moment) => {
  test.each(Object.keys(EDITS))(
    "and %s loses nothing: all of it is frozen, or nothing is and the message says so",
    async (what) => {
      const [isNow, change] = [MOMENTS[moment], EDITS[what]];
      if (!isNow || !change) throw new Error("No such case");
      const expected = await editedAlone(change);
      setup = await setUpWorkbook(CELLS);
      const ended = await during(isNow, change, freeze).catch(({ message }: Error) => message);
      if (typeof ended === "string") {
        expect(ended).toMatch(/[Ff]reeze again/);
        expect(ended).not.toMatch(/are values now/);
        expect(await contents()).toEqual(expected);
      }
      expect(await countFrozen()).toMatchObject({ isUnfinished: false });
      expect((await thaw("workbook")).skipped).toEqual([]);
      expect(await contents()).toEqual(expected);
    },
  );
});

test("A sheet that is renamed while the workbook is read for a freeze is none that Excel does not find", async () => {
  setup = await setUpWorkbook(CELLS);
  const renames = EDITS["renames a sheet"] ?? (() => undefined);
  await expect(during((request) => request === 4, renames, freeze)).rejects.toThrow(/nothing was frozen. Freeze again/);
});

describe.each([6, 9])("A person who changes the workbook before the %i. request of a thaw", (at) => {
  test.each(["inserts a row", "sorts rows", "renames a sheet"])(
    "and %s loses nothing: what is not thawed is named, and thawed the next time",
    async (what) => {
      const change = EDITS[what];
      if (!change) throw new Error("No such case");
      const expected = await editedAlone(change);
      setup = await setUpWorkbook(CELLS);
      await freeze();
      const ended = await during(
        (request) => request === at,
        change,
        () => thaw("workbook"),
      ).catch(() => undefined);
      if (ended) expect(ended.skipped).toHaveLength(4 - ended.cells);
      await thaw("workbook");
      expect(await contents()).toEqual(expected);
    },
  );
});

describe("An edit between the last look at the cells and their writing cannot be prevented, and is told:", () => {
  const sets =
    (property: string): Moment =>
    (_request, { Actions }) =>
      Actions.some(({ ActionType, Name }) => ActionType === SET_PROPERTY && Name === property);
  const inserts = EDITS["inserts a row"] ?? (() => undefined);

  test("of a freeze", async () => {
    setup = await setUpWorkbook(CELLS);
    await expect(during(sets("Values"), inserts, freeze)).rejects.toThrow(/may have been overwritten.*undo/);
  });

  test("of a thaw", async () => {
    setup = await setUpWorkbook(CELLS);
    await freeze();
    await expect(during(sets("Formulas"), inserts, () => thaw("workbook"))).rejects.toThrow(
      /may have been overwritten.*undo/,
    );
    expect(await countFrozen()).toMatchObject({ formulas: 4 });
  });
});
