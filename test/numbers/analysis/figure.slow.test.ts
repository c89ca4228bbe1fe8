/**
 * All printers of one number hold together: for a random question in a random workbook, the formula of its figure shows the same
 * number in any other workbook, and the words and keys of two figures are equal if and only if they are the same question.
 */
import fc from "fast-check";
import { callByNames } from "../../../src/numbers/analysis/numberCall";
import {
  askedNumber,
  knownNumber,
  numberIn,
  type NumberResult,
  type NumberSource,
} from "../../../src/numbers/analysis/numberSource";
import { formatCall, literalArgument } from "../../../src/numbers/language/argument";
import type { Settings } from "../../../src/numbers/functions/host";
import {
  figureKey,
  wordsOfFigure,
  pinnedArguments,
  sentenceOf,
  type Figure,
} from "../../../src/numbers/language/figure";
import { argumentsInOrder } from "../../../src/numbers/language/signatures";
import { createSandbox } from "../../../sandbox/sandbox";
import { open, type Excel } from "../functions/excel";
import { runs } from "../../propertyOptions";
import { calculateGrid } from "../../reporting/tables/calculateTable";
import { sourceOfExcel } from "./workbookSource";

const sandbox = createSandbox({ gaps: { priorYear: true } });

interface Workbook {
  readonly settings: Settings;
  readonly dateSystem: 1900 | 1904;
}

const workbook: fc.Arbitrary<Workbook> = fc.record({
  settings: fc.record({
    plan: fc.constantFrom("FY26 Plan", "fy26", "FY25 Plan", "FY26 Europe"),
    currency: fc.constantFrom(undefined, "USD", "EUR", "JPY"),
    fiscalMonth: fc.constantFrom(1, 4, 7, 11),
    fiscalNameByBegin: fc.boolean(),
    currentMonth: fc.constantFrom(undefined, "2026-02", "2026-08", "2025-12"),
  }),
  dateSystem: fc.constantFrom(1900, 1904),
});

const optional = <T>(...values: T[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values));
const PERIODS = [
  "current",
  "current-3",
  "2026",
  "FY26",
  "2025",
  "2026-Q1",
  "2026-H1",
  "2026-03",
  "2026-01:2026-04",
  "2025-11:2026-02",
  "current-2:current",
];

const shared = {
  plan: optional("FY26 Plan", "FY25 Plan", "fy26"),
  scenario: fc.constantFrom("actual", "committed", "Optimistic", "Actual"),
  period: optional<string | number>(...PERIODS, 46_082),
  currency: optional("USD", "EUR"),
  basis: optional("YTD", "QTD", "YTG", "QTG", "R3", "R12", "LTM"),
  actualsTo: optional("current", "2026-03", "2026-Q1"),
};
const grouped = fc.record({
  groupBy: fc.constant("region"),
  item: fc.constantFrom<(string | string[][])[]>("North", "*a*", "<>North", [["North", "South"]], [["South", "North"]]),
});
const measured = fc.oneof(
  fc.record({ field: fc.constantFrom("ebit", "netFIESales", "EBIT %", "grossProfit", "transport", "EBIT") }),
  fc
    .tuple(
      fc.record({
        field: fc.constantFrom("demandValue", "demandVolume", "fillRate", "demandValuePerUnit", "forecastAccuracy"),
      }),
      grouped,
      fc.boolean(),
    )
    .map(([field, groups, isGrouped]) => ({ ...field, ...(isGrouped ? groups : {}) })),
);
const asked = fc.oneof(
  fc.record({ id: fc.constant("KPI" as const), args: fc.record(shared) }),
  fc.record({
    id: fc.constant("VAR" as const),
    args: fc.record({
      ...shared,
      base: fc.constantFrom(undefined, "committed", "actual", "Conservative"),
      measure: optional("amount", "percent", "difference"),
      basePeriod: optional("PY", "PP", "2025", "2025-01:2025-04", "2025-03"),
      basePlan: optional("FY25 Plan"),
    }),
  }),
);

const question = fc.tuple(asked, measured).map(([{ id, args }, choice]) => ({ id, args: { ...args, ...choice } }));

