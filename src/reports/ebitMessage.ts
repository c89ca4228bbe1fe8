/** The title of a report of the P&L: a scenario's EBIT beside its base's. */
import { LINE_PARTS } from "../insights";
import { cellOfLine } from "./lines";
import { TITLE_LETTERS, type MessageDriver, type Message } from "./message";
import { scenarioHeading, type Page } from "./page";
import { LABELS } from "./table";

/** The lines that add up to EBIT, from gross sales on. */
const LINES = linesOf("ebit");

function linesOf(sum: string): string[] {
  const [[, first] = [], ...costs] = LINE_PARTS[sum] ?? [];
  return first ? [...linesOf(first), ...costs.map(([, field]) => field)] : [sum];
}

interface EbitColumns {
  readonly scenario: string;
  readonly base: string;
  readonly variance: string;
  readonly percent: string;
}

/** The base stands alone if no scenario is chosen. */
export function ebitMessage(page: Page, columns: EbitColumns, rowOf: ReadonlyMap<string, number>): Message {
  const { cell } = page.inputs;
  const at = (column: string) => cellOfLine(`$${column}`, "ebit", rowOf);
  const isAlone = `${cell("scenario")}=""`;
  return {
    subject: '"EBIT"',
    own: `IF(${isAlone},${at(columns.base)},${at(columns.scenario)})`,
    base: `IF(${isAlone},"",${at(columns.base)})`,
    against: scenarioHeading(page, "base", TITLE_LETTERS),
    percent: at(columns.percent),
    drivers: ebitDrivers(columns.variance, rowOf),
  };
}

/** Returns the variances of the lines that add up to EBIT; none if the table lacks one of them. */
export function ebitDrivers(variance: string, rowOf: ReadonlyMap<string, number>): MessageDriver[] {
  if (!LINES.every((field) => rowOf.has(field))) return [];
  const at = (column: string, field: string) => cellOfLine(`$${column}`, field, rowOf);
  return LINES.map((field) => ({ label: at(LABELS, field), amount: at(variance, field) }));
}
