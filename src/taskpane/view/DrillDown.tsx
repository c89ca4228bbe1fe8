import { Body1, Button, Caption1, Link, mergeClasses, Text } from "@fluentui/react-components";
import { useState } from "react";
import type { ExplainActions } from "../../actions/explain";
import type { Dimension, DrillRow, ExplainStep, NumberKind } from "../../actions/state";
import { formatExplained, formatPart } from "../explainNumbers";
import { explainTexts } from "../texts/explain";
import { Bar } from "./Bar";
import { numberText, useExplainStyles, workbookLanguage } from "./explainStyles";
import { useLayout } from "./layout";

/** Rows that are drawn at first, and with each further step. */
const STEP = 50;

/** By what the number can be divided, and its rows. */
export function DrillDown({ step, actions }: { step: ExplainStep; actions: ExplainActions }) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const { dimensions, dimension, drill } = step;
  if (dimensions.length === 0 || !dimension) return null;
  return (
    <div className={mergeClasses(layout.column, styles.group)}>
      <Text weight="semibold" id="divide">
        {explainTexts.divide}
      </Text>
      <div role="group" aria-labelledby="divide" className={styles.dimensions}>
        {dimensions.map((each) => (
          <Button
            key={each}
            size="small"
            className={styles.dimension}
            appearance={each === dimension ? "primary" : "secondary"}
            aria-pressed={each === dimension}
            onClick={() => void actions.divideBy(each)}
          >
            {explainTexts.dimensions[each]}
          </Button>
        ))}
      </div>
      {!drill && <Caption1 role="status">{explainTexts.working}</Caption1>}
      {drill?.state === "failed" && <Body1 role="alert">{drill.message}</Body1>}
      {drill?.state === "asks" && (
        <div className={layout.row}>
          <Caption1>{explainTexts.asksWhy}</Caption1>
          <Button onClick={() => void actions.askService()}>
            {explainTexts.asks(drill.requests, drill.isAtLeast)}
          </Button>
        </div>
      )}
      {drill?.state === "done" && (
        <Rows key={dimension} rows={drill.rows} dimension={dimension} step={step} actions={actions} />
      )}
    </div>
  );
}

interface RowsProps {
  rows: readonly DrillRow[];
  dimension: Dimension;
  step: ExplainStep;
  actions: ExplainActions;
}

function Rows({ rows, dimension, step, actions }: RowsProps) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const [most, setMost] = useState(STEP);
  if (rows.length === 0) return <Caption1 role="status">{explainTexts.noRows}</Caption1>;
  if (rows.every(({ value }) => value === undefined))
    return <Caption1 role="status">{explainTexts.noValues(rows.find(({ reason }) => reason)?.reason ?? "")}</Caption1>;
  const largest = rows.reduce((size, { value = 0 }) => Math.max(size, Math.abs(value)), 0);
  const hidden = rows.length - most;
  return (
    <>
      <ul
        className={mergeClasses(layout.plain, styles.rows)}
        aria-label={explainTexts.rows(explainTexts.dimensions[dimension])}
      >
        {rows.slice(0, most).map((row, at) => (
          <Row
            key={`${at} ${row.label}`}
            row={row}
            largest={largest}
            step={step}
            kind={kindOf(step, dimension)}
            onOpen={() => void actions.openRow(at)}
          />
        ))}
      </ul>
      {hidden > 0 && <Button onClick={() => setMost(most + STEP)}>{explainTexts.more(Math.min(STEP, hidden))}</Button>}
      <div>
        <Button onClick={() => void actions.writeRows()}>{explainTexts.insert}</Button>
      </div>
    </>
  );
}

/** The parts of a ratio are amounts, and the sides of a variance are no variances. */
function kindOf({ kind }: ExplainStep, dimension: Dimension): NumberKind {
  if (dimension === "lines" && (kind === "ratio" || kind === "points" || kind === "amount per unit")) return "amount";
  if (dimension === "sides" && kind === "points") return "ratio";
  if (dimension === "sides" && kind === "percent") return "amount";
  return dimension === "base" && kind === "ratio" ? "points" : kind;
}

/** Returns the length of a bar. Only amounts have one: the bars of ratios are all but alike. */
function sizeOf(value: number | undefined, kind: NumberKind, largest: number): number {
  return value === undefined || largest === 0 || kind !== "amount" ? 0 : Math.abs(value) / largest;
}

interface RowProps {
  row: DrillRow;
  largest: number;
  step: ExplainStep;
  kind: NumberKind;
  onOpen: () => void;
}

function Row({ row, largest, step, kind, onOpen }: RowProps) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const { label, value, reason, share, weight, call } = row;
  const weightLabel = step.combination?.labels[0] ?? "";
  return (
    <li className={styles.row}>
      <div className={styles.label}>
        {call ? (
          <Link as="button" className={styles.label} onClick={onOpen}>
            {label}
          </Link>
        ) : (
          label
        )}
        {value === undefined && reason && (
          <Caption1 block className={layout.detail}>
            {reason}
          </Caption1>
        )}
        {weight !== undefined && (
          <Caption1 block className={layout.detail}>
            {explainTexts.ofWeight(weightLabel, formatExplained(weight, "amount", workbookLanguage()))}
          </Caption1>
        )}
      </div>
      <Bar size={sizeOf(value, kind, largest)} isNegative={(value ?? 0) < 0} />
      <Caption1 className={styles.right}>{numberText(value, kind)}</Caption1>
      <Caption1 className={styles.right}>{share === undefined ? "" : formatPart(share, workbookLanguage())}</Caption1>
    </li>
  );
}
