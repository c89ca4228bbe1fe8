/** The title of a report of the P&L: a scenario's EBIT beside its base's. */
import { cellOfLine, linesTo } from "./lines";
import { TITLE_LETTERS, type MessageDriver, type Message } from "./message";
import { scenarioHeading, type Page } from "./page";
import { OWN_VARIANCE } from "./scenarioColumns";
import { LABELS } from "./table";

const LINES = linesTo("ebit");
/** The lines that add up to EBIT: from gross sales on, or from the first of the sums that a table has. */
function linesFrom(rowOf: ReadonlyMap<string, number>): string[] {
  const first = LINES.findIndex(({ field, isSum }, at) => (isSum || at === 0) && rowOf.has(field));
  return LINES.flatMap(({ field, isSum }, at) => (at < first || (isSum && at > first) ? [] : [field]));
}

/** The base stands alone if no scenario is chosen. */
export function ebitMessage(page: Page, rowOf: ReadonlyMap<string, number>): Message {
  const { cell } = page.inputs;
  const at = (column: keyof typeof OWN_VARIANCE) => cellOfLine(`$${OWN_VARIANCE[column]}`, "ebit", rowOf);
  const isAlone = `${cell("scenario")}=""`;
  return {
    subject: '"EBIT"',
    own: `IF(${isAlone},${at("base")},${at("own")})`,
    base: `IF(${isAlone},"",${at("base")})`,
    against: scenarioHeading(page, "base", TITLE_LETTERS),
    percent: at("percent"),
    drivers: ebitDrivers(OWN_VARIANCE.variance, rowOf),
  };
}

/** Returns the variances of the lines that add up to EBIT; none if the table lacks one of them. */
export function ebitDrivers(variance: string, rowOf: ReadonlyMap<string, number>): MessageDriver[] {
  const lines = linesFrom(rowOf);
  if (!lines.every((field) => rowOf.has(field))) return [];
  const at = (column: string, field: string) => cellOfLine(`$${column}`, field, rowOf);
  return lines.map((field) => ({ label: at(LABELS, field), amount: at(variance, field) }));
}
