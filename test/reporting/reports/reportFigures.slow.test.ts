/** Every figure of every report, for random plans, scenarios, periods and bases, against plain sums of the sandbox's rows. */
import fc from "fast-check";
import { findField } from "../../../src/insights";
import type { InputKey, ReportKind } from "../../../src/reporting/reports/reportParameters";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import { createOracle, type Oracle } from "../../oracle/atomicRows";
import type { Grouping } from "../../oracle/data";
import { isShare } from "../../oracle/fields";
import { basisMonths, CALENDAR_YEAR, daysOf, quartersOf, run, YEAR, yearMonths } from "../../oracle/months";
import { rollingNumber } from "../../oracle/number";
import { spokenVariance } from "../../oracle/spoken";
import { statementSteps, varianceCells } from "../../oracle/variance";
import { runs } from "../../propertyOptions";
import { calculateReport, sandboxOfReports, type ShownRows } from "./reportSetup";

const MONTHS = yearMonths(2026, CALENDAR_YEAR);
const GROUPS: readonly Grouping[] = ["region", "product", "channel"];
/** The last row that may be an input's, from 0. */
const LAST_INPUT = 7;
/** How many lines the tables have. */
const LINES = { statement: 15, months: 15, comparison: 13, onePage: 11 } as const;
/** A table has more rows than this; what stands above and below it has fewer. */
const FEWEST_LINES = 5;
/** The cards of the one-pager, from left to right. */
const HEADLINES = ["netFIESales", "grossProfit", "ebit", "ebitPercent", "fillRate"];

const { planning } = sandboxOfReports();
const oracles = new Map<string, Oracle>();

/** A question as the input cells put it, and the part of time that it means. */
const asked = fc
  .record({
    plan: fc.constantFrom("plan_eu26", "plan_ap26"),
    places: fc.uniqueArray(fc.nat(2), { minLength: 2, maxLength: 2 }),
    month: fc.nat(11),
    time: fc.constantFrom("Full year", "month", "quarter", "half"),
    basis: fc.constantFrom("Period", "QTD", "YTD", "QTG", "YTG", "R3", "R12"),
    through: fc.integer({ min: -1, max: 11 }),
    groupBy: fc.constantFrom(...GROUPS),
    measure: fc.constantFrom("Volume", "Value"),
    interval: fc.constantFrom("Months", "Quarters"),
    by: fc.constantFrom("P&L lines", "Price, volume, mix"),
  })
  // Nothing is left to go in December; a full year has no last month.
  .map((given) =>
    given.time === "Full year" ||
    (/TG/.test(given.basis) && given.month === 11) ||
    (given.basis === "QTG" && given.month % 3 === 2)
      ? { ...given, basis: "Period" }
      : given,
  );
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

function periodOf({ time, month }: Asked): string {
  if (time === "Full year") return time;
  if (time === "month") return MONTHS[month]!;
  return time === "quarter" ? `2026-Q${Math.floor(month / 3) + 1}` : `2026-H${Math.floor(month / 6) + 1}`;
}

function monthsAsked({ time, month, basis }: Asked): readonly string[] {
  const size = { "Full year": 12, half: 6, quarter: 3, month: 1 }[time] ?? 1;
  const first = Math.floor(month / size) * size;
  return basisMonths(basis, MONTHS.slice(first, first + size), CALENDAR_YEAR);
}

const partAsked = (given: Asked) => daysOf(monthsAsked(given));

function oracleOf(given: Asked, which: 0 | 1): Oracle {
  const plan = planning.plans.find(({ id }) => id === given.plan)!;
  const { id } = plan.scenarios[given.places[which]!]!;
  const known = oracles.get(id) ?? createOracle(planning, plan.id, id, GROUPS);
  oracles.set(id, known);
  return known;
}

/** The contents of the report's input cells. */
function inputsOf(kind: ReportKind, given: Asked): Readonly<Partial<Record<InputKey, string>>> {
  const { scenarios } = planning.plans.find(({ id }) => id === given.plan)!;
  const [base, own] = given.places.map((place) => scenarios[place]!.id) as [string, string];
  const { basis, groupBy, measure, interval, by } = given;
  const inputs = { period: periodOf(given), basis, groupBy, measure, interval, by };
  return kind === "months"
    ? { ...inputs, scenario: base, actuals: own, through: MONTHS[given.through] ?? "" }
    : { ...inputs, scenario: own, base };
}

