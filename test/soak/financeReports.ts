/**
 * All reports over random data with gaps: each figure of a sheet against the oracle's. A figure that the oracle does not know is
 * `#N/A`, or blank where the service may leave a line out.
 */
import type { CustomFunction } from "../../src/spreadsheet/engine/customFunction";
import { findField } from "../../src/insights";
import { REPORT_SHEETS } from "../../src/reporting/reports/reportSheets";
import type { InputKey, ReportKind } from "../../src/reporting/reports/reportParameters";
import { parseArea } from "../../src/spreadsheet/cells/address";
import { calculateSheet, type ShownCell } from "./calculateSheet";
import { commentaryRows, type CommentaryFacts, type CommentaryRow, type CommentarySide } from "../oracle/commentary";
import { demandRows, type Data, type DataPlan, type DataScenario } from "../oracle/data";
import { isShare, partsOfRatio } from "../oracle/fields";
import {
  basisMonths,
  monthName,
  monthNumber,
  partOfYear,
  quartersOf,
  run,
  shifted,
  stepBack,
  yearAround,
  yearMonths,
  type FiscalYear,
} from "../oracle/months";
import { expectedNumber, rollingNumber } from "../oracle/number";
import { plus, type Expected, type Sum } from "../oracle/sums";
import { spokenVariance } from "../oracle/spoken";
import { cellsBeside, varianceCells } from "../oracle/variance";
import { below, GENERATED_AT, GROUPINGS, pick, type Random } from "./financeData";

/** What the reports are drawn from. */
export interface ReportBench {
  readonly random: Random;
  readonly data: Data;
  readonly fiscalYear: FiscalYear;
  readonly functions: readonly CustomFunction[];
  /** The workbook's current month in a plan; undefined if none is known. */
  readonly currentOf: (plan: DataPlan) => string | undefined;
  /** Notes a figure and what it has to be: a number, or one of these texts. */
  readonly note: (what: string, got: ShownCell, expected: Figure) => void;
}

/** A number with the size of its terms, or the texts that may stand in its place. */
export type Figure = Sum | { readonly texts: readonly string[] };

type Inputs = Readonly<Partial<Record<InputKey, string>>>;

/** One report with its inputs and what they mean. */
interface Drawn {
  readonly bench: ReportBench;
  readonly plan: DataPlan;
  readonly inputs: Inputs;
  readonly rows: readonly (readonly ShownCell[])[];
  /** By row. */
  readonly notable: readonly ShownCell[];
  /** Begins each note. */
  readonly about: string;
}

/** A side of a comparison; its months are undefined if they cannot be told. */
interface Side {
  readonly scenario: DataScenario;
  readonly months: readonly string[] | undefined;
}

const BASES = ["QTD", "YTD", "QTG", "YTG", "R3", "R12"];
const NA: Figure = { texts: ["#N/A"] };
const BLANK: Figure = { texts: [""] };
const [FIRST_INPUT, COLUMNS] = [4, 26];
/** The hidden column with the variances of a statement's second scenario that have a colour. */
const NOTABLE = parseArea("BG1")!.column;

export async function checkReport(bench: ReportBench, kind: ReportKind): Promise<void> {
  const plan = pick(bench.random, bench.data.plans);
  if (kind === "months") return checkMonths(bench, plan);
  if (kind === "demand") return checkDemand(bench, plan);
  if (kind === "bridge") return checkBridgeReport(bench, plan);
  if (kind === "commentary") return checkCommentary(bench, plan);
  return checkCompared(bench, plan, kind);
}

async function calculate(bench: ReportBench, kind: ReportKind, plan: DataPlan, inputs: Inputs): Promise<Drawn> {
  const plans = bench.data.plans.map(({ id, name, scenarios }) => ({
    id,
    name,
    currency: "USD",
    scenarios: scenarios.map((each) => ({ id: each.id, name: each.name, flags: [...each.flags] })),
  }));
  const spec = REPORT_SHEETS[kind]({ plan: plan.id, scenarios: [], currency: "USD", plans, inputs });
  const all = await calculateSheet(spec.blocks, bench.functions, NOTABLE + 1);
  const [rows, notable] = [all.map((row) => row.slice(1, COLUMNS)), all.map((row) => row[NOTABLE] ?? "")];
  return { bench, plan, inputs, rows, notable, about: `${kind} of ${plan.id} ${JSON.stringify(inputs)}` };
}

