/** The contents of small tables, in words that are short to compare. */
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { callOfCell } from "../../../src/reporting/headings/headingFormulas";
import type { HeadingAnswers } from "../../../src/reporting/headings/headingAnswers";
import { argumentIn } from "../../../src/numbers/language/signatures";
import type { KnownNames } from "../../../src/reporting/headings/headingMeaning";
import { fillFromHeadings } from "./fill";
import type { HeadingDefaults } from "../../../src/reporting/headings/cellNumbers";
import { DEFAULTS, KNOWN } from "./known";

type Words = Readonly<Record<string, string>>;
type Rows = readonly (readonly (string | number)[])[];

/** Returns "actual EBIT 2026-10 YTD" for each cell, with what it differs in from the table's plan and currency; "" for a blank one. */
export function formulasOf(
  rows: Rows,
  above: number,
  answers: HeadingAnswers = {},
  words?: Words,
  lines?: number,
  known?: Partial<KnownNames>,
): string[][] {
  const { cells, filling, formulas } = filledRows(rows, above, answers, words, lines, known);
  return cells.map((row, down) =>
    row.map((cell, right) => {
      const call = formulas[down]?.[right] ? callOfCell(cell, filling) : undefined;
      if (!call) return formulas[down]?.[right] ?? "";
      const said = ["scenario", "field", "period", "basis", "base", "basePeriod", "item", "measure"] as const;
      const valueOf = (name: Parameters<typeof argumentIn>[1]) =>
        JSON.stringify(argumentIn(call, name) ?? "").slice(1, -1);
      const words = said.flatMap((name) => (call.id === "VAR" || !isOfVariance(name) ? valueOf(name) : []));
      const divisor = typeof call.divisor === "number" ? [`/${call.divisor}`] : [];
      const [plan, currency] = [valueOf("plan"), valueOf("currency")];
      const isOther = plan !== DEFAULTS.plan || currency !== DEFAULTS.currency;
      const other = isOther ? [`${plan}, ${currency || "no currency"}`] : [];
      return [...words, ...divisor, ...other].filter(Boolean).join(" ");
    }),
  );
}

function isOfVariance(name: string): boolean {
  return ["base", "basePeriod", "measure"].includes(name);
}

/** Returns the questions that the user must answer. */
export function questionTexts(
  rows: Rows,
  above: number,
  answers: HeadingAnswers = {},
  words?: Words,
  lines?: number,
  known?: Partial<KnownNames>,
): string[] {
  const { questions } = filledRows(rows, above, answers, words, lines, known);
  const open = questions.filter(({ assumed }) => assumed === undefined);
  return open.map((question) => {
    const text = "text" in question ? ` ${question.text}` : "";
    return `${question.kind}${text}${(question.kind === "title" || question.kind === "time") && question.canCount ? " may count" : ""}`;
  });
}

/** @param lines How many rows are filled; those below them are notes. */
export function filledRows(
  rows: Rows,
  above: number,
  answers: HeadingAnswers,
  words: Words = {},
  lines = rows.length - above,
  known: Partial<KnownNames> = {},
  defaults: Partial<HeadingDefaults> = {},
) {
  const columns = Math.max(...rows.map(({ length }) => length));
  const values = rows.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ""));
  const numberFormats = values.map((row) => row.map(() => "General"));
  const selected = { row: above, column: 1, rows: lines, columns: columns - 1 };
  const cells = { row: 0, column: 0, rows: rows.length, columns, values, numberFormats };
  return fillFromHeadings(findHeadings(cells, selected, { ...KNOWN, ...known }), selected, answers, {
    ...DEFAULTS,
    ...defaults,
    words,
  });
}