/** Checks the report of a kind for each of several questions in its inputs. */
async function checkReport(kind: ReportKind, check: (given: Asked, rows: ShownRows) => void): Promise<void> {
  const property = fc.asyncProperty(asked, async (given) => {
    check(given, await calculateReport({ kind, plan: given.plan, inputs: inputsOf(kind, given) }));
  });
  await fc.assert(property, { numRuns: runs(5) });
}

/** The place of the row of headings, below the inputs. */
function headingOf(rows: ShownRows, corner: string): number {
  return rows.findIndex(([first], row) => row > LAST_INPUT && first === corner);
}

/** The lines of a table, as many as the report describes. Each has the label of a field, and a number. */
function readLines(kind: ReportKind, rows: ShownRows): { field: string; cells: unknown[] }[] {
  const { blocks } = REPORT_SHEETS[kind]({ plan: "", scenarios: [], currency: "", plans: [] });
  const rowOf = (at: string) => (/^B\d/.test(at) && at.startsWith("B") ? Number(at.slice(1)) : NaN);
  const table = blocks.find((block) => rowOf(block.at) > LAST_INPUT && block.rows.length > FEWEST_LINES)!;
  const top = rowOf(table.at);
  // The months have a row of rules, which is blank, below their headings.
  const lines = rows
    .slice(top, top + table.rows.length - 1)
    .filter((row, at) => at > 0 || row.some((cell) => cell !== null && cell !== ""));
  return lines.map(([label, ...cells]) => {
    const field = findField(String(label).replace(/, units$/, ""))?.name;
    if (!field) throw new Error(`The line "${String(label)}" has the label of no field.`);
    if (!cells.some((cell) => typeof cell === "number")) throw new Error(`The line "${String(label)}" has no number.`);
    return { field, cells };
  });
}

/** The cards of the one-pager: below its label, each has a figure and what it differs by from the base. */
function readCards(rows: ShownRows): { field: string; figure: unknown; variance: unknown }[] {
  const labels = HEADLINES.map((field) => findField(field)?.label);
  const heading = rows.findIndex((row) => labels.every((label, at) => row[at] === label));
  if (heading < 0) throw new Error(`No row of the one-pager has the labels ${labels.join(", ")}.`);
  return HEADLINES.map((field, at) => ({ field, figure: rows[heading + 1]?.[at], variance: rows[heading + 2]?.[at] }));
}

function near(found: unknown, expected: number, what: string): void {
  const allowed = /Percent|Rate/.test(what) ? 1e-9 : 0.01;
  const isNear = typeof found === "number" && Math.abs(found - expected) <= allowed;
  if (!isNear) expect({ what, found }).toEqual({ what, found: expected });
}

const plain = (value: number) => ({ value, size: 0 });

function expectAmount(amount: unknown, field: string, expected: number): void {
  if (isShare(field)) expect(amount).toBeCloseTo(expected, 6);
  else near(amount, expected, `${field} variance`);
}

/** Variance, bar and percent. */
function expectVariance([amount, bar, percent]: unknown[], field: string, [own, base]: number[], hasBar = true): void {
  const expected = varianceCells(field, plain(own!), plain(base!), hasBar);
  expectAmount(amount, field, expected.amount.value);
  if (typeof expected.percent === "string") expect(percent).toBe(expected.percent);
  else expect(percent).toBeCloseTo(expected.percent.value, 6);
  if (expected.bar !== undefined) expect(bar).toBe(expected.bar === "" ? "" : amount);
}

test.each(["statement", "comparison", "onePage"] as const)("The %s shows plain sums and their variances", (kind) =>
  checkReport(kind, (given, rows) => {
    const [base, own] = [oracleOf(given, 0), oracleOf(given, 1)];
    const part = partAsked(given);
    const lines = readLines(kind, rows);
    expect(lines).toHaveLength(LINES[kind]);
    for (const { field, cells } of lines) {
      near(cells[0], own.field(field, part), field);
      near(cells[1], base.field(field, part), field);
      const sides = [own, base].map((side) => side.field(field, part));
      expectVariance(cells.slice(2, 5), field, sides, field !== "demandVolume");
    }
    if (kind !== "onePage") return;
    for (const { field, figure, variance } of readCards(rows)) {
      near(figure, own.field(field, part), field);
      const expected = varianceCells(field, plain(own.field(field, part)), plain(base.field(field, part)));
      expect(String(variance).split(" vs ")[0]).toBe(spokenVariance(field, expected.amount.value));
    }
  }),
);

