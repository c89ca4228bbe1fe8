/** Random sequences of what a planner does to a table at the end of a month. */
import fc from "fast-check";
import { monthsEdited, rollBlock } from "../../../src/reporting/roll/rolledBlock";
import { OwnSheet, TABLES, WINDOWS, type Content } from "./ownTable";

interface Step {
  readonly kind: "roll" | "edit" | "final" | "undo";
  /** Months, of a roll and of an edited title. */
  readonly by: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("roll", "edit", "final", "undo"),
  by: fc.integer({ min: -3, max: 14 }),
});

export interface Sequence {
  readonly table: number;
  readonly start: number;
  readonly steps: readonly Step[];
}

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  table: fc.nat({ max: TABLES.length - 1 }),
  start: fc.integer({ min: 0, max: 11 }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

/** After each step, each formula is the one that Fill writes for the headings of an oracle, or stands as it stood beside edited headings. */
export function checkSequence({ table: at, start, steps }: Sequence): void {
  const table = TABLES[at]!;
  const sheet = new OwnSheet(table({ at: start }));
  const before: { readonly month: number; readonly values: Content[][]; readonly formulas: string[][] }[] = [];
  let month = start;
  for (const each of steps) {
    if (each.kind === "undo") {
      const last = before.pop();
      if (last) ({ month } = Object.assign(sheet, last));
    } else {
      before.push({ month, values: structuredClone(sheet.values), formulas: structuredClone(sheet.formulas) });
      if (each.kind === "final") renew(sheet);
      else {
        if (each.kind === "edit") edit(sheet, table({ at: month + each.by }));
        const by = each.kind === "edit" ? monthsEdited(sheet.block(), sheet.reader()) : each.by;
        const rolled = by === undefined ? undefined : rollBlock(sheet.block(), sheet.reader(), by);
        // January to March may be the last three months or those of a year, so they are named and left.
        const isOfYear = WINDOWS.has(table) && month % 12 === 2 && by !== 0;
        if (isOfYear && rolled) expect([rolled.cells, rolled.headings]).toEqual([[], []]);
        if (isOfYear) Object.assign(sheet, before.pop());
        else if (rolled) {
          sheet.apply(rolled);
          month += rolled.by;
        }
      }
    }
    const expected = new OwnSheet(table({ at: month }));
    const isFinal = sheet.values.flat().some((value) => String(value).endsWith(FINAL));
    if (!isFinal) expect(sheet.values).toEqual(expected.values);
    else expected.values = sheet.values;
    expected.fill();
    expect(sheet.formulas).toEqual(expected.formulas);
  }
}

const FINAL = " (final)";

/** Types the first heading that formulas test, as it reads in another month. */
function edit(sheet: OwnSheet, other: readonly (readonly Content[])[]): void {
  const guard = guardedText(sheet);
  if (!guard) return;
  const { row, column } = guard;
  sheet.values[row]![column] = other[row]![column]!;
}

/** Adds a word that says nothing, and renews the formulas if it is so. */
function renew(sheet: OwnSheet): void {
  const guard = guardedText(sheet);
  if (!guard) return;
  const { row, column, text } = guard;
  if (text.endsWith(FINAL)) return;
  sheet.values[row]![column] = text + FINAL;
  const by = monthsEdited(sheet.block(), sheet.reader());
  if (by === 0) sheet.apply(rollBlock(sheet.block(), sheet.reader(), 0));
  else sheet.values[row]![column] = text;
}

/** Returns the heading with a month that a formula tests. */
function guardedText(
  sheet: OwnSheet,
): { readonly row: number; readonly column: number; readonly text: string } | undefined {
  const tested = sheet.formulas.flat().join(" ");
  for (const [row, cells] of sheet.values.entries())
    for (const [column, text] of cells.entries())
      if (typeof text === "string" && /\d{4}/.test(text) && tested.includes(`="${text}"`)) return { row, column, text };
  return undefined;
}
