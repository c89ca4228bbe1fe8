/** A refresh in Excel as it really behaves: it is done, or has failed with every cell as it was, or names what is left. */
import { autosave, followOthers } from "../../../../src/excel/workbook/refresh/autosave";
import { refreshWorkbook, type RefreshOptions } from "../../../../src/excel/workbook/refresh/refresh";
import { loadLedger, saveLedger } from "../../../../src/excel/workbook/ledger/savedLedger";
import { showUnshown } from "../../../../src/excel/workbook/refresh/unshown";
import { createLedger } from "../../../../src/excel/workbook/ledger/ledger";
import { functionsOf } from "../ledgerFunctions";
import { refusal, setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = '=INSIGHTS.PNL("Plan","One","ebit")';
const TWO = '=INSIGHTS.PNL("Plan","Two","ebit")';

let setup: WorkbookSetup;
const open = async (cells: Record<string, string | number>) => (setup = await setUpWorkbook(cells));
afterEach(() => setup.workbook.close());

const values = (...addresses: string[]) => addresses.map((address) => setup.workbook.value(address));
const settled = () => setup.workbook.settled();

/** Excel calls a function for this cell. */
const call = (id: string, args: readonly unknown[], address: string) =>
  functionsOf(setup.ledger)
    .find(({ metadata }) => metadata.id === id)
    ?.run([...args], { address, signal: new AbortController().signal });

const following = () => ({ session: setup.session, ledger: setup.ledger, now: Date.now, wait: settled });
/** The refresh as it ends, whichever way. */
const refresh = (options: Partial<RefreshOptions> = {}) => refreshWorkbook({ ...following(), ...options });

const edit = (change: (context: Excel.RequestContext) => void) =>
  Excel.run(async (context) => {
    change(context);
    await context.sync();
  });

const isMarked = () => Object.values(setup.workbook.state.parts).some((xml) => xml.includes('unshown="true"'));

/** Answers that come only when the test lets them. Until `asked`, the refresh reads the workbook. */
function holdAnswers(): {
  readonly asked: Promise<void>;
  readonly release: () => void;
} {
  let release = () => {};
  let onAsked = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  setup.service.fail = ({ pathname }) => {
    if (!pathname.endsWith("/pnl-summary")) return undefined;
    onAsked();
    return held.then(() => undefined);
  };
  return { asked, release };
}

describe("a person who edits a cell while the answers come", () => {
  test("is told after a while, and the refresh is done when the cell is finished", async () => {
    await open({ A1: ONE });
    setup.service.ebit = 130;
    const { asked, release } = holdAnswers();
    const told: boolean[] = [];
    const ended = refresh({ onEditing: (isEditing) => told.push(isEditing) });
    await asked;
    setup.workbook.host.editMode = true;
    release();
    setTimeout(() => (setup.workbook.host.editMode = false), 300);
    expect(await ended).toMatchObject({ end: "done", changes: [{ before: 100, after: 130 }] });
    expect(values("A1")).toEqual([130]);
    expect(isMarked()).toBe(false);
  });

  test("is told as soon as Excel is waited for, and that it is over", async () => {
    await open({ A1: ONE });
    setup.service.ebit = 130;
    const { asked, release } = holdAnswers();
    const told: boolean[] = [];
    const ended = refresh({
      onEditing(isEditing) {
        told.push(isEditing);
        if (isEditing) setup.workbook.host.editMode = false;
      },
    });
    await asked;
    setup.workbook.host.editMode = true;
    release();
    expect(await ended).toMatchObject({ end: "done" });
    expect(told).toEqual([true, false]);
  });

  test("may cancel after the answers arrived, since the write waits for the edit", async () => {
    await open({ A1: ONE });
    setup.service.ebit = 130;
    const { asked, release } = holdAnswers();
    const controller = new AbortController();
    const ended = refresh({ signal: controller.signal, onEditing: (isEditing) => isEditing && controller.abort() });
    await asked;
    setup.workbook.host.editMode = true;
    release();
    expect(await ended).toMatchObject({ end: "failed" });
    setup.workbook.host.editMode = false;
    await settled();
    expect(values("A1")).toEqual([100]);
    expect(isMarked()).toBe(false);
    setup.service.fail = undefined;
    expect(await refresh()).toMatchObject({ end: "done", changes: [{ before: 100, after: 130 }] });
  });

  // Fails if `summarize` does not wait for Excel.
  test("at the end of the refresh still sees what has changed", async () => {
    await open({ A1: '=INSIGHTS.KPI("Plan","One","ebit")' });
    setup.service.ebit = 130;
    let wasMarked = false;
    const run = Excel.run.bind(Excel) as (...args: unknown[]) => Promise<unknown>;
    const spy = jest.spyOn(Excel, "run").mockImplementation((...args: unknown[]) => {
      if (wasMarked && !isMarked()) {
        setup.workbook.host.editMode = true;
        setTimeout(() => (setup.workbook.host.editMode = false), 300);
        wasMarked = false;
      }
      wasMarked ||= isMarked();
      return run(...args);
    });
    expect(await refresh()).toMatchObject({ end: "done", changes: [{ before: 100, after: 130 }] });
    spy.mockRestore();
  });

  test("may cancel, and every cell is as it was, and so is the ledger", async () => {
    await open({ A1: ONE });
    setup.service.ebit = 130;
    setup.workbook.host.editMode = true;
    const controller = new AbortController();
    const ended = refresh({ signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await ended).toMatchObject({ end: "failed" });
    setup.workbook.host.editMode = false;
    await settled();
    expect(values("A1")).toEqual([100]);
    expect(await refresh()).toMatchObject({ end: "done", changes: [{ after: 130 }] });
    expect(values("A1")).toEqual([130]);
  });
});

describe("a workbook without a ledger", () => {
  /** Another session, as when the workbook is opened again: its cells show what they did, and nothing is known of them. */
  const reopen = () => {
    setup.ledger.clear();
    setup.session.forget();
  };

  test("is told what a refresh has changed", async () => {
    await open({ A1: ONE, A2: TWO });
    reopen();
    setup.service.ebit = 130;
    expect(await refresh()).toMatchObject({
      end: "done",
      changes: [
        { before: 100, after: 130 },
        { before: 200, after: 260 },
      ],
    });
  });

  test("is told of cells that are in error after a refresh", async () => {
    await open({ A1: ONE });
    reopen();
    setup.service.fail = ({ pathname }) => (pathname.endsWith("/pnl-summary") ? refusal(404) : undefined);
    expect(await refresh()).toMatchObject({ end: "done", failures: [{ address: "Sheet1!A1", code: "#N/A" }] });
  });

  test("keeps its tables where a refresh fails", async () => {
    await open({ C1: '=INSIGHTS.PNL("Plan",{"Two"})' });
    reopen();
    const before = values("C1", "D1", "C2", "D2", "C3", "D3");
    setup.service.fail = () => refusal(500);
    expect(await refresh()).toMatchObject({ end: "failed" });
    await settled();
    expect(values("C1", "D1", "C2", "D2", "C3", "D3")).toEqual(before);
  });
});

test("Cells that never get their results are named, and follow once the add-in is loaded again", async () => {
  await open({ A1: ONE, A2: TWO });
  setup.service.ebit = 130;
  setup.workbook.host.losesResults = true;
  expect(await refresh()).toMatchObject({ end: "unsettled", unsettled: ["Sheet1!A1", "Sheet1!A2"] });
  setup.workbook.host.losesResults = false;
  await showUnshown(following());
  expect([setup.ledger.late, values("A1", "A2")]).toEqual([[], [130, 260]]);
});

test("A cell that reads 0 for a moment before its number is neither named nor a change to 0", async () => {
  await open({ A1: ONE, A2: "=A1*2" });
  setup.service.ebit = 130;
  Object.assign(setup.workbook.host, { zeroCells: new Set(), resultDelay: 150 });
  expect(await refresh()).toMatchObject({ end: "done", changes: [{ before: 100, after: 130 }] });
  expect(values("A1", "A2")).toEqual([130, 260]);
});

test("A formula with more than a call is named while the call is running", async () => {
  await open({ A1: `=${ONE.slice(1)}*2` });
  setup.ledger.clear();
  setup.session.forget();
  setup.workbook.host.keepOldValues = true;
  const { release } = holdAnswers();
  const wait = () => new Promise<void>((resolve) => void setImmediate(resolve));
  setup.ledger.isUnshown = true;
  await showUnshown({ ...following(), wait });
  expect(setup.ledger.late).toEqual(["Sheet1!A1"]);
  release();
  await settled();
  expect(values("A1")).toEqual([200]);
});

test("An unreported sort between cells with equal numbers hides no new number", async () => {
  await open({
    A1: ONE,
    A2: '=INSIGHTS.KPI("Plan","One","netFIESales")',
    A3: '=INSIGHTS.PNL("Plan","Two","netFIESales")',
  });
  expect(values("A2", "A3")).toEqual([1000, 1000]);
  // As Excel leaves it: each cell shows what it did, and is known for the call of the other.
  const [two, three] = ["Sheet1!A2", "Sheet1!A3"].map((address) =>
    setup.ledger.entries().find(({ addresses }) => addresses.has(address)),
  );
  setup.ledger.detach(["Sheet1!A2", "Sheet1!A3"]);
  for (const [known, address] of [
    [two, "Sheet1!A3"],
    [three, "Sheet1!A2"],
  ] as const) {
    const { id, args } = known!;
    await call(id, args, address);
  }
  setup.service.fail = ({ pathname, searchParams }) =>
    pathname.endsWith("/pnl-summary") && searchParams.get("scenarioIds")!.includes("s2")
      ? news(searchParams)
      : undefined;
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(values("A2", "A3")).toEqual([1000, 1005]);
});

/** The second scenario has other sales than before. */
function news(query: URLSearchParams): Response {
  const scenarios = query.get("scenarioIds")!.split(",");
  const pnl = (id: string) => ({ netFIESales: id === "s2" ? 1005 : 1000, ebit: id === "s2" ? 200 : 100 });
  return Response.json({
    meta: { planId: "p1" },
    scenarios: scenarios.map((id) => ({ scenarioId: id, pnl: pnl(id) })),
  });
}

describe("an address is no identity:", () => {
  test("cells of a sheet that was renamed are refreshed", async () => {
    await open({ A1: ONE, A2: TWO });
    await edit((context) => (context.workbook.worksheets.getItem("Sheet1").name = "Renamed"));
    setup.service.ebit = 130;
    expect(await refresh()).toMatchObject({ end: "done", cells: 2, failures: [] });
    expect(values("Renamed!A1", "Renamed!A2")).toEqual([130, 260]);
  });

  test("a sheet that was renamed after one call that was left over is refreshed too", async () => {
    await open({ A1: ONE });
    const dead = { id: "PNL", args: ["Plan", [["Two"]], [["ebit"]]] };
    setup.ledger.record(dead, { result: [[1]], answeredAt: 1 });
    await edit((context) => (context.workbook.worksheets.getItem("Sheet1").name = "Renamed"));
    setup.service.ebit = 130;
    await refresh();
    expect(values("Renamed!A1")).toEqual([130]);
    await refresh();
    expect(setup.ledger.entries()).toHaveLength(1);
  });
});

test("A call that no cell makes any more is dropped, and cannot reject the refresh", async () => {
  await open({ A1: "Plan", A2: '=INSIGHTS.PNL(A1,"Two","ebit")', A3: ONE });
  setup.workbook.enter("A2", ONE);
  await settled();
  setup.service.ebit = 130;
  setup.service.fail = (url) => (url.searchParams.get("scenarioIds")?.includes("s2") ? refusal(403) : undefined);
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(values("A2", "A3")).toEqual([130, 130]);
  expect(setup.ledger.entries().map(({ args }) => args[1])).toEqual([[["One"]]]);
});

test("A workbook that cannot be written is not refreshed, not even in memory", async () => {
  await open({ A1: ONE });
  setup.service.ebit = 130;
  const parts = Object.freeze({ ...setup.workbook.state.parts });
  setup.workbook.state.parts = parts;
  const summary = await refresh();
  expect(summary).toMatchObject({
    end: "failed",
    error: { message: expect.stringContaining("nothing was refreshed") },
  });
  expect(values("A1")).toEqual([100]);
  expect(setup.ledger.entries()).toMatchObject([{ result: [[100]] }]);
  setup.workbook.calls.renew();
  await settled();
  expect(values("A1")).toEqual([100]);
  setup.workbook.state.parts = {};
  expect(await refresh()).toMatchObject({ end: "done", changes: [{ after: 130 }] });
});

test("Committed but unshown results appear on the next opening, without requests", async () => {
  await open({ A1: ONE });
  setup.ledger.isUnshown = true;
  const [known] = setup.ledger.entries();
  if (!known) throw new Error("The cell has made no call.");
  setup.ledger.record(known, { result: [[130]], answeredAt: Date.now() });
  await saveLedger(setup.ledger);
  expect(isMarked()).toBe(true);
  const another = createLedger({ now: () => Date.now() });
  await loadLedger(another);
  expect(another.isUnshown).toBe(true);
  setup.session.disconnect();
  await showUnshown(following());
  expect(setup.ledger.late).toEqual([]);
  expect(values("A1")).toEqual([130]);
  expect(isMarked()).toBe(false);
});

test("A call that appears during the refresh and fails shows its error, and the rest stays refreshed", async () => {
  await open({ A1: ONE, A2: '=INSIGHTS.PNL("Plan",IF(A1>100,"Two","One"),"ebit")' });
  setup.service.ebit = 130;
  setup.service.fail = (url) => (url.searchParams.get("scenarioIds") === "s2" ? refusal(500) : undefined);
  expect(await refresh()).toMatchObject({ end: "done", failures: [{ address: "Sheet1!A2", code: "#VALUE!" }] });
  expect(values("A1", "A2")).toEqual([130, "#VALUE!"]);
});

test("A cell whose call appears and does not return is named and calculated later", async () => {
  await open({
    A1: ONE,
    A2: '=INSIGHTS.PNL("Plan",IF(A1>100,"Two","One"),"netFIESales")',
  });
  setup.service.ebit = 130;
  let release = () => {};
  const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  setup.service.fail = ({ searchParams }) => (searchParams.get("scenarioIds") === "s2" ? held : undefined);
  const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds / 20));
  expect(await refresh({ wait })).toMatchObject({ end: "unsettled", unsettled: ["Sheet1!A2"] });
  expect([setup.ledger.isUnshown, isMarked()]).toEqual([true, true]);
  release();
  await settled();
  await showUnshown(following());
  expect(setup.ledger.late).toEqual([]);
  expect([setup.ledger.isUnshown, isMarked(), ...values("A1", "A2")]).toEqual([false, false, 130, 1000]);
});

