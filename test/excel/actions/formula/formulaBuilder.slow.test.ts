/** Building a formula, over Microsoft's real proxies. */
import type { FormulaDraft, Preview } from "../../../../src/excel/actions/formula/formulaState";
import { APP, choose, formatOf, KEY, setUpStore, type StoreSetup } from "../storeSetup";

let setup: StoreSetup;
let stop: () => void;

async function build(cells: Record<string, string | number>, select = "A1"): Promise<void> {
  setup = await setUpStore({ cells });
  await setup.store.connect(APP, KEY, false);
  await setup.workbook.settled();
  await choose(select);
  stop = setup.store.followActiveCell();
  await tried();
}

afterEach(() => {
  stop();
  setup.close();
});

async function activeCell(): Promise<string> {
  return Excel.run(async (context) => {
    const cell = context.workbook.getActiveCell().load("address");
    await context.sync();
    return cell.address;
  });
}

function draft(): FormulaDraft {
  const { draft: found } = setup.store.state();
  if (!found) throw new Error("No formula is being built.");
  return found;
}

const formula = () => draft().formula;
const shown = () => setup.workbook;

/** What the formula gives, once it has been tried out. */
async function tried(): Promise<Preview> {
  await setup.until((state) => state.draft !== undefined && state.draft.preview.state !== "working");
  return draft().preview;
}

test("A formula is previewed, then written into the active cell with its formats", async () => {
  await build({}, "B2");
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  setup.store.setArgument("scenario", { kind: "list", values: ["One", "Two"] });
  setup.store.setArgument("field", { kind: "text", value: "ebit" });
  expect(formula()).toBe('=INSIGHTS.PNL("Plan", {"One","Two"}, "ebit")');
  const rows = [
    ["", "One", "Two"],
    ["EBIT", 100, 200],
  ];
  expect(await tried()).toMatchObject({ state: "done", rows });
  expect(draft().target).toBe("Sheet1!B2");
  await setup.store.insert(false);
  await shown().settled();
  expect(shown().values("B2:D3").slice(1)).toEqual([["EBIT", 100, 200]]);
  const looks = await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    const [number, heading] = [sheet.getRange("C3:D3"), sheet.getRange("C2")];
    number.load("numberFormat");
    heading.load("format/font/bold");
    await context.sync();
    return [number.numberFormat, heading.format.font.bold];
  });
  expect(looks).toEqual([[["#,##0;-#,##0", "#,##0;-#,##0"]], true]);
});

test("A new formula names the workbook's plan, so a copied sheet keeps that plan", async () => {
  await build({}, "B2");
  expect(formula()).toBe("=INSIGHTS.PNL()");
  await setup.store.choosePlan("p1");
  await choose("B3");
  setup.store.setFunction("PLANS");
  expect(formula()).toBe("=INSIGHTS.PLANS()");
  setup.store.setFunction("PNL");
  expect(formula()).toBe('=INSIGHTS.PNL("Plan")');
  setup.store.setArgument("plan", { kind: "blank" });
  setup.store.setFunction("DEMAND");
  expect(formula()).toBe("=INSIGHTS.DEMAND()");
});

test("A formula that is still being tried out is written all the same", async () => {
  await build({});
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  setup.store.setArgument("field", { kind: "text", value: "ebit" });
  const inserted = setup.store.insert(false);
  expect(await tried()).toMatchObject({ state: "done" });
  await inserted;
  await shown().settled();
  expect(shown().values("A1:B2").at(-1)).toEqual(["EBIT", 100]);
  expect(draft()).toMatchObject({ preview: { state: "done" }, around: { before: "=", after: "" } });
});

test("A cell with our formula shows its arguments and the text around the call", async () => {
  await build({
    A1: '=ROUND(INSIGHTS.PNL("Plan",B1,"ebit"),0)/2',
    B1: "Two",
    A3: '=INSIGHTS.KPI("Plan","One","ebit")/2',
  });
  expect(draft()).toMatchObject({
    callee: { id: "PNL" },
    args: { plan: { kind: "text", value: "Plan" }, scenario: { kind: "reference", text: "B1" } },
    around: { before: "=ROUND(", after: ",0)/2" },
  });
  expect(await tried()).toMatchObject({ state: "done", rows: [[200]] });
  setup.store.setArgument("scenario", { kind: "text", value: "One" });
  await setup.store.insert(false);
  await shown().settled();
  expect(shown().value("A1")).toBe(50);
  // The unit of a formula around a call is not known, so its cell keeps its format.
  await choose("A3");
  await setup.until((state) => state.draft?.target === "Sheet1!A3");
  setup.store.setArgument("scenario", { kind: "text", value: "Two" });
  await tried();
  await setup.store.insert(false);
  await shown().settled();
  expect([shown().value("A3"), await formatOf("A3")]).toEqual([100, "General"]);
});

test("What is built so far goes along to another cell without a formula of ours", async () => {
  await build({ C3: "=1+1" });
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  await choose("C3");
  await setup.until((state) => state.draft?.target === "Sheet1!C3");
  expect(formula()).toBe('=INSIGHTS.PNL("Plan")');
});