/** Draws a period as the input has it, with its basis, and the months that both mean. */
function drawTime({ random, fiscalYear, currentOf }: ReportBench, plan: DataPlan) {
  const current = currentOf(plan);
  const year = 2024 + below(random, 3);
  const [quarter, half, month] = [1 + below(random, 4), 1 + below(random, 2), below(random, 12)];
  const start = 2024 * 12 + below(random, 30);
  const length = 1 + below(random, 5);
  const kinds: readonly (() => readonly [text: string, months: readonly string[] | undefined])[] = [
    () => ["current", current === undefined ? undefined : [current]],
    () => ["current", current === undefined ? undefined : [current]],
    () => ["Full year", shownYear(current, fiscalYear)],
    () => [String(year), yearMonths(year, fiscalYear)],
    () => [`${year}-Q${quarter}`, partOfYear(year, 4, quarter, fiscalYear)],
    () => [`${year}-H${half}`, partOfYear(year, 2, half, fiscalYear)],
    () => [monthName(year * 12 + month), [monthName(year * 12 + month)]],
    () => [`${monthName(start)}:${monthName(start + length - 1)}`, run(start, length)],
  ];
  const [period, named] = pick(random, kinds)();
  const basis = random() < 0.5 ? pick(random, BASES) : "Period";
  return { period, basis, months: named && basisMonths(basis, named, fiscalYear) };
}

/** The fiscal year of the current month; without one, that of the numbers. */
function shownYear(current: string | undefined, fiscalYear: FiscalYear): string[] {
  return yearAround(current ?? GENERATED_AT.slice(0, 7), fiscalYear);
}

/** Draws the base: of the same plan or another one, in the same months, earlier ones, or those of a typed period. */
function drawBaseSide(
  { random, data, fiscalYear }: ReportBench,
  plan: DataPlan,
  basis: string,
  months: Side["months"],
) {
  const other = random() < 0.3 ? pick(random, data.plans) : undefined;
  const scenario = pick(random, (other ?? plan).scenarios);
  const inputs = { base: scenario.id, basePlan: other?.id ?? "" };
  if (months && random() < 0.2) {
    const start = 2024 * 12 + below(random, 24);
    const typed = run(start, basis === "Period" ? months.length : 1);
    const meant = basisMonths(basis, typed, fiscalYear);
    const basePeriod = [...new Set([typed[0], typed.at(-1)])].join(":");
    return { side: { scenario, months: sameCount(meant, months) }, inputs: { ...inputs, basePeriod } };
  }
  const basePeriod = pick(random, ["Same period", "Same period", "Prior year", "Previous period"]);
  const step = stepBack(basis, months?.length ?? 0);
  const back = { "Same period": 0, "Prior year": 12, "Previous period": step }[basePeriod] ?? 0;
  return { side: { scenario, months: months && shifted(months, -back) }, inputs: { ...inputs, basePeriod } };
}

/** A base of fewer or more months is no base. */
function sameCount(base: readonly string[], own: readonly string[]): Side["months"] {
  return base.length === own.length ? base : undefined;
}

