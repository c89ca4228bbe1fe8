/** Commentaries calculated on the sandbox's service, whose answers may be changed, beside what its raw answers mean. */
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import type { InputKey } from "../../../src/reporting/reports/reportParameters";
import { commentaryRows, type CommentaryFacts, type CommentaryRow, type CommentarySide } from "../../oracle/commentary";
import { basisMonths, CALENDAR_YEAR, shifted, yearMonths } from "../../oracle/months";
import { calculateSheet, type ShownCell } from "../../soak/calculateSheet";
import { connectService, type Change } from "./reportSetup";

export interface CommentaryState {
  readonly plan: string;
  /** The base, then the scenario, by their places in the plan. */
  readonly places: readonly [base: number, own: number];
  readonly period: "current" | "Full year" | "2026-Q1" | "2026-04" | "2026-H1";
  readonly basis: "Period" | "YTD";
  readonly basePeriod?: "Same period" | "Prior year" | "Previous period";
  readonly groupBy: "product" | "region" | "channel";
  readonly least: string;
  readonly leastOfLine: string;
  readonly currency?: string;
  /** Changes all answers; 0 for those of the sandbox. */
  readonly seed: number;
  /** The lines that the service leaves out. */
  readonly omitted?: readonly string[];
}

type Row = Readonly<Record<string, number | string>>;
interface Body {
  readonly scenarios: readonly { readonly scenarioId: string; readonly series: readonly Row[] }[];
}

const MONTHS = yearMonths(2026, CALENDAR_YEAR);
/** The sandbox's last month that has ended. */
const CURRENT = 4;
const [COLUMNS, LAST_INPUT, ROWS, SENTENCE] = [11, 8, 18, 6];

export interface ShownCommentary {
  readonly rows: readonly (readonly ShownCell[])[];
  /** Below the headings, from the labels on. */
  readonly lines: readonly (readonly ShownCell[])[];
  readonly expected: ReturnType<typeof commentaryRows>;
  readonly requests: number;
}

export async function showCommentary(state: CommentaryState): Promise<ShownCommentary> {
  const answers: Body[] = [];
  const change: Change = (_path, body) => {
    if (!isBody(body)) return body;
    const changed = changedBody(body, state);
    answers.push(changed);
    return changed;
  };
  const { plans, functions, asked } = await connectService({ change });
  const plan = plans.find(({ name }) => name === state.plan)!;
  const [base, own] = state.places.map((place) => plan.scenarios[place % plan.scenarios.length]!.id) as [
    string,
    string,
  ];
  const { period, basis, groupBy, basePeriod = "Same period", currency = plan.currency } = state;
  const inputs: Partial<Record<InputKey, string>> = { period, basis, groupBy, basePeriod };
  const spec = REPORT_SHEETS.commentary({
    plan: plan.id,
    scenarios: [base, own],
    currency,
    plans,
    inputs: { ...inputs, threshold: state.least, lineThreshold: state.leastOfLine },
  });
  const rows = (await calculateSheet(spec.blocks, functions, COLUMNS)).map((row) => row.slice(1));
  const top = rows.findIndex(([corner], at) => at >= LAST_INPUT && /^[A-Z]{3} thousands$/.test(String(corner)));
  const facts = factsOf(state, answers, { own, base });
  return {
    rows,
    lines: rows.slice(top + 1, top + 1 + ROWS),
    expected: commentaryRows(facts),
    requests: asked().length,
  };
}

function isBody(body: unknown): body is Body {
  return typeof body === "object" && body !== null && "scenarios" in body && !("plans" in body);
}

function monthsOf({ period, basis }: CommentaryState): readonly string[] {
  const named = {
    current: MONTHS.slice(CURRENT, CURRENT + 1),
    "Full year": MONTHS,
    "2026-Q1": MONTHS.slice(0, 3),
    "2026-04": MONTHS.slice(3, 4),
    "2026-H1": MONTHS.slice(0, 6),
  }[period];
  return basisMonths(basis, named, CALENDAR_YEAR);
}

/** Adds up the rows of the raw answers. */
function factsOf(
  state: CommentaryState,
  answers: readonly Body[],
  ids: Record<CommentarySide, string>,
): CommentaryFacts {
  const { groupBy, least, leastOfLine, basePeriod, basis } = state;
  const own = monthsOf(state);
  const back = { "Prior year": 12, "Previous period": basis === "YTD" ? 12 : own.length, "Same period": 0 };
  const by = back[basePeriod ?? "Same period"];
  const months = { own, base: shifted(own, -by) };
  const rowsOf = (side: CommentarySide, isWanted: (row: Row) => boolean) =>
    new Map(
      answers
        .flatMap(({ scenarios }) => scenarios)
        .filter(({ scenarioId }) => scenarioId === ids[side])
        .flatMap(({ series }) => series.filter((row) => isWanted(row) && months[side].includes(String(row.period))))
        .map((row) => [`${row.period} ${row[groupBy] ?? ""}`, row] as const),
    );
  const sidesOf = (isWanted: (row: Row) => boolean) => ({
    own: rowsOf("own", isWanted),
    base: rowsOf("base", isWanted),
  });
  const [pnl, demand] = [sidesOf((row) => "ebit" in row), sidesOf((row) => groupBy in row)];
  const items = [...new Set([...demand.base.values(), ...demand.own.values()].map((row) => String(row[groupBy])))];
  const isJoint = (["own", "base"] as const).some((side) =>
    [...pnl[side].values()].some((row) => !("supplyChainCost" in row)),
  );
  const value = (row: Row | undefined, field: string): number | undefined => {
    if (!row) return undefined;
    const at = (name: string) => row[name] as number | undefined;
    const less = (...names: string[]) => {
      const [whole, ...parts] = names.map(at);
      return parts.reduce<number | undefined>(
        (rest, part) => (rest === undefined || part === undefined ? undefined : rest - part),
        whole,
      );
    };
    if (isJoint && field === "supplyChainCost") return undefined;
    if (field === "otherCosts")
      return isJoint ? less("grossProfit", "ebit") : less("grossProfit", "supplyChainCost", "ebit");
    if (field === "overhead") return less("ebit", "dpm");
    return field === "tradeExpenses" ? (at(field) ?? less("grossFIESales", "netFIESales")) : at(field);
  };
  const total = (rows: readonly Row[], field: string) =>
    rows.reduce<number | undefined>((sum, row) => {
      const own = value(row, field);
      return sum === undefined || own === undefined ? undefined : sum + own;
    }, 0);
  const isDemand = (field: string) => field.startsWith("demand");
  return {
    months: own,
    isSameMonths: by % 12 === 0,
    isJoint,
    items: items.slice(0, 12),
    least,
    leastOfLine,
    month: (side, field, at) =>
      value(pnl[side].get(`${months[side][at]} `), isJoint && field === "otherCosts" ? "" : field),
    number: (side, field, item) => {
      if (!isDemand(field))
        return pnl[side].size < months[side].length ? undefined : total([...pnl[side].values()], field);
      const rows = [...demand[side].values()];
      if (rows.length === 0) return undefined;
      return total(item === undefined ? rows : rows.filter((row) => row[groupBy] === item), field);
    },
  };
}

