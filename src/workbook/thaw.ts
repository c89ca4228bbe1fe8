/** Makes formulas again of what was frozen. */
import { moveReferences } from "../formulas/references";
import { addressOf, placeOf, portionsOf, type Place, type Scope } from "./cells";
import { LOCKED, protectedSheets, type FreezeSummary, type Left } from "./freeze";
import { readFrozen, writeFrozen, type FrozenFormula } from "../saved/frozen";
import { readCustomXml, updateCustomXml } from "./customXml";
import { markOf } from "./frozen";

/** What was frozen, where it is now. */
interface Found extends Place {
  readonly frozen: FrozenFormula;
  readonly formula: string;
  readonly range: Excel.Range;
}

const CHANGED = "Its values have been changed since they were frozen. They stay as they are.";
const GONE = "Its cells have been deleted since.";

/** Areas that somebody has typed into since, or whose sheet is protected, stay frozen; those of deleted cells are forgotten. */
export async function thaw(scope: Scope): Promise<FreezeSummary> {
  const all = readFrozen(await readCustomXml());
  if (all.length === 0) return { cells: 0, left: [] };
  const { thawed, lost, left } = await Excel.run((context) => thawAll(context, all, scope));
  const gone = [...thawed, ...lost];
  const areas = new Set(gone.map(({ area }) => area));
  const rest = all.filter(({ area }) => !areas.has(area));
  await updateCustomXml((root) =>
    writeFrozen(
      root,
      readFrozen(root).filter(({ area }) => !areas.has(area)),
    ),
  );
  await Excel.run((context) => deleteNames(context, gone, rest));
  return { cells: thawed.length, left };
}

/** Whether there is something to thaw. */
export async function countFrozen(): Promise<number> {
  return readFrozen(await readCustomXml()).length;
}

async function thawAll(context: Excel.RequestContext, all: readonly FrozenFormula[], scope: Scope) {
  const places = await readNames(context);
  const { isMeant } = await readScope(context, scope);
  const locked = await protectedSheets(context);
  const [thawed, lost, left]: [FrozenFormula[], FrozenFormula[], Left[]] = [[], [], []];
  const found: Found[] = [];
  for (const frozen of all) {
    const one = find(context, frozen, places);
    if (!one) {
      lost.push(frozen);
      left.push({ address: frozen.formula, reason: GONE });
    } else found.push(one);
  }
  for (const portion of portionsOf(found)) {
    for (const { range } of portion) range.load("values,formulas,rowCount,columnCount");
    // Each portion is as much as one request can hold.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    for (const one of portion.filter(isMeant)) {
      if (locked.has(one.sheet)) left.push({ address: addressOf(one), reason: LOCKED });
      else if (restore(one)) thawed.push(one.frozen);
      else left.push({ address: addressOf(one), reason: CHANGED });
    }
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
  return { thawed, lost, left };
}

/** Whether the cells still hold what was frozen, and have their formula again. */
function restore({ range, frozen, formula }: Found): boolean {
  const [values, formulas] = [range.values, range.formulas] as unknown[][][];
  const isFormula = (text: unknown, row: number, column: number) =>
    typeof text === "string" && text.startsWith("=") && text !== values?.[row]?.[column];
  if (formulas?.some((texts, row) => texts.some((text, column) => isFormula(text, row, column)))) return false;
  if (markOf(values ?? []) !== frozen.mark) return false;
  range.clear(Excel.ClearApplyTo.contents);
  range.getCell(0, 0).formulas = [[formula]];
  return true;
}

/** What each of the workbook's names refers to, such as "'P&L'!$B$3". */
async function readNames(context: Excel.RequestContext): Promise<Map<string, string>> {
  const names = context.workbook.names.load("items/name,items/formula");
  await context.sync();
  return new Map(names.items.map(({ name, formula }) => [name, String(formula).replace(/^=/, "")]));
}

function find(
  context: Excel.RequestContext,
  frozen: FrozenFormula,
  places: ReadonlyMap<string, string>,
): Found | undefined {
  const address = places.get(frozen.area) ?? "";
  const place = placeOf(address);
  if (!place) return undefined;
  const { sheet } = place;
  const range = context.workbook.worksheets.getItem(sheet).getRange(address.slice(address.lastIndexOf("!") + 1));
  const addresses = frozen.references.map((name) => places.get(name) ?? "#REF!");
  return { ...place, frozen, range, formula: moveReferences(frozen.formula, sheet, addresses) };
}

/** Tells whether a found area, once its size is loaded, is in the scope or touches it. */
async function readScope(context: Excel.RequestContext, scope: Scope): Promise<{ isMeant: (found: Found) => boolean }> {
  if (scope === "workbook") return { isMeant: () => true };
  const active = context.workbook.worksheets.getActiveWorksheet().load("name");
  const areas = context.workbook.getSelectedRanges().areas;
  areas.load("items/rowIndex,items/columnIndex,items/rowCount,items/columnCount");
  await context.sync();
  const touches = ({ row, column, range }: Found) =>
    areas.items.some(
      (area) =>
        row < area.rowIndex + area.rowCount &&
        area.rowIndex < row + range.rowCount &&
        column < area.columnIndex + area.columnCount &&
        area.columnIndex < column + range.columnCount,
    );
  return { isMeant: (found) => found.sheet === active.name && (scope === "sheet" || touches(found)) };
}

/** The names that nothing frozen needs any more. */
async function deleteNames(
  context: Excel.RequestContext,
  gone: readonly FrozenFormula[],
  rest: readonly FrozenFormula[],
): Promise<void> {
  const namesOf = (frozen: readonly FrozenFormula[]) => frozen.flatMap(({ area, references }) => [area, ...references]);
  const needed = new Set(namesOf(rest));
  const unneeded = new Set(namesOf(gone).filter((name) => !needed.has(name)));
  const names = context.workbook.names.load("items/name");
  await context.sync();
  for (const item of names.items) if (unneeded.has(item.name)) item.delete();
  await context.sync();
}