// Fails if a refresh writes into cells.
test("Formulas on protected sheets and composite formulas are not entered again", async () => {
  await open({ A1: `${ONE}*"x"`, A2: ONE });
  setup.workbook.host.enforceProtection = true;
  await edit((context) => context.workbook.worksheets.getItem("Sheet1").protection.protect());
  setup.service.ebit = 130;
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(values("A1", "A2")).toEqual(["#VALUE!", 130]);
});

test("A cell of a table is not entered again, since Excel would fill the column", async () => {
  await open({ A1: "Name", B1: "Number", A2: "One", B2: '=INSIGHTS.KPI("Plan",1+"x","ebit")', A3: "Two", B3: 7 });
  await edit((context) => void context.workbook.tables.add("Sheet1!A1:B3", true));
  setup.workbook.host.fillTableColumns = "always";
  await refresh();
  expect(values("B2", "B3")).toEqual(["#VALUE!", 7]);
});

test("Texts that look like our functions are no calls of them", async () => {
  await open({ A1: ONE, A2: '="see INSIGHTS.PNL"', A3: '=HYPERLINK("https://insights.example.com")' });
  expect(await refresh()).toMatchObject({ end: "done", cells: 1 });
});

test("A host that gives blanks as 0 finds what one has kept that gives them as null", async () => {
  await open({ A1: '=INSIGHTS.PNL("Plan","One","ebit",C1,C2)' });
  setup.asked();
  setup.session.disconnect();
  setup.workbook.host.blankArgument = 0;
  setup.workbook.calls.renew();
  await settled();
  expect(values("A1")).toEqual([100]);
});