async function checkCompared(bench: ReportBench, plan: DataPlan, kind: "statement" | "comparison" | "onePage") {
  const { random } = bench;
  const { period, basis, months } = drawTime(bench, plan);
  const base = drawBaseSide(bench, plan, basis, months);
  const own: Side = { scenario: pick(random, plan.scenarios), months };
  const other: Side | undefined =
    kind === "onePage" || random() < 0.4 ? undefined : { scenario: pick(random, plan.scenarios), months };
  const drawn = await calculate(bench, kind, plan, {
    ...base.inputs,
    period,
    basis,
    scenario: own.scenario.id,
    ...(other && { other: other.scenario.id }),
  });
  const lines = readLines(drawn.rows);
  const fields = lines.map(({ field }) => field);
  const column = (side: Side) => columnOf(fields, (field) => askOf(bench.data, side, field));
  const columns = [own, base.side, ...(other ? [other] : [])].map(column);
  expectCostsLabel(drawn, lines, columns);
  const [ownFigures, baseFigures, otherFigures] = foldCosts(columns);
  if (!ownFigures || !baseFigures) return;
  for (const { field, cells, row } of lines) {
    expectCell(drawn, `${field} of the scenario`, cells[0], ownFigures.get(field));
    expectCell(drawn, `${field} of the base`, cells[1], baseFigures.get(field));
    expectVarianceCells(drawn, field, cells.slice(2, 5), [ownFigures, baseFigures]);
    expectRow(drawn, field, cells[0], cells[1], cells.slice(2, 5));
    if (!otherFigures) continue;
    expectCell(drawn, `${field} of the second scenario`, cells[5], otherFigures.get(field));
    const [amount = "", percent = ""] = cells.slice(6);
    const variance = kind === "statement" ? [amount, drawn.notable[row] ?? "", percent] : cells.slice(6, 9);
    expectVarianceCells(drawn, field, variance, [otherFigures, baseFigures]);
    expectRow(drawn, field, cells[5], cells[1], variance);
  }
  if (kind !== "comparison") for (const at of [0, 1, ...(other ? [5] : [])]) expectFooting(drawn, lines, at);
  if (kind !== "onePage") return;
  const cards = drawn.rows.findIndex(([first, second]) => first === "Net sales" && second === "Gross profit");
  for (const [at, field] of ["netFIESales", "grossProfit", "ebit", "ebitPercent", "fillRate"].entries()) {
    const [shown, below] = [1, 2].map((down) => drawn.rows[cards + down]?.[at]);
    expectCell(drawn, `the headline ${field}`, shown, figureOf(askOf(bench.data, own, field)));
    const inTable = lines.find((line) => line.field === field)?.cells[1];
    const variance = cellsBeside(field, shown, inTable)?.amount;
    const said = variance ? spokenVariance(field, variance.value) : "";
    if (inTable !== undefined)
      expectCell(drawn, `the tile of ${field}`, below?.toString().split(" vs ")[0], { texts: [said] });
  }
}

interface Line {
  readonly field: string;
  readonly label: string;
  readonly cells: readonly ShownCell[];
  /** From 0. */
  readonly row: number;
}

/** The rows of a table with a field each. */
function readLines(rows: Drawn["rows"]): Line[] {
  const heading = rows.findIndex(
    ([corner], at) => at > FIRST_INPUT && String(corner) === "USD thousands" && isTable(rows[at + 1]),
  );
  return rows.flatMap(([label, ...cells], row): Line[] => {
    const field = row > heading ? fieldOf(String(label)) : undefined;
    return field ? [{ field, label: String(label), cells, row }] : [];
  });
}

const isTable = (row: readonly ShownCell[] | undefined) => fieldOf(String(row?.[0])) !== undefined;

function fieldOf(label: string): string | undefined {
  if (/^(supply chain and other|other costs$)/i.test(label)) return "otherCosts";
  return label === "Demand volume, units" ? "demandVolume" : findField(label)?.name;
}

const DEMAND = ["demandVolume", "demandValue", "fillRate"];

function askOf(data: Data, { scenario, months }: Side, field: string): Expected {
  if (!months) return { missing: [] };
  const grouping = DEMAND.includes(field) ? "product" : undefined;
  return expectedNumber(data, { scenario, field, months, grouping, items: [] });
}

function figureOf(expected: Expected): Figure {
  return "missing" in expected ? NA : expected;
}

const REQUIRED = ["netFIESales", "cogs", "grossProfit", "ebit", "demandVolume"];

/**
 * What a column of a scenario shows: a line that the service left out is blank, as long as the scenario has an EBIT; without supply
 * chain costs, other costs hold both.
 */
function columnOf(fields: readonly string[], ask: (field: string) => Expected): ReadonlyMap<string, Figure> {
  const isKnown = !("missing" in ask("ebit"));
  const figure = (field: string): Figure => {
    const own = ask(field);
    if (REQUIRED.includes(field)) return figureOf(own);
    if (!isKnown) return NA;
    if (field === "otherCosts" && fields.includes("supplyChainCost") && "missing" in ask("supplyChainCost")) {
      return figureOf(plus(ask("grossProfit"), ask("ebit"), -1));
    }
    return "missing" in own ? BLANK : own;
  };
  return new Map(fields.map((field) => [field, figure(field)]));
}

