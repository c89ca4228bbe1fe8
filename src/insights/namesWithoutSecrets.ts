/**
 * Hides the session's secrets in what a service names: a service that repeats a key or a token in a name would bring it into cells,
 * workbooks and answers to agents.
 */
import type { Plan, Results } from "./answers";
import type { RowColumns, TextColumn } from "./columns";

type Hide = (name: string) => string;

export function plansWithoutSecrets(plans: readonly Plan[], hide: Hide): readonly Plan[] {
  const named = <Named extends { id: string; name: string }>(each: Named): Named => ({
    ...each,
    id: hide(each.id),
    name: hide(each.name),
  });
  return plans.map((plan) => ({
    ...named(plan),
    currency: hide(plan.currency),
    scenarios: plan.scenarios.map((scenario) => ({ ...named(scenario), flags: scenario.flags.map(hide) })),
  }));
}

export function resultsWithoutSecrets<Found extends Results>(results: Found, hide: Hide): Found {
  const scenarios = results.scenarios.map(({ id, name, rows }) => ({
    id: hide(id),
    name: hide(name),
    rows: rowsWithoutSecrets(rows, hide),
  }));
  return { ...results, scenarios };
}

function rowsWithoutSecrets(rows: RowColumns, hide: Hide): RowColumns {
  return {
    ...rows,
    periods: textsWithoutSecrets(rows.periods, hide),
    texts: new Map([...rows.texts].map(([key, column]) => [hide(key), textsWithoutSecrets(column, hide)])),
    values: new Map([...rows.values].map(([field, column]) => [hide(field), column])),
    groupKey: rows.groupKey === undefined ? undefined : hide(rows.groupKey),
  };
}

/** Keeps the column if it repeats no secret. */
function textsWithoutSecrets(column: TextColumn, hide: Hide): TextColumn {
  const texts = column.texts.map(hide);
  return texts.every((text, at) => text === column.texts[at]) ? column : { ...column, texts };
}
