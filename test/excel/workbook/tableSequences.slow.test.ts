/** The workbench's own workbook under random sequences; `sequences.test.ts` plays thousands, with more in them, on a lean one. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { formatCells } from "../../../src/excel/workbook/format/formatCells";
import { autosave } from "../../../src/excel/workbook/refresh/autosave";
import type { HostBehaviour } from "../../../workbench/model/behaviour";
import { refusal, setUpWorkbook, type WorkbookSetup } from "./setup";

const SHEETS = ["Sheet1", "Other sheet"] as const;
const NAMES = ["One", "Two"] as const;

type Step =
  | { do: "type"; sheet: number; row: number; name: number; isReference: boolean }
  | { do: "input" | "insert" | "delete"; sheet: number; row: number; name: number }
  | { do: "run" | "undo" | "copy" | "renew" }
  | { do: "refresh"; isFailing: boolean }
  | { do: "format"; failsAt: number };

/** What Excel does on one platform or another, for all steps. */
const hosts: fc.Arbitrary<Partial<HostBehaviour>> = fc.record({
  keepOldValues: fc.boolean(),
  quoteSheets: fc.boolean(),
  cloneNames: fc.boolean(),
  listAllNames: fc.boolean(),
  remoteEdits: fc.boolean(),
  clearUndo: fc.boolean(),
  blankArgument: fc.constantFrom(null, 0),
});

const at = { sheet: fc.nat(1), row: fc.integer({ min: 1, max: 4 }), name: fc.nat(1) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("type" as const), ...at, isReference: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("input" as const, "insert" as const, "delete" as const), ...at }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("run" as const, "undo" as const, "copy" as const, "renew" as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("refresh" as const),
      isFailing: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("format" as const), failsAt: fc.nat(30) }) },
);

/** What the cells show that ask for one number, by their place. */
interface Shown {
  readonly place: string;
  readonly name: string;
  readonly value: unknown;
}

test("A refresh of the workbench's workbook changes all cells or none", async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 10 });
  await fc.assert(fc.asyncProperty(hosts, steps, play), { numRuns: runs(10) });
});

async function play(options: Partial<HostBehaviour>, steps: readonly Step[]): Promise<void> {
  const setup = await setUpWorkbook({ A1: "One", "'Other sheet'!A1": "Two" });
  Object.assign(setup.workbook.host, options);
  try {
    for (const each of steps) {
      await take(setup, each);
      await setup.workbook.settled();
      // What the add-in does some seconds after calls have returned.
      const { session, ledger, workbook } = setup;
      await autosave({ session, ledger, now: Date.now, wait: workbook.settled });
      check(await read());
    }
  } finally {
    setup.workbook.close();
  }
}

async function take(setup: WorkbookSetup, each: Step): Promise<void> {
  const { workbook, service } = setup;
  switch (each.do) {
    case "type": {
      const argument = each.isReference ? "A1" : `"${NAMES[each.name]}"`;
      return workbook.enter(`'${SHEETS[each.sheet]}'!B${each.row}`, `=INSIGHTS.KPI("Plan",${argument},"ebit")`);
    }
    case "input":
      return workbook.enter(`'${SHEETS[each.sheet]}'!A1`, NAMES[each.name] ?? "");
    case "insert":
    case "delete":
      return edit((sheet) => {
        // The first row has what the others read.
        const rows = sheet.getRange(`${each.row + 1}:${each.row + 1}`);
        if (each.do === "insert") rows.insert("Down");
        else rows.delete("Up");
      }, SHEETS[each.sheet]);
    case "copy":
      return edit((sheet) => void sheet.copy());
    case "renew":
      return workbook.calls.renew();
    case "undo":
      return workbook.undo();
    case "run":
      return void (service.ebit += 10);
    case "refresh":
      return refresh(setup, each);
    case "format":
      return format(setup, each);
  }
}

/** Formats all cells, where Excel may refuse the nth action: no cell shows anything else afterwards. */
async function format(
  { workbook, ledger, settings }: WorkbookSetup,
  { failsAt }: Step & { do: "format" },
): Promise<void> {
  const before = await read();
  let actions = 0;
  workbook.host.fails = () => (actions += 1) === failsAt;
  await formatCells({ ledger, settings: settings.current }).catch(() => undefined);
  workbook.host.fails = undefined;
  await workbook.settled();
  expect(await read()).toEqual(before);
}

function edit(change: (sheet: Excel.Worksheet) => void, name: string = SHEETS[0]): Promise<void> {
  return Excel.run(async (context) => {
    change(context.workbook.worksheets.getItem(name));
    await context.sync();
  });
}

async function refresh(setup: WorkbookSetup, { isFailing }: Step & { do: "refresh" }): Promise<void> {
  const { workbook, service } = setup;
  const before = await read();
  service.fail = isFailing
    ? ({ pathname }) => (pathname.endsWith("/pnl-summary") ? refusal(500) : undefined)
    : undefined;
  const summary = await setup.refresh().catch(() => undefined);
  service.fail = undefined;
  await workbook.settled();
  const after = await read();
  if (!summary) return expect(after).toEqual(before);
  if (summary.end !== "done") return;
  for (const { name, value } of after) {
    // A call that appears during the refresh may fail: its cell shows the error.
    if (isFailing && value === "#VALUE!") continue;
    expect(value).toBe((name === "One" ? 1 : 2) * service.ebit);
  }
}

/** One question has one value. */
function check(shown: readonly Shown[]): void {
  for (const name of NAMES) {
    // A call that appeared during a refresh and failed shows its error until the next one.
    const numbers = shown.filter((each) => each.name === name && each.value !== "#VALUE!");
    const values = new Set(numbers.map(({ value }) => value));
    expect(values.size).toBeLessThanOrEqual(1);
  }
}

function read(): Promise<Shown[]> {
  return Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    const areas = sheets.items.map((sheet) => ({ sheet, range: sheet.getRange("A1:B12").load("formulas,values") }));
    await context.sync();
    return areas.flatMap(({ sheet, range }) => {
      const [input] = range.values[0] ?? [];
      return range.formulas.flatMap(([, formula]: unknown[], row) => {
        const [, literal, reference] = /^=INSIGHTS\.KPI\("Plan",(?:"(\w+)"|(A1)),/.exec(String(formula)) ?? [];
        const name = literal ?? (reference && String(input));
        return name ? [{ place: `${sheet.name} ${row}`, name, value: range.values[row]?.[1] }] : [];
      });
    });
  });
}