test("The months, their quarters, the years and the year to date are plain sums", () =>
  checkReport("months", (given, rows) => {
    const [plan, actual] = [oracleOf(given, 0), oracleOf(given, 1)];
    const lines = readLines("months", rows);
    expect(lines).toHaveLength(LINES.months);
    const rolling = (field: string, months: readonly string[]) =>
      rollingSum(field, months, { plan, actual, through: MONTHS[given.through] });
    for (const { field, cells } of lines) {
      for (const [at, month] of MONTHS.entries()) {
        const months = basisMonths(given.basis, [month], CALENDAR_YEAR);
        const cell = cells[5 + at + Math.floor(at / 3)];
        if (months.length === 0) expect(cell).toBe(isShare(field) ? "n.m." : 0);
        else near(cell, rolling(field, months), field);
        if (at % 3 === 2) near(cells[5 + at + (at + 1) / 3], rolling(field, MONTHS.slice(at - 2, at + 1)), field);
      }
      near(cells[0], rolling(field, MONTHS), field);
      near(cells[1], plan.field(field, YEAR), field);
      expectVariance(cells.slice(2, 5), field, [rolling(field, MONTHS), plan.field(field, YEAR)]);
      if (given.through < 0) expect(cells[21]).toBe("");
      else near(cells[21], actual.field(field, daysOf(MONTHS.slice(0, given.through + 1))), field);
      if (given.through < 0) expect(cells[22]).toBe("");
      else near(cells[22], actual.field(field, daysOf(run(2025 * 12, given.through + 1))), field);
      near(cells[23], actual.field(field, daysOf(run(2025 * 12, 12))), field);
    }
  }));

interface Rolling {
  readonly plan: Oracle;
  readonly actual: Oracle;
  /** The last month of actuals; undefined for none. */
  readonly through: string | undefined;
}

function rollingSum(field: string, months: readonly string[], { through = "", ...oracles }: Rolling): number {
  const sum = rollingNumber(field, months, through, (source, part, name) =>
    plain(oracles[source].field(name, daysOf(part))),
  );
  return "value" in sum ? sum.value : NaN;
}

test("The demand shows plain sums by group and period, and shares that add up to one", () =>
  checkReport("demand", (given, rows) => {
    const [base, own] = [oracleOf(given, 0), oracleOf(given, 1)];
    const field = given.measure === "Volume" ? "demandVolume" : "demandValue";
    const all = rows.findIndex(([label]) => label === "All");
    const names = own.groups(given.groupBy);
    const shown = rows.slice(all, all + names.length + 1);
    const part = partAsked(given);
    const months = monthsAsked(given);
    const columns = given.interval === "Quarters" ? quartersOf(months, CALENDAR_YEAR) : months.map((month) => [month]);
    expect(
      shown
        .slice(1)
        .map(([label]) => label)
        .sort(),
    ).toEqual([...names].sort());
    for (const [label, ...cells] of shown) {
      const group = label === "All" ? {} : { group: [given.groupBy, String(label)] as const };
      const [value, other] = [own, base].map((each) => each.field(field, { ...part, ...group })) as [number, number];
      near(cells[0], value, field);
      near(cells[1], other, field);
      expectVariance(cells.slice(2, 5), field, [value, other]);
      near(cells[5], value / own.field(field, part), "shareRate");
      near(cells[6], own.field("fillRate", { ...part, ...group }), "fillRate");
      expect(cells.slice(7, 19).filter((cell) => cell !== "")).toHaveLength(columns.length);
      for (const [at, column] of columns.entries())
        near(cells[7 + at], own.field(field, { ...daysOf(column), ...group }), field);
    }
    expect(shown.slice(1).reduce((sum, row) => sum + (row[6] as number), 0)).toBeCloseTo(1, 9);
  }));

test("The bridge leads from one plain sum to the other, by steps that add up", () =>
  checkReport("bridge", (given, rows) => {
    const field = given.by === "P&L lines" ? "ebit" : "demandValue";
    const top = headingOf(rows, "USD thousands");
    const steps = rows.slice(top + 1, top + 9).filter(([label]) => label !== null && label !== "");
    const amounts = steps.map(([, ...amounts]) => amounts.slice(0, 2).find((each) => typeof each === "number") ?? NaN);
    const part = partAsked(given);
    const [start, end] = [oracleOf(given, 0).field(field, part), oracleOf(given, 1).field(field, part)];
    near(amounts[0], start, field);
    near(amounts.at(-1), end, field);
    expect(amounts.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBeCloseTo(end, 1);
    if (field === "demandValue") return;
    const [from, to] = ([0, 1] as const).map((which) => (name: string) => oracleOf(given, which).field(name, part));
    for (const [at, [name, amount]] of statementSteps(from!, to!).entries()) near(amounts[at + 1], amount, name);
  }));
