/** Makes values of the formulas that call our functions, and has the workbook remember them. */
import { readAddress, writeAddress } from "../formulas/address";
import { findReferences } from "../formulas/references";
import { addressOf, findCells, portionsOf, type FoundCell, type Scope } from "./cells";
import { readFrozen, writeFrozen, type FrozenFormula } from "../saved/frozen";
import { updateCustomXml } from "./customXml";
import { createNames, isOwnName, markOf } from "./frozen";
import type { Ledger } from "./ledger";
import { saveLedger } from "./savedLedger";

/** A cell that was left as it is. */
export interface Left {
  readonly address: string;
  /** Why, in words for people. */
  readonly reason: string;
}

export interface FreezeSummary {
  /** How many formulas have become values, or formulas again. */
  readonly cells: number;
  readonly left: readonly Left[];
}

/** What a formula fills. */
interface Filled extends FoundCell {
  readonly values: readonly (readonly unknown[])[];
  /** Of Excel's `RangeValueType`. */
  readonly types: readonly (readonly unknown[])[];
}

const FIXED = { $top: true, $left: true, $bottom: true, $right: true };
const PENDING = /^#(BUSY!|GETTING_DATA|CONNECT!)$/;

/**
 * Values and number formats stay as they are, those of spills too. The ledger forgets what only these cells have asked. Rejects
 * before anything is changed while one of the cells is being calculated.
 */
export async function freeze(ledger: Ledger, scope: Scope): Promise<FreezeSummary> {
  const { filled, left } = await Excel.run((context) => readFilled(context, scope));
  const pending = filled.find(({ values }) => values.flat().some((value) => PENDING.test(String(value))));
  if (pending)
    throw new Error(`${addressOf(pending)} is still being calculated. Freeze again when it shows its value.`);
  if (filled.length > 0) {
    await keep(await Excel.run((context) => nameAll(context, filled)));
    await Excel.run((context) => writeValues(context, filled));
    await forget(ledger, filled.map(addressOf));
  }
  return { cells: filled.length, left };
}

/** What only these cells have asked; and all that the ledger holds, known cells' or not, where no cell is left to ask it. */
async function forget(ledger: Ledger, addresses: readonly string[]): Promise<void> {
  const known = ledger.calls().filter(({ addresses }) => addresses.size > 0);
  ledger.detach(addresses);
  ledger.remove(known.filter(({ addresses }) => addresses.size === 0));
  if ((await Excel.run((context) => findCells(context))).length === 0) ledger.clear();
  await saveLedger(ledger);
}

/** The cells of the scope with what they fill; those that cannot become values are left. */
async function readFilled(context: Excel.RequestContext, scope: Scope) {
  const cells = await findCells(context, scope);
  const locked = await protectedSheets(context);
  const reasonOf = ({ sheet, value }: FoundCell) => (locked.has(sheet) ? LOCKED : value === "#SPILL!" ? NO_ROOM : "");
  const filled: Filled[] = [];
  for (const part of portionsOf(cells.filter((cell) => reasonOf(cell) === ""))) {
    const ranges = part.map((cell) => {
      const range = rangeOf(context, cell);
      const spill = range.getSpillingToRangeOrNullObject().load("values,valueTypes");
      return { cell, range: range.load("values,valueTypes"), spill };
    });
    // Each part is as much as one answer can hold.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    for (const { cell, range, spill } of ranges) {
      const { values, valueTypes: types } = spill.isNullObject ? range : spill;
      filled.push({ ...cell, values: values as unknown[][], types });
    }
  }
  const left = cells.map((cell) => ({ address: addressOf(cell), reason: reasonOf(cell) }));
  return { filled, left: left.filter(({ reason }) => reason !== "") };
}

const NO_ROOM = "It has no room to spill. Make room, or delete the formula.";
export const LOCKED = "The sheet is protected. Take its protection away first.";

/** The names of the sheets whose cells cannot be written. */
export async function protectedSheets(context: Excel.RequestContext): Promise<Set<string>> {
  const sheets = context.workbook.worksheets.load("items/name,items/protection/protected");
  await context.sync();
  return new Set(sheets.items.filter(({ protection }) => protection.protected).map(({ name }) => name));
}

/** Hidden names for what each formula fills and refers to; the same cells have one name. */
async function nameAll(context: Excel.RequestContext, filled: readonly Filled[]): Promise<FrozenFormula[]> {
  const { names } = context.workbook.load("names/items/name,names/items/formula");
  await context.sync();
  const next = createNames(names.items.map(({ name }) => name));
  const known = new Map(
    names.items.filter(({ name }) => isOwnName(name)).map(({ name, formula }) => [String(formula).slice(1), name]),
  );
  const nameOf = (place: string): string => {
    const name = known.get(place) ?? next();
    if (!known.has(place)) names.add(name, `=${place}`).visible = false;
    known.set(place, name);
    return name;
  };
  const frozen: FrozenFormula[] = [];
  for (const part of portionsOf(filled)) {
    for (const cell of part) {
      frozen.push({
        area: nameOf(areaOf(cell)),
        formula: cell.formula,
        references: findReferences(cell.formula).map(({ sheet, place }) =>
          nameOf(qualified(sheet || cell.sheet, place)),
        ),
        mark: markOf(cell.values),
      });
    }
    // Each part is as much as one request can hold.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
  return frozen;
}

/** An area that is frozen again was given another formula since; the one before is no more. */
function keep(frozen: readonly FrozenFormula[]): Promise<void> {
  const areas = new Set(frozen.map(({ area }) => area));
  return updateCustomXml((root) => {
    const others = readFrozen(root).filter(({ area }) => !areas.has(area));
    writeFrozen(root, [...others, ...frozen]);
  });
}

async function writeValues(context: Excel.RequestContext, filled: readonly Filled[]): Promise<void> {
  for (const part of portionsOf(filled)) {
    for (const cell of part) {
      const { values, types } = cell;
      const range = rangeOf(context, cell).getResizedRange(values.length - 1, (values[0]?.length ?? 1) - 1);
      // The formula goes first: what it spills over cannot be written while it does.
      rangeOf(context, cell).clear(Excel.ClearApplyTo.contents);
      range.values = values.map((row, down) => row.map((value, right) => asTyped(value, types[down]?.[right])));
    }
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
}

/** What Excel makes this very value of again: a text that could be read as something else is entered behind an apostrophe. */
function asTyped(value: unknown, type: unknown): unknown {
  if (typeof value !== "string" || type === Excel.RangeValueType.error) return value;
  const isPlain = /^\p{L}[^\d]*$/u.test(value) && !/^(true|false)$/i.test(value);
  return value === "" || isPlain ? value : `'${value}`;
}

function areaOf({ sheet, row, column, values }: Filled): string {
  const [bottom, right] = [row + values.length - 1, column + (values[0]?.length ?? 1) - 1];
  return writeAddress(sheet, { top: row, left: column, bottom, right, ...FIXED });
}

function qualified(sheet: string, place: string): string {
  return writeAddress(sheet, readAddress(place)!.range);
}

function rangeOf(context: Excel.RequestContext, { sheet, row, column }: FoundCell): Excel.Range {
  return context.workbook.worksheets.getItem(sheet).getCell(row, column);
}
