/** The checks of Excel, on the workbook of the workbench behaving as Excel on the web does. */
import { CHECKS, runChecks } from "../../../src/excel/hostChecks/allChecks";
import type { HostCheck } from "../../../src/excel/hostChecks/hostCheck";
import type { CheckOutcome } from "../../../src/excel/hostChecks/runChecks";
import { readActiveCell, selectCell } from "../../../src/excel/workbook/insertion";
import { setUpWorkbook, type WorkbookSetup } from "../workbook/setup";

let setup: WorkbookSetup;
const startup = { behavior: "None" };
const downloads: string[] = [];

/** Microsoft's proxies in Node have no document; the browser's have. */
function getFileAsync(_type: string, _options: object, done: (result: object) => void): void {
  const data = [0x50, 0x4b, 3, 4];
  const file = {
    size: data.length,
    sliceCount: 1,
    getSliceAsync: (_index: number, tell: (result: object) => void) => tell({ status: "succeeded", value: { data } }),
    closeAsync: (tell: () => void) => tell(),
  };
  done({ status: "succeeded", value: file });
}

async function open(): Promise<void> {
  Object.assign(globalThis, {
    Office: {
      PlatformType: { OfficeOnline: "OfficeOnline" },
      addin: {
        getStartupBehavior: async () => startup.behavior,
        setStartupBehavior: async (behavior: string) => void (startup.behavior = behavior),
      },
      context: {
        platform: "OfficeOnline",
        requirements: { isSetSupported: (set: string) => set === "SharedRuntime" || set === "ExcelApi" },
        document: { getFileAsync },
      },
      FileType: { Compressed: "compressed" },
      AsyncResultStatus: { Succeeded: "succeeded" },
    },
  });
  setup = await setUpWorkbook({ A1: '=INSIGHTS.PNL("Plan","One","ebit")', A2: "mine" });
  Object.assign(setup.workbook.host, {
    limitPayloads: true,
    fillTableColumns: true,
    enforceProtection: true,
    cloneNames: true,
  });
}

async function close(): Promise<void> {
  await setup.workbook.settled();
  setup.workbook.close();
}

function refuse(refused: string): void {
  setup.workbook.host.fails = (action) => action === refused;
}

function showZeros(): void {
  Object.assign(setup.workbook.host, { zeroCells: new Set(), functionSlowness: 3, resultDelay: 30 });
}

/** What the checks of the last run waited. */
const waited: number[] = [];

/** True if the person is about to click another workbook. */
let isLeaving = false;

/** A person who does what is asked. */
async function help(request: string): Promise<boolean> {
  const { host, undo } = setup.workbook;
  if (request.startsWith("Click cell A1")) setup.workbook.enter("'Insights check'!A1", "two");
  if (request.startsWith("Double-click")) host.editMode = true;
  if (request.startsWith("Press Enter")) host.editMode = false;
  if (request.includes("choose Insert and then Chart")) host.inFront = "chartSheet";
  if (request.startsWith("Delete the chart sheet")) host.inFront = "worksheet";
  if (request.startsWith("Open another workbook")) isLeaving = true;
  if (request.startsWith("Click a cell of this workbook")) host.inFront = "worksheet";
  if (request.includes("Ctrl+Z")) await undo();
  return true;
}

interface Given {
  checks?: readonly HostCheck[];
  ask?: (request: string) => Promise<boolean>;
  signal?: AbortSignal;
  onCheck?: (name: string) => void;
}

async function run({
  checks = CHECKS,
  ask = help,
  signal = new AbortController().signal,
  onCheck = () => undefined,
}: Given = {}) {
  const outcomes: CheckOutcome[] = [];
  waited.length = 0;
  await runChecks({
    checks,
    ask,
    signal,
    download: (_file, name) => void downloads.push(name),
    ledger: setup.ledger,
    wait: async (milliseconds) => {
      waited.push(milliseconds);
      if (isLeaving) setup.workbook.host.inFront = "otherWorkbook";
      else await new Promise((resolve) => setTimeout(resolve, milliseconds / 10));
    },
    onCheck,
    onOutcome: (outcome) => {
      isLeaving = false;
      outcomes.push(outcome);
    },
  });
  return outcomes;
}

