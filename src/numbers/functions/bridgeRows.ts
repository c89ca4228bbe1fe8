/** Computes a bridge from the rows of its two sides, as cells. */
import { findField, groupOf, groupTexts, type Plan, type AnswerRow } from "../../insights";
import type { BridgeSteps } from "../analysis/bridge";
import type { Cells } from "./cell";
import type { ComparedSide } from "./comparison";
import { indexItems, sameItem } from "../language/items";
import { monthsLabel } from "../language/monthsLabel";
import { pvmSteps, type ItemChange, type VolumeValue } from "../analysis/pvmBridge";
import { statementSteps } from "../analysis/statementBridge";
import { addUp } from "./rowSum";

/** One scenario's label, such as "EBIT · Actual", and its rows. */
export interface BridgeEnd {
  readonly label: string;
  readonly rows: readonly AnswerRow[];
}

/** Returns the labels of start and end: number and scenario; also period and plan if these differ. */
export function bridgeLabels(number: string, from: ComparedSide, to: ComparedSide, plans: readonly Plan[] | undefined) {
  const isOtherPeriod = String(from.period) !== String(to.period);
  const endLabel = ({ name, period, plan }: ComparedSide) => [
    number,
    name,
    ...(isOtherPeriod && period ? [monthsLabel(period)] : []),
    ...(from.plan === to.plan ? [] : [plans?.find(({ id }) => id === plan)?.name ?? plan]),
  ];
  return { from: endLabel(from).join(" · "), to: endLabel(to).join(" · ") };
}

/** Returns a header row, then the start, one row for each step, and the end. */
export function bridgeRows(by: "statement" | "pvm", from: BridgeEnd, to: BridgeEnd): Cells {
  const { start, steps, end } = stepsBetween(by, from.rows, to.rows);
  return [
    ["Label", "Amount", "Kind"],
    [from.label, start, "start"],
    ...steps.map(({ label, amount }) => [label, amount, "step"]),
    [to.label, end, "end"],
  ];
}

function stepsBetween(by: "statement" | "pvm", from: readonly AnswerRow[], to: readonly AnswerRow[]): BridgeSteps {
  return by === "statement" ? statementSteps(from, to) : pvmSteps(itemsOf(from, to));
}

/** Returns every item of either side, in one spelling. An item that a side lacks has volume and value 0 there. */
function itemsOf(from: readonly AnswerRow[], to: readonly AnswerRow[]): ItemChange[] {
  const answers = [...new Set([...from, ...to].map(({ rows }) => rows))];
  const spelling = sameItem(answers.map((rows) => indexItems(groupTexts(rows))));
  const [before, after] = [rowsByItem(from, spelling), rowsByItem(to, spelling)];
  const items = new Set([...before.keys(), ...after.keys()]);
  return [...items].map((item) => ({
    before: volumeValueOf(before.get(item) ?? []),
    after: volumeValueOf(after.get(item) ?? []),
  }));
}

function rowsByItem(rows: readonly AnswerRow[], spelling: (item: string) => string): ReadonlyMap<string, AnswerRow[]> {
  const byItem = new Map<string, AnswerRow[]>();
  for (const row of rows) {
    const item = spelling(groupOf(row) ?? "");
    const others = byItem.get(item) ?? [];
    others.push(row);
    byItem.set(item, others);
  }
  return byItem;
}

function volumeValueOf(rows: readonly AnswerRow[]): VolumeValue {
  const sum = (name: string): number => {
    const field = findField(name);
    return field && rows.length > 0 ? addUp(field, rows) : 0;
  };
  return { volume: sum("demandVolume"), value: sum("demandValue") };
}
