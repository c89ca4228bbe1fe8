/** Tables of a user's own move to another month: headings and formulas together, or not at all. */
import { blocksOfCells } from "../../../src/reporting/roll/blocksOfCells";
import { fittingAnswers } from "../../../src/reporting/roll/fittingAnswers";
import { movedTexts } from "../../../src/reporting/roll/movedText";
import { monthsEdited, rollBlock } from "../../../src/reporting/roll/rolledBlock";
import { DEFAULTS } from "../headings/known";
import { checkSequence, sequences } from "./sequences";
import { runs } from "../../propertyOptions";
import fc from "fast-check";
import { columned, MONTHS, OwnSheet, TABLES, titled, YEARS_TO_DATE, type Content } from "./ownTable";

const OCTOBER = { at: 9 };
const NOVEMBER = { at: 10 };
const [month, toDate] = [MONTHS[0]!, YEARS_TO_DATE[0]!];

const roll = (sheet: OwnSheet, by = 1) => rollBlock(sheet.block(), sheet.reader(), by);

test.each(TABLES.map((table) => [JSON.stringify(table(OCTOBER).slice(0, 2)), table] as const))(
  "%s moves as if it were written for the next month",
  (_name, table) => {
    const [sheet, expected] = [new OwnSheet(table(OCTOBER)), new OwnSheet(table(NOVEMBER))];
    expect(sheet.formulas.flat().filter(Boolean).length).toBeGreaterThan(0);
    const rolled = roll(sheet);
    expect([rolled.month, rolled.left, rolled.staying]).toEqual(["2026-10", [], []]);
    sheet.apply(rolled);
    expect([sheet.values, sheet.formulas]).toEqual([expected.values, expected.formulas]);
  },
);

test("random rolls, edited titles and undo leave each cell as its headings say", () => {
  fc.assert(fc.property(sequences, checkSequence), { numRuns: runs(10) });
});

/** Which headings stay, and why, of a table with these above its columns. */
function staying(...columns: readonly Content[]) {
  const sheet = new OwnSheet(columned(...columns.map((text) => () => text))(OCTOBER));
  const rolled = roll(sheet);
  return rolled.staying.map(({ text, reason }) => [text, reason]);
}

test("a heading that is not of the month stays, and it is said why", () => {
  expect(staying("Oct 2026", "Oct 2025")).toEqual([["Oct 2025", "anotherYear"]]);
  expect(staying("YTD Oct 2026", "Mar 2026")).toEqual([["Mar 2026", "anotherMonth"]]);
  expect(staying("Jul 2026–Sep 2026", "Oct 2026")).toEqual([["Jul 2026–Sep 2026", "stretch"]]);
  expect(staying("Sep 2026", "Q3 2026")).toEqual([["Q3 2026", "partEnds"]]);
  expect(staying("Dec 2026", "2026")).toEqual([["2026", "yearEnds"]]);
  expect(staying("Oct 2026", "2026", "2025", "Q4 2026")).toEqual([]);
});

test("the months of a year stay, and what is to date beside them moves", () => {
  const months = Array.from({ length: 12 }, (_, at) => month({ at }));
  const sheet = new OwnSheet(columned(...months.map((text) => () => text), toDate)(OCTOBER));
  const rolled = roll(sheet);
  expect(rolled.staying.map(({ reason }) => reason)).toEqual(months.map(() => "monthsOfYear"));
  expect(rolled.headings.map(({ shows }) => shows)).toEqual(["YTD Nov 2026"]);
  expect(rolled.cells.map(({ column }) => column)).toEqual([13, 13, 13]);
});

test("a stretch from the year's begin grows by its last month, and ends with the year", () => {
  const stretch = (last: number) => new OwnSheet(titled(() => `Jan–${month({ at: last })}`)(OCTOBER));
  expect(roll(stretch(9)).headings.map(({ shows }) => shows)).toEqual(["Jan–Nov 2026"]);
  expect(roll(stretch(9), 3).staying.map(({ reason }) => reason)).toEqual(["yearEnds"]);
});

test("a month whose year stands in another cell does not leave its year", () => {
  const rows = [
    ["Actual", "", ""],
    ["", 2026, 2026],
    ["", "Dec", "YTD Dec"],
    ["EBIT", "", ""],
  ];
  const sheet = new OwnSheet(rows);
  expect(sheet.formulas.flat().filter(Boolean)).toHaveLength(2);
  const rolled = roll(sheet);
  expect([rolled.headings, rolled.cells]).toEqual([[], []]);
  expect(new Set(rolled.staying.map(({ reason }) => reason))).toEqual(new Set(["unreadable"]));
});

