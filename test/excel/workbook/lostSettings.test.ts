/** The part with the settings is gone from a workbook, and its kept numbers were asked with them. */
import fc from "fast-check";
import { partNamespace } from "../../../src/reporting/saved/document";
import type { WorkbookSettings } from "../../../src/reporting/saved/chosenSettings";
import { refreshFile } from "./lean/file";
import { shiftLines } from "./lean/edits";
import { openLeanWorkbook } from "./lean/leanSetup";
import "../../fastCheck";
import { runs } from "../../propertyOptions";

type Opened = Awaited<ReturnType<typeof openLeanWorkbook>>;
let opened: Opened | undefined;
afterEach(() => opened?.close());

/** A1 on either sheet stays where it is. */
const CELL = "Sheet1!A1";

async function openWith(formula: string, settings: WorkbookSettings): Promise<Opened> {
  opened = await openLeanWorkbook(["Sheet1"], {});
  const { person, enter, workbook } = opened;
  await person.act(() => person.store.changeSettings(settings));
  enter(CELL, formula);
  await workbook.settled();
  await person.save();
  return opened;
}

function settingsPart({ workbook }: Opened): string | undefined {
  return Object.values(workbook.document.parts).find((xml) => xml.includes(partNamespace("settings")));
}

function loseSettings({ workbook }: Opened): void {
  const { document } = workbook;
  document.parts = Object.fromEntries(
    Object.entries(document.parts).filter(([, xml]) => !xml.includes(partNamespace("settings"))),
  );
}

/** Excel runs functions again if a row is inserted. */
async function insertRow({ workbook }: Opened): Promise<void> {
  const [sheet] = workbook.document.sheets;
  if (sheet) shiftLines(workbook, sheet, "row", 5, "insert");
  workbook.renewAll();
  workbook.calculate();
  await workbook.settled();
}

const told = ({ person }: Opened) => person.store.state().keptSettings?.text;

const KINDS: readonly [string, WorkbookSettings, string, RegExp][] = [
  ["plan", { plan: "p1" }, '=INSIGHTS.KPI(,"One","ebit")', /the plan p1 \(kept numbers\)/],
  [
    "scenarios",
    { plan: "p0", scenarios: ["s1"] },
    '=INSIGHTS.KPI("Plan",,"ebit")',
    /the scenarios s1 \(kept numbers\)/,
  ],
  ["currency", { currency: "CHF" }, '=INSIGHTS.KPI("Plan","One","ebit")', /the currency CHF \(kept numbers\)/],
  [
    "fiscal month",
    { fiscalMonth: 4 },
    '=INSIGHTS.PERIOD("Plan","2026-Q1")',
    /a fiscal year from April, named by the year in which it ends \(kept numbers\)/,
  ],
  [
    "name of the fiscal year",
    { fiscalMonth: 4, fiscalNameByBegin: true },
    '=INSIGHTS.PERIOD("Plan","2026-Q1")',
    /a fiscal year from April, named by the year in which it begins \(kept numbers\)/,
  ],
  [
    "current month",
    { currentMonth: "2026-02" },
    '=INSIGHTS.PERIOD("Plan","current")',
    /the current month 2026-02 \(kept numbers\)/,
  ],
];