function openWorkbook({ settings, dateSystem }: Workbook): { excel: Excel; source: NumberSource } {
  const excel = open(sandbox.fetch, { apiKey: sandbox.apiKey, settings, dateSystem });
  return { excel, source: sourceOfExcel(excel) };
}

const plainSentence = (figure: Figure) => sentenceOf(wordsOfFigure(figure, true));
const figureIn = ({ figure }: NumberResult) => figure;

test("a figure's formula shows its number in any workbook; words and keys are equal for equal figures only", async () => {
  const counts = { numbers: 0, errors: 0, unpinned: 0, moved: 0 };
  const bySentence = new Map<string, Figure>();
  const byKey = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(question, workbook, workbook, async ({ id, args }, here, there) => {
      const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
      const call = callByNames(id, given, { settings: {} });
      const own = openWorkbook(here);
      const result = await askedNumber(own.source, call);
      const figure = figureIn(result);
      if (!figure) return void (counts.errors += 1);
      // Memory says the same as the service.
      expect(figureIn(await knownNumber(own.source, call))).toEqual(figure);
      const sentence = plainSentence(figure);
      const key = figureKey(figure);
      // One sentence is one figure, and one figure has one sentence.
      expect([sentence, figureKey(bySentence.get(sentence) ?? figure)]).toEqual([sentence, key]);
      expect([key, byKey.get(key) ?? sentence]).toEqual([key, sentence]);
      bySentence.set(sentence, figure);
      byKey.set(key, sentence);
      const pinned = pinnedArguments(figure);
      if (!pinned) return void (counts.unpinned += 1);
      const formula = `=${formatCall(id, argumentsInOrder(id, pinned).map(literalArgument))}`;
      const other = openWorkbook(there);
      const [[shown] = []] = await calculateGrid([[formula]], { row: 0, column: 0 }, other.excel);
      const value = numberIn(result);
      if (value === undefined) {
        counts.errors += 1;
        return expect([formula, typeof shown]).toEqual([formula, "string"]);
      }
      counts.numbers += 1;
      expect([formula, shown]).toEqual([formula, expect.closeTo(value, 6)]);
      // As it stands, the same formula is another number there: what pinning is for.
      const moved = numberIn(await askedNumber(other.source, call));
      if (moved === undefined || Math.abs(moved - value) > 1e-6) counts.moved += 1;
      const again = await askedNumber(other.source, callByNames(id, pinned, { settings: {} }));
      expect(figureKey(figureIn(again)!)).toBe(key);
      expect(plainSentence(figureIn(again)!)).toBe(sentence);
    }),
    { numRuns: runs(400) },
  );
  expect(counts.numbers).toBeGreaterThan(80);
});

test("the rows of a figure are those that a table of the same months and items has", async () => {
  const { excel, source } = openWorkbook({
    settings: { plan: "FY26 Plan", fiscalMonth: 4, currentMonth: "2026-06" },
    dateSystem: 1900,
  });
  const table = (await excel.call("DEMAND", {
    scenario: "actual",
    field: "demandValue",
    interval: "M",
    groupBy: "region",
    dateFrom: "2026-04",
    dateTo: "2026-06",
    layout: "table",
  })) as string[][];
  const rows = table.slice(1);
  const regions = new Set(rows.map((row) => row[2]));
  const counts = async (args: object) => {
    const call = callByNames(
      "KPI",
      { scenario: "actual", field: "demandValue", groupBy: "region", period: "current", basis: "YTD", ...args },
      { settings: {} },
    );
    return (await askedNumber(source, call)).figure?.rows;
  };
  expect(await counts({})).toBe(rows.length);
  expect(rows.length).toBe(3 * regions.size);
  const [one = "", other = ""] = regions;
  expect(await counts({ item: one })).toBe(3);
  expect(await counts({ item: [[one, other]] })).toBe(6);
  expect(await counts({ item: `<>${one}` })).toBe(rows.length - 3);
  expect(await counts({ basis: null })).toBe(regions.size);
  expect(await counts({ actualsTo: "2026-05", scenario: "committed" })).toBe(rows.length);
});
