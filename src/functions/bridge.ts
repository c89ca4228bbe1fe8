/** BRIDGE: the steps that lead from one scenario's number to another's. */
import { findField, groupOf, InsightsError, type Parameters, type Row } from "../insights";
import { readChoice, readCurrency, readGroupBy, readScenarioTexts, type ScenarioTexts } from "./arguments";
import { BASES } from "./basis";
import { bridgeCells, type BridgeSteps } from "./bridgeSteps";
import { together, type CellCall, type FunctionInvocation } from "./call";
import { answerCells, type Cells } from "./cell";
import { extendPeriod, isOver, readKpiPeriod, type KpiPeriod } from "./kpiPeriod";
import { checkOneCurrency } from "./oneCurrency";
import { askPeriod, type PeriodRows } from "./periodRows";
import { pvmSteps, type ItemChange, type VolumeValue } from "./pvmBridge";
import { onlyScenario, resolveScenarios } from "./resolve";
import { statementSteps } from "./statementBridge";
import { total } from "./total";

/** As they arrive from the cell. */
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

/** What a bridge leads from and to, and the steps between. */
interface BridgeForm {
  readonly family: "pnl" | "demand";
  /** Of the number. */
  readonly label: string;
  readonly steps: (from: readonly Row[], to: readonly Row[]) => BridgeSteps;
}

type BridgeName = "statement" | "pvm";
const FORMS: Readonly<Record<BridgeName, BridgeForm>> = {
  statement: { family: "pnl", label: "EBIT", steps: statementSteps },
  pvm: { family: "demand", label: "Demand value", steps: (from, to) => pvmSteps(itemsOf(from, to)) },
};
/** The usual one first. */
export const BRIDGES = Object.keys(FORMS) as readonly BridgeName[];

interface BridgeQuery {
  readonly form: BridgeForm;
  readonly period: KpiPeriod;
  readonly parameters: Parameters;
  readonly texts: { readonly from: ScenarioTexts; readonly to: ScenarioTexts };
}

/** Label, amount and kind (start, step, end) of each step. */
export function bridgeTable(given: BridgeArguments, invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  return answerCells(invocation, () => readBridge(given), workOutBridge);
}

function workOutBridge(query: BridgeQuery, call: CellCall): Cells {
  const { form, texts } = query;
  const [from, to] = [findSide(texts.from, "from", call), findSide(texts.to, "to", call)];
  const [before, after] = together<[PeriodRows, PeriodRows]>([
    () => askRows(query, from, call),
    () => askRows(query, to, call),
  ]);
  checkOneCurrency([...before.answers, ...after.answers]);
  return bridgeCells(
    form.steps(before.parts.flat(), after.parts.flat()),
    `${form.label} · ${from.name}`,
    `${form.label} · ${to.name}`,
  );
}

function readBridge(given: BridgeArguments): BridgeQuery {
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

function findSide(texts: ScenarioTexts, argument: string, call: CellCall): BridgeSide {
  const resolved = resolveScenarios(texts, call);
  const { id, name = id } = onlyScenario(resolved, "BRIDGE", `scenario in the argument ${argument}`);
  return { plan: resolved.plan, scenario: id, name };
}

/** All rows of the period; none where nothing is left to go. */
function askRows(
  { form: { family }, period, parameters }: BridgeQuery,
  { plan, scenario, name }: BridgeSide,
  call: CellCall,
): PeriodRows {
  if (isOver(period)) return { parts: [], answers: [] };
  const rows = askPeriod({ endpoint: family, plan, scenario, parameters }, period, call);
  if (rows.parts.some((part) => part.length > 0)) return rows;
  throw new InsightsError("missing", `Nothing was returned by the service for '${name}' in this time.`);
}

/** Every item of either side; one that a side does not have has neither volume nor value there. */
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