describe.each(KINDS)("a %s that is gone", (_what, settings, formula, words) => {
  test("changes no cell, and the pane says what stands in", async () => {
    const world = await openWith(formula, settings);
    const before = world.value(CELL);
    expect(String(before)).not.toMatch(/^#/);
    loseSettings(world);
    await world.reopen();
    await insertRow(world);
    expect([world.value(CELL), told(world)]).toEqual([before, expect.stringMatching(words)]);
    world.enter("Sheet1!B1", formula.replace(/"ebit"/, '"netFIESales"'));
    await world.workbook.settled();
    expect([await world.refresh(), world.value(CELL), told(world)]).toEqual([[], before, expect.stringMatching(words)]);
    await refreshFile(world.workbook, { service: world.service, now: world.service.now });
    await world.reopen();
    expect([world.value(CELL), told(world)]).toEqual([before, expect.stringMatching(words)]);
    expect(settingsPart(world)).toBeUndefined();
  });

  test("is restored by a click, with every number as it was", async () => {
    const world = await openWith(formula, settings);
    const before = world.value(CELL);
    loseSettings(world);
    await world.reopen();
    await world.person.act(() => world.person.store.restoreSettings());
    await world.workbook.settled();
    expect([world.value(CELL), told(world), world.person.settings.current]).toEqual([before, undefined, settings]);
    await world.reopen();
    expect([told(world), world.person.settings.current]).toEqual([undefined, settings]);
  });

  test("becomes the default by a click, and stays it", async () => {
    const world = await openWith(formula, settings);
    const before = world.value(CELL);
    loseSettings(world);
    await world.reopen();
    await world.person.act(() => world.person.store.takeDefaultSettings());
    await world.workbook.settled();
    expect(world.value(CELL)).not.toEqual(before);
    await world.person.save();
    await world.reopen();
    expect([told(world), world.person.settings.current]).toEqual([undefined, {}]);
  });

  test("stays as it was last read if it goes while the workbook is open", async () => {
    const world = await openWith(formula, settings);
    loseSettings(world);
    await world.person.act(() => world.person.store.followSettings());
    expect(world.person.settings.current).toEqual(settings);
    expect(told(world)).toMatch(/^The workbook has no settings of its own\..*\(as last read\)/);
    expect(settingsPart(world)).toBeUndefined();
  });
});

const OTHER_CELL = "Sheet1!A2";
const CHF = { currency: "CHF" };
const NUMBER = '=INSIGHTS.KPI("Plan","One","ebit")';

test("numbers that were asked with several currencies keep theirs through a refresh, and the pane names all", async () => {
  const world = await openWith(NUMBER, CHF);
  const { person, workbook } = world;
  // Without a connection the change of the currency brings no new number for it.
  person.session.disconnect();
  await person.act(() => person.store.changeSettings({ currency: "EUR" }));
  await workbook.settled();
  await world.reopen();
  world.service.step(1, 0);
  world.enter(OTHER_CELL, '=INSIGHTS.KPI("Plan","Two","ebit")');
  await workbook.settled();
  await world.person.save();
  loseSettings(world);
  await world.reopen();
  await insertRow(world);
  const values = () => [world.value(CELL), world.value(OTHER_CELL)];
  expect(values()).toEqual([1000.5, 5000]);
  expect(told(world)).toMatch(/the currency EUR \(kept numbers; some numbers were asked with the currency CHF\)/);
  world.service.step(0, 0);
  await world.refresh();
  expect(values()).toEqual([1002.5, 5000]);
});

test("if all parts are gone, the pane says that defaults were taken, also after a refresh", async () => {
  const world = await openWith(NUMBER, CHF);
  world.workbook.document.parts = {};
  await world.reopen();
  // What the pane does after a look that found such numbers.
  await world.person.act(() => world.person.store.followSettings());
  const TAKEN = "The workbook has no settings of its own. These were taken: the defaults.";
  expect([world.value(CELL), told(world)]).toEqual([1000.5, TAKEN]);
  await world.refresh();
  expect([world.value(CELL), told(world), settingsPart(world)]).toEqual([1000, TAKEN, undefined]);
});

test("a damaged part counts as gone, and is replaced by the user's decision", async () => {
  const world = await openWith(NUMBER, CHF);
  const { parts } = world.workbook.document;
  const name = Object.keys(parts).find((each) => parts[each]?.includes(partNamespace("settings"))) ?? "";
  parts[name] = `<insights xmlns="${partNamespace("settings")}"><parsererror/></insights>`;
  await world.reopen();
  expect([world.value(CELL), told(world)]).toEqual([1000.5, expect.stringMatching(/the currency CHF/)]);
  await world.person.act(() => world.person.store.restoreSettings());
  expect(settingsPart(world)).toContain('currency="CHF"');
});

test("a part that another user is just replacing changes nothing, and a look finds it again", async () => {
  const world = await openWith(NUMBER, CHF);
  const { parts } = world.workbook.document;
  loseSettings(world);
  await world.reopen();
  await insertRow(world);
  world.workbook.document.parts = { ...world.workbook.document.parts, ...parts };
  expect(told(world)).toBeDefined();
  await world.person.act(() => world.person.store.takeDefaultSettings());
  expect([world.value(CELL), told(world), settingsPart(world)]).toEqual([
    1000.5,
    undefined,
    expect.stringContaining('currency="CHF"'),
  ]);
});

test("a workbook in which nobody chose settings has lost none", async () => {
  const world = await openWith(NUMBER, {});
  loseSettings(world);
  await world.reopen();
  await world.refresh();
  expect([world.value(CELL), told(world)]).toEqual([1000, undefined]);
});

test("a setting that is chosen meanwhile is saved with those that stand in", async () => {
  const world = await openWith(NUMBER, CHF);
  loseSettings(world);
  await world.reopen();
  await world.person.act(() => world.person.store.changeSettings({ refreshOnOpen: true }));
  await world.workbook.settled();
  expect([world.value(CELL), told(world)]).toEqual([1000.5, undefined]);
  await world.reopen();
  expect(world.person.settings.current).toEqual({ currency: "CHF", refreshOnOpen: true });
});

/** Events in a workbook without its settings, before its user decides. */
const MOVES = {
  lose: async (world: Opened) => loseSettings(world),
  insert: insertRow,
  refresh: async (world: Opened) => void (await world.refresh()),
  news: async (world: Opened) => world.service.step(0, 0),
  reopen: (world: Opened) => world.reopen(),
  look: ({ person }: Opened) => person.look(),
  pass: async ({ person }: Opened) => void (await person.save()),
  follow: ({ person }: Opened) => person.act(() => person.store.followSettings()),
  async night(world: Opened) {
    await refreshFile(world.workbook, { service: world.service, now: world.service.now });
    await world.reopen();
  },
  async enter({ enter, workbook }: Opened) {
    enter(OTHER_CELL, '=INSIGHTS.KPI("Plan","One","netFIESales")');
    await workbook.settled();
  },
  restore: ({ person }: Opened) => person.act(() => person.store.restoreSettings()),
} as const;

test("no sequence of what can happen changes the currency of a cell", async () => {
  const names = fc.constantFrom(...(Object.keys(MOVES) as (keyof typeof MOVES)[]));
  const property = fc.asyncProperty(fc.array(names, { minLength: 2, maxLength: 12 }), async (moves) => {
    const world = await openWith(NUMBER, CHF);
    for (const name of ["lose", ...moves] as const) {
      await MOVES[name](world);
      await world.workbook.settled();
      const shown = [world.value(CELL), world.value(OTHER_CELL)].filter((value) => value !== "");
      expect(shown.map((value) => Number(value) % 1)).toEqual(shown.map(() => 0.5));
    }
    await world.person.act(() => world.person.store.followSettings());
    expect(settingsPart(world) === undefined).toBe(told(world) !== undefined);
    world.close();
  });
  await fc.assert(property, { numRuns: runs(15) });
});
