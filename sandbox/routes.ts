/** The sandbox's answer for each endpoint of the table. */
import { ENDPOINTS, type EndpointName } from "../src/insights/endpoints";
import type { Dialect } from "./dialect";
import { aggregate } from "./planning/aggregate";
import { closingDays, calendarOf, wholeOf } from "./planning/calendar";
import { demandFields, pnlFields, supplyFields, sustainabilityFields } from "./planning/fields";
import { daysOfScenario, listingOf, withLosses, withoutLines, type Gaps } from "./planning/gaps";
import type { Planning } from "./planning/planning";
import type { SimulatedScenario } from "./planning/plans";
import type { Simulation } from "./planning/simulation";
import { readQuery, type Ask, type Query } from "./query";
import { resultsBody, type ResultRow } from "./results";
import { itemAt } from "./planning/indexed";

/** The data of all answers of a sandbox. */
export interface SimulatedService {
  planning: Planning;
  dialect: Dialect;
  gaps: Gaps;
  /** ISO 8601 UTC. */
  generatedAt: string;
}

/** The body of an answer, or a refusal thrown. */
export type Route = (service: SimulatedService, ask: Ask) => object;

/** One scenario to answer about, and how. */
interface ScenarioAsked {
  readonly scenario: SimulatedScenario;
  readonly dialect: Dialect;
  readonly gaps: Gaps;
}

/** The range of the query is that of the scenario. */
type RowsOf = (simulation: Simulation, query: Query, asked: ScenarioAsked) => ResultRow[];

const pnlRows: RowsOf = (simulation, { interval, range, rate }, { scenario, gaps }) => {
  const calendar = interval === "FY" ? wholeOf(range) : calendarOf(interval, range);
  return aggregate(simulation, "pnl", calendar, undefined, listingOf(gaps, scenario)).map((row) => {
    const fields = pnlFields(withLosses(gaps, scenario, row.figures), rate);
    return { ...row, fields: withoutLines(gaps, scenario, fields) };
  });
};

const demandRows: RowsOf = (simulation, { interval, range, groupBy, rate }, { scenario, dialect, gaps }) => {
  const calendar = calendarOf(interval, range);
  const listed = listingOf(gaps, scenario);
  const rows = aggregate(simulation, "demand", calendar, groupBy, listed);
  const sums = dialect.totals === "none" ? [] : aggregate(simulation, "demand", calendar, undefined, listed);
  const totals = dialect.totals === "named" ? sums.map((row) => ({ ...row, group: "Total" })) : sums;
  return [...rows, ...totals].map((row) => ({ ...row, fields: demandFields(row.figures, rate) }));
};

const supplyRows: RowsOf = (simulation, { interval, range }) => {
  const calendar = calendarOf(interval, range);
  const closing = aggregate(simulation, "supply", closingDays(calendar));
  return aggregate(simulation, "supply", calendar).map((row, index) => ({
    ...row,
    fields: supplyFields(row.figures, itemAt(closing, index).figures),
  }));
};

const sustainabilityRows: RowsOf = (simulation, { interval, range }) =>
  aggregate(simulation, "sustainability", calendarOf(interval, range)).map((row) => ({
    ...row,
    fields: sustainabilityFields(row.figures),
  }));

function resultsRoute(family: Exclude<EndpointName, "plans">, rowsOf: RowsOf): Route {
  return ({ planning, dialect, gaps, generatedAt }, ask) => {
    const query = readQuery(ask, planning, ENDPOINTS[family], dialect.dates);
    const rows = (scenario: SimulatedScenario) => {
      const range = daysOfScenario(gaps, query.plan, scenario, query.range);
      const simulation = planning.simulation(query.plan.id, scenario.id);
      return rowsOf(simulation, { ...query, range }, { scenario, dialect, gaps });
    };
    const results = query.scenarios.map((scenario) => ({ scenario, rows: rows(scenario) }));
    return resultsBody(family, query, results, dialect, generatedAt);
  };
}

/** API specification §4.3. */
const plansRoute: Route = ({ planning }) => ({
  plans: planning.plans.map(({ id, name, currency, scenarios }) => ({
    id,
    name,
    currency,
    scenarios: scenarios.map(({ id, name, flags }) => ({ id, name, flags })),
  })),
});

export const ROUTES: Record<EndpointName, Route> = {
  plans: plansRoute,
  pnl: resultsRoute("pnl", pnlRows),
  demand: resultsRoute("demand", demandRows),
  supply: resultsRoute("supply", supplyRows),
  sustainability: resultsRoute("sustainability", sustainabilityRows),
};