/** True if a column with numbers lacks supply chain costs. */
function lacksCosts(columns: readonly Column[]): boolean {
  return columns.some(
    (column) =>
      column.has("supplyChainCost") && isNumber(column.get("ebit")) && !isNumber(column.get("supplyChainCost")),
  );
}

/** Other costs are called by what they hold. */
function expectCostsLabel(drawn: Drawn, lines: readonly Line[], columns: readonly Column[]): void {
  if (!lines.some(({ field }) => field === "supplyChainCost")) return;
  const expected = lacksCosts(columns) ? "Supply chain and other costs" : "Other costs";
  const label = lines.find(({ field }) => field === "otherCosts")?.label;
  expectCell(drawn, "the label of other costs", label, { texts: [expected] });
}

/** If any column with numbers lacks supply chain costs, other costs hold both in every column. */
function foldCosts(columns: readonly Column[]): Column[] {
  if (!lacksCosts(columns)) return [...columns];
  return columns.map((column) => {
    if (!isNumber(column.get("supplyChainCost"))) return column;
    const [profit, ebit] = [column.get("grossProfit"), column.get("ebit")];
    if (!profit || !ebit || "texts" in ebit) return column;
    const rest = "texts" in profit ? profit : { value: profit.value - ebit.value, size: profit.size + ebit.size };
    return new Map([...column, ["supplyChainCost", BLANK], ["otherCosts", rest]]);
  });
}

function expectCell({ bench, about }: Drawn, what: string, got: ShownCell | undefined, expected: Figure = NA): void {
  bench.note(`${about}: ${what}`, got ?? "", expected);
}

type Column = ReadonlyMap<string, Figure>;

/** Variance, bar and percent. */
function expectVarianceCells(
  drawn: Drawn,
  field: string,
  cells: readonly ShownCell[],
  columns: readonly [Column, Column],
  hasBar = field !== "demandVolume",
) {
  const [amount = "", bar = "", percent = ""] = cells;
  const [own, base] = columns.map((column) => column.get(field));
  if (!own || !base || "texts" in own || "texts" in base) {
    for (const cell of [amount, bar, percent]) expectCell(drawn, `${field} variance`, cell, BLANK);
    return;
  }
  const expected = varianceCells(field, own, base, hasBar);
  expectCell(drawn, `${field} variance`, amount, expected.amount);
  expectCell(drawn, `${field} percent`, percent, textOrSum(expected.percent));
  if (expected.bar !== undefined) expectCell(drawn, `${field} bar`, bar, textOrSum(expected.bar));
}

function textOrSum(expected: string | number | Sum): Figure {
  if (typeof expected === "string") return { texts: [expected] };
  return typeof expected === "number" ? { value: expected, size: 1 } : expected;
}

/** Every row is right in itself: its variance is that of the two numbers that it shows, and bar and percent are the variance's. */
function expectRow(
  drawn: Drawn,
  field: string,
  own: ShownCell | undefined,
  base: ShownCell | undefined,
  [amount = "", ...shown]: readonly ShownCell[],
) {
  const variance = cellsBeside(field, own, base)?.amount;
  expectCell(drawn, `${field}: the row's variance`, amount, variance ?? BLANK);
  if (!variance || typeof base !== "number" || shown.length === 0) return;
  if (!isShare(field)) expectParts(drawn, field, { amount, base, bar: shown[0] ?? "", percent: shown[1] ?? "" });
}

interface RowParts {
  readonly amount: ShownCell;
  readonly base: number;
  readonly bar: ShownCell;
  readonly percent: ShownCell;
}

/** The percent is of the base's size, and the bar is the amount's. */
function expectParts(drawn: Drawn, what: string, { amount, base, bar, percent }: RowParts): void {
  if (typeof percent === "number") {
    const value = Number(amount) / Math.abs(base);
    expectCell(drawn, `${what}: the row's percent`, percent, { value, size: Math.abs(value) + 1 });
  }
  if (typeof bar === "number")
    expectCell(drawn, `${what}: the row's bar`, bar, { value: Number(amount), size: Math.abs(Number(amount)) });
}

