import {
  codeBefore,
  isNextMonth,
  periodOfMonth,
  periodContent,
  kindOfPeriod,
  periodLabel,
  yearBefore,
  type PeriodKind,
} from "../../../src/reporting/tables/periods";

test.each([
  ["2026", "year", 2026],
  ["2026-03", "month", "=DATE(2026,3,1)"],
  ["current-1", "month", '=INSIGHTS.PERIOD($B$1,"current-1",,"start")'],
  ["2026-Q1", "text", "2026-Q1"],
])("The period %s is a %s with the heading %p", (period, kind, content) => {
  expect([kindOfPeriod(period), periodContent(period, "$B$1")]).toEqual([kind, content]);
});

test.each([
  ["2026-02", "2026-01", true],
  ["2027-01", "2026-12", true],
  ["2026-03", "2026-01", false],
  ["2026-01", "2026-02", false],
  ["2026-Q2", "2026-Q1", false],
  ["2026-01", "2026", false],
])("%s follows %s: %s", (period, before, follows) => {
  expect(isNextMonth(period, before)).toBe(follows);
});

test.each([
  ["2026", "2025", "2026"],
  ["2026-03", "2025-03", "Mar 26"],
  ["2026-12", "2025-12", "Dec 26"],
  ["2026-Q1", "2025-Q1", "2026-Q1"],
  ["current", "current-12", "current"],
  ["current-1", "current-13", "current-1"],
  ["current+12", "current", "current+12"],
  ["current+13", "current+1", "current+13"],
])("A year before %s is %s; people read it as %s", (period, before, label) => {
  expect([codeBefore(period), periodLabel(period)]).toEqual([before, label]);
});

test("A month's code has two digits", () => {
  expect([periodOfMonth(2026, 3), periodOfMonth("?", 12)]).toEqual(["2026-03", "?-12"]);
});

const CODE = "VALUE(LEFT(B4,4))-1&MID(B4,5,9)";

test.each<[PeriodKind[], string]>([
  [["month"], "EDATE(B4,-12)"],
  [["year"], "B4-1"],
  [["text"], CODE],
  [["month", "year"], `IF(ISNUMBER(B4),IF(N(B4)<3000,N(B4)-1,EDATE(MAX(N(B4),3000),-12)),${CODE})`],
])("A heading that may be a %s is read a year earlier", (kinds, expression) => {
  expect(yearBefore("B4", new Set(kinds))).toBe(expression);
});
