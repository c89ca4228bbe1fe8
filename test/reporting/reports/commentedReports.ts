/** Commentaries with comments, beside a record of whose words belong to which number, which knows neither keys nor formulas. */
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import { VAR } from "../../../src/numbers/functions/functions";
import { findField, type Plan } from "../../../src/insights";
import { commentCells, subjectOfComment, type FigureComment } from "../../../src/reporting/saved/comments";
import type { Figure } from "../../../src/numbers/language/figure";
import { SIGNATURES } from "../../../src/numbers/language/signatures";
import { basisMonths, CALENDAR_YEAR, shifted, yearMonths } from "../../oracle/months";
import { spokenVariance } from "../../oracle/spoken";
import { calculateSheet } from "../../soak/calculateSheet";
import { connectService, type Change, type ConnectedService } from "./reportSetup";

/** What a report is about. Scenarios are places in their plan. */
export interface CommentedState {
  readonly plan: number;
  readonly own: number;
  readonly base: number;
  /** Undefined for the report's own plan. */
  readonly basePlan?: number | undefined;
  readonly period: "current" | "Full year" | "2026-Q1" | "2026-04";
  readonly basis: "Period" | "YTD";
  readonly basePeriod: "Same period" | "Prior year";
  readonly groupBy: "product" | "region" | "channel";
  readonly currency: string;
  readonly least: string;
  readonly names: "id" | "name";
}

export interface ShownLine {
  readonly label: string;
  readonly variance: number;
  readonly words: string;
  readonly mark: string;
  readonly by: string;
}

/** What somebody wrote, by whose months and lines it is about. */
export interface RecordedWords {
  readonly text: string;
  readonly value: number;
  readonly currency: string;
  readonly by: string;
  readonly writtenAt: number;
}

const MONTHS = yearMonths(2026, CALENDAR_YEAR);
const CURRENT = 4;
const [COLUMNS, ROWS] = [11, 18];

export interface CommentedReports {
  readonly plans: readonly Plan[];
  /** @param typed What a user has typed over the words of the first shown row. */
  readonly show: (
    state: CommentedState,
    rows: readonly (readonly (string | number)[])[],
    typed?: string,
  ) => Promise<ShownLine[]>;
  /** Returns the figure of a line's variance, as the function reads it. */
  readonly figureOf: (state: CommentedState, label: string) => Promise<Figure>;
}

/** @param change Changes the answers of the service. */
export async function openCommentedReports(change?: Change): Promise<CommentedReports> {
  const service = await connectService({ change });
  return {
    plans: service.plans,
    show: (state, rows, typed) => show(service, state, rows, typed),
    figureOf: (state, label) => figureOf(service, state, label),
  };
}

function placesOf(plans: readonly Plan[], state: CommentedState) {
  const plan = plans[state.plan % plans.length]!;
  const basePlan = state.basePlan === undefined ? undefined : plans[state.basePlan % plans.length]!;
  const ofBase = (basePlan ?? plan).scenarios;
  return {
    plan,
    basePlan,
    own: plan.scenarios[state.own % plan.scenarios.length]!,
    base: ofBase[state.base % ofBase.length]!,
  };
}

async function show(
  { plans, functions }: ConnectedService,
  state: CommentedState,
  comments: readonly (readonly (string | number)[])[],
  typed?: string,
): Promise<ShownLine[]> {
  const { plan, basePlan, own, base } = placesOf(plans, state);
  const { period, basis, basePeriod, groupBy, currency, least, names } = state;
  const spec = REPORT_SHEETS.commentary({
    plan: plan[names],
    scenarios: [base[names], own[names]],
    currency,
    plans,
    inputs: {
      period,
      basis,
      basePeriod,
      groupBy,
      basePlan: basePlan?.[names] ?? "",
      threshold: least,
      lineThreshold: "0",
    },
  });
  const blocks = spec.blocks.map((block) =>
    typed !== undefined && block.at === WORDS_AT ? { ...block, rows: typedOver(block.rows, typed) } : block,
  );
  const rows = await calculateSheet(blocks, functions, COLUMNS, comments);
  const top = rows.findIndex(([, corner], at) => at >= 8 && /^[A-Z]{3} thousands$/.test(String(corner)));
  return rows
    .slice(top + 1, top + 1 + ROWS)
    .filter((row) => typeof row[4] === "number")
    .map((row) => ({
      label: String(row[1]),
      variance: row[4] as number,
      words: String(row[7]),
      mark: String(row[8]),
      by: String(row[9]),
    }));
}

