import { Body1, Button, Caption1, Link, mergeClasses } from "@fluentui/react-components";
import { useState } from "react";
import type { ExplainActions } from "../../actions/explain/explanation";
import type { Dimension } from "../../../numbers/analysis/parts";
import type { Division, Part } from "../../../numbers/analysis/division";
import { areShares } from "../../../numbers/language/shareWords";
import type { NumberKind } from "../../../numbers/analysis/explainedNumber";
import type { Divisions, ExplainStep } from "../../actions/explain/explainState";
import { lastMonthOf, numberText, shareText } from "../explainNumbers";
import { explainTexts } from "../texts/explain";
import { boundsOf, type BarBounds } from "./Bar";
import { DimensionChips } from "./DimensionChips";
import { useExplainStyles } from "./explainStyles";
import { useLayout } from "./layout";
import { MoreRows, ROW_STEP } from "./MoreRows";
import { Nearest } from "./Nearest";
import { NumberList, NumberRow } from "./NumberRow";

/** By what the number can be divided, its parts, and what the service divides in its place. */
export function Parts({ step, actions }: { step: ExplainStep; actions: ExplainActions }) {
  return (
    <>
      <Divided step={step} actions={actions} />
      <Nearest nearest={step.nearest} onOpen={(dimension) => void actions.openNearest(dimension)} />
    </>
  );
}

function Divided({ step, actions }: { step: ExplainStep; actions: ExplainActions }) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const { dimensions, dimension, divisions } = step;
  if (dimensions.length === 0) return null;
  if (!divisions) return <Caption1 role="status">{explainTexts.working}</Caption1>;
  const division = dimension && divisions[dimension];
  return (
    <div className={mergeClasses(layout.column, styles.group)}>
      <DimensionChips
        label={explainTexts.divide}
        choices={choicesOf(dimensions, divisions)}
        chosen={dimension}
        onChoose={(each) => void actions.divideBy(each)}
      />
      {!division && <Caption1 role="status">{explainTexts.working}</Caption1>}
      {division?.state === "failed" && <Body1 role="alert">{division.message}</Body1>}
      {dimension && division?.state === "done" && (
        <Rows key={dimension} division={division} dimension={dimension} step={step} actions={actions} />
      )}
    </div>
  );
}

function choicesOf(dimensions: readonly Dimension[], divisions: Divisions) {
  return dimensions.map((dimension) => {
    const division = divisions[dimension];
    return { dimension, asks: division?.state === "asks" ? division : undefined };
  });
}

interface RowsProps {
  division: Extract<Division, { state: "done" }>;
  dimension: Dimension;
  step: ExplainStep;
  actions: ExplainActions;
}

/** Texts of at most so many parts are listed. */
const MOST_NAMED = 6;

function listText(labels: readonly string[]): string {
  const some = labels.length > MOST_NAMED ? [...labels.slice(0, MOST_NAMED), "…"] : labels;
  return some.join(", ");
}

function sumLabel({ call, label }: ExplainStep): string {
  return explainTexts.sum(call.id === "VAR" ? explainTexts.variance(label) : label);
}

/** Returns what a part of a variance does to profit or service; undefined for a bare difference, or a part of another number. */
function effectOf(
  { call }: ExplainStep,
  dimension: Dimension,
  amount: number | undefined,
): "better" | "worse" | undefined {
  const isPlain = call.id === "KPI" || dimension === "sides" || !amount || /difference/i.test(String(call.args.at(9)));
  return isPlain ? undefined : amount > 0 ? "better" : "worse";
}

