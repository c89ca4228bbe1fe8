/** The names of a table's columns for its readers: "Actual", "Prior year", "Δ", "Δ %". Pure. */
import { formatArgument } from "../../numbers/language/argument";
import { capitalised } from "../../numbers/language/nameTexts";
import { ACTUAL, PRIOR_YEAR } from "./definition";
import type { TableDimension, TableEntry } from "./axes";

const PRIOR_YEAR_NAME = "Prior year";
export const OUTLOOK_NAME = "Outlook";
const DELTA = "Δ";

/** A text, a dimension whose code is shown, or the scenario of an outlook, which has a name of its own. */
type Segment = string | { readonly code: TableDimension | "outlook" };

/** Returns the names of a table's columns; of a scenario and a basis, what their codes say. */
export function columnNames(entries: readonly TableEntry[]): Segment[][] {
  const differ = (some: readonly TableEntry[], ...names: TableDimension[]) =>
    new Set(some.map((entry) => names.map((name) => entry[name]).join())).size > 1;
  const variances = entries.filter(({ measure }) => measure);
  // A variance from the prior year says so by two letters; others name their base if there are several.
  const saysBase = differ(
    variances.filter(({ base }) => base !== PRIOR_YEAR),
    "base",
  );
  const isPlain = ({ measure, year }: TableEntry) => !measure && !year;
  // "Δ" beside an actual column and an outlook may be of either.
  const isOfEither = differ(
    entries.filter((entry) => isPlain(entry) && (entry.actualsTo || entry.scenario === ACTUAL)),
    "actualsTo",
  );
  const saysOwn = isOfEither || differ(variances, "scenario", "actualsTo");
  const saysScenario = differ(
    entries.filter(({ year }) => year),
    "scenario",
  );
  const saysBasis = differ(entries, "basis");
  return entries.map((entry) => [
    ...(saysBasis && entry.basis ? [{ code: "basis" } as const, " "] : []),
    ...(entry.measure && saysOwn ? [ownName(entry), " "] : []),
    ...(entry.measure ? varianceName(entry, saysBase) : scenarioName(entry, saysScenario)),
  ]);
}

function varianceName({ base, measure }: TableEntry, saysBase: boolean): Segment[] {
  const percent = measure === "percent" ? " %" : "";
  if (base === PRIOR_YEAR) return [`${DELTA} ${PRIOR_YEAR}${percent}`];
  return saysBase ? [`${DELTA}${percent} vs `, { code: "base" }] : [`${DELTA}${percent}`];
}

function ownName({ actualsTo }: TableEntry): Segment {
  return { code: actualsTo ? "outlook" : "scenario" };
}

function scenarioName(entry: TableEntry, saysScenario: boolean): Segment[] {
  if (!entry.year) return [ownName(entry)];
  return saysScenario ? [{ code: "scenario" }, `, ${PRIOR_YEAR_NAME.toLowerCase()}`] : [PRIOR_YEAR_NAME];
}

export function nameTexts(entries: readonly TableEntry[]): string[] {
  return columnNames(entries).map((name, at) =>
    name
      .map((segment) => {
        if (typeof segment === "string") return segment;
        return segment.code === "outlook" ? OUTLOOK_NAME : capitalised(entries[at]?.[segment.code]);
      })
      .join(""),
  );
}

/** Returns a cell's content: a formula of the codes, so that the name changes with them. */
export function nameContent(name: readonly Segment[], cellOf: (name: TableDimension) => string | undefined): string {
  if (name.every((segment) => typeof segment === "string")) return name.join("");
  const terms = name.map((segment) => {
    if (typeof segment === "string") return formatArgument({ kind: "text", value: segment });
    return segment.code === "outlook" ? outlookName(cellOf) : nameOfCode(cellOf(segment.code) ?? "");
  });
  return `=${terms.join("&")}`;
}

/** Returns an expression for the name of an outlook: its scenario's own if somebody clears the month that actuals go to. */
export function outlookName(cellOf: (name: "actualsTo" | "scenario") => string | undefined): string {
  const name = formatArgument({ kind: "text", value: OUTLOOK_NAME });
  return `IF(${cellOf("actualsTo")}="",${nameOfCode(cellOf("scenario") ?? "")},${name})`;
}

/** Returns an expression for the name of a code in a cell. */
export function nameOfCode(cell: string): string {
  return `UPPER(LEFT(${cell},1))&MID(${cell},2,255)`;
}