/** A number from 0 to 1 by a text. */
function hashed(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return ((hash >>> 0) % 100_000) / 100_000;
}

/** Changes each row by its own contents, so two answers with one month stay equal, and each P&L adds up. */
function changedBody(body: Body, { seed, omitted = [] }: CommentaryState): Body {
  const scenarios = body.scenarios.map(({ series, ...scenario }) => ({
    ...scenario,
    series: series.map((row) => {
      const group = String(row.product ?? row.region ?? row.channel ?? "");
      const draw = (name: string) => hashed([seed, scenario.scenarioId, row.period, group, name].join());
      const changed =
        seed === 0
          ? row
          : changedRow(row, (name) => (0.75 + 0.5 * draw(name)) * (draw(`${name} much`) > 0.9 ? 2.5 : 1));
      return Object.fromEntries(Object.entries(changed).filter(([name]) => !omitted.includes(name)));
    }),
  }));
  return { ...body, scenarios };
}

function changedRow(row: Row, factor: (name: string) => number): Row {
  const of = (name: string) => Number(row[name] ?? 0) * factor(name);
  if ("demandVolume" in row)
    return { ...row, demandVolume: Math.round(of("demandVolume")), demandValue: of("demandValue") };
  if (!("ebit" in row)) return row;
  const [sales, profit, costs, ebit, dpm] = ["netFIESales", "grossProfit", "supplyChainCost", "ebit", "dpm"].map(
    (name) => Number(row[name]),
  );
  const others = (profit! - costs! - ebit!) * factor("otherCosts");
  const overhead = (ebit! - dpm!) * factor("overhead");
  const [grossFIESales, tradeExpenses, cogs] = [of("grossFIESales"), of("tradeExpenses"), of("cogs")];
  const [storageAndHandling, transport] = [of("storageAndHandling"), of("transport")];
  const netFIESales = grossFIESales - tradeExpenses;
  const supplyChainCost = storageAndHandling + transport;
  const grossProfit = netFIESales - cogs;
  const changed = {
    grossFIESales,
    tradeExpenses,
    netFIESales,
    cogs,
    grossProfit,
    storageAndHandling,
    transport,
    supplyChainCost,
  };
  const sums = { ebit: grossProfit - supplyChainCost - others, dpm: grossProfit - supplyChainCost - others - overhead };
  const ratios = Object.keys(row).filter((name) => name.endsWith("Percent") && sales !== undefined);
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !ratios.includes(name))), ...changed, ...sums };
}

/** Holds each row against the expected one, and returns how many numbers and sentences were held. */
export function expectCommentary({ lines, expected: { pnl, demand } }: ShownCommentary): {
  numbers: number;
  sentences: number;
} {
  const shown = [undefined, ...pnl, undefined, ...demand].slice(0, ROWS);
  const compared = lines.map((cells, at) => comparedRow(cells, shown[at], at < shown.length));
  expect(compared.map(([found]) => found)).toEqual(compared.map(([, wanted]) => wanted));
  const rows = shown.filter((row) => row !== undefined).length;
  return { numbers: 4 * rows, sentences: rows };
}

/** The row as it is shown, and as it must be; headings have a label only. */
function comparedRow(
  cells: readonly ShownCell[],
  row: CommentaryRow | undefined,
  isUsed: boolean,
): readonly [unknown, unknown] {
  const [label, own, base, variance, percent] = cells;
  const sentence = cells[SENTENCE - 1];
  if (!row)
    return [
      [isUsed ? /^(P&L|Demand by)/.test(String(label)) : label, own, base, variance, percent, sentence],
      [isUsed ? true : "", "", "", "", "", ""],
    ];
  const near = (found: unknown, wanted: number | string) =>
    typeof found === "number" &&
    typeof wanted === "number" &&
    Math.abs(found - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted))
      ? wanted
      : found;
  const said = row.sentences.find((each) => each === sentence) ?? row.sentences[0];
  const numbers = [row.own, row.base, row.variance, row.percent];
  return [
    [label, ...[own, base, variance, percent].map((found, at) => near(found, numbers[at]!)), sentence],
    [row.label, ...numbers, said],
  ];
}
