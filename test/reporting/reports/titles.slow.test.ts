/** The sentences of titles and charts, held against the numbers that the report shows, after random changes of all that it reads. */
import fc from "fast-check";
import type { SheetSpec } from "../../../src/reporting/reports/sheetSpec";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import type { ReportKind } from "../../../src/reporting/reports/reportParameters";
import { parseArea } from "../../../src/spreadsheet/cells/address";
import { CALENDAR_YEAR, yearMonths } from "../../oracle/months";
import { spokenSize, spokenVariance } from "../../oracle/spoken";
import { runs } from "../../propertyOptions";
import { calculateSheet, type ShownCell } from "../../soak/calculateSheet";
import { connectService, type Change } from "./reportSetup";

const MONTHS = yearMonths(2026, CALENDAR_YEAR);
/** The sandbox's last month that has ended. */
const CURRENT_MONTH = 4;
/** The columns up to those of the charts' titles, and the columns' places. */
const [COLUMNS, LABEL, OWN, BASE, VARIANCE, PERCENT, FILL_RATE] = [52, 1, 2, 3, 4, 6, 8];
const CHART_TITLES = parseArea("AM2")!;
/** Below all that the report writes. */
const PROBE = 3000;
/** The lines that add up to EBIT, and whether they are costs. */
const FROM_GROSS_SALES: readonly (readonly [label: string, isCost: boolean])[] = [
  ["Gross sales", false],
  ["Trade expenses", true],
  ["Cost of goods sold", true],
  ["Supply chain costs", true],
  ["Other costs", true],
];

const given = fc.record({
  plan: fc.constantFrom("FY26 Plan", "FY26 Europe", "FY26 Asia Pacific"),
  places: fc.uniqueArray(fc.nat(3), { minLength: 2, maxLength: 2 }),
  period: fc.constantFrom("current", "Full year", "2026-Q1", "2026-02", "2026-H1"),
  basis: fc.constantFrom("Period", "YTD", "R3"),
  scale: fc.constantFrom("Units", "Thousands", "Millions"),
  groupBy: fc.constantFrom("region", "product", "channel"),
  measure: fc.constantFrom("Volume", "Value"),
  by: fc.constantFrom("P&L lines", "Price, volume, mix"),
  through: fc.constantFrom("", "2026-03", "2026-05", "2026-12"),
  /** What the service has worked out anew. */
  refresh: fc.integer({ min: 1, max: 1_000_000 }),
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

/** A number from 0.4 to 1.6 by the seed and a place, so most results differ, some much. */
function factor(seed: number, place: number): number {
  const mixed = Math.sin(seed * 12.9898 + place * 78.233) * 43758.5453;
  return 0.4 + 1.2 * (mixed - Math.floor(mixed));
}

/** Changes all results, in a way that keeps every P&L adding up. */
function refreshed(seed: number): Change {
  let place = 0;
  const next = () => factor(seed, (place += 1));
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== "object" || value === null) return value;
    const row = value as Record<string, unknown>;
    if (typeof row.grossFIESales === "number") return changedStatement(row as Record<string, number>, next);
    if (typeof row.demandVolume === "number") return { ...row, demandVolume: Math.round(row.demandVolume * next()) };
    return Object.fromEntries(Object.entries(row).map(([key, each]) => [key, change(each)]));
  };
  return (_path, body) => change(body);
}

function changedStatement(row: Readonly<Record<string, number>>, next: () => number): Record<string, unknown> {
  const part = (name: string) => Math.round((row[name] ?? 0) * next() * 100) / 100;
  const [grossFIESales, tradeExpenses, cogs] = [part("grossFIESales"), part("tradeExpenses"), part("cogs")];
  const [storageHandlingCost, transportCost] = [part("storageHandlingCost"), part("transportCost")];
  const [otherCosts, overhead] = [part("otherCosts"), part("overhead")];
  const netFIESales = grossFIESales - tradeExpenses;
  const supplyChainCost = part("supplyChainCost");
  const ebit = netFIESales - cogs - supplyChainCost - otherCosts;
  const sums = { netFIESales, grossProfit: netFIESales - cogs, supplyChainCost, ebit, dpm: ebit - overhead };
  const amounts = {
    grossFIESales,
    tradeExpenses,
    cogs,
    storageHandlingCost,
    transportCost,
    otherCosts,
    overhead,
    ...sums,
  };
  const known = Object.fromEntries(Object.entries(amounts).filter(([name]) => name in row));
  const shares = { cogsPercent: cogs, ebitPercent: ebit, dpmPercent: sums.dpm };
  const ratios = Object.entries(shares).filter(([name]) => name in row);
  return { ...row, ...known, ...Object.fromEntries(ratios.map(([name, amount]) => [name, amount / netFIESales])) };
}