const sheets = () =>
  Excel.run(async (context) => {
    const { worksheets, names, customXmlParts } = context.workbook;
    worksheets.load("items/name");
    names.load("items/name");
    customXmlParts.load("items/id");
    await context.sync();
    return [worksheets, names, customXmlParts].map(({ items }) => items.length);
  });

const named = (name: string) => CHECKS.filter((check) => check.name === name);

/** Milliseconds that some checks wait. */
const WAITS: Readonly<Record<string, readonly number[]>> = {
  "Changes are told": [1_000],
  "Choices from lists": [1_000],
  "Editing a cell": [1_000],
  "Another workbook in front": [5_000],
};

/** What some checks see in the workbench, besides that it is as expected. */
const SEEN: Readonly<Record<string, string>> = {
  "Date system": "1900",
  "Long texts": "32767",
  "Many names": "300",
  "Large parts": "[500000]",
  "Our functions": "Name, grossFIESales",
  "Cells that are marked": "1 calls",
  "Steps behind our functions": "setDirty: 1, calculate: 1, both: 1, both and the sheet: 1",
  "Formulas far behind a cell": "of 5 formulas the range reaches 5, the sheet 5",
  "Choices from lists": "1 events",
  "Sheets that are added and shown": "apart: true, at once: true",
  "The workbook as a file": "4 bytes, first 80 75",
  "Startup behaviour": "None",
  "Editing a cell": "InvalidOperationInCellEditMode; waited",
  "A chart sheet":
    "workbook: taken, cells: taken, names: taken, names of the sheet: taken, active sheet: GeneralException, active cell: InvalidSelection, showing a sheet: taken, adding a sheet: taken, freezing panes: taken",
  Download: "downloaded",
  Undo: "cell before, part after",
};

describe("in one workbook", () => {
  beforeAll(open);
  afterAll(close);

  test.each(CHECKS.map(({ name }) => name))("the workbench passes “%s”, of which nothing is left", async (name) => {
    const [before, calls] = [await sheets(), setup.ledger.entries().length];
    setup.asked();
    const [outcome, ...others] = await run({ checks: named(name) });
    expect(outcome).toMatchObject({ name, verdict: "passed", actual: SEEN[name] ?? (expect.any(String) as string) });
    expect(others).toEqual([]);
    if (WAITS[name]) expect(waited).toEqual(WAITS[name]);
    expect(await sheets()).toEqual(before);
    expect(setup.ledger.entries()).toHaveLength(calls);
    expect(setup.asked()).toEqual([]);
    expect(setup.workbook.values("A1:A2")).toEqual([[100], ["mine"]]);
  });

  test("checks run one after the other, and then the user's cell is selected again", async () => {
    await selectCell("'Other sheet'!B2");
    const begun: string[] = [];
    const checks = [...named("Long texts"), ...named("Date system")];
    const outcomes = await run({ checks, onCheck: (name) => void begun.push(name) });
    expect(begun).toEqual(["Long texts", "Date system"]);
    expect(outcomes.map(({ name }) => name)).toEqual(begun);
    expect((await readActiveCell()).address).toBe("'Other sheet'!B2");
  });
});

test("each check has its own name and a sentence of what is expected", () => {
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length);
  for (const { expectation } of CHECKS) expect(expectation).toMatch(/^[A-Z\d].*\.$/);
});