/** A column adds up as it is shown: blank lines count for nothing. */
function expectFooting(drawn: Drawn, lines: readonly Line[], at: number): void {
  const shown = (field: string) => lines.find((line) => line.field === field)?.cells[at];
  const numbers = ["grossProfit", "supplyChainCost", "otherCosts", "ebit"].map(shown);
  const [profit, costs, others, ebit] = numbers.map((cell) => (typeof cell === "number" ? cell : 0)) as [
    number,
    number,
    number,
    number,
  ];
  if (typeof numbers[0] !== "number" || typeof numbers[3] !== "number") return;
  const size = numbers.reduce<number>((sum, cell) => sum + Math.abs(Number(cell) || 0), 0);
  expectCell(drawn, `EBIT in column ${at + 2} as the lines add up`, profit - costs - others, { value: ebit, size });
}

function isNumber(figure: Figure | undefined): boolean {
  return figure !== undefined && !("texts" in figure);
}

/** A fiscal year as the input has it. */
function drawYear(
  { random, fiscalYear, currentOf }: ReportBench,
  plan: DataPlan,
): readonly [string, readonly string[]] {
  const year = 2024 + below(random, 3);
  return random() < 0.5
    ? ["Full year", shownYear(currentOf(plan), fiscalYear)]
    : [String(year), yearMonths(year, fiscalYear)];
}

/** The rolling forecast: each column is actual to a month, then planned. */
async function checkMonths(bench: ReportBench, plan: DataPlan): Promise<void> {
  const { random, data, fiscalYear, currentOf } = bench;
  const [period, year] = drawYear(bench, plan);
  const [planned, actual] = [pick(random, plan.scenarios), pick(random, plan.scenarios)];
  const basis = random() < 0.6 ? "Period" : pick(random, BASES);
  const current = currentOf(plan);
  const through = pick(random, ["current", "current", "", monthName(2024 * 12 + below(random, 36))]);
  const before = random() < 0.4 ? pick(random, data.plans) : undefined;
  const drawn = await calculate(bench, "months", plan, {
    scenario: planned.id,
    actuals: actual.id,
    period,
    basis,
    through,
    ...(before && { basePlan: before.id }),
  });
  const isUnknown = through === "current" && current === undefined;
  const last = through === "current" ? (current ?? "") : through;
  const lines = readLines(drawn.rows);
  const fields = lines.map(({ field }) => field);
  const rolling = (months: readonly string[]) =>
    isUnknown ? new Map<string, Figure>() : rollingColumn(fields, data, { planned, actual, months, last });
  const own = (scenario: DataScenario, months: readonly string[]) =>
    columnOf(fields, (field) => askOf(data, { scenario, months }, field));
  const times = year.flatMap((month, at): Column[] => {
    const months = basisMonths(basis, [month], fiscalYear);
    const quarter = at % 3 === 2 ? [rolling(year.slice(at - 2, at + 1))] : [];
    return [rolling(months), ...quarter];
  });
  const actualMonths = year.filter((month) => month <= last);
  const earlier = run(monthNumber(year[0] ?? "") - 12, 12);
  const priorScenario = before ? before.scenarios.find(({ id }) => id === actual.id) : actual;
  const empty: Column = new Map(fields.map((field) => [field, BLANK]));
  const toDate = actualMonths.length === 0 ? empty : own(actual, actualMonths);
  const yearBefore = (months: number) => {
    const told = priorScenario && months > 0 ? own(priorScenario, earlier.slice(0, months)) : empty;
    return isNumber(told.get("ebit")) ? told : empty;
  };
  const unlessUnknown = (column: Column) => (isUnknown ? new Map<string, Figure>() : column);
  const dated = [unlessUnknown(toDate), unlessUnknown(yearBefore(actualMonths.length)), yearBefore(12)];
  const all = [rolling(year), own(planned, year), ...dated, ...times];
  expectCostsLabel(drawn, lines, all);
  const [outlook = empty, whole = empty, untilNow = empty, untilThen = empty, lastYear = empty, ...columns] =
    foldCosts(all);
  for (const { field, cells } of lines) {
    columns.forEach((column, at) =>
      expectCell(drawn, `${field} in column ${at + 2}`, cells[5 + at], column.get(field)),
    );
    expectCell(drawn, `${field} of the forecast`, cells[0], outlook.get(field));
    expectCell(drawn, `${field} of the plan`, cells[1], whole.get(field));
    if (!isUnknown) expectVarianceCells(drawn, field, cells.slice(2, 5), [outlook, whole]);
    expectRow(drawn, field, cells[0], cells[1], cells.slice(2, 5));
    expectCell(drawn, `${field} to date`, cells[21], untilNow.get(field));
    expectCell(drawn, `${field} to date, a year before`, cells[22], untilThen.get(field));
    expectCell(drawn, `${field} of the year before`, cells[23], lastYear.get(field));
  }
  for (let at = 0; at < 23; at += 1) if (at < 2 || at > 4) expectFooting(drawn, lines, at);
}