test("A cell that shows a data type is the argument that it shows", async () => {
  await open({ A1: ONE });
  const entity = { type: "Entity", basicValue: "#VALUE!", text: "Plan" };
  const number = { type: "FormattedNumber", basicValue: 0, numberFormat: "General" };
  setup.asked();
  const pnl = setup.ledger.wrap("PNL", () => Promise.reject(new Error("It was asked.")));
  expect(await pnl(entity, [["One"]], [["ebit"]], number, { address: "Sheet1!A1" })).toEqual([[100]]);
});

test("Functions that take six times as long, as with a closed pane, are waited for", async () => {
  await open({ A1: ONE, A2: TWO });
  setup.workbook.host.functionSlowness = 6;
  setup.service.ebit = 130;
  expect(await refresh()).toMatchObject({ end: "done", changes: [{ after: 130 }, { after: 260 }] });
  expect(values("A1", "A2")).toEqual([130, 260]);
});

describe("an Excel that leaves old values in cells while functions run", () => {
  const realWait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

  test.each([
    ["a number", ONE, "A1", 130],
    ["a table with the same corner", '=INSIGHTS.PNL("Plan","One")', "B3", 130],
    ["a formula that does more than call us", `=${ONE.slice(1)}*2`, "A1", 260],
  ])("is waited for until it shows %s", async (_what, formula, address, value) => {
    await open({ A1: formula });
    setup.service.ebit = 130;
    Object.assign(setup.workbook.host, { keepOldValues: true, resultDelay: 300 });
    expect(await refresh({ wait: realWait })).toMatchObject({ end: "done", changes: [{ after: value }] });
    expect(values(address)).toEqual([value]);
  });

  test("is told of a cell in error that stays busy, by a second recalculation", async () => {
    await open({ A1: ONE });
    setup.session.disconnect();
    setup.ledger.clear();
    setup.workbook.calls.renew();
    await settled();
    expect(values("A1")).toEqual(["#VALUE!"]);
    setup.session.connect({ appUrl: "https://app.example", credentials: { apiKey: "key" } });
    setup.workbook.host.stuckErrors = true;
    expect(await refresh({ wait: () => realWait(5) })).toMatchObject({ end: "done" });
    expect(values("A1")).toEqual([100]);
  });
});

