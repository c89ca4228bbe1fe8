/**
 * Formulas and what they show over the sandbox's plan: the plain sums of its atomic rows. They are asked of the functions here, and
 * of the built command in test/e2e.
 */
import { findField } from "../../../src/insights";
import type { Planning } from "../../../sandbox/planning/planning";
import { createOracle, type Oracle, type Part } from "../../oracle/atomicRows";
import type { Grouping } from "../../oracle/data";
import { SENT_DEMAND, SENT_PNL } from "../../oracle/fields";
import { daysBetween, daysOf, monthOf, run, YEAR, yearMonths, CALENDAR_YEAR, type Days } from "../../oracle/months";

/** A cell, or rows of them. Numbers need only be close. */
type Shown = string | number | readonly (readonly (string | number)[])[];

export interface NumberCase {
  readonly formula: string;
  readonly expected: Shown;
  /** True if the rows may come in any order. */
  readonly isUnsorted?: boolean;
}

type Row = readonly (string | number)[];

const MONTHS = yearMonths(2026, CALENDAR_YEAR);
const GROUPINGS: readonly Grouping[] = ["product", "sku", "region", "channel"];
const Q2: Days = { from: "2026-04-01", to: "2026-06-30" };
export const SCENARIOS = ["Actual", "Committed Plan", "Optimistic", "Conservative", "+5% price"];

const labelOf = (field: string) => findField(field)?.label ?? "";
const list = (texts: readonly string[]) => `{${texts.map((text) => `"${text}"`).join()}}`;

/** The sums of the scenarios that the formulas name, and units of a currency for one US dollar. */
interface Sums {
  readonly actual: Oracle;
  readonly committed: Oracle;
  readonly rateOf: (currency: string) => number;
}

export function numberCases(planning: Planning): NumberCase[] {
  const sums: Sums = {
    actual: createOracle(planning, "fy26", "fy26-actual"),
    committed: createOracle(planning, "fy26", "fy26-committed", []),
    rateOf: (currency) => planning.rates.get(currency) ?? NaN,
  };
  const all = [statements, monthlyStatements, spans, tables, demandTables, kpis, items, compositions];
  return all.flatMap((casesOf) =>
    casesOf(sums).map(({ formula, ...rest }) => ({
      formula: `=${formula.replace(/\b(PNL|DEMAND|KPI)\(/g, "INSIGHTS.$1(")}`,
      ...rest,
    })),
  );
}

function statements({ actual, committed, rateOf }: Sums): NumberCase[] {
  const row = (field: string, ...of: Oracle[]): Row => [labelOf(field), ...of.map((each) => each.field(field, YEAR))];
  return [
    ...SENT_PNL.flatMap((field) => [
      { formula: `PNL("FY26 Plan","actual","${field}")`, expected: actual.field(field, YEAR) },
      {
        formula: `PNL("FY26 Plan","Committed Plan"," ${labelOf(field).toUpperCase()} ")`,
        expected: committed.field(field, YEAR),
      },
    ]),
    {
      formula: 'PNL("fy26",{"committed","ACTUAL"},{"EBIT","";"cogs","Gross sales"})',
      expected: [
        ["USD", "Committed Plan", "Actual"],
        ...["ebit", "cogs", "grossFIESales"].map((field) => row(field, committed, actual)),
      ],
    },
    {
      formula: 'PNL("fy26",{"fy26-actual";"fy26-committed"})',
      expected: [["USD", "Actual", "Committed Plan"], ...SENT_PNL.map((field) => row(field, actual, committed))],
    },
    {
      formula: 'PNL("fy26",{"actual","","committed"},{"ebit";"";"dpm"},,,,,"VALUES")',
      expected: ["ebit", "", "dpm"].map((field) =>
        field === "" ? ["", "", ""] : [actual.field(field, YEAR), "", committed.field(field, YEAR)],
      ),
    },
    {
      formula: 'PNL("fy26","actual","ebit",,,,"jpy","statement")',
      expected: [
        ["JPY", "Actual"],
        ["EBIT", actual.field("ebit", YEAR) * rateOf("JPY")],
      ],
    },
  ];
}

