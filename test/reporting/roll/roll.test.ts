/** Tables of a user's own move to another month: headings and formulas together, or not at all. */
import { monthsEdited, rollBlock } from "../../../src/reporting/roll/rolledBlock";
import { ago, columned, MONTHS, OwnSheet, titled, YEARS_TO_DATE, type OwnTable } from "./ownTable";

const OCTOBER = { at: 9 };
const NOVEMBER = { at: 10 };
const [monthYear] = MONTHS as [(typeof MONTHS)[number]];

const TABLES: readonly OwnTable[] = [
  ...YEARS_TO_DATE.map(titled),
  ...MONTHS.map((month) => titled(month)),
  ...MONTHS.map((month) => columned(month, YEARS_TO_DATE[0]!)),
  ...MONTHS.map((month) => columned(ago(2, month), ago(1, month), month)),
];

test.each(TABLES.map((table) => [JSON.stringify(table(OCTOBER)), table] as const))(
  "rolls %s as if it were written for the next month",
  (_name, table) => {
    const [sheet, expected] = [new OwnSheet(table(OCTOBER)), new OwnSheet(table(NOVEMBER))];
    expect(sheet.formulas.flat().filter(Boolean).length).toBeGreaterThan(0);
    const rolled = rollBlock(sheet.block(), sheet.reader(), 1);
    expect([rolled.month, rolled.left, rolled.staying]).toEqual(["2026-10", [], []]);
    sheet.apply(rolled);
    expect(sheet.values).toEqual(expected.values);
    expect(sheet.formulas).toEqual(expected.formulas);
  },
);