interface Rolling {
  readonly planned: DataScenario;
  readonly actual: DataScenario;
  readonly months: readonly string[];
  /** The last month of actuals. */
  readonly last: string;
}

function rollingColumn(fields: readonly string[], data: Data, { planned, actual, months, last }: Rolling): Column {
  const ask = (asked: string) =>
    rollingNumber(asked, months, last, (source, part, field) =>
      askOf(data, { scenario: source === "actual" ? actual : planned, months: part }, field),
    );
  const column = new Map(columnOf(fields, ask));
  const isOfBoth = new Set(months.map((month) => month <= last)).size !== 1;
  if (!isOfBoth || !isNumber(column.get("ebit"))) return column;
  for (const field of fields.filter(isShare)) {
    const [part, sales] = (partsOfRatio(field) ?? []).map(ask);
    const isOfNothing = part && sales && !("missing" in part || "missing" in sales) && sales.value === 0;
    if (isOfNothing) column.set(field, { texts: ["n.m."] });
  }
  return column;
}

async function checkDemand(bench: ReportBench, plan: DataPlan): Promise<void> {
  const { random, data, fiscalYear } = bench;
  const { period, basis, months } = drawTime(bench, plan);
  const base = drawBaseSide(bench, plan, basis, months);
  const own: Side = { scenario: pick(random, plan.scenarios), months };
  const [groupBy, isVolume, isByQuarter] = [pick(random, GROUPINGS), random() < 0.5, random() < 0.4];
  const field = isVolume ? "demandVolume" : "demandValue";
  const drawn = await calculate(bench, "demand", plan, {
    ...base.inputs,
    period,
    basis,
    scenario: own.scenario.id,
    groupBy,
    measure: isVolume ? "Volume" : "Value",
    interval: isByQuarter ? "Quarters" : "Months",
  });
  const groupsOf = ({ scenario, months: asked = [] }: Side) =>
    demandRows(scenario, groupBy)
      .filter(({ month }) => asked.includes(month))
      .map(({ group }) => group);
  const items = [...new Set([...groupsOf(own), ...groupsOf(base.side)])];
  const ask = ({ scenario, months: asked }: Side, meant: readonly string[], what = field): Expected => {
    if (!asked) return { missing: [] };
    const knownToo = new Set(meant);
    return expectedNumber(data, { scenario, field: what, months: asked, grouping: groupBy, items: meant, knownToo });
  };
  const all = drawn.rows.findIndex(([label]) => label === "All");
  const listed = drawn.rows
    .slice(all + 1, all + 11)
    .flatMap(([label]) => (label === "" || label === undefined ? [] : [String(label)]));
  expectCell(drawn, "the number of items", listed.length, { value: items.length, size: 0 });
  const parts = isByQuarter ? quartersOf(months ?? [], fiscalYear) : (months ?? []).map((month) => [month]);
  const headings = drawn.rows[all - 1]?.slice(8, 20).filter((text) => text !== "") ?? [];
  expectCell(drawn, "the number of columns", headings.length, { value: Math.min(12, parts.length), size: 0 });
  const totals = { own: figureOf(ask(own, [])), base: figureOf(ask(base.side, [])) };
  for (const item of ["", ...items]) {
    const row = item === "" ? drawn.rows[all] : drawn.rows.slice(all + 1).find(([label]) => label === item);
    const meant = item === "" ? [] : [item];
    const name = item === "" ? "All" : item;
    const figure = (side: Side, total: Figure) =>
      item === "" ? total : "texts" in total ? BLANK : figureOf(ask(side, meant));
    const figures = [figure(own, totals.own), figure(base.side, totals.base)] as const;
    expectCell(drawn, `${name}, scenario`, row?.[1], figures[0]);
    expectCell(drawn, `${name}, base`, row?.[2], figures[1]);
    const columns = [new Map([[field, figures[0]]]), new Map([[field, figures[1]]])] as const;
    expectVarianceCells(drawn, field, row?.slice(3, 6) ?? [], columns, true);
    expectRow(drawn, field, row?.[1], row?.[2], row?.slice(3, 6) ?? []);
    for (const [at, part] of parts.slice(0, 12).entries()) {
      const side = { scenario: own.scenario, months: part };
      const whole = figureOf(ask(side, []));
      const expected = "texts" in whole ? BLANK : figureOf(ask(side, meant));
      expectCell(drawn, `${name} in column ${at + 9}`, row?.[8 + at], expected);
    }
    const rate = ask(own, meant, "fillRate");
    expectCell(drawn, `${name}, fill rate`, row?.[7], "texts" in figures[0] || "missing" in rate ? BLANK : rate);
  }
}

