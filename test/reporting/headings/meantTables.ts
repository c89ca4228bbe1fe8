/** Tables with their meaning, in the notation of the corpus: read, filled, and each cell compared with its meaning. */
import type { HeadingAnswers } from "../../../src/reporting/headings/headingAnswers";
import { fillFromHeadings, sentencesOf } from "./fill";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { formatColumn } from "../../../src/spreadsheet/cells/address";
import { openSandbox } from "../../numbers/functions/excel";
import { calculateGrid } from "../tables/calculateTable";
import { DEFAULTS, KNOWN } from "./known";
import { numberOf, type Meaning } from "./oracle";

const SCENARIOS = {
  A: "actual",
  C: "committed",
  O: "Optimistic",
  N: "Conservative",
  P: "+5% price",
} as const;
const FIELDS: Readonly<Record<string, string>> = {
  ebit: "ebit",
  "ebit%": "ebitPercent",
  ns: "netFIESales",
  gs: "grossFIESales",
  te: "tradeExpenses",
  "te%": "tradeExpensesPercent",
  cogs: "cogs",
  "cogs%": "cogsPercent",
  gp: "grossProfit",
  "gp%": "grossProfitPercent",
  sc: "supplyChainCost",
  sh: "storageAndHandling",
  tr: "transport",
  oh: "overhead",
  "oh%": "overheadPercent",
  vol: "demandVolume",
  dv: "demandValue",
  price: "demandValuePerUnit",
  fill: "fillRate",
};
const CURRENT_MONTH = "2026-03";
const excel = openSandbox({ gaps: { priorYear: true } }, { settings: { currentMonth: CURRENT_MONTH } });

export interface MeantTable {
  readonly name: string;
  readonly rows: readonly (readonly (string | number)[])[];
  readonly above: number;
  readonly beside: number;
  readonly answers: HeadingAnswers;
  readonly columns: readonly string[];
  readonly lines: readonly string[];
}

export function readTable(name: string): MeantTable {
  const [, braces = "", text = ""] = /^(?:! )?(?:\{(.*?)\} )?(.*)$/.exec(name) ?? [];
  const [left = "", right = ""] = text.split(" => ");
  const [, all = "", meant = ""] = /^(?:\((.*?)\) )?(.*)$/.exec(right) ?? [];
  const split = left.split(" // ").map((row) => /^(.*?)\s?(?:(?<![^\s])= (\S.*))?$/.exec(row) ?? []);
  const isLine = split.some(([, , line]) => line !== undefined);
  const written = split.map(([, cells = "", line]) => ({
    cells: cells.split("|").map(cellOf),
    line,
  }));
  const rows = isLine ? written : [...written, { cells: ["EBIT"], line: "ebit" }];
  const lines = rows.flatMap(({ line }) => line ?? []);
  const beside = Math.max(...rows.flatMap(({ cells, line }) => (line === undefined ? [] : [cells.length])));
  const corner = Array<string>(beside - 1).fill("");
  return {
    name,
    rows: rows.map(({ cells: [first = "", ...cells], line }) =>
      line === undefined ? [first, ...corner, ...cells] : [first, ...cells],
    ),
    above: rows.findIndex(({ line }) => line !== undefined),
    beside,
    answers: Object.fromEntries(
      braces
        .split(";")
        .filter(Boolean)
        .map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)] as const),
    ),
    columns: meant.split("|").map((column) => `${all} ${column}`.trim()),
    lines,
  };
}

function cellOf(text: string): string | number {
  const clean = text.trim();
  return /^\d+$/.test(clean) ? Number(clean) : clean;
}

/** Reads the codes of a column and a line together; "?" if the user must be asked, "." for a blank cell. */
function meaningOf(codes: string): Meaning | "?" | "." {
  const tokens = codes.replaceAll("~", "").split(" ").filter(Boolean);
  if (tokens.includes("?")) return "?";
  if (tokens.includes(".")) return ".";
  const meaning: Record<string, string | number | boolean> = {
    plan: "FY26 Plan",
    currency: "USD",
  };
  for (const token of tokens) Object.assign(meaning, partOf(token, codes));
  return meaning as unknown as Meaning;
}

