/** BRIDGE: the steps from one scenario's number to another's. */
import { findField, groupOf, InsightsError, type Parameters, type Row } from "../insights";
import { readOnce } from "./argumentCache";
import { readChoice, readCurrency, readGroupBy, readScenarioTexts, type ScenarioTexts } from "./arguments";
import { BASES } from "./basis";
import { bridgeCells, type BridgeSteps } from "./bridgeSteps";
import { checkCells, type Cells } from "./cell";
import { extendPeriod, isOver, readKpiPeriod, type KpiPeriod } from "./kpiPeriod";
import { all } from "./ask";
import { checkOneCurrency } from "./oneCurrency";
import { askPeriod } from "./periodRows";
import { pvmSteps, type ItemChange, type VolumeValue } from "./pvmBridge";
import { runCell, type CellQuery, type FunctionInvocation, type QueryContext } from "./query";
import { onlyScenario, resolveScenarios } from "./resolve";
import { statementSteps } from "./statementBridge";
import { total } from "./total";

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

/** The number that a bridge explains, and its steps. */
interface BridgeForm {
  readonly family: "pnl" | "demand";
  /** The name of the number. */
  readonly label: string;
  readonly steps: (from: readonly Row[], to: readonly Row[]) => BridgeSteps;
}

type BridgeName = "statement" | "pvm";
const FORMS: Readonly<Record<BridgeName, BridgeForm>> = {
  statement: { family: "pnl", label: "EBIT", steps: statementSteps },
  pvm: { family: "demand", label: "Demand value", steps: (from, to) => pvmSteps(itemsOf(from, to)) },
};
/** The default first. */
export const BRIDGES = Object.keys(FORMS) as readonly BridgeName[];

/** What to ask for. */
interface BridgeChoice {
  readonly form: BridgeForm;
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

interface BridgeData {
  readonly sides: readonly BridgeSide[];
  readonly rows: readonly (readonly Row[])[];
}

function readBridge(given: BridgeArguments): CellQuery<BridgeData, Cells> {
  const choice = readChoices(given);
  const { form, texts } = choice;
  return {
    query: {
      async queryFn(context) {
        const sides = [await findSide(texts.from, "from", context), await findSide(texts.to, "to", context)];
        const rows = await all(sides.map((side) => askRows(choice, side, context)));
        checkOneCurrency(context.answers);
        return { sides, rows };
      },
    },
    select({ sides, rows: [before = [], after = []] }) {
      const [start = "", end = ""] = sides.map(({ name }) => `${form.label} · ${name}`);
      return checkCells(bridgeCells(form.steps(before, after), start, end));
    },
  };
}

function readChoices(given: BridgeArguments): BridgeChoice {
  const { plan, from, to } = given;
  const form = FORMS[readChoice(given.by, "by", BRIDGES) ?? "statement"];
  const { family } = form;
  return {
    form,
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
  { form: { family }, period, parameters }: BridgeChoice,
  { plan, scenario, name }: BridgeSide,
  context: QueryContext,
): Promise<readonly Row[]> {
  if (isOver(period)) return [];
  const rows = (await askPeriod({ endpoint: family, plan, scenario, parameters }, period, context)).parts.flat();
  if (rows.length > 0) return rows;
  throw new InsightsError("missing", `Nothing was returned by the service for '${name}' in this time.`);
}

/** Returns every item of either side. An item that a side lacks has volume and value 0 there. */
function itemsOf(from: readonly Row[], to: readonly Row[]): ItemChange[] {
  const [before, after] = [rowsByItem(from), rowsByItem(to)];
  const items = new Set([...before.keys(), ...after.keys()]);
  return [...items].map((item) => ({
    before: volumeValueOf(before.get(item) ?? []),
    after: volumeValueOf(after.get(item) ?? []),
  }));
}

function rowsByItem(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const byItem = new Map<string, Row[]>();
  for (const row of rows) {
    const item = groupOf(row) ?? "";
    const others = byItem.get(item) ?? [];
    others.push(row);
    byItem.set(item, others);
  }
  return byItem;
}

function volumeValueOf(rows: readonly Row[]): VolumeValue {
  const sum = (name: string): number => {
    const field = findField(name);
    return field && rows.length > 0 ? total(field, rows) : 0;
  };
  return { volume: sum("demandVolume"), value: sum("demandValue") };
}