async function checkBridgeReport(bench: ReportBench, plan: DataPlan): Promise<void> {
  const { random, data } = bench;
  const { period, basis, months } = drawTime(bench, plan);
  const base = drawBaseSide(bench, plan, basis, months);
  const own: Side = { scenario: pick(random, plan.scenarios), months };
  const isPvm = random() < 0.5;
  const groupBy = pick(random, GROUPINGS);
  const drawn = await calculate(bench, "bridge", plan, {
    ...base.inputs,
    period,
    basis,
    scenario: own.scenario.id,
    groupBy,
    by: isPvm ? "Price, volume, mix" : "P&L lines",
  });
  const heading = drawn.rows.findIndex(([, amount]) => amount === "Amount");
  const amounts = drawn.rows
    .slice(heading + 1, heading + 9)
    .map(([, amount = "", step = ""]) => (amount === "" ? step : amount));
  const shown = amounts.filter((amount) => amount !== "");
  const end = (side: Side): Expected =>
    side.months
      ? expectedNumber(data, {
          scenario: side.scenario,
          months: side.months,
          items: [],
          ...(isPvm ? { field: "demandValue", grouping: groupBy } : { field: "ebit", grouping: undefined }),
        })
      : { missing: [] };
  const [from, to] = [end(base.side), end(own)];
  // BRIDGE refuses a base of another length, and says so.
  const isOtherLength = own.months !== undefined && base.side.months === undefined;
  if (isOtherLength) return expectCell(drawn, "the bridge", amounts[0], { texts: ["#VALUE!"] });
  if ("missing" in from || "missing" in to) return expectCell(drawn, "the bridge", amounts[0], NA);
  // Which line or item that is left out stops a bridge is not the oracle's.
  if (shown.length === 1 && shown[0] === "#N/A") return;
  expectCell(drawn, "the start", shown[0], from);
  expectCell(drawn, "the end", shown.at(-1), to);
  const sum = shown.slice(0, -1).reduce<number>((total, amount) => total + Number(amount), 0);
  expectCell(drawn, "the sum of the steps", sum, { value: to.value, size: from.size + to.size });
  const start = shown[0] as number;
  for (const [at, [, , amount = "", bar = "", percent = ""]] of drawn.rows.slice(heading + 1, heading + 9).entries())
    if (at > 0 && at < shown.length - 1) expectParts(drawn, `step ${at}`, { amount, base: start, bar, percent });
}

const COMMENTED = [
  "grossFIESales",
  "tradeExpenses",
  "netFIESales",
  "cogs",
  "grossProfit",
  "supplyChainCost",
  "storageAndHandling",
  "transport",
  "otherCosts",
  "ebit",
  "overhead",
  "dpm",
];
/** With the two headings. */
const COMMENTED_ROWS = 18;

