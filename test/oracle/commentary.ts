/** The rows of a commentary, from the numbers of both sides alone: which are material, in which order, and what moved them. */
import { isLessBetter } from "./fields";
import { spokenVariance } from "./spoken";
import { varianceCells } from "./variance";

export type CommentarySide = "own" | "base";

/** What a commentary is written about. Numbers that are missing are undefined. */
export interface CommentaryFacts {
  /** Of the whole period; of demand with its total, or of one item. */
  readonly number: (side: CommentarySide, field: string, item?: string) => number | undefined;
  /** Of one of the months. */
  readonly month: (side: CommentarySide, field: string, at: number) => number | undefined;
  /** The scenario's months, such as 2026-05. */
  readonly months: readonly string[];
  /** True if the base has the same months, of whatever year. */
  readonly isSameMonths: boolean;
  /** True if one line holds other costs and those of the supply chain. */
  readonly isJoint: boolean;
  readonly items: readonly string[];
  /** Both thresholds, as typed. */
  readonly least: string;
  readonly leastOfLine: string;
}

export interface CommentaryRow {
  readonly label: string;
  readonly own: number;
  readonly base: number;
  readonly variance: number;
  readonly percent: number | "n.m.";
  /** One sentence; several where a number is at the edge of a rule. */
  readonly sentences: readonly string[];
}

interface Line {
  readonly field: string;
  readonly item?: string;
  readonly label: string;
}

type Driver = readonly [label: string, amount: number];