test("A picked cell becomes an absolute reference and ends the picking", async () => {
  await build({ D4: "Two" }, "B2");
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  setup.store.pickArgument("scenario");
  await choose("D4");
  await setup.until((state) => state.draft?.args.scenario !== undefined);
  expect(formula()).toBe('=INSIGHTS.PNL("Plan", $D$4)');
  await setup.until((state) => state.draft?.picking === undefined);
  await shown().settled();
  expect([draft().target, await activeCell()]).toEqual(["Sheet1!B2", "Sheet1!B2"]);
});

test("Picked cells of an argument with several values become a range", async () => {
  await build({ D4: "One", E4: "Two" }, "B2");
  setup.store.pickArgument("scenario");
  await choose("D4:E4");
  await setup.until((state) => state.draft?.args.scenario !== undefined);
  expect(formula()).toBe("=INSIGHTS.PNL(, $D$4:$E$4)");
});

test("Picking that the user ends leaves the argument as it was", async () => {
  await build({}, "B2");
  setup.store.pickArgument("plan");
  setup.store.pickArgument(undefined);
  await choose("C3");
  await setup.until((state) => state.draft?.target === "Sheet1!C3");
  expect(formula()).toBe("=INSIGHTS.PNL()");
});

test("An empty cell keeps function, plan and scenario of the formula just inserted", async () => {
  await build({}, "B2");
  setup.store.setFunction("KPI");
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  setup.store.setArgument("scenario", { kind: "text", value: "One" });
  setup.store.setArgument("field", { kind: "text", value: "ebit" });
  await tried();
  await setup.store.insert(false);
  await choose("B3");
  await setup.until((state) => state.draft?.target === "Sheet1!B3");
  expect(formula()).toBe('=INSIGHTS.KPI("Plan", "One")');
});

test("A number whose field comes from a cell is formatted as its preview", async () => {
  await build({ A3: "ebit" }, "B3");
  setup.store.setFunction("KPI");
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  setup.store.setArgument("scenario", { kind: "text", value: "One" });
  setup.store.setArgument("field", { kind: "reference", text: "$A$3" });
  expect(await tried()).toMatchObject({ state: "done", rows: [[100]], formats: [{ numberFormat: "#,##0;-#,##0" }] });
  await setup.store.insert(false);
  expect(await formatOf("B3")).toBe("#,##0;-#,##0");
});

test("A formula without a needed argument names it and is not inserted", async () => {
  await build({}, "B3");
  setup.store.setFunction("KPI");
  expect(draft().preview).toEqual({ state: "incomplete", missing: ["plan", "scenario", "field"] });
  await setup.store.insert(true);
  expect(shown().values("B3:B3")).toEqual([[null]]);
  await setup.store.changeSettings({ plan: "p", scenarios: ["s1"] });
  setup.store.setFunction("KPI");
  expect(draft().preview).toEqual({ state: "incomplete", missing: ["field"] });
});

test("What would be overwritten is asked first, and then made room for", async () => {
  await build({ B3: "Revenue", C3: 7 }, "B2");
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  setup.store.setArgument("field", { kind: "text", value: "ebit" });
  await tried();
  await setup.store.insert(false);
  expect(setup.store.state().obstacle).toEqual({ count: 2, examples: ["Sheet1!B3 (Revenue)", "Sheet1!C3 (7)"] });
  expect(shown().values("B2:C3")).toEqual([
    [null, null],
    ["Revenue", 7],
  ]);
  setup.store.dismissObstacle();
  await setup.store.insert(true);
  await shown().settled();
  expect(shown().values("B3:D3")).toEqual([["EBIT", 100, 200]]);
  expect(setup.store.state().obstacle).toBeUndefined();
});

test("The cells that the formula itself fills are not in its own way", async () => {
  await build({ B2: '=INSIGHTS.PNL("Plan",,"ebit")' }, "B2");
  setup.store.setArgument("field", { kind: "text", value: "netFIESales" });
  await tried();
  await setup.store.insert(false);
  expect(setup.store.state().obstacle).toBeUndefined();
  await shown().settled();
  expect(shown().value("C3")).toBe(1000);
});

test("Cells that block a spill need consent, also for the cell's own formula", async () => {
  await build({ B2: '=INSIGHTS.PNL("Plan",,"ebit")', C3: "mine" }, "B2");
  expect(shown().value("B2")).toBe("#SPILL!");
  setup.store.setArgument("field", { kind: "text", value: "netFIESales" });
  await tried();
  await setup.store.insert(false);
  expect(setup.store.state().obstacle).toMatchObject({ count: 1, examples: ["Sheet1!C3 (mine)"] });
  expect(shown().value("C3")).toBe("mine");
});

test("Another function keeps shared arguments, but no fields of another family", async () => {
  await build({});
  setup.store.setArgument("plan", { kind: "text", value: "Plan" });
  setup.store.setArgument("field", { kind: "text", value: "ebit" });
  setup.store.setFunction("DEMAND");
  expect(formula()).toBe('=INSIGHTS.DEMAND("Plan")');
});

test.each([
  ["a mistake", { kind: "text", value: "Plam" } as const, { state: "failed", code: "#N/A" }],
  ["what only Excel can work out", { kind: "expression", text: 'A1&""' } as const, { state: "unknown" }],
])("The preview says of %s what it is", async (_what, plan, preview) => {
  await build({});
  setup.store.setArgument("plan", plan);
  expect(await tried()).toMatchObject(preview);
});