function monthlyStatements({ actual, committed }: Sums): NumberCase[] {
  const months = (of: Oracle, field: string, labels: readonly string[]) =>
    labels.map((month) => of.field(field, monthOf(month)));
  const turn = run(2025 * 12 + 10, 4);
  return [
    {
      formula: 'PNL("FY26 Plan",{"actual","committed"},{"ebit","dpmPercent"},"m")',
      expected: [
        ["USD", ...MONTHS.map(() => "Actual"), ...MONTHS.map(() => "Committed Plan")],
        ["", ...MONTHS, ...MONTHS],
        ...["ebit", "dpmPercent"].map((field) => [
          labelOf(field),
          ...[actual, committed].flatMap((of) => months(of, field, MONTHS)),
        ]),
      ],
    },
    {
      // In a table of months a date stands for its month: no part of a month passes for the whole.
      formula: 'PNL("FY26 Plan","actual",{"ebit","dpmPercent"},"M","2025-11",DATE(2026,2,14))',
      expected: [
        ["USD", ...turn.map(() => "Actual")],
        ["", ...turn],
        ...["ebit", "dpmPercent"].map((field) => [labelOf(field), ...months(actual, field, turn)]),
      ],
    },
    {
      formula: 'PNL("FY26 Plan","actual",{"ebit","dpm"},"M",,,,"values")',
      expected: ["ebit", "dpm"].map((field) => months(actual, field, MONTHS)),
    },
  ];
}

/** Full years from one day to another. */
function spans({ actual, rateOf }: Sums): NumberCase[] {
  const ends: readonly (readonly [end: string, to: string])[] = [
    ['"2026-03"', "2026-03-31"],
    ['"2026-Q2"', "2026-06-30"],
    ['"Feb 2026"', "2026-02-28"],
    ["DATE(2026,5,5)", "2026-05-31"],
    ['"2026-05-05"', "2026-05-31"],
  ];
  const part = { from: "2026-02-01", to: "2026-06-30" };
  const call = (field: string, currency: string) =>
    `PNL("fy26","actual","${field}",,"2026-02","2026-Q2","${currency}")`;
  return [
    ...ends.map(([end, to]) => ({
      formula: `PNL("fy26","actual","ebit",,"2026-01",${end},"USD")`,
      expected: actual.field("ebit", { ...YEAR, to }),
    })),
    { formula: call("ebit", "eur"), expected: actual.field("ebit", part) * rateOf("EUR") },
    { formula: call("ebitPercent", "JPY"), expected: actual.field("ebitPercent", part) },
  ];
}

function tables({ actual, committed }: Sums): NumberCase[] {
  const rows = (name: string, of: Oracle, fields: readonly string[]): Row[] =>
    MONTHS.map((month) => [name, month, ...fields.map((field) => of.field(field, monthOf(month)))]);
  return [
    {
      formula: 'PNL("fy26",{"actual","committed"},,"M",,,,"table")',
      expected: [
        ["Scenario", "Period", ...SENT_PNL.map(labelOf)],
        ...rows("Actual", actual, SENT_PNL),
        ...rows("Committed Plan", committed, SENT_PNL),
      ],
    },
  ];
}

const DAY = 86_400_000;

/** ISO 8601: a week belongs to the year of its Thursday, and the week with 4 January is the first. */
function weeksBetween(days: Days): Map<string, Days> {
  const weeks = new Map<string, Days>();
  for (const day of daysBetween(days)) {
    const time = Date.parse(day);
    const thursday = new Date(time + (3 - ((new Date(time).getUTCDay() + 6) % 7)) * DAY);
    const year = thursday.getUTCFullYear();
    const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1;
    const label = `${year}-W${String(week).padStart(2, "0")}`;
    weeks.set(label, { from: weeks.get(label)?.from ?? day, to: day });
  }
  return weeks;
}

/** February and March but for a day at each end, which cuts weeks off. */
const RANGE: Days = { from: "2026-02-02", to: "2026-03-29" };

/** The labels of an interval's periods, and the days that each has. */
const INTERVALS: readonly (readonly [interval: string, from: string, to: string, ReadonlyMap<string, Days>])[] = [
  ["D", RANGE.from, RANGE.to, new Map(daysBetween(RANGE).map((day) => [day, { from: day, to: day }]))],
  ["W", RANGE.from, RANGE.to, weeksBetween(RANGE)],
  ["W", "2026-03-01", "2026-03", weeksBetween(monthOf("2026-03"))],
  ["M", RANGE.from, RANGE.to, new Map(["2026-02", "2026-03"].map((month) => [month, monthOf(month)]))],
  ["FY", RANGE.from, RANGE.to, new Map([["2026-02:2026-03", daysOf(["2026-02", "2026-03"])]])],
  ["FY", "2026-03-01", "2026-03", new Map([["2026-03", monthOf("2026-03")]])],
];