const LABELS: Readonly<Record<string, string>> = {
  grossFIESales: "Gross sales",
  tradeExpenses: "Trade expenses",
  netFIESales: "Net sales",
  cogs: "Cost of goods sold",
  grossProfit: "Gross profit",
  supplyChainCost: "Supply chain costs",
  storageAndHandling: "Storage and handling",
  transport: "Transport",
  otherCosts: "Other costs",
  ebit: "EBIT",
  overhead: "Overhead",
  dpm: "Distributor profit margin",
};
const SALES = ["grossFIESales", "tradeExpenses"];
const TO_PROFIT = ["sales", "cogs"];
const TO_EBIT = [...TO_PROFIT, "supplyChainCost", "otherCosts"];
/** The lines that explain a sum. "sales" are both lines of sales if they are known, else net sales. */
const SUMS: Readonly<Record<string, readonly string[]>> = {
  netFIESales: SALES,
  grossProfit: TO_PROFIT,
  ebit: TO_EBIT,
  dpm: [...TO_EBIT, "overhead"],
  supplyChainCost: ["storageAndHandling", "transport"],
};
const BY_UNIT = ["cogs", "storageAndHandling", "transport"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function commentaryRows(facts: CommentaryFacts): {
  readonly pnl: CommentaryRow[];
  readonly demand: CommentaryRow[];
} {
  const lines = Object.keys(LABELS).map((field): Line => ({ field, label: labelOf(facts, field) }));
  const demand = [
    { field: "demandValue", label: "Demand value" },
    ...facts.items.map((item): Line => ({ field: "demandValue", item, label: item })),
  ];
  return { pnl: materialRows(facts, lines), demand: materialRows(facts, demand) };
}

function labelOf({ isJoint }: CommentaryFacts, field: string): string {
  return field === "otherCosts" && isJoint ? "Supply chain and other costs" : (LABELS[field] ?? field);
}

function materialRows(facts: CommentaryFacts, lines: readonly Line[]): CommentaryRow[] {
  const rows = lines.flatMap((line): CommentaryRow[] => {
    const [own, base] = sidesOf(facts, line.field, line.item);
    if (own === undefined || base === undefined) return [];
    const { amount, percent } = varianceCells(line.field, { value: own, size: 0 }, { value: base, size: 0 });
    const variance = amount.value;
    if (!isMaterial(facts, variance, base)) return [];
    const sentences = [0, 1e-9, -1e-9].map((nudge) => sentenceOf(facts, line, variance, nudge));
    return [
      {
        label: line.label,
        own,
        base,
        variance,
        percent: typeof percent === "string" ? "n.m." : percent.value,
        sentences: [...new Set(sentences)],
      },
    ];
  });
  return rows.sort((one, other) => Math.abs(other.variance) - Math.abs(one.variance));
}

function sidesOf({ number }: CommentaryFacts, field: string, item?: string) {
  return [number("own", field, item), number("base", field, item)] as const;
}

function isMaterial({ number, least, leastOfLine }: CommentaryFacts, variance: number, base: number): boolean {
  const limit = (typed: string, of: number | undefined) => {
    if (!typed.endsWith("%")) return Number(typed);
    return of === undefined ? Infinity : (Number(typed.slice(0, -1)) / 100) * Math.abs(of);
  };
  const limits = [0.5, limit(least, number("base", "netFIESales")), limit(leastOfLine, base)];
  return limits.every((each) => Math.abs(variance) >= each);
}

/** @param nudge Moves every edge by this share. */
function sentenceOf(facts: CommentaryFacts, line: Line, whole: number, nudge: number): string {
  const drivers = driversOf(facts, line);
  const named = driverClause(drivers, whole, nudge);
  const months = line.field === "demandValue" ? "" : monthClause(facts, line.field, whole, { nudge, named });
  const both = [named, months].filter(Boolean).join("; ");
  return both === "" ? "No further detail" : both.charAt(0).toUpperCase() + both.slice(1);
}

function varianceOf(facts: CommentaryFacts, field: string, item?: string): number | undefined {
  const [own, base] = sidesOf(facts, field, item);
  if (own === undefined || base === undefined) return undefined;
  return isLessBetter(field) ? base - own : own - base;
}

function driversOf(facts: CommentaryFacts, { field, item }: Line): Driver[] {
  const known = (name: string, of: string, part?: string): Driver[] => {
    const amount = varianceOf(facts, of, part);
    return amount === undefined ? [] : [[name, amount]];
  };
  if (item === undefined && field === "demandValue")
    return facts.items.flatMap((each) => known(each, "demandValue", each));
  const areSalesKnown = SALES.every((each) => varianceOf(facts, each) !== undefined);
  const sums = (SUMS[field] ?? []).flatMap((part) => {
    if (part !== "sales") return [part];
    return areSalesKnown ? SALES : ["netFIESales"];
  });
  if (sums.length > 0) return sums.flatMap((part) => known(labelOf(facts, part), part));
  const split = (quantity: string, names: readonly [string, string]) => {
    const [now, before] = sidesOf(facts, quantity, item);
    const [own, base] = sidesOf(facts, field, item);
    if (now === undefined || before === undefined || own === undefined || base === undefined || before === 0) return [];
    const moved = (base / before) * (now - before);
    const sign = isLessBetter(field) ? -1 : 1;
    return [
      [names[0], sign * moved],
      [names[1], sign * (own - base - moved)],
    ] as Driver[];
  };
  if (item !== undefined) return split("demandVolume", ["Volume", "Value per unit"]);
  if (field === "grossFIESales") return split("demandVolume", ["Demand volume", "Sales per unit"]);
  if (field === "tradeExpenses") return split("grossFIESales", ["Gross sales", "Rate on gross sales"]);
  return BY_UNIT.includes(field) ? split("demandVolume", ["Demand volume", "Cost per unit"]) : [];
}

const said = (amount: number, nudge: number) => spokenVariance("ebit", amount * (1 + nudge));

function driverClause(drivers: readonly Driver[], whole: number, nudge: number): string {
  if (drivers.length === 0) return "";
  const direction = Math.sign(whole);
  const ranked = [...drivers].sort(([, one], [, other]) => direction * (other - one));
  const [first, second = ["", 0] as Driver, last] = [ranked[0]!, ranked[1], ranked.at(-1)!];
  const named = ([label, amount]: Driver) => `${label} ${said(amount, nudge)}`;
  const rest = (sum: number) => {
    const left = whole - sum;
    if (Math.abs(left) < (0.05 + nudge) * Math.abs(whole)) return "";
    if (left * whole > 0) return `, ${Math.round((100 * sum) / whole + 100 * nudge)} % of Δ`;
    const isOne = Math.abs(left - last[1]) < (0.005 + nudge) * Math.abs(whole);
    return `, partly offset by ${isOne ? named(last) : `others ${said(left, nudge)}`}`;
  };
  if (first[1] / whole >= 0.5 + nudge) return `mainly ${named(first)}${rest(first[1])}`;
  const sum = drivers.reduce((total, [, amount]) => total + amount, 0);
  if (Math.abs(sum - whole) >= 0.5 + nudge) return "";
  const pair = first[1] + second[1];
  const isPair = pair / whole >= 0.6 + nudge;
  return `no single driver${isPair ? `: ${named(first)} and ${named(second)}${rest(pair)}` : ""}`;
}

function monthClause(
  facts: CommentaryFacts,
  field: string,
  whole: number,
  { nudge, named }: { readonly nudge: number; readonly named: string },
): string {
  const { months, isSameMonths, month } = facts;
  const sign = isLessBetter(field) ? -1 : 1;
  const amounts = months.map((code, at) => {
    const [own, base] = [month("own", field, at), month("base", field, at)];
    return [code, own === undefined || base === undefined ? 0 : sign * (own - base)] as const;
  });
  const sum = amounts.reduce((total, [, amount]) => total + amount, 0);
  if (!isSameMonths || months.length > 36 || Math.abs(sum - whole) >= 0.5) return "";
  const [first, second] = [...amounts].sort(([, one], [, other]) => Math.sign(whole) * (other - one));
  const spoken = ([code, amount]: readonly [string, number]) => {
    const year = months.length > 12 ? ` ${code.slice(2, 4)}` : "";
    return `${MONTHS[Number(code.slice(5)) - 1]}${year} (${said(amount, nudge)})`;
  };
  const isEnough = (amount: number) => amount / whole >= 0.6 + nudge;
  if (first && months.length > 2 && isEnough(first[1])) return `mostly in ${spoken(first)}`;
  if (first && second && months.length > 5 && isEnough(first[1] + second[1]))
    return `mostly in ${spoken(first)} and ${spoken(second)}`;
  return named === "" && months.length > 2 ? `spread over ${months.length} months` : "";
}
