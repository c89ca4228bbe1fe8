/** Calls that are meant for our functions, in a namespace that is misspelt or left out. Pure. */
import { findCalls } from "../../../numbers/language/calls";
import { tokensOf, TYPES } from "../../../spreadsheet/formulas/tokens";
import { NAMESPACE } from "../../../numbers/language/environment";
import { nearestName } from "../../../numbers/language/names";

/** The name of a function as written, and the one that is meant, such as "INSIGHT.KPI" and "INSIGHTS.KPI". */
export interface MisspeltCall {
  readonly wrong: string;
  readonly meant: string;
}

/** Matches names, with the bracket that stands behind those of functions. */
const NAMES = /[\w.]+\(?/g;
/** The namespace, if there is one, and the name. */
const PARTS = /^(?:([A-Z][A-Z0-9]*)[._]+)?([A-Z][A-Z0-9]*)$/;

/** Excel has functions of its own of these names. */
const EXCELS_OWN: readonly string[] = ["VAR"];

/**
 * Returns the misspelt calls. They count only in a cell that shows #NAME?: a name that Excel understands is somebody's own, such as
 * that of a LAMBDA.
 */
export function misspeltCalls(formula: string, functionIds: readonly string[]): MisspeltCall[] {
  if (!mentions(formula, functionIds)) return [];
  const ours = new Set(findCalls(formula).map(({ callee }) => callee.start));
  return tokensOf(formula).flatMap(({ type, value, start }) => {
    const id = type === TYPES.FUNCTION && !ours.has(start) ? idMeant(value, functionIds) : undefined;
    return id === undefined ? [] : [{ wrong: value, meant: `${NAMESPACE}.${id}` }];
  });
}

/** A cheap test that most formulas of a workbook fail. A text in quotes may pass it. */
function mentions(formula: string, functionIds: readonly string[]): boolean {
  const names = formula.match(NAMES) ?? [];
  return names.some((name) => name.endsWith("(") && idMeant(name.slice(0, -1), functionIds) !== undefined);
}

/** Returns the id of the function that a name means; undefined for a function that is not ours. */
function idMeant(callee: string, functionIds: readonly string[]): string | undefined {
  const [, namespace, name = ""] = PARTS.exec(callee.toUpperCase()) ?? [];
  if (namespace === undefined) return functionIds.includes(name) && !EXCELS_OWN.includes(name) ? name : undefined;
  // A letter more is a slip; a longer name is another environment's.
  const isLonger = namespace.startsWith(NAMESPACE) && namespace.length > NAMESPACE.length + 1;
  if (isLonger || nearestName(namespace, [NAMESPACE]) === undefined) return undefined;
  return functionIds.includes(name) ? name : nearestName(name, functionIds);
}