function demandTables({ actual, rateOf }: Sums): NumberCase[] {
  const byGroup = GROUPINGS.flatMap((by) =>
    INTERVALS.map(([interval, from, to, periods]): NumberCase => {
      const isLong = interval === "D" && by === "sku";
      const told = isLong ? [...periods].slice(0, 3) : [...periods];
      const heading = by[0]!.toUpperCase() + by.slice(1);
      // Accuracy of several months cannot be combined.
      const cell = (field: string, label: string, part: Part) =>
        field === "forecastAccuracy" && label.includes(":") ? "" : Math.max(0, actual.field(field, part));
      return {
        formula: `DEMAND("fy26","actual",${list(SENT_DEMAND)},"${interval}","${by}","${from}","${isLong ? told[2]![0] : to}")`,
        isUnsorted: true,
        expected: [
          ["Scenario", "Period", heading, ...SENT_DEMAND.map(labelOf)],
          ...told.flatMap(([label, days]) =>
            actual.groups(by).map((group): Row => {
              const part: Part = { ...days, group: [by, group] };
              return ["Actual", label, group, ...SENT_DEMAND.map((field) => cell(field, label, part))];
            }),
          ),
        ],
      };
    }),
  );
  const statement = (field: string, heading: readonly Row[], parts: readonly Days[], by: Grouping, rate = 1) => [
    ...heading,
    ...actual
      .groups(by)
      .map((group): Row => [
        `${group} · ${labelOf(field)}`,
        ...parts.map((part) => actual.field(field, { ...part, group: [by, group] }) * rate),
      ]),
  ];
  const yens = (layout: string) => `DEMAND("fy26","actual","demandValue","FY","channel",,,"JPY","${layout}")`;
  return [
    ...byGroup,
    {
      formula: 'DEMAND("fy26","actual","fillRate",,"region",,,,"statement")',
      isUnsorted: true,
      expected: statement(
        "fillRate",
        [
          ["USD", ...MONTHS.map(() => "Actual")],
          ["", ...MONTHS],
        ],
        MONTHS.map(monthOf),
        "region",
      ),
    },
    {
      formula: yens("statement"),
      isUnsorted: true,
      expected: statement("demandValue", [["JPY", "Actual"]], [YEAR], "channel", rateOf("JPY")),
    },
    {
      // The numbers of the statement, in its order.
      formula: `LET(s,${yens("statement")},SUM((INDEX(s,0,2)=VSTACK("Actual",${yens("values")}))*1))`,
      expected: 1 + actual.groups("channel").length,
    },
  ];
}

function kpis({ actual, rateOf }: Sums): NumberCase[] {
  const march = monthOf("2026-03");
  const periods: readonly (readonly [period: string, part: Days])[] = [
    ["", YEAR],
    ['""', YEAR],
    ["2026", YEAR],
    ...["2025", '"2025"', '"FY2025"', '"fy25"'].map(
      (text) => [text, { from: "2025-01-01", to: "2025-12-31" }] as const,
    ),
    ['"2026-03"', march],
    ['"March 2026"', march],
    ["DATE(2026,3,15)", march],
    ['"2026-03-15"', march],
    ['"2026-Q2"', Q2],
    ['"2026-04:2026-06"', Q2],
    ['" 2026-04 : Jun 2026 "', Q2],
    ['"2025-11:2026-02"', { from: "2025-11-01", to: "2026-02-28" }],
    ['"2025:2026"', { from: "2025-01-01", to: "2026-12-31" }],
  ];
  const fields = [...SENT_PNL, "demandVolume", "demandValue", "fillRate"];
  const inCurrency = (field: string, currency: string, period: string, part: Days, rate: number) => ({
    formula: `KPI("fy26","actual","${field}",${period},,,"${currency}")`,
    expected: actual.field(field, part) * rate,
  });
  return [
    ...periods.flatMap(([period, part]) =>
      fields.map((field) => ({
        formula: `KPI("FY26 Plan","actual","${field}",${period})`,
        expected: actual.field(field, part),
      })),
    ),
    ...fields.map((field) => ({
      formula: `KPI("FY26 Plan","actual","${labelOf(field)}")`,
      expected: actual.field(field, YEAR),
    })),
    inCurrency("ebit", "GBP", '"2026-03"', march, rateOf("GBP")),
    inCurrency("demandValue", "EUR", "", YEAR, rateOf("EUR")),
    // Neither shares nor volumes are money.
    inCurrency("ebitPercent", "GBP", '"2026-03"', march, 1),
    inCurrency("demandVolume", "EUR", "", YEAR, 1),
  ];
}

