/**
 * Answers about scenarios, put into the service's JSON.
 * @see API specification §2.4 and §2.5
 */
import type { Family } from "../src/insights/endpoints";
import { labelOf, type Dialect } from "./dialect";
import type { CalendarPeriod } from "./planning/calendar";
import type { FieldValues } from "./planning/fields";
import type { SimulatedScenario } from "./planning/plans";
import type { Query } from "./query";

/** One period of one scenario, and of one group if the family has groups. */
export interface ResultRow {
  period: CalendarPeriod;
  group: string | undefined;
  fields: FieldValues;
}

export interface ScenarioRows {
  scenario: SimulatedScenario;
  rows: readonly ResultRow[];
}

/** The fields that the quick-start sample of §2.5 omits. */
const BEYOND_QUICKSTART = new Set([
  "tradeExpenses",
  "cogsPercent",
  "supplyChainCost",
  "storageAndHandling",
  "transport",
]);

export function resultsBody(
  family: Family,
  query: Query,
  results: readonly ScenarioRows[],
  dialect: Dialect,
  generatedAt: string,
): object {
  const ordered = dialect.order === "reversed" ? [...results].reverse() : results;
  const terse = family === "pnl" && dialect.fields === "quickstart";
  const hasCurrency = family === "pnl" || family === "demand";
  return {
    meta: {
      planId: query.plan.id,
      interval: query.interval,
      ...(hasCurrency && { currency: query.currency }),
      ...(!terse && { generatedAt }),
    },
    scenarios: ordered.flatMap(({ scenario, rows }) => {
      const { id: scenarioId, name: scenarioName, color: scenarioColor } = scenario;
      const names = { scenarioId, scenarioName, ...(!terse && { scenarioColor }) };
      return contentsOf(family, query, rows, dialect).map((content) => ({ ...names, ...content }));
    }),
  };
}

/** Returns the elements of one scenario without its names: one element, or one for each group. */
function contentsOf(family: Family, query: Query, rows: readonly ResultRow[], dialect: Dialect): object[] {
  if (family === "pnl" && query.interval === "FY") return [{ pnl: pnlFieldsOf(rows[0]?.fields ?? {}, dialect) }];
  const groups = [...new Set(rows.map(({ group }) => group))];
  if (family !== "demand" || dialect.groups !== "scenarios" || groups.length === 0) {
    return [{ series: rows.map((row) => elementOf(family, query, row, dialect)) }];
  }
  return groups.map((group) => ({
    [query.groupBy]: group,
    series: rows.filter((row) => row.group === group).map((row) => elementOf(family, query, row, dialect)),
  }));
}

function elementOf(family: Family, query: Query, { period, group, fields }: ResultRow, dialect: Dialect): object {
  const label = { period: labelOf(period, family, dialect) };
  if (family === "pnl") {
    const pnl = pnlFieldsOf(fields, dialect);
    return dialect.monthlyPnl === "nested" ? { ...label, pnl } : { ...label, ...pnl };
  }
  const texts = dialect.texts === "more" ? textsOf(query, period, group) : {};
  if (group === undefined || dialect.groups === "scenarios") return { ...label, ...texts, ...fields };
  return { ...label, [dialect.groups === "rows" ? "group" : query.groupBy]: group, ...texts, ...fields };
}

/** The texts of a row besides its group. */
function textsOf({ groupBy }: Query, { start }: CalendarPeriod, group: string | undefined): object {
  const code = group === undefined ? {} : { [`${groupBy}Code`]: `${group.slice(0, 2)}-${group.length}` };
  return { ...code, status: start % 2 === 0 ? "draft" : "final" };
}

function pnlFieldsOf(fields: FieldValues, dialect: Dialect): FieldValues {
  if (dialect.fields === "all") return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !BEYOND_QUICKSTART.has(name)));
}
