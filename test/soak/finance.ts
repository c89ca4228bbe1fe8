/** All functions and reports over random data with gaps, each value compared with the oracle's. */
import * as functions from "../../src/numbers/functions/functions";
import metadata from "../../src/numbers/functions/functions.json";
import { setHost, type Settings } from "../../src/numbers/functions/host";
import { NAMESPACE } from "../../src/numbers/language/environment";
import { toSerial } from "../../src/spreadsheet/cells/dateSerial";
import { createSession } from "../../src/insights";
import type { ReportKind } from "../../src/reporting/reports/reportParameters";
import {
  demandRows,
  MONTHS,
  monthsAsked,
  ownTotal,
  pnlRows,
  type Data,
  type DataPlan,
  type DataScenario,
} from "../oracle/data";
import { DEMAND_FIELDS, isShare, PNL_FIELDS } from "../oracle/fields";
import {
  basisMonths,
  monthName,
  monthNumber,
  partOfYear,
  run,
  shifted,
  stepBack,
  yearMonths,
  type FiscalYear,
} from "../oracle/months";
import { expectedNumber, knownItems, missingMonths, type Asked } from "../oracle/number";
import { combine, type Expected } from "../oracle/sums";
import { expectedVariance, type Measure } from "../oracle/variance";
import { cellError } from "../numbers/functions/cellError";
import {
  below,
  createRandom,
  drawData,
  financeService,
  GENERATED_AT,
  GROUPINGS,
  pick,
  type Random,
} from "./financeData";
import { checkReport, type Figure } from "./financeReports";

export interface FinanceFigures {
  /** Values compared with the oracle. */
  values: number;
  /** Of them those that are `#N/A`, as they must be. */
  missing: number;
}