function items({ actual }: Sums): NumberCase[] {
  const march = monthOf("2026-03");
  const call = (field: string, period: string, by: Grouping, item: string) =>
    `KPI("fy26","actual","${field}","${period}","${by}","${item}")`;
  const cases = GROUPINGS.flatMap((by) =>
    actual
      .groups(by)
      .slice(-2)
      .flatMap((item) =>
        ["demandVolume", "demandValue", "fillRate"].flatMap((field) => [
          { formula: call(field, "2026-Q2", by, item), expected: actual.field(field, { ...Q2, group: [by, item] }) },
          {
            formula: call(field, "", by, ` ${item.toUpperCase()} `),
            expected: actual.field(field, { ...YEAR, group: [by, item] }),
          },
        ]),
      ),
  );
  return [
    ...cases,
    {
      formula: 'KPI("fy26","actual","forecastAccuracy","2026-03","Region","north")',
      expected: actual.field("forecastAccuracy", { ...march, group: ["region", "North"] }),
    },
    {
      formula: actual
        .groups("channel")
        .map((item) => `KPI("fy26","actual","demandVolume",,"channel","${item}")`)
        .join("+"),
      expected: actual.field("demandVolume", YEAR),
    },
  ];
}

/** Formulas around calls. */
function compositions({ actual, committed }: Sums): NumberCase[] {
  const [own, plan] = [actual.field("ebit", YEAR), committed.field("ebit", YEAR)];
  return [
    { formula: 'PNL("FY26 Plan","committed","ebit")/1000', expected: plan / 1000 },
    {
      formula: 'LET(p,PNL("fy26","actual",{"ebit","netFIESales"},,,,,"values"),INDEX(p,1,1)/INDEX(p,2,1))',
      expected: actual.field("ebitPercent", YEAR),
    },
    { formula: 'LET(p,PNL("fy26"),XLOOKUP("EBIT",INDEX(p,0,1),INDEX(p,0,3)))', expected: plan },
    { formula: 'SUM(PNL("fy26",{"actual","committed"},"ebit",,,,,"values")*{1,-1})', expected: own - plan },
    // Without a grouping the service groups as it likes.
    ...["demandVolume", "demandValue"].flatMap((field) =>
      Object.entries({ actual, committed }).map(([scenario, of]) => ({
        formula: `SUM(DEMAND("FY26 Plan","${scenario}","${field}",,,,,,"values"))`,
        expected: of.field(field, YEAR),
      })),
    ),
  ];
}

/** Compares all results with what they must be, and shows the first that is not. */
export function expectNumbers(cases: readonly NumberCase[], results: readonly unknown[]): void {
  for (const [at, { formula, expected, isUnsorted = false }] of cases.entries()) {
    const [found, wanted] = [rowsOf(results[at], isUnsorted), rowsOf(expected, isUnsorted)];
    const isSame =
      found.length === wanted.length &&
      wanted.every((row, line) => {
        const own = found[line] ?? [];
        return own.length === row.length && row.every((cell, column) => isClose(own[column], cell));
      });
    if (!isSame) expect({ formula, found }).toEqual({ formula, found: wanted });
  }
  expect(results).toHaveLength(cases.length);
}

function rowsOf(shown: unknown, isUnsorted: boolean): unknown[][] {
  const rows = Array.isArray(shown) ? (shown as unknown[][]) : [[shown]];
  const labels = (row: readonly unknown[]) => row.filter((cell) => typeof cell === "string").join("|");
  return isUnsorted ? [...rows].sort((one, other) => (labels(one) < labels(other) ? -1 : 1)) : rows;
}

/** Amounts are rounded to a ten-thousandth by the service, so sums agree to about a billionth. */
function isClose(found: unknown, expected: unknown): boolean {
  if (typeof found !== "number" || typeof expected !== "number") return found === expected;
  return found === expected || Math.abs(found / expected - 1) < 5e-10;
}
