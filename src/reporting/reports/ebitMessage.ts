/** The title of a report of the P&L: a scenario's EBIT beside its base's. */
import { LINE_PARTS, stepLines } from "../../insights";
import { callOfKpi, timeOf, unlessBlank } from "./figures";
import { RESULT_COLUMN } from "./hiddenColumns";
import { cellOfLine, fieldLines } from "./lines";
import { TITLE_LETTERS, type MessageDriver, type Message } from "./reportTitle";
import { scenarioHeading, type Page } from "./page";
import { OWN_VARIANCE } from "./scenarioColumns";
import type { ReportSection } from "./sheetSpec";
import { LABELS } from "./table";
import { varianceAmount } from "./variance";

type Rows = ReadonlyMap<string, number>;

/** The sum whose parts the service may omit, and those: drivers in its place where all of them are known. */
const SUM = "netFIESales";
const PARTS = (LINE_PARTS[SUM] ?? []).map(([, field]) => field);
/** The first row of the numbers of parts that a table lacks: the scenario's, then the base's, then the variances. */
const FIRST_PART = 40;

/** The columns of a table of the P&L. */
interface MessageColumns extends DriverColumns {
  readonly own: string;
  readonly base: string;
  readonly percent: string;
}

interface DriverColumns {
  readonly label: string;
  readonly variance: string;
}

interface MessageTable {
  /** Drivers of lines that the table lacks. @default none */
  readonly hidden?: ReadonlyMap<string, MessageDriver>;
  /** @default those of a scenario and its base */
  readonly columns?: MessageColumns;
}

/** The base stands alone if no scenario is chosen. */
export function ebitMessage(
  page: Page,
  rowOf: Rows,
  { hidden, columns = { label: LABELS, ...OWN_VARIANCE } }: MessageTable = {},
): Message {
  const { cell } = page.inputs;
  const at = (column: keyof MessageColumns) => cellOfLine(`$${columns[column]}`, "ebit", rowOf);
  const isAlone = `${cell("scenario")}=""`;
  return {
    subject: '"EBIT"',
    own: `IF(${isAlone},${at("base")},${at("own")})`,
    base: `IF(${isAlone},"",${at("base")})`,
    against: scenarioHeading(page, "base", TITLE_LETTERS),
    percent: at("percent"),
    drivers: sumDrivers("ebit", columns, rowOf, hidden),
  };
}

/** Returns the variances of the lines that `stepLines` explains a sum by; none if the table lacks one of them. */
export function sumDrivers(
  sum: string,
  { label, variance }: DriverColumns,
  rowOf: Rows,
  hidden: ReadonlyMap<string, MessageDriver> = new Map(),
): MessageDriver[] {
  // A table has each cost, and shows in one line those that the service holds in one.
  const steps = stepLines(sum, () => true).flatMap(({ terms }) => terms.map(([, field]) => field));
  const hasSum = sum !== SUM && PARTS.every((part) => steps.includes(part));
  const lines = hasSum ? [SUM, ...steps] : steps;
  const at = (column: string, field: string) => cellOfLine(`$${column}`, field, rowOf);
  const driverOf = (field: string) => hidden.get(field) ?? { label: at(label, field), amount: at(variance, field) };
  if (!lines.every((field) => rowOf.has(field) || hidden.has(field))) return [];
  const hasItems = `COUNT(${PARTS.map((field) => driverOf(field).amount).join(",")})=${PARTS.length}`;
  return lines.map((field) => {
    const driver = driverOf(field);
    if (field === SUM) return { ...driver, amount: `IF(${hasItems},"",${driver.amount})` };
    const isPart = hasSum && PARTS.some((part) => part === field);
    return isPart ? { ...driver, amount: `IF(${hasItems},${driver.amount},"")` } : driver;
  });
}

/** Writes the parts that a table lacks in hidden cells, and returns their drivers. */
export function hiddenDrivers(page: Page): { section: ReportSection; drivers: ReadonlyMap<string, MessageDriver> } {
  const lines = fieldLines(...PARTS);
  const { cell } = page.inputs;
  const at = (block: number, line: number) => `$${RESULT_COLUMN}$${FIRST_PART + block * lines.length + line}`;
  const number = (key: "scenario" | "base", field: string) =>
    `=${unlessBlank(cell(key), `IFNA(${callOfKpi(page, key, field, timeOf(page, key))},"")`)}`;
  const rows = [
    ...lines.map(({ field }) => [number("scenario", field)]),
    ...lines.map(({ field }) => [number("base", field)]),
    ...lines.map((line, row) => [`=${varianceAmount(line, at(0, row), at(1, row))}`]),
  ];
  return {
    section: { blocks: [{ at: `${RESULT_COLUMN}${FIRST_PART}`, rows }] },
    drivers: new Map(lines.map(({ field, label }, row) => [field, { label: `"${label}"`, amount: at(2, row) }])),
  };
}