function partOf(token: string, codes: string): Readonly<Record<string, string | number | boolean>> {
  const scenario = (letter: string) => SCENARIOS[letter as keyof typeof SCENARIOS];
  const [, percent, own, base] = /^(%?)([ACONP])(?:-([ACONP]|PY)|\/ns)?$/.exec(token) ?? [];
  if (own) {
    if (token.endsWith("/ns")) return { scenario: scenario(own), isShare: true };
    if (!base) return { scenario: scenario(own) };
    const measure = percent ? "percent" : "amount";
    return base === "PY"
      ? { scenario: scenario(own), basePeriod: "PY", measure }
      : { scenario: scenario(own), base: scenario(base), measure };
  }
  const [, group, item] = /^(region|product|channel)=(.*)$/.exec(token) ?? [];
  if (group && item) return { groupBy: group, item: item.replaceAll("_", " ") };
  if (FIELDS[token]) return { field: FIELDS[token] };
  if (/^[A-Z]{3}$/.test(token) && !["YTD", "YTG", "QTD", "QTG", "R12"].includes(token)) return { currency: token };
  if (token.startsWith("vs:")) return { basePeriod: token.slice(3) };
  if (token.startsWith("/")) return { scale: Number(token.slice(1)) };
  if (token === "FY25") return { plan: "FY25 Plan" };
  if (token === "+act") return { actualsTo: "current" };
  if (token.startsWith("+act:")) return { actualsTo: token.slice(5) };
  if (token === "PY") return { isPriorYear: true };
  if (/^(?:YTD|YTG|QTD|QTG|R3|R12)$/.test(token)) return { basis: token };
  if (/^(?:cur|\d{4})/.test(token)) return { period: token.replace("cur", "current") };
  throw new Error(`${token} in "${codes}" is no code.`);
}

export function fillTable({ rows, above, beside, lines, answers }: MeantTable, known = KNOWN) {
  const columns = Math.max(...rows.map(({ length }) => length));
  const values = rows.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ""));
  const numberFormats = values.map((row) =>
    row.map((value) => (typeof value === "number" && value > 40_000 && value < 100_000 ? "mmm yy" : "General")),
  );
  const selected = {
    row: above,
    column: beside,
    rows: lines.length,
    columns: columns - beside,
  };
  const cells = {
    row: 0,
    column: 0,
    rows: rows.length,
    columns,
    values,
    numberFormats,
  };
  const found = findHeadings(cells, selected, known);
  const filled = fillFromHeadings(found, selected, answers, { ...DEFAULTS, actualsTo: CURRENT_MONTH });
  const said = sentencesOf(filled, selected);
  return {
    ...filled,
    values,
    said,
    isAsked: filled.questions.some(({ assumed }) => assumed === undefined),
  };
}

/** Compares each cell with its meaning. */
export async function checkTable(table: MeantTable, known = KNOWN) {
  const { formulas, values, said, isAsked } = fillTable(table, known);
  const { above, beside, columns, lines } = table;
  const contents = values.map((row, at) =>
    at < above || !formulas[at - above] ? row : [...row.slice(0, beside), ...(formulas[at - above] ?? [])],
  );
  const shown = await calculateGrid(contents, { row: 0, column: 0 }, excel);
  const faults: string[] = [];
  const states: string[] = [];
  for (const [down, row] of formulas.entries())
    for (const [right, formula] of row.entries()) {
      const codes = `${columns[right]} ${lines[down]}`;
      const meaning = meaningOf(codes);
      const fault = (what: string) => faults.push(`${what} in ${codes}: ${formula}`);
      if (formula === "") {
        if (meaning === "?" && !isAsked) fault("Nothing is asked");
        const expected = typeof meaning === "string" ? undefined : await numberOf(meaning, excel);
        states.push(meaning === "?" || meaning === "." || expected === undefined ? "blank" : "asked");
        continue;
      }
      if (typeof meaning === "string") {
        fault("A number");
        continue;
      }
      const [number, expected] = [shown[above + down]?.[beside + right], await numberOf(meaning, excel)];
      if (!isSame(number, expected)) fault(`${String(number)} for ${String(expected)}`);
      const sentence = (of: string) => said.find(({ address }) => address === of);
      const [column, line] = [sentence(formatColumn(beside + right)), sentence(String(above + down + 1))];
      const isAssumed = [column, line].some((each) => each?.parts.some(({ question }) => isUnsaid(question)));
      if (codes.includes("~") !== isAssumed) fault(isAssumed ? "Assumed" : "Not assumed");
      states.push(isAssumed ? "assumed" : "read");
    }
  return { faults, states };
}

/** True for what stands in no heading. What a variance compares and blanks mean is read from the headings before. */
function isUnsaid(question: string | undefined): boolean {
  return question !== undefined && !/^(?:compared|measure|above|beside) /.test(question);
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other && one !== undefined;
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));
}
