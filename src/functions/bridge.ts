/** BRIDGE: the steps from one scenario's number to another's. */
import { InsightsError, type Parameters, type Row } from "../insights";
import { readOnce } from "./argumentCache";
import { readChoice, readCurrency, readGroupBy, readScenarioTexts, type ScenarioTexts } from "./arguments";
import { BASES } from "./basis";
import { checkCells, type Cells } from "./cell";
import { extendPeriod, isOver, readKpiPeriod, type KpiPeriod } from "./kpiPeriod";
import { all } from "./ask";
import { checkOneCurrency } from "./oneCurrency";
import { askPeriod } from "./periodRows";
import { runCell, type CellQuery, type FunctionInvocation, type QueryContext } from "./query";
import { onlyScenario, resolveScenarios } from "./resolve";

/** Unread arguments of a cell. */
export interface BridgeArguments {
  plan: unknown;
  from: unknown;
  to: unknown;
  by: unknown;
  period: unknown;
  groupBy: unknown;
  currency: unknown;
  basis: unknown;
}

/** The default first. */
export const BRIDGES = ["statement", "pvm"] as const;

/** The number that a bridge explains. */
const NUMBERS = {
  statement: { family: "pnl", label: "EBIT" },
  pvm: { family: "demand", label: "Demand value" },
} as const;

/** The parsed arguments. */
interface BridgeChoice {
  readonly by: (typeof BRIDGES)[number];
  readonly family: "pnl" | "demand";
  readonly period: KpiPeriod;
  readonly parameters: Parameters;
  readonly texts: { readonly from: ScenarioTexts; readonly to: ScenarioTexts };
}

/** Returns the label, amount and kind (start, step, end) of each step. */
export function bridgeTable(given: BridgeArguments, invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  const { plan, from, to, by, period, groupBy, currency, basis } = given;
  const values = ["BRIDGE", plan, from, to, by, period, groupBy, currency, basis];
  return runCell(invocation, (memory) => readOnce(memory, values, () => readBridge(given)));
}

function readBridge(given: BridgeArguments): CellQuery<Cells, Cells> {
  const choice = readChoices(given);
  const { by, texts } = choice;
  return {
    query: {
      async queryFn(context) {
        const from = await findSide(texts.from, "from", context);
        const to = await findSide(texts.to, "to", context);
        // The code comes while the service answers.
        const [before, after, { bridgeRows }] = await all([
          askRows(choice, from, context),
          askRows(choice, to, context),
          import(/* webpackChunkName: "bridge" */ "./bridgeRows"),
        ]);
        checkOneCurrency(context.answers);
        const labelOf = ({ name }: BridgeSide) => `${NUMBERS[by].label} · ${name}`;
        return bridgeRows(by, { label: labelOf(from), rows: before }, { label: labelOf(to), rows: after });
      },
    },
    select: checkCells,
  };
}

function readChoices(given: BridgeArguments): BridgeChoice {
  const { plan, from, to } = given;
  const by = readChoice(given.by, "by", BRIDGES) ?? "statement";
  const { family } = NUMBERS[by];
  return {
    by,
    family,
    period: extendPeriod(readKpiPeriod(given.period, "period"), readChoice(given.basis, "basis", BASES)),
    parameters: { ...readCurrency(given.currency, family), ...readGroupBy(given.groupBy, family, "A P&L") },
    texts: {
      from: readScenarioTexts({ plan, scenario: from }, "from"),
      to: readScenarioTexts({ plan, scenario: to }, "to"),
    },
  };
}

interface BridgeSide {
  readonly plan: string;
  readonly scenario: string;
  readonly name: string;
}

async function findSide(texts: ScenarioTexts, argument: string, context: QueryContext): Promise<BridgeSide> {
  const resolved = await resolveScenarios(texts, context);
  const { id, name = id } = onlyScenario(resolved, "BRIDGE", `scenario in the argument ${argument}`);
  return { plan: resolved.plan, scenario: id, name };
}

/** Returns all rows of the period, and none if no month is left to go. */
async function askRows(
  { family, period, parameters }: BridgeChoice,
  { plan, scenario, name }: BridgeSide,
  context: QueryContext,
): Promise<readonly Row[]> {
  if (isOver(period)) return [];
  const rows = (await askPeriod({ endpoint: family, plan, scenario, parameters }, period, context)).parts.flat();
  if (rows.length > 0) return rows;
  throw new InsightsError("missing", `Nothing was returned by the service for '${name}' in this time.`);
}