describe("in a workbook of its own", () => {
  beforeEach(open);
  afterEach(close);

  test("a check that fails half-way says what Excel said, and leaves nothing", async () => {
    const before = await sheets();
    const failing: HostCheck = {
      name: "Half-way",
      expectation: "It fails.",
      run: (checkContext) =>
        Excel.run(async (context) => {
          context.workbook.names.add(
            "Insights_check_left",
            context.workbook.worksheets.getItem(checkContext.sheet).getRange("A1"),
          );
          await context.sync();
          context.workbook.worksheets.getItem("No such sheet").load("name");
          await context.sync();
          return { passed: true, actual: "" };
        }),
    };
    const [outcome] = await run({ checks: [failing] });
    expect(outcome).toMatchObject({ verdict: "differs", actual: expect.stringMatching(/^ItemNotFound: /) });
    expect(await sheets()).toEqual(before);
  });

  describe("an Excel that behaves otherwise is reported", () => {
    test.each<[string, () => void, string]>([
      ["Requests over 5 MB", () => (setup.workbook.host.limitPayloads = false), "taken"],
      ["Tables that fill themselves", () => (setup.workbook.host.fillTableColumns = false), '[[7],[""]]'],
      ["Protected sheets", () => (setup.workbook.host.enforceProtection = false), '""'],
      ["Names of copied sheets", () => (setup.workbook.host.cloneNames = false), "[]"],
      ["Names of copied sheets", () => (setup.workbook.host.listAllNames = true), '"Workbook"]'],
      ["Many names", () => (setup.workbook.host.maxNames = 10), "GeneralException: "],
      ["Cells in error that are marked", () => (setup.workbook.host.stuckErrors = true), "#BUSY!"],
      ["Names of a sheet", () => (setup.workbook.host.listAllNames = true), "Insights_check_own"],
      ["Errors of our functions", () => (setup.workbook.host.breakWrittenFunctions = true), "#NAME?"],
      ["Steps of Undo", () => (setup.workbook.host.refuseUndoGroups = 1_600), "refused"],
      ["Choices from lists", () => (setup.workbook.host.silentLists = true), "0 events"],
      ["Formulas far behind a cell", () => refuse("Worksheet.calculate"), "Worksheet.calculate"],
      ["Formulas on other sheets", () => refuse("Range.calculate"), "Range.calculate"],
      ["Calculation by hand", () => (setup.workbook.host.iterates = true), "GeneralException: Range.calculate: "],
      ["Late functions", () => showZeros(), ", then 0, then "],
      ["Undo", () => (setup.workbook.host.clearUndo = true), "cell after"],
    ])("%s", async (name, change, seen) => {
      change();
      const [outcome] = await run({ checks: named(name) });
      expect(outcome).toMatchObject({ verdict: "differs", actual: expect.stringContaining(seen) });
    });

    test("an old value in a cell whose function is late is told, and is no difference", async () => {
      Object.assign(setup.workbook.host, { keepOldValues: true, functionSlowness: 6 });
      const [late] = await run({ checks: named("Late functions") });
      expect(late).toMatchObject({
        verdict: "passed",
        actual: expect.stringMatching(/^(.+), then \1, then (?!\1$)/),
      });
    });

    test("what Excel refuses while a chart sheet is shown is told", async () => {
      const [chart] = await run({ checks: named("A chart sheet") });
      expect(chart).toMatchObject({
        actual: expect.stringMatching(/names of the sheet: taken, active sheet: GeneralException/),
      });
    });

    test("what Excel refuses while another workbook is in front is told", async () => {
      const [other] = await run({ checks: named("Another workbook in front") });
      expect(other).toMatchObject({
        actual: expect.stringMatching(
          /names: taken, names of the sheet: InvalidSelection.*adding a sheet: InvalidSelection, freezing panes: InvalidSelection$/,
        ),
      });
    });

    test("functions that blank cells reach as 0 are no difference", async () => {
      setup.workbook.host.blankArgument = 0;
      expect(await run({ checks: named("Blank arguments") })).toMatchObject([{ verdict: "passed" }]);
    });
  });

  test("what a person does not want to help with is skipped", async () => {
    const outcomes = await run({ checks: [...named("Editing a cell"), ...named("Undo")], ask: async () => false });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(["skipped", "skipped"]);
  });

  test("a check in which a person stops helping is skipped", async () => {
    const ask = async (request: string) => (await help(request)) && !request.startsWith("Press Enter");
    expect(await run({ checks: named("Editing a cell"), ask })).toMatchObject([{ verdict: "skipped" }]);
  });

  test("a person can end the run after the current check", async () => {
    const controller = new AbortController();
    const checks = named("Long texts");
    const ending: HostCheck = {
      name: "Ending",
      expectation: "It ends.",
      run: async () => (controller.abort(), undefined),
    };
    expect(await run({ checks: [ending, ...checks], signal: controller.signal })).toHaveLength(1);
  });

  test("in a workbook that takes no sheet it says so, and does nothing", async () => {
    setup.workbook.host.protectStructure = true;
    await expect(run()).rejects.toMatchObject({ code: "AccessDenied" });
  });
});