export interface FinanceRun {
  readonly figures: FinanceFigures;
  /** Each difference: the call, what it gave and what was expected. */
  readonly wrong: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;

interface Failed {
  readonly code: string;
  readonly message: string;
}

/** One seed: its data, its settings, and what was found. */
interface Bench {
  readonly random: Random;
  readonly data: Data;
  readonly settings: Settings;
  readonly fiscalYear: FiscalYear;
  readonly figures: FinanceFigures;
  readonly wrong: string[];
  readonly call: (id: string, given: Given) => Promise<unknown>;
}

type Check = (bench: Bench) => Promise<void>;

export interface FinanceOptions {
  /** How often all checks of the functions run over the data of the seed. */
  readonly rounds: number;
  /** The reports that are checked afterwards, each with its own inputs. */
  readonly reports: readonly ReportKind[];
}

/** Checks and how often each runs in a round. */
const CHECKS: readonly (readonly [check: Check, times: number])[] = [
  [checkKpi, 60],
  [checkFullYear, 6],
  [checkVariance, 40],
  [checkBridge, 8],
  [checkPeriod, 8],
  [checkMonthTable, 2],
  [checkYearTable, 6],
];

export async function runFinance(seed: number, { rounds, reports }: FinanceOptions): Promise<FinanceRun> {
  const bench = open(seed);
  for (let round = 0; round < rounds; round += 1) {
    for (const [check, times] of CHECKS) {
      await Promise.all(Array.from({ length: times }, () => check(bench)));
    }
  }
  for (const kind of reports) await checkReportOf(bench, kind);
  const { figures, wrong } = bench;
  return { figures, wrong };
}

function open(seed: number): Bench {
  const random = createRandom(seed);
  const data = drawData(random);
  const firstMonth = pick(random, [1, 1, 1, 4, 7, 10]);
  const isNamedByBegin = random() < 0.4;
  const settings: Settings = {
    fiscalMonth: firstMonth,
    fiscalNameByBegin: isNamedByBegin,
    ...(random() < 0.5 ? { currentMonth: pick(random, MONTHS.slice(12)) } : {}),
  };
  const session = createSession({
    fetch: financeService(data),
    scheduleBatch: (flush) => void setImmediate(flush),
    timers: { now: () => Date.parse(GENERATED_AT), after: () => () => {} },
  });
  session.connect({ appUrl: "https://finance.example", credentials: { apiKey: "key" } });
  setHost({
    session,
    settings: () => settings,
    dateSystem: 1900,
    cellError,
  });
  const fiscalYear = { firstMonth, isNamedByBegin };
  return { random, data, settings, fiscalYear, figures: { values: 0, missing: 0 }, wrong: [], call };
}

/** Arguments by name, as Excel passes them. */
function call(id: string, given: Given): Promise<unknown> {
  const declared = metadata.functions.find((each) => each.id === id);
  const values = declared?.parameters.map(({ name }) => given[name] ?? null) ?? [];
  const callee = (functions as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>)[id];
  if (!callee) throw new Error(`There is no function ${id}.`);
  return callee(...values, {});
}

/** A period as a user writes it, and its months; undefined months if no current month is known. */
interface DrawnPeriod {
  readonly text: unknown;
  readonly months: readonly string[] | undefined;
}

function drawPeriod(bench: Bench, plan: DataPlan): DrawnPeriod {
  const { random, fiscalYear } = bench;
  const month = pick(random, MONTHS);
  const year = 2024 + below(random, 3);
  const quarter = 1 + below(random, 4);
  const half = 1 + below(random, 2);
  const quarterMonths = partOfYear(year, 4, quarter, fiscalYear);
  const last = MONTHS.indexOf(month) + below(random, 6);
  const short = String(year).slice(2);
  const kinds: readonly (() => DrawnPeriod)[] = [
    () => ({ text: month, months: [month] }),
    () => ({ text: Number(month.replace("-", "")), months: [month] }),
    () => ({ text: toSerial(Date.parse(`${month}-01`), 1900) + below(random, 28), months: [month] }),
    () => ({ text: `${year}-Q${quarter}`, months: quarterMonths }),
    () => ({ text: `FY${short}-Q${quarter}`, months: quarterMonths }),
    () => ({ text: `Q${quarter} FY${short}`, months: quarterMonths }),
    () => ({ text: `${year}-H${half}`, months: partOfYear(year, 2, half, fiscalYear) }),
    () => ({
      text: pick(random, [year, String(year), `FY${short}`, `FY${year}`]),
      months: yearMonths(year, fiscalYear),
    }),
    () => ({
      text: `${month}:${monthName(monthNumber("2024-01") + last)}`,
      months: run(monthNumber(month), last - MONTHS.indexOf(month) + 1),
    }),
    () => drawCurrent(bench, plan),
  ];
  return pick(random, kinds)();
}

function drawCurrent({ random, data, settings }: Bench, plan: DataPlan): DrawnPeriod {
  const by = below(random, 7) - 4;
  const text = by === 0 ? "current" : `current${by > 0 ? "+" : ""}${by}`;
  const current = settings.currentMonth ?? lastActual(data, plan);
  return { text, months: current === undefined ? undefined : [monthName(monthNumber(current) + by)] };
}

/** The last month of the only actuals that had ended. */
function lastActual(data: Data, { scenarios }: DataPlan): string | undefined {
  const [actual, ...others] = scenarios.filter(({ flags }) => flags.includes("actual"));
  if (!actual || others.length > 0) return undefined;
  const held = monthsAsked(data, "M", null, null).filter((month) => actual.pnl.has(month));
  return held.filter((month) => month < GENERATED_AT.slice(0, 7)).at(-1);
}

const BASES = ["QTD", "YTD", "QTG", "YTG", "R3", "R12", "LTM", "TTM"];

/** Undefined most of the time. */
function drawBasis(random: Random): string | undefined {
  return random() < 0.35 ? pick(random, BASES) : undefined;
}

/** A field, and items for demand. */
interface DrawnField extends Pick<Asked, "field" | "grouping" | "items"> {
  readonly given: Given;
}

function drawField(random: Random): DrawnField {
  if (random() < 0.5) {
    const field = pick(random, PNL_FIELDS);
    return { field, grouping: undefined, items: [], given: { field } };
  }
  const field = pick(random, DEMAND_FIELDS);
  const grouping = pick(random, GROUPINGS);
  const names =
    grouping === "region" ? ["North", "south", "Islands", "North*", "<>North"] : ["Milk", "CEREALS", "Milk*"];
  const count = random() < 0.3 ? 0 : random() < 0.7 ? 1 : 2;
  const items = Array.from({ length: count }, () => pick(random, names));
  const item = items.length === 1 ? items[0] : items.map((name) => [name]);
  return { field, grouping, items, given: { field, groupBy: grouping, ...(count > 0 ? { item } : {}) } };
}

function name(random: Random, { id, name: label }: { readonly id: string; readonly name: string }): string {
  return pick(random, [id, label, label.toLowerCase()]);
}

const NOT_SET: Expected = { missing: ["Set the current month"] };

async function checkKpi(bench: Bench): Promise<void> {
  const { random, data, fiscalYear } = bench;
  const plan = pick(random, data.plans);
  const scenario = pick(random, plan.scenarios);
  const { given, ...field } = drawField(random);
  const period = drawPeriod(bench, plan);
  const basis = drawBasis(random);
  const expected = period.months
    ? expectedNumber(data, { ...field, scenario, months: basisMonths(basis, period.months, fiscalYear) })
    : NOT_SET;
  await compareCall(bench, "KPI", { ...whose(random, plan, scenario), ...given, period: period.text, basis }, expected);
}

function whose(random: Random, plan: DataPlan, scenario: DataScenario): Given {
  return { plan: name(random, plan), scenario: name(random, scenario) };
}

/** A blank period is the service's own full year. */
async function checkFullYear(bench: Bench): Promise<void> {
  const { random, data } = bench;
  const plan = pick(random, data.plans);
  const scenario = pick(random, plan.scenarios);
  const field = pick(random, PNL_FIELDS);
  const rows = pnlRows(scenario, monthsAsked(data, "FY", null, null));
  const own = rows.length > 0 ? [ownTotal(rows)] : [];
  const expected = own.length === 0 ? { missing: [] } : combine(field, own, true);
  await compareCall(bench, "KPI", { ...whose(random, plan, scenario), field }, expected);
}

/** The base of a comparison: its scenario, its months, and the arguments that say so. */
interface DrawnBase {
  readonly scenario: DataScenario;
  readonly months: readonly string[];
  readonly given: Given;
}

function drawBase(bench: Bench, months: readonly string[], drawn: DrawnPeriod, basis: string | undefined): DrawnBase {
  const { random, data } = bench;
  const own = pick(random, data.plans);
  const scenario = pick(random, own.scenarios);
  const said = { base: name(random, scenario), basePlan: own.id };
  const back = random();
  if (back < 0.5) return { scenario, months, given: said };
  if (back < 0.75) return { scenario, months: shifted(months, -12), given: { ...said, basePeriod: "PY" } };
  const step = stepBack(basis, drawn.months?.length ?? 0);
  return { scenario, months: shifted(months, -step), given: { ...said, basePeriod: "PP" } };
}

async function checkVariance(bench: Bench): Promise<void> {
  const { random, data, fiscalYear } = bench;
  const plan = pick(random, data.plans);
  const scenario = pick(random, plan.scenarios);
  const { given, ...field } = drawField(random);
  const measure = pick<Measure>(
    random,
    isShare(field.field) ? ["amount", "difference"] : ["amount", "percent", "difference"],
  );
  const period = drawPeriod(bench, plan);
  const basis = drawBasis(random);
  const months = basisMonths(basis, period.months ?? [], fiscalYear);
  const base = drawBase(bench, months, period, basis);
  const own: Asked = { ...field, scenario, months };
  const other: Asked = { ...field, scenario: base.scenario, months: base.months };
  const [knownOwn, knownOther] = [knownItems(data, own), knownItems(data, other)];
  const expected = period.months
    ? expectedVariance(
        field.field,
        measure,
        expectedNumber(data, { ...own, knownToo: knownOther }),
        expectedNumber(data, { ...other, knownToo: knownOwn }),
      )
    : NOT_SET;
  const asked = { ...whose(random, plan, scenario), ...given, ...base.given, period: period.text, basis, measure };
  await compareCall(bench, "VAR", asked, expected);
}

/** From one EBIT, or demand value, to another: both ends are those of KPI, and the steps add up. */
async function checkBridge(bench: Bench): Promise<void> {
  const { random, data, fiscalYear } = bench;
  const plan = pick(random, data.plans);
  const scenario = pick(random, plan.scenarios);
  const period = drawPeriod(bench, plan);
  const basis = drawBasis(random);
  const by = pick(random, ["statement", "pvm"]);
  const months = basisMonths(basis, period.months ?? [], fiscalYear);
  const base = drawBase(bench, months, period, basis);
  const grouping = by === "pvm" ? pick(random, GROUPINGS) : undefined;
  const field = by === "pvm" ? "demandValue" : "ebit";
  const given = {
    plan: name(random, plan),
    to: name(random, scenario),
    from: base.given.base,
    basePeriod: base.given.basePeriod,
    basePlan: base.given.basePlan,
    by,
    period: period.text,
    groupBy: grouping,
    basis,
  };
  const ends = [
    { scenario: base.scenario, months: base.months },
    { scenario, months },
  ].map((side) => expectedNumber(data, { ...side, field, grouping, items: [] }));
  const [from, to] = ends;
  if (!from || !to) return;
  // A line or an amount that is left out may stop a bridge; which one does is not the oracle's.
  const isKnown = period.months !== undefined && !("missing" in from) && !("missing" in to);
  const result = await outcomeOf(bench.call("BRIDGE", given));
  if (!isKnown || isFailed(result)) {
    const expected = period.months ? expectedVariance(field, "difference", to, from) : NOT_SET;
    const isAllowed =
      isKnown && isFailed(result) && result.code === "#N/A" && lacksValues(data, base, months, scenario, by);
    if (!isAllowed) compare(bench, "BRIDGE", given, result, expected);
    return;
  }
  const rows = result as [label: string, amount: number, kind: string][];
  const amounts = rows.slice(1).map(([, value]) => value);
  compare(bench, "BRIDGE start", given, amounts[0], from);
  compare(bench, "BRIDGE end", given, amounts.at(-1), to);
  const sum = amounts.slice(0, -1).reduce((total, value) => total + value, 0);
  const size = Math.max(...amounts.map(Math.abs));
  compare(bench, "BRIDGE steps", given, sum, { value: amounts.at(-1) ?? Number.NaN, size });
}

/** True if a line of the P&L, or a volume or value, is left out in any month of either side. */
function lacksValues(
  data: Data,
  base: DrawnBase,
  months: readonly string[],
  scenario: DataScenario,
  by: string,
): boolean {
  const sides = [
    { scenario: base.scenario, months: base.months },
    { scenario, months },
  ];
  return sides.some((side) => {
    if (by === "statement") {
      const rows = pnlRows(side.scenario, side.months);
      return ["netFIESales", "cogs", "grossProfit", "grossFIESales"].some((line) =>
        rows.some((row) => row[line] === undefined),
      );
    }
    const rows = GROUPINGS.flatMap((grouping) => demandRows(side.scenario, grouping));
    return rows.some(({ month, values }) => {
      const isLeftOut = values.demandVolume === undefined || values.demandValue === undefined;
      return isLeftOut && side.months.includes(month);
    });
  });
}

async function checkPeriod(bench: Bench): Promise<void> {
  const { random, data, fiscalYear } = bench;
  const plan = pick(random, data.plans);
  const period = drawPeriod(bench, plan);
  const basis = drawBasis(random);
  const months = period.months && basisMonths(basis, period.months, fiscalYear);
  const given = { plan: plan.id, period: period.text, basis };
  const count: Expected = months ? { value: months.length, size: 1 } : NOT_SET;
  await compareCall(bench, "PERIOD", { ...given, part: "months" }, count);
  const [first] = months ?? [];
  if (first === undefined) return;
  const start = { value: toSerial(Date.parse(`${first}-01`), 1900), size: 1 };
  await compareCall(bench, "PERIOD", { ...given, part: "start" }, start);
}

/** Every cell of a table by month is the raw row's value, or what other lines imply in it. */
async function checkMonthTable(bench: Bench): Promise<void> {
  const { random, data } = bench;
  const plan = pick(random, data.plans);
  const scenario = pick(random, plan.scenarios);
  const isPnl = random() < 0.5;
  const fields = isPnl ? PNL_FIELDS : DEMAND_FIELDS;
  const grouping = isPnl ? undefined : pick(random, GROUPINGS);
  const given = {
    ...whose(random, plan, scenario),
    field: [fields],
    interval: "M",
    groupBy: grouping,
    dateFrom: "2024-01",
    dateTo: "2026-12",
    layout: "table",
  };
  const id = isPnl ? "PNL" : "DEMAND";
  const result = await outcomeOf(bench.call(id, given));
  if (isFailed(result)) {
    const isEmpty = isPnl ? scenario.pnl.size === 0 : demandRows(scenario, grouping ?? "region").length === 0;
    compare(bench, id, given, result, isEmpty ? { missing: [] } : { value: Number.NaN, size: 0 });
    return;
  }
  const labels = grouping ? 3 : 2;
  for (const row of (result as unknown[][]).slice(1)) {
    const [month, item] = [String(row[1]), String(row[2])];
    for (const [at, field] of fields.entries()) {
      const items = grouping ? [item] : [];
      const expected = expectedNumber(data, { scenario, field, months: [month], grouping, items });
      compare(bench, `${id} ${month} ${item} ${field}`, given, blankAsMissing(row[labels + at]), expected);
    }
  }
}

/** Every figure of a report's sheet. */
function checkReportOf(bench: Bench, kind: ReportKind): Promise<void> {
  const { random, data, fiscalYear, settings } = bench;
  return checkReport(
    {
      random,
      data,
      fiscalYear,
      functions: metadata.functions.map((description) => ({
        metadata: description,
        namespace: NAMESPACE,
        run: (args) =>
          bench.call(
            description.id,
            Object.fromEntries(description.parameters.map(({ name: parameter }, at) => [parameter, args[at] ?? null])),
          ),
      })),
      currentOf: (plan) => settings.currentMonth ?? lastActual(data, plan),
      note: (what, got, expected) => compareFigure(bench, what, got, expected),
    },
    kind,
  );
}

function compareFigure({ figures, wrong, settings }: Bench, what: string, got: unknown, expected: Figure): void {
  figures.values += 1;
  if ("texts" in expected) figures.missing += 1;
  const isSame = "texts" in expected ? expected.texts.some((text) => text === got) : isRight(got, expected);
  if (isSame) return;
  wrong.push(
    `${what} (${settingsText(settings)})\n  got ${JSON.stringify(got)}\n  expected ${JSON.stringify(expected)}`,
  );
}

/** Every row of a table by years is KPI's number of that fiscal year, and "" for a year that is not whole. */
async function checkYearTable(bench: Bench): Promise<void> {
  const { random, data, fiscalYear } = bench;
  const plan = pick(random, data.plans);
  const scenario = pick(random, plan.scenarios);
  const first = 2024 + below(random, 3);
  const last = first + below(random, 2027 - first);
  const isPnl = random() < 0.5;
  const fields = isPnl ? PNL_FIELDS : ["demandVolume", "demandValue", "fillRate", "demandValuePerUnit"];
  const grouping = isPnl ? undefined : pick(random, GROUPINGS);
  const given = {
    ...whose(random, plan, scenario),
    field: [fields],
    interval: "FY",
    groupBy: grouping,
    dateFrom: `FY${first}`,
    dateTo: `FY${last}`,
    layout: "table",
  };
  const monthsOf = (year: number) => yearMonths(year, fiscalYear);
  const id = isPnl ? "PNL" : "DEMAND";
  const result = await outcomeOf(bench.call(id, given));
  if (isFailed(result)) {
    const field = isPnl ? "ebit" : "demandVolume";
    const years = Array.from({ length: last - first + 1 }, (_, at) => monthsOf(first + at));
    const missing = years.map((months) => missingMonths(scenario, months, grouping));
    const isAnyWhole = missing.some((months) => months.length === 0);
    // A service that refuses all of the dates leaves no month to name.
    const expected = isAnyWhole ? { value: Number.NaN, size: 0 } : { missing: [...missing.flat(), "these dates"] };
    compare(bench, `${id} ${field}`, given, result, expected);
    return;
  }
  const labels = grouping ? 3 : 2;
  for (const row of (result as unknown[][]).slice(1)) {
    const months = monthsOf(Number(String(row[1]).slice(-4)));
    const items = grouping ? [String(row[2])] : [];
    for (const [at, field] of fields.entries()) {
      const expected = expectedNumber(data, { scenario, field, months, grouping, items });
      compare(
        bench,
        `${id} ${String(row[1])} ${items.join("")} ${field}`,
        given,
        blankAsMissing(row[labels + at]),
        expected,
      );
    }
  }
}

/** A table shows "" for a value that a single cell shows as `#N/A`. */
function blankAsMissing(cell: unknown): unknown {
  return cell === "" ? { code: "#N/A", message: "" } : cell;
}

async function compareCall(bench: Bench, id: string, given: Given, expected: Expected): Promise<void> {
  compare(bench, id, given, await outcomeOf(bench.call(id, given)), expected);
}

function outcomeOf(called: Promise<unknown>): Promise<unknown> {
  return called.catch((error: unknown) => error);
}

function isFailed(result: unknown): result is Failed {
  return typeof result === "object" && result !== null && "code" in result;
}

function compare(
  { figures, wrong, settings }: Bench,
  what: string,
  given: Given,
  got: unknown,
  expected: Expected,
): void {
  figures.values += 1;
  if ("missing" in expected) figures.missing += 1;
  if (isRight(got, expected)) return;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const shown = isFailed(got) ? `${got.code} ${got.message}` : JSON.stringify(got);
  wrong.push(
    `${what} ${JSON.stringify(said)} (${settingsText(settings)})\n  got ${shown}\n  expected ${JSON.stringify(expected)}`,
  );
}

function settingsText({ fiscalMonth, fiscalNameByBegin, currentMonth = "not set" }: Settings): string {
  const year = `fiscal year from month ${fiscalMonth}, named by its ${fiscalNameByBegin ? "begin" : "end"}`;
  return `${year}; current month ${currentMonth}`;
}

function isRight(got: unknown, expected: Expected): boolean {
  if ("missing" in expected) {
    if (!isFailed(got) || got.code !== "#N/A") return false;
    const { message } = got;
    return message === "" || expected.missing.length === 0 || expected.missing.some((text) => message.includes(text));
  }
  const tolerance = 1e-9 * Math.max(1, expected.size, Math.abs(expected.value));
  return typeof got === "number" && Math.abs(got - expected.value) <= tolerance;
}