interface Shown {
  readonly rows: readonly (readonly ShownCell[])[];
  /** By field, then months of the scenario and of the base. */
  readonly months: Readonly<Record<"Net sales" | "EBIT", readonly (readonly [own: ShownCell, base: ShownCell])[]>>;
  readonly isActual: readonly [own: boolean, base: boolean];
}

async function show(kind: ReportKind, asked: Given): Promise<Shown> {
  const { plans, functions } = await connectService({ change: refreshed(asked.refresh) });
  const plan = plans.find(({ name }) => name === asked.plan)!;
  const [base, own] = asked.places.map((place) => plan.scenarios[place % plan.scenarios.length]!);
  const common = { ...asked, basis: asked.period === "Full year" ? "Period" : asked.basis };
  const inputs =
    kind === "months"
      ? { scale: asked.scale, scenario: base!.name, actuals: own!.name, through: asked.through }
      : { ...common, scenario: own!.name, base: base!.name };
  const { name, currency } = plan;
  const { refresh: _, places: __, ...texts } = { refresh: 0, places: 0, ...inputs };
  const spec = REPORT_SHEETS[kind]({ plan: name, scenarios: [base!.id, own!.id], currency, plans, inputs: texts });
  const rows = await calculateSheet(
    [...spec.blocks, ...probes(name, [own!.id, base!.id], currency)],
    functions,
    COLUMNS,
  );
  const probed = (at: number) =>
    MONTHS.map((_month, month) => rows[PROBE - 1 + at]!.slice(2 * month, 2 * month + 2) as [ShownCell, ShownCell]);
  const isActual = [own, base].map((each) => each!.flags.includes("actual")) as [boolean, boolean];
  return { rows, months: { "Net sales": probed(0), EBIT: probed(1) }, isActual };
}

/** Cells that ask for the months of both scenarios, a field a row. */
function probes(plan: string, scenarios: readonly string[], currency: string): SheetSpec["blocks"] {
  const row = (field: string) =>
    MONTHS.flatMap((month) =>
      scenarios.map((scenario) => `=INSIGHTS.KPI("${plan}","${scenario}","${field}","${month}",,,"${currency}")`),
    );
  return [{ at: `A${PROBE}`, rows: [row("netFIESales"), row("ebit")] }];
}

function lineOf({ rows }: Shown, label: string): readonly ShownCell[] {
  return rows.find((cells, row) => row > 7 && cells[LABEL] === label) ?? [];
}

/** The names of the columns are in the row of the corner. */
function baseName({ rows }: Shown): string {
  const heading = rows.find((cells, row) => row > 7 && /^([A-Z]{3}|Units)\b/.test(String(cells[LABEL])))!;
  return String(heading[BASE]).split("\n").at(-1)!;
}