test("A sheet copied into another workbook reads that workbook's plan for blanks", async () => {
  await open({ A1: "Plan", A2: '=INSIGHTS.KPI(A1,"One","ebit")', A3: '=INSIGHTS.KPI(,"One","ebit")' });
  const copied = setup.workbook.copySheet("Sheet1");
  setup.workbook.close();
  await open({});
  setup.settings.current = { plan: "No such plan" };
  setup.workbook.pasteSheet(copied, "Copied");
  await settled();
  expect(values("Copied!A2", "Copied!A3")).toEqual([100, "#N/A"]);
});

describe("a cell whose argument was changed before", () => {
  beforeEach(async () => {
    await open({ A1: "One", A2: '=INSIGHTS.PNL("Plan",A1,"ebit")' });
    setup.workbook.enter("A1", "Two");
    await settled();
    await autosave(following());
    expect(values("A2")).toEqual([200]);
  });

  // Fails if calls that may be former ones are left out of the commit.
  test("keeps its number if the service fails", async () => {
    setup.service.fail = ({ pathname }) => (pathname.endsWith("/pnl-summary") ? refusal(500) : undefined);
    expect([(await refresh()).end, ...values("A2")]).toEqual(["failed", 200]);
  });

  // Fails if the calls of such cells are not learnt again.
  test("is refreshed if the service refuses its former call", async () => {
    setup.service.ebit = 130;
    setup.service.fail = ({ pathname, searchParams }) =>
      pathname.endsWith("/pnl-summary") && searchParams.get("scenarioIds")?.split(",").includes("s1")
        ? refusal(403)
        : undefined;
    expect([(await refresh()).end, ...values("A2")]).toEqual(["done", 260]);
  });

  // Fails if its calls are forgotten although it would not be calculated to learn them again.
  test("follows a colleague after such a refresh of a workbook with numbers of unknown age", async () => {
    setup.ledger.workbook.hasUnknown = true;
    await saveLedger(setup.ledger);
    setup.service.fail = ({ searchParams }) =>
      searchParams.get("scenarioIds")?.split(",").includes("s1") ? refusal(403) : undefined;
    expect(await refresh()).toMatchObject({ end: "failed" });
    const theirs = createLedger({ now: Date.now });
    await loadLedger(theirs);
    const two = theirs.entries().find(({ result }) => String(result) === "200")!;
    const questions = two.questions!.map(({ key }) => ({ key, computedAt: Date.now() + 1 }));
    theirs.record(two, { result: [[250]], answeredAt: Date.now(), questions });
    await saveLedger(theirs);
    await followOthers(following());
    expect(values("A2")).toEqual([250]);
  });
});

