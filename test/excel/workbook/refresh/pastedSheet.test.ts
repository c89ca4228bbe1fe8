/** A sheet of another workbook that is moved or pasted in: it shows that workbook's numbers, and Excel has not called for them here. */
import { parsePosition } from "../../../../src/spreadsheet/cells/address";
import { createLedger } from "../../../../src/excel/workbook/ledger/ledger";
import { loadLedger } from "../../../../src/excel/workbook/ledger/savedLedger";
import { openLeanWorkbook } from "../lean/leanSetup";
import { parseFormula } from "../lean/formula";
import { copySheet } from "../lean/edits";
import { keyOf } from "../lean/workbook";

const OURS = '=INSIGHTS.KPI("Plan","One","ebit")';

let opened: Awaited<ReturnType<typeof openLeanWorkbook>>;
beforeEach(async () => {
  opened = await openLeanWorkbook(["Own"], { "Own!A1": OURS });
  await opened.refresh();
});
afterEach(() => opened.close());

/** Pastes a sheet with these formulas and what they show. */
function paste(cells: Readonly<Record<string, readonly [formula: string, value: number | string]>>): void {
  const { document, names } = opened.workbook;
  const id = `s${document.sheets.length + 90}`;
  const pasted = { id, name: `Pasted ${id}`, isProtected: false, cells: new Map() };
  document.sheets.unshift(pasted);
  for (const [address, [formula, value]] of Object.entries(cells))
    pasted.cells.set(keyOf(parsePosition(address)!), {
      content: parseFormula(formula, id, names),
      value,
      isDirty: false,
    });
}

const { look, isUnknown } = {
  look: () => opened.person.look(),
  isUnknown: () => opened.person.ledger.workbook.hasUnknown === true,
};

test.each<[string, string, number | string]>([
  ["another call", '=INSIGHTS.KPI("Plan","Two","ebit")', 100],
  ["the same call with another number", OURS, 100],
  ["a text", '=INSIGHTS.KPI("Plan","Two","ebit")', "Committed"],
  ["a formula that does more than call us", `${OURS}*2`, 200],
])("Its numbers are of unknown age until a refresh asks for them: %s", async (_what, formula, value) => {
  paste({ A1: [formula, value] });
  await look();
  expect(isUnknown()).toBe(true);
  await opened.refresh();
  expect([isUnknown(), opened.value("Own!A1")]).toEqual([false, 1000]);
});

test("The mark is kept with the workbook", async () => {
  paste({ A1: [OURS, 100] });
  await look();
  const another = createLedger({ now: () => 0 });
  await loadLedger(another);
  expect(another.workbook.hasUnknown).toBe(true);
});

test("A look that finds no such sheet asks for nothing but the sheets, and writes nothing", async () => {
  await look();
  const parts = JSON.stringify(opened.workbook.document.parts);
  opened.requests.length = 0;
  await look();
  expect(JSON.stringify(opened.requests)).not.toContain("Formulas");
  expect([JSON.stringify(opened.workbook.document.parts), isUnknown()]).toEqual([parts, false]);
});

test("A copy of a sheet, a new name of one and a deletion that is taken back bring no unknown number", async () => {
  const { document } = opened.workbook;
  const [own] = document.sheets;
  copySheet(opened.workbook, own!);
  await look();
  own!.name = "Renamed";
  await look();
  document.sheets = document.sheets.slice(1);
  await look();
  document.sheets = [own!, ...document.sheets];
  await look();
  expect(isUnknown()).toBe(false);
});

test("A new sheet whose formulas Excel has calculated brings no unknown number", async () => {
  paste({});
  const [sheet] = opened.workbook.document.sheets;
  opened.enter(`'${sheet!.name}'!A1`, '=INSIGHTS.KPI("Plan","Two","ebit")');
  opened.enter(`'${sheet!.name}'!A2`, `=IF(1>2,${OURS.slice(1)},7)`);
  await opened.workbook.settled();
  await look();
  expect(isUnknown()).toBe(false);
});
