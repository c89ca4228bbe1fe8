/** The checks of Excel, on the workbook of the workbench behaving as Excel on the web does. */
import { CHECKS, runChecks } from "../../src/workbook/checks/checks";
import type { HostCheck } from "../../src/workbook/checks/hostCheck";
import type { CheckOutcome } from "../../src/workbook/checks/runChecks";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

let setup: WorkbookSetup;

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

beforeEach(async () => {
  Object.assign(globalThis, {
    Office: {
      PlatformType: { OfficeOnline: "OfficeOnline" },
      context: { platform: "OfficeOnline", requirements: { isSetSupported: () => false }, document: { getFileAsync } },
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
});
afterEach(() => setup.workbook.close());

/** A person who does what is asked. */
async function help(request: string): Promise<boolean> {
  const { host, undo } = setup.workbook;
  if (request.startsWith("Double-click")) host.editMode = true;
  if (request.startsWith("Press Enter")) host.editMode = false;
  if (request.includes("Ctrl+Z")) await undo();
  return true;
}

interface Given {
  checks?: readonly HostCheck[];
  ask?: (request: string) => Promise<boolean>;
  signal?: AbortSignal;
}

async function run({ checks = CHECKS, ask = help, signal = new AbortController().signal }: Given = {}) {
  const outcomes: CheckOutcome[] = [];
  await runChecks({
    checks,
    ask,
    signal,
    ledger: setup.ledger,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 10)),
    onCheck: () => undefined,
    onOutcome: (outcome) => outcomes.push(outcome),
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

test("all that the add-in takes for granted holds in the workbench", async () => {
  const outcomes = await run();
  expect(outcomes.filter(({ verdict }) => verdict !== "holds")).toEqual([]);
  expect(outcomes).toHaveLength(CHECKS.length);
});

test("each check has a name of its own, and says what is taken for granted", () => {
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length);
  for (const { assumed } of CHECKS) expect(assumed).toMatch(/^[A-Z\d].*\.$/);
});

describe("nothing is left of a check", () => {
  test("that holds: no sheet, name, part or call, and a person is where they were", async () => {
    const [before, calls] = [await sheets(), setup.ledger.entries().length];
    setup.asked();
    await run();
    expect(await sheets()).toEqual(before);
    expect(setup.ledger.entries()).toHaveLength(calls);
    expect(setup.asked()).toEqual([]);
    expect(setup.workbook.values("A1:A2")).toEqual([[100], ["mine"]]);
  });

  test("that fails half-way, which says what Excel said", async () => {
    const before = await sheets();
    const failing: HostCheck = {
      name: "Half-way",
      assumed: "It fails.",
      look: (bench) =>
        Excel.run(async (context) => {
          context.workbook.names.add(
            "Insights_check_left",
            context.workbook.worksheets.getItem(bench.sheet).getRange("A1"),
          );
          await context.sync();
          context.workbook.worksheets.getItem("No such sheet").load("name");
          await context.sync();
          return { holds: true, seen: "" };
        }),
    };
    const [outcome] = await run({ checks: [failing] });
    expect(outcome).toMatchObject({ verdict: "differs", seen: expect.stringMatching(/^ItemNotFound: /) });
    expect(await sheets()).toEqual(before);
  });
});

describe("an Excel that is otherwise is told", () => {
  test.each<[string, () => void, string]>([
    ["Requests over 5 MB", () => (setup.workbook.host.limitPayloads = false), "taken"],
    ["Tables that fill themselves", () => (setup.workbook.host.fillTableColumns = false), '[[7],[""]]'],
    ["Protected sheets", () => (setup.workbook.host.enforceProtection = false), '""'],
    ["Names of copied sheets", () => (setup.workbook.host.cloneNames = false), "[]"],
    ["Many names", () => (setup.workbook.host.maxNames = 10), "GeneralException: "],
  ])("%s", async (name, change, seen) => {
    change();
    const [outcome] = await run({ checks: named(name) });
    expect(outcome).toMatchObject({ verdict: "differs", seen: expect.stringContaining(seen) });
  });

  test("functions that blank cells reach as 0 are no difference", async () => {
    setup.workbook.host.blankArgument = 0;
    expect(await run({ checks: named("Blank arguments") })).toMatchObject([{ verdict: "holds" }]);
  });
});

test("what a person does not want to help with is skipped", async () => {
  const outcomes = await run({ checks: [...named("Editing a cell"), ...named("Undo")], ask: async () => false });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(["skipped", "skipped"]);
});

test("a person can end it after the check that is under way", async () => {
  const controller = new AbortController();
  const checks = named("Long texts");
  const ending: HostCheck = { name: "Ending", assumed: "It ends.", look: async () => (controller.abort(), undefined) };
  expect(await run({ checks: [ending, ...checks], signal: controller.signal })).toHaveLength(1);
});

test("in a workbook that takes no sheet it says so, and does nothing", async () => {
  setup.workbook.host.protectStructure = true;
  await expect(run()).rejects.toMatchObject({ code: "AccessDenied" });
});
