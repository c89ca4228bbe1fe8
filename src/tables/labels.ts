/** The names of a table's columns for its readers: "Actual", "Prior year", "Δ", "Δ %". Pure. */
import { formatArgument } from "../formulas/argument";
import { PRIOR_YEAR } from "./definition";
import type { GridDimension, GridEntry } from "./axes";

const PRIOR_YEAR_NAME = "Prior year";
const DELTA = "Δ";

/** A text, or a dimension whose code is shown. */
type Segment = string | { readonly code: GridDimension };

/** Returns the names of a table's columns; of a scenario and a basis, what their codes say. */
export function columnNames(entries: readonly GridEntry[]): Segment[][] {
  const differ = (some: readonly GridEntry[], ...names: GridDimension[]) =>
    new Set(some.map((entry) => names.map((name) => entry[name]).join())).size > 1;
  const variances = entries.filter(({ measure }) => measure);
  // A variance from the prior year says so by two letters; others name their base if there are several.
  const saysBase = differ(
    variances.filter(({ base }) => base !== PRIOR_YEAR),
    "base",
  );
  const saysOwn = differ(variances, "scenario");
  const saysScenario = differ(
    entries.filter(({ year }) => year),
    "scenario",
  );
  const saysBasis = differ(entries, "basis");
  return entries.map((entry) => [
    ...(saysBasis && entry.basis ? [{ code: "basis" } as const, " "] : []),
    ...(entry.measure && saysOwn ? [{ code: "scenario" } as const, " "] : []),
    ...(entry.measure ? varianceName(entry, saysBase) : scenarioName(entry, saysScenario)),
  ]);
}

function varianceName({ base, measure }: GridEntry, saysBase: boolean): Segment[] {
  const percent = measure === "percent" ? " %" : "";
  if (base === PRIOR_YEAR) return [`${DELTA} ${PRIOR_YEAR}${percent}`];
  return saysBase ? [`${DELTA}${percent} vs `, { code: "base" }] : [`${DELTA}${percent}`];
}

function scenarioName({ year }: GridEntry, saysScenario: boolean): Segment[] {
  if (!year) return [{ code: "scenario" }];
  return saysScenario ? [{ code: "scenario" }, `, ${PRIOR_YEAR_NAME.toLowerCase()}`] : [PRIOR_YEAR_NAME];
}

export function nameTexts(entries: readonly GridEntry[]): string[] {
  return columnNames(entries).map((name, at) =>
    name.map((segment) => (typeof segment === "string" ? segment : capitalised(entries[at]?.[segment.code]))).join(""),
  );
}

/** Returns a cell's content: a formula of the codes, so that the name changes with them. */
export function nameContent(name: readonly Segment[], cellOf: (name: GridDimension) => string | undefined): string {
  if (name.every((segment) => typeof segment === "string")) return name.join("");
  const terms = name.map((segment) => {
    if (typeof segment === "string") return formatArgument({ kind: "text", value: segment });
    return nameOfCode(cellOf(segment.code) ?? "");
  });
  return `=${terms.join("&")}`;
}

/** Returns an expression for the name of a code in a cell. */
export function nameOfCode(cell: string): string {
  return `UPPER(LEFT(${cell},1))&MID(${cell},2,255)`;
}

/** Returns a code such as "actual" as a name: "Actual". */
export function capitalised(code = ""): string {
  return code.slice(0, 1).toUpperCase() + code.slice(1);
}