const percent = (share: number) =>
  `${Math.abs(100 * share).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;

function difference(own: number, base: number, name: string): string {
  return Math.abs(own - base) < 0.5
    ? `as in ${name}`
    : `${spokenSize(own - base)} ${own < base ? "below" : "above"} ${name}`;
}

type Driver = readonly [label: string, amount: number];

interface Compared {
  readonly subject: string;
  readonly own: ShownCell | undefined;
  readonly base: ShownCell | undefined;
  readonly name: string;
  readonly percent: ShownCell | undefined;
  readonly drivers: readonly Driver[];
  /** What the drivers are, if they are of one kind. */
  readonly plural?: string;
}

function sentence({ subject, own, base, name, percent: share, drivers, plural }: Compared): string {
  if (typeof own !== "number") return `${subject} not available`;
  const amount = `${own < 0 ? "−" : ""}${spokenSize(own)}`;
  if (typeof base !== "number") return `${subject} ${amount}`;
  const gap = own - base;
  if (Math.abs(gap) < 0.5) return `${subject} ${amount}, as in ${name}`;
  const shown = typeof share === "number" ? ` (${share < 0 ? "−" : "+"}${percent(share)})` : "";
  const main = drivers.find(([, each]) => each * gap > 0 && drivers.every(([, other]) => other * gap <= each * gap));
  const isWhole = Math.abs(drivers.reduce((sum, [, each]) => sum + each, -gap)) < 0.5;
  const isShared = plural !== undefined && drivers.every(([, each]) => each * gap > 0);
  const none = !isWhole ? "" : isShared ? `, in all ${drivers.length} ${plural}` : ", no single driver";
  const mainly = main && main[1] / gap >= 0.5 ? `, mainly ${main[0]}` : none;
  return `${subject} ${difference(own, base, name)}${shown}${mainly}`;
}

function driversOf(shown: Shown, lines: readonly (readonly [label: string, isCost: boolean])[]): Driver[] {
  return lines.flatMap(([label, isCost]): Driver[] => {
    const [own, base] = [lineOf(shown, label)[OWN], lineOf(shown, label)[BASE]];
    if (typeof own !== "number" || typeof base !== "number") return [];
    return [[label, isCost ? base - own : own - base]];
  });
}

function ebitSentence(shown: Shown, subject: string, lines: Parameters<typeof driversOf>[1]): string {
  const line = lineOf(shown, "EBIT");
  const drivers = driversOf(shown, lines);
  const [own, base, percent] = [line[OWN], line[BASE], line[PERCENT]];
  return sentence({ subject, own, base, name: baseName(shown), percent, drivers });
}

function demandSentence(shown: Shown, subject: string, plural: string): string {
  const first = shown.rows.findIndex((cells, row) => row > 7 && cells[LABEL] === "All");
  const all = shown.rows[first]!;
  const drivers = shown.rows
    .slice(first + 1, first + 13)
    .flatMap((cells): Driver[] =>
      typeof cells[VARIANCE] === "number" ? [[String(cells[LABEL]), cells[VARIANCE]]] : [],
    );
  const [own, base, percent] = [all[OWN], all[BASE], all[PERCENT]];
  return sentence({ subject, own, base, name: baseName(shown), percent, drivers, plural });
}

interface Bridge {
  readonly title: string;
  readonly chart: string;
}

function bridgeSentences(shown: Shown, subject: string, name: string): Bridge {
  const top = shown.rows.findIndex((cells, row) => row > 7 && cells[OWN] === "Amount");
  const lines = shown.rows.slice(top + 1, top + 9).filter((cells) => cells[LABEL] !== "" && cells[LABEL] !== undefined);
  const drivers = lines.flatMap((cells): Driver[] =>
    typeof cells[BASE] === "number" ? [[String(cells[LABEL]), cells[BASE]]] : [],
  );
  const [base, own] = [lines[0]?.[OWN], lines.at(-1)?.[OWN]];
  const percent =
    typeof base === "number" && typeof own === "number" && base !== 0 && own * base >= 0
      ? (own - base) / Math.abs(base)
      : "";
  const [first, second] = [...drivers].sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const said = [first, second].flatMap((each) =>
    each && Math.abs(each[1]) >= 0.5 ? [`${each[0]} ${spokenVariance("ebit", each[1])}`] : [],
  );
  return { title: sentence({ subject, own, base, name, percent, drivers }), chart: said.join(", ") };
}

/** What the chart of a field by month says; undefined if no month has both numbers. */
function monthsSentence(shown: Shown, field: "Net sales" | "EBIT"): string | undefined {
  const compared = shown.months[field].filter(
    (pair, month): pair is [number, number] =>
      pair.every((each) => typeof each === "number") &&
      (month <= CURRENT_MONTH || !shown.isActual.some((isActual) => isActual)),
  );
  if (compared.length === 0) return undefined;
  const [below, above] = [
    compared.filter(([own, base]) => own < base).length,
    compared.filter(([own, base]) => own > base).length,
  ];
  const count = compared.length;
  const [word, many] = below + above === 0 ? ["as in", count] : below >= above ? ["below", below] : ["above", above];
  const ofAll = count === 1 ? "the only month" : `all ${count} months shown`;
  return `${field} ${word} ${baseName(shown)} in ${many === count ? ofAll : `${many} of ${count} months`}`;
}

/** The charts' sentences, in their order; undefined for a chart that says nothing. */
function chartSentences({ rows }: Shown, count: number): (string | undefined)[] {
  return Array.from({ length: count }, (_, at) => {
    const text = String(rows[CHART_TITLES.row + 2 * at]?.[CHART_TITLES.column]);
    return text.includes("\n") ? text.split("\n")[0] : undefined;
  });
}

function ebitShare(shown: Shown): string | undefined {
  const share = lineOf(shown, "EBIT %")[OWN];
  return typeof share === "number" ? `EBIT ${share < 0 ? "−" : ""}${percent(share)} of net sales` : undefined;
}

function yearSentence(shown: Shown, label: string): string | undefined {
  const [own, base] = [lineOf(shown, label)[OWN], lineOf(shown, label)[BASE]];
  if (typeof own !== "number" || typeof base !== "number") return undefined;
  return difference(own, base, baseName(shown));
}

/** @param statement The statement of the same scenarios, whose lines are finer than those of a comparison. */
function expected(kind: ReportKind, asked: Given, shown: Shown, statement: Shown): (string | undefined)[] {
  const months = [monthsSentence(shown, "Net sales"), monthsSentence(shown, "EBIT")];
  if (kind === "statement" || kind === "onePage")
    return [ebitSentence(shown, "EBIT", FROM_GROSS_SALES), ebitShare(shown), ...months];
  if (kind === "comparison") {
    const [share, base] = [ebitShare(shown), lineOf(shown, "EBIT %")[BASE]];
    const ofBase =
      typeof base === "number" ? `${base < 0 ? "−" : ""}${percent(base)} in ${baseName(shown)}` : undefined;
    return [ebitSentence(statement, "EBIT", FROM_GROSS_SALES), share && ofBase && `${share}, ${ofBase}`];
  }
  if (kind === "months") {
    const said = ["Net sales", "EBIT"].map((label) => [label, yearSentence(shown, label)] as const);
    const charts = said.map(([label, text]) => text && `${label} of 2026 ${text}`);
    return [ebitSentence(shown, "EBIT of 2026", FROM_GROSS_SALES), ...charts];
  }
  if (kind === "demand") {
    const rate = lineOf(shown, "All")[FILL_RATE];
    const delivered = typeof rate === "number" ? `${percent(rate)} of demand is delivered` : undefined;
    return [demandSentence(shown, `Demand ${asked.measure.toLowerCase()}`, `${asked.groupBy}s`), delivered];
  }
  const { title, chart } = bridgeSentences(
    shown,
    asked.by === "P&L lines" ? "EBIT" : "Demand value",
    bridgeBase(shown),
  );
  return [title, chart === "" ? undefined : chart];
}

/** The first step of a bridge is called after its base. */
function bridgeBase({ rows }: Shown): string {
  const top = rows.findIndex((cells, row) => row > 7 && cells[OWN] === "Amount");
  return String(rows[top + 1]?.[LABEL])
    .split(" · ")
    .slice(1)
    .join(" · ");
}

test.each(["statement", "months", "demand", "comparison", "onePage", "bridge"] as const)(
  "What the %s and its charts say is what the numbers say",
  async (kind) => {
    const property = fc.asyncProperty(given, async (asked) => {
      const shown = await show(kind, asked);
      const statement = kind === "comparison" ? await show("statement", asked) : shown;
      const [title, ...charts] = expected(kind, asked, shown, statement);
      // The name of a wide report stands left of its title.
      const isWide = kind === "months" || kind === "demand";
      expect([shown.rows[0]![isWide ? OWN : LABEL], ...chartSentences(shown, charts.length)]).toEqual([
        title,
        ...charts,
      ]);
    });
    await fc.assert(property, { numRuns: runs(8) });
  },
);

test("All titles of one EBIT name one cause", async () => {
  const property = fc.asyncProperty(given, async (asked) => {
    const titleOf = async (kind: ReportKind) =>
      String((await show(kind, { ...asked, by: "P&L lines" })).rows[0]![LABEL])
        .split(", ")
        .at(-1);
    const [first, ...others] = [await titleOf("statement"), await titleOf("comparison"), await titleOf("onePage")];
    const more = [await titleOf("bridge"), await titleOf("commentary")];
    expect([...others, ...more]).toEqual([first, first, first, first]);
  });
  await fc.assert(property, { numRuns: runs(8) });
});