function Rows({ division: { parts, isBySize, whole }, dimension, step, actions }: RowsProps) {
  const [most, setMost] = useState(ROW_STEP);
  if (parts.length === 0) return <Caption1 role="status">{explainTexts.noRows}</Caption1>;
  const missing = parts.filter(({ amount }) => amount === undefined);
  const labels = listText(missing.map(({ label }) => label));
  if (missing.length === parts.length)
    return (
      <Caption1 role="status">
        {explainTexts.noValues(labels, missing.find(({ reason }) => reason && reason !== step.error)?.reason ?? "")}
      </Caption1>
    );
  const bounds = boundsOf(parts.map(({ amount }) => amount));
  const hidden = parts.length - most;
  // Shares are of a whole that the parts add up to.
  const isSum = whole !== undefined && hidden <= 0 && parts.some(({ share }) => share !== undefined);
  const last = dimension === "month" && step.value === undefined ? lastMonthOf(parts) : undefined;
  return (
    <>
      {last && <Body1 role="status">{explainTexts.ends(last)}</Body1>}
      {dimension === "lines" && step.cause !== undefined && <Body1>{explainTexts.cause(step.cause)}</Body1>}
      {!last && step.value === undefined && missing.length > 0 && (
        <Body1 role="status">{explainTexts.missing(labels)}</Body1>
      )}
      <NumberList label={explainTexts.rows(explainTexts.dimensions[dimension], isBySize)}>
        {parts.slice(0, most).map((part, at) => (
          <Row
            key={`${at} ${part.label}`}
            part={part}
            bounds={bounds}
            step={step}
            kind={partsKind(step, dimension)}
            hasShare={areShares(parts)}
            isVariance={isVarianceBy(step, dimension)}
            effect={effectOf(step, dimension, part.amount)}
            onOpen={() => void actions.openPart(at)}
          />
        ))}
        {isSum && (
          <NumberRow
            label={sumLabel(step)}
            number={numberText(whole, step.kind, step.call.id === "VAR")}
            share=""
            isSum
          />
        )}
      </NumberList>
      <MoreRows hidden={hidden} onMore={() => setMost(most + ROW_STEP)} />
      <div>
        <Button onClick={() => void actions.writeParts()}>{explainTexts.insert}</Button>
      </div>
    </>
  );
}

/** The parts of a ratio are amounts, and the sides of a variance are no variances. */
function partsKind({ kind }: ExplainStep, dimension: Dimension): NumberKind {
  if (dimension === "lines" && (kind === "ratio" || kind === "points" || kind === "amount per unit")) return "amount";
  if (dimension === "sides" && kind === "points") return "ratio";
  if (dimension === "sides" && kind === "percent") return "amount";
  return dimension === "base" && kind === "ratio" ? "points" : kind;
}

/** True if the parts are variances: from other scenarios, or those of a variance. */
function isVarianceBy({ call }: ExplainStep, dimension: Dimension): boolean {
  return dimension === "base" || (call.id === "VAR" && dimension !== "sides");
}

/** The bars of ratios and prices are all but alike. */
function hasSize(kind: NumberKind): boolean {
  return kind !== "ratio" && kind !== "points" && kind !== "percent" && kind !== "amount per unit";
}

interface RowProps {
  part: Part;
  bounds: BarBounds;
  step: ExplainStep;
  kind: NumberKind;
  hasShare: boolean;
  isVariance: boolean;
  effect: "better" | "worse" | undefined;
  onOpen: () => void;
}

function Row({ part, bounds, step, kind, hasShare, isVariance, effect, onOpen }: RowProps) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const { label, amount, reason, share, weight, call } = part;
  const weightLabel = step.combination?.labels[0] ?? "";
  const name = call ? (
    <Link as="button" className={styles.label} onClick={onOpen}>
      {label}
    </Link>
  ) : (
    label
  );
  return (
    <NumberRow
      label={name}
      number={numberText(amount, kind, isVariance)}
      share={hasShare ? shareText(share) : ""}
      bar={{ value: hasSize(kind) ? amount : undefined, bounds }}
      effect={effect}
    >
      {amount === undefined && reason && <Caption1 className={layout.detail}>{reason}</Caption1>}
      {weight !== undefined && (
        <Caption1 className={layout.detail}>
          {explainTexts.ofWeight(weightLabel, numberText(weight, "amount"))}
        </Caption1>
      )}
    </NumberRow>
  );
}