// Fails if `haveMoved` asks whether all calls of a cell are gone.
test("Cells with a common call that have moved show no old number", async () => {
  const sum = (field: string) => `=INSIGHTS.PNL("Plan","One","ebit")+INSIGHTS.PNL("Plan","Two","${field}")`;
  await open({ A1: sum("ebit"), A2: sum("netFIESales") });
  // Excel has moved them without calling: each is known for the other's call.
  setup.ledger.detach(["Sheet1!A1", "Sheet1!A2"]);
  for (const address of ["Sheet1!A1", "Sheet1!A2"]) await call("PNL", ["Plan", [["One"]], [["ebit"]]], address);
  await call("PNL", ["Plan", [["Two"]], [["ebit"]]], "Sheet1!A2");
  await call("PNL", ["Plan", [["Two"]], [["netFIESales"]]], "Sheet1!A1");
  setup.service.fail = ({ pathname, searchParams }) => {
    if (!pathname.endsWith("/pnl-summary")) return undefined;
    const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
    const pnlOf = (id: string) => ({ netFIESales: 1000, ebit: id === "s2" ? 250 : 100 });
    return Response.json({ meta: { planId: "p1" }, scenarios: ids.map((id) => ({ scenarioId: id, pnl: pnlOf(id) })) });
  };
  expect([(await refresh()).end, ...values("A1", "A2")]).toEqual(["done", 350, 1100]);
});