test("a heading by formula moves with the one that it reads, and any other formula is named", () => {
  const sheet = new OwnSheet(
    columned(
      (at) => Number(MONTHS[7]!(at)),
      (at) => Number(MONTHS[7]!({ at: at.at + 1 })),
      month,
    )(OCTOBER),
  );
  sheet.formulas[1] = ["", "=DATE(2026,10,1)", "=EDATE(B2,1)", '=TEXT(TODAY(),"mmm yyyy")'];
  sheet.values[1]![3] = "Nov 2026";
  sheet.fill();
  const rolled = roll(sheet);
  expect(rolled.headings.map(({ shows, content }) => [shows, content])).toEqual([
    [46_327, "=DATE(2026,11,1)"],
    [46_357, undefined],
  ]);
  expect(rolled.staying.map(({ text, reason }) => [text, reason])).toEqual([["Nov 2026", "formula"]]);
});

test("a formula that is not the headings' own is never replaced", () => {
  const sheet = new OwnSheet(titled(toDate)(OCTOBER));
  const { row } = sheet.selected;
  const written = sheet.formulas[row]![1]!;
  sheet.formulas[row]![1] = written.replace("NA()", "0");
  sheet.formulas[row]![2] = '=INSIGHTS.KPI("FY26 Plan","committed","ebit","2026-10")';
  sheet.formulas[row]![3] = "=INSIGHTS.KPI(A1,B2,A3)*2";
  const rolled = roll(sheet);
  expect(rolled.left.map(({ column, reason }) => [column, reason])).toEqual([
    [1, "guarded"],
    [2, "changed"],
  ]);
  expect(rolled.following).toEqual([{ row, column: 3 }]);
  expect(rolled.cells).toHaveLength(6);
});

test("an edited title moves a table only by its month, and renews it only if it reads the same", () => {
  const sheet = new OwnSheet(titled(toDate)(OCTOBER));
  const edited = (text: string) => {
    sheet.values[0]![0] = text;
    return monthsEdited(sheet.block(), sheet.reader());
  };
  expect(edited("YTD Oct 2026")).toBeUndefined();
  expect(edited("YTD Oct 2026 (final)")).toBe(0);
  expect(edited("YTD Jan 2027")).toBe(3);
  expect(edited("YTD Sep 2026")).toBe(-1);
  expect(edited("R12 Oct 2026")).toBeUndefined();
  expect(edited("Plan, YTD Nov 2026")).toBeUndefined();
  expect(edited("")).toBeUndefined();
});

test("an edited title is not written over by a roll to another month", () => {
  const sheet = new OwnSheet(titled(toDate)(OCTOBER));
  sheet.values[0]![0] = "YTD Dec 2026";
  const rolled = roll(sheet);
  expect(rolled.staying.map(({ reason }) => reason)).toEqual(["edited"]);
  expect([rolled.headings, rolled.cells]).toEqual([[], []]);
});

test("a month of a fiscal year stays in its fiscal year", () => {
  const fiscalYear = { firstMonth: 4, namedBy: "end" as const };
  const sheet = new OwnSheet(titled(() => "YTD P12 FY26")(OCTOBER), { ...DEFAULTS, fiscalYear });
  expect(roll(sheet).cells).toEqual([]);
  expect(roll(sheet, -1).headings.map(({ shows }) => shows)).toEqual(["YTD P11 FY26"]);
});

test("only the month of a text changes, in its own spelling", () => {
  expect(movedTexts("Stand 31.10.2026", 1, 1)[0]).toBe("Stand 30.11.2026");
  expect(movedTexts("as of October 31st, 2026", 1, 0)[0]).toBe("as of November 30th, 2026");
  expect(movedTexts("ENDE DEZ. 26", 1, 1)[0]).toBe("ENDE JAN. 27");
  expect(movedTexts("9M 2026", 1, 0)[0]).toBe("10M 2026");
  expect(movedTexts("no time at all", 1, 0)).toEqual([]);
});

test("cells that touch are one block, and blanks between groups of lines do not part it", () => {
  const cells = (sheet: string, ...rows: readonly number[]) =>
    rows.flatMap((row) => [1, 2].map((column) => ({ sheet, row, column })));
  const blocks = blocksOfCells([...cells("One", 2, 3, 5, 6, 20), ...cells("Two", 2)]);
  expect(blocks.map(({ whole: { sheet, row, rows }, parts }) => [sheet, row, rows, parts.length])).toEqual([
    ["One", 2, 5, 2],
    ["One", 20, 1, 1],
    ["Two", 2, 1, 1],
  ]);
});

test("the answers that a user gave are those with which the headings give the formulas", () => {
  const rows = [["FY26", "Optimistic", "Var"], ...["EBIT", "Net sales"].map((line) => [line, "", ""])];
  const sheet = new OwnSheet(rows);
  const given = { base: "committed" };
  const wanted = sheet.reader(given).read(sheet.values).formulas;
  const answers = fittingAnswers({
    fit: (tried) => {
      const { formulas, questions } = sheet.reader(tried).read(sheet.values);
      return {
        fitting: formulas.flat().filter((each, at) => each === wanted.flat()[at] && each !== "").length,
        questions,
      };
    },
    optionsOf: ({ kind }) => (kind === "base" ? ["actual", "Conservative", "committed", "PY"] : ["ignored"]),
    cells: wanted.flat().filter(Boolean).length,
  });
  expect(answers).toEqual(given);
});