/** The heading of the words. Below it stands the heading of the P&L, then the first line. */
const WORDS_AT = "H9";

function typedOver<Row extends readonly unknown[]>(rows: readonly Row[], typed: string): Row[] {
  return rows.map((row, at) => (at === 2 ? ([typed, ...row.slice(1)] as unknown as Row) : row));
}

async function figureOf({ plans }: ConnectedService, state: CommentedState, label: string): Promise<Figure> {
  const { plan, basePlan, own, base } = placesOf(plans, state);
  const { period, basis, basePeriod, groupBy, currency } = state;
  const line = findField(label);
  const args: Partial<Record<string, unknown>> = {
    plan: plan.id,
    scenario: own.id,
    base: base.id,
    field: line?.name ?? "demandValue",
    period: period === "Full year" ? "2026" : period,
    ...(line ? {} : { groupBy, item: label }),
    currency,
    basis: basis === "YTD" ? "YTD" : "",
    basePeriod: basePeriod === "Prior year" ? "PY" : "",
    basePlan: basePlan?.id ?? "",
  };
  let figure: Figure | undefined;
  const run = VAR as unknown as (...args: unknown[]) => Promise<unknown>;
  const invocation = { address: "Sheet1!A1", onFigure: (found: Figure) => void (figure = found) };
  await run(...SIGNATURES.VAR.map((name) => args[name] ?? null), invocation);
  if (!figure) throw new Error(`${label} has no figure.`);
  return figure;
}

/** Names a line's variance by what it is of, without the report's code and without its keys. */
export function subjectOf(plans: readonly Plan[], state: CommentedState, label: string): string {
  const { plan, basePlan, own, base } = placesOf(plans, state);
  const named = {
    current: MONTHS.slice(CURRENT, CURRENT + 1),
    "Full year": MONTHS,
    "2026-Q1": MONTHS.slice(0, 3),
    "2026-04": MONTHS.slice(3, 4),
  }[state.period];
  const months = basisMonths(state.basis, named, CALENDAR_YEAR);
  const before = shifted(months, state.basePeriod === "Prior year" ? -12 : 0);
  const by = findField(label) ? "" : state.groupBy;
  return [plan.id, own.id, months.join(), (basePlan ?? plan).id, base.id, before.join(), by, label].join("|");
}

/** Returns the row of the sheet that a comment on the figure makes. */
export function rowOfWords(figure: Figure, { text, value, currency, by, writtenAt }: RecordedWords) {
  const comment: FigureComment = {
    ...subjectOfComment(figure),
    text,
    value,
    unit: currency,
    asOf: writtenAt,
    by,
    writtenAt,
  };
  return commentCells(comment, 1900);
}

/** Returns what a line has to show for the words on it. */
export function expectedLine(words: RecordedWords | undefined, variance: number, currency: string) {
  if (!words || words.text === "") return { words: "", mark: "", by: "" };
  const date = new Date(words.writtenAt);
  const month = date.toLocaleString("en", { month: "short", timeZone: "UTC" });
  const [then, now] = [words.value, variance].map((each) => spokenVariance("ebit", each));
  return {
    words: words.text.length > 100 ? `▾ ${words.text}` : words.text,
    mark: words.currency !== currency ? `written in ${words.currency}` : then === now ? "" : `for ${then}, now ${now}`,
    by: `${words.by}, ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`,
  };
}