async function checkCommentary(bench: ReportBench, plan: DataPlan): Promise<void> {
  const { random } = bench;
  const { period, basis, months } = drawTime(bench, plan);
  const base = drawBaseSide(bench, plan, basis, months);
  const own: Side = { scenario: pick(random, plan.scenarios), months };
  const groupBy = pick(random, GROUPINGS);
  const threshold = pick(random, ["", "0.5%", "2%", "100"]);
  const lineThreshold = pick(random, ["", "5%", "1%"]);
  const drawn = await calculate(bench, "commentary", plan, {
    ...base.inputs,
    period,
    basis,
    scenario: own.scenario.id,
    groupBy,
    threshold,
    lineThreshold,
  });
  const facts = commentaryFacts(bench.data, { own, base: base.side }, groupBy);
  const expected = commentaryRows({ ...facts, least: threshold, leastOfLine: lineThreshold });
  const first = drawn.rows.findIndex(([label], at) => at > FIRST_INPUT && /^P&L/.test(String(label)));
  const shown = drawn.rows.slice(first, first + COMMENTED_ROWS);
  const second = shown.findIndex(([label]) => /^Demand(:| by) /.test(String(label)));
  expectCell(drawn, "the lines of the P&L", second - 1, { value: expected.pnl.length, size: 0 });
  expectCommented(drawn, shown.slice(1, second), expected.pnl);
  const room = COMMENTED_ROWS - 2 - expected.pnl.length;
  expectCommented(drawn, shown.slice(second + 1), expected.demand.slice(0, room));
}

function expectCommented(drawn: Drawn, shown: Drawn["rows"], expected: readonly CommentaryRow[]): void {
  const labels = shown.map(([label]) => label).filter((label) => label !== "");
  expectCell(drawn, "the number of lines", labels.length, { value: expected.length, size: 0 });
  for (const { label, own, base, variance, percent, sentences } of expected) {
    const row = shown.find(([each]) => each === label) ?? [];
    const size = Math.abs(own) + Math.abs(base);
    for (const [at, value] of [own, base, variance].entries())
      expectCell(drawn, `${label} in column ${at + 2}`, row[1 + at], { value, size });
    const share = typeof percent === "string" ? { texts: [percent] } : { value: percent, size: size / Math.abs(base) };
    expectCell(drawn, `${label} percent`, row[4], share);
    expectCell(drawn, `what moved ${label}`, row[5], { texts: sentences });
  }
}

type Sides = Readonly<Record<CommentarySide, Side>>;

function commentaryFacts(
  data: Data,
  sides: Sides,
  grouping: (typeof GROUPINGS)[number],
): Omit<CommentaryFacts, "least" | "leastOfLine"> {
  const all = [sides.own, sides.base].map((side) => columnOf(COMMENTED, (field) => askOf(data, side, field)));
  const [own, base] = foldCosts(all);
  const columns = { own, base };
  const { months = [] } = sides.own;
  const groupsOf = ({ scenario, months: asked = [] }: Side) =>
    demandRows(scenario, grouping).flatMap(({ month, group }) => (asked.includes(month) ? [group] : []));
  const items = [...new Set([...groupsOf(sides.base), ...groupsOf(sides.own)])];
  const valueOf = (figure: Figure | undefined) => (figure && "value" in figure ? figure.value : undefined);
  const demand = ({ scenario, months: asked }: Side, field: string, meant: readonly string[]): number | undefined => {
    if (!asked) return undefined;
    const knownToo = new Set(items);
    return valueOf(
      figureOf(expectedNumber(data, { scenario, field, months: asked, grouping, items: meant, knownToo })),
    );
  };
  const [first = ""] = months;
  const [firstOfBase = ""] = sides.base.months ?? [];
  return {
    months,
    isSameMonths: first.slice(5) === firstOfBase.slice(5),
    isJoint: lacksCosts(all),
    items: items.slice(0, 12),
    month: (side, field, at) => {
      const { scenario, months: asked = [] } = sides[side];
      return valueOf(figureOf(askOf(data, { scenario, months: asked.slice(at, at + 1) }, field)));
    },
    number: (side, field, item) => {
      if (!field.startsWith("demand")) return valueOf(columns[side]?.get(field));
      const total = demand(sides[side], "demandValue", []);
      if (item === undefined) return demand(sides[side], field, []);
      return total === undefined ? undefined : (demand(sides[side], field, [item]) ?? 0);
    },
  };
}
