import { useEffect, useState, type CSSProperties } from "react";
import type { ExplainActions } from "../../actions/explain";
import type {
  Combination,
  Dimension,
  DrillRow,
  Explanation,
  ExplainStep,
  NumberKind,
  StoreState,
} from "../../actions/state";
import { formatExplained, formatPart } from "../explainNumbers";
import { explainTexts } from "../texts/explain";
import { useKit, type Kit } from "./kit";

/** Rows that are drawn at first, and with each further step. */
const STEP = 50;

/** Styles of the view's own: the pane's classes are made by a library that this chunk does not load. */
function stylesOf({ tokens }: Kit) {
  return {
    wrap: { overflowWrap: "anywhere" },
    path: { columnGap: tokens.spacingHorizontalS, display: "flex", flexWrap: "wrap" },
    value: { fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" },
    rows: {
      columnGap: tokens.spacingHorizontalS,
      display: "grid",
      gridTemplateColumns: "minmax(0, 1fr) minmax(24px, 18%) auto auto",
      rowGap: tokens.spacingVerticalXS,
    },
    row: { display: "contents" },
    label: { minWidth: 0, overflowWrap: "anywhere", textAlign: "start" },
    right: { fontVariantNumeric: "tabular-nums", textAlign: "end" },
    number: {
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
      columnGap: tokens.spacingHorizontalM,
      display: "flex",
      justifyContent: "space-between",
      paddingBlock: tokens.spacingVerticalXS,
    },
    dimensions: {
      columnGap: tokens.spacingHorizontalXS,
      display: "flex",
      flexWrap: "wrap",
      rowGap: tokens.spacingVerticalXS,
    },
    dimension: { minWidth: "auto" },
    answer: { display: "flex", flexDirection: "column", paddingBlock: tokens.spacingVerticalXXS },
    group: { gap: tokens.spacingVerticalXS },
  } satisfies Record<string, CSSProperties>;
}

/** A border stays in forced colours, where fills go. A number below 0 is dashed. */
function barStyle({ tokens }: Kit, size: number, isNegative: boolean): CSSProperties {
  return {
    alignSelf: "center",
    backgroundColor: isNegative ? "transparent" : tokens.colorBrandBackground2,
    border: size > 0 ? `1px ${isNegative ? "dashed" : "solid"} ${tokens.colorBrandStroke1}` : "none",
    boxSizing: "border-box",
    height: "8px",
    width: `${100 * size}%`,
  };
}

function language(): string | undefined {
  return (Office.context as Partial<Office.Context>).contentLanguage || undefined;
}

function textOf(value: number | undefined, kind: NumberKind): string {
  return value === undefined ? explainTexts.noValue : formatExplained(value, kind, language());
}

interface ViewProps {
  state: StoreState;
  actions: ExplainActions;
  isVisible: boolean;
}

/** The number of the selected cell, and what it is made of. */
export function ExplainView({ state: { explanation }, actions, isVisible }: ViewProps) {
  const { Body1, Caption1, useLayout } = useKit();
  const layout = useLayout();
  useEffect(() => (isVisible ? actions.followCell() : undefined), [isVisible, actions]);
  if (!explanation || explanation.state === "reading")
    return <Body1 role="status">{explainTexts.reading(explanation?.address ?? "")}</Body1>;
  const { state, message, numbers, unread, isCut, steps } = explanation;
  if (state === "failed") return <Body1 role="alert">{message}</Body1>;
  const step = steps.at(-1);
  return (
    <div className={layout.column}>
      {step ? (
        <Step key={steps.length} explanation={explanation} step={step} actions={actions} />
      ) : (
        <Numbers explanation={explanation} actions={actions} />
      )}
      {!step && unread.length > 0 && (
        <Caption1 className={layout.detail}>{explainTexts.unread(unread.join(", "))}</Caption1>
      )}
      {!step && numbers.length > 0 && isCut && <Caption1 className={layout.detail}>{explainTexts.isCut}</Caption1>}
    </div>
  );
}

function Numbers({ explanation, actions }: { explanation: Explanation; actions: ExplainActions }) {
  const kit = useKit();
  const { Body1, Caption1, Link, Subsection } = kit;
  const styles = stylesOf(kit);
  const layout = kit.useLayout();
  const { address, numbers } = explanation;
  if (numbers.length === 0) return <Body1 role="status">{explainTexts.nothing}</Body1>;
  return (
    <Subsection id="explained" title={explainTexts.numbers(address, numbers.length)}>
      <ul className={layout.plain} aria-labelledby="explained">
        {numbers.map((number, at) => (
          <li key={`${number.address} ${number.title}`} style={styles.number}>
            <div style={styles.label}>
              <Link as="button" style={styles.label} onClick={() => void actions.chooseNumber(at)}>
                {number.title}
              </Link>
              <Caption1 block className={layout.detail}>
                {number.address}
              </Caption1>
            </div>
            <Body1 style={styles.right}>{textOf(number.value, number.kind)}</Body1>
          </li>
        ))}
      </ul>
    </Subsection>
  );
}

interface StepProps {
  explanation: Explanation;
  step: ExplainStep;
  actions: ExplainActions;
}

function Step({ explanation, step, actions }: StepProps) {
  const kit = useKit();
  const { Caption1, MessageBar, MessageBarBody, Subsection, Text } = kit;
  const styles = stylesOf(kit);
  const layout = kit.useLayout();
  const { title, value, kind, error, combination, isNewer, drill } = step;
  const whole = drill?.state === "done" ? drill.whole : undefined;
  return (
    <>
      <Path explanation={explanation} actions={actions} />
      <Subsection id="explained" title={title}>
        {error && value === undefined ? (
          <Caption1 role="status">{explainTexts.error(error)}</Caption1>
        ) : (
          <Text size={600} weight="semibold" style={styles.value}>
            {textOf(value, kind)}
          </Text>
        )}
        {isNewer && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>
              {whole === undefined ? explainTexts.newerUnknown : explainTexts.newer(textOf(whole, kind))}
            </MessageBarBody>
          </MessageBar>
        )}
        {combination && <Caption1 className={layout.detail}>{combined(combination)}</Caption1>}
        <Dimensions step={step} actions={actions} />
        <Answers step={step} />
      </Subsection>
    </>
  );
}

function Path({ explanation: { numbers, steps }, actions }: { explanation: Explanation; actions: ExplainActions }) {
  const kit = useKit();
  const { Link } = kit;
  const styles = stylesOf(kit);
  const before = steps.slice(0, -1);
  if (before.length === 0 && numbers.length < 2) return null;
  return (
    <nav aria-label={explainTexts.path} style={styles.path}>
      {numbers.length > 1 && (
        <Link as="button" onClick={() => actions.goBack(-1)}>
          {explainTexts.all}
        </Link>
      )}
      {before.map(({ label }, at) => (
        <span key={`${at} ${label}`}>
          {(at > 0 || numbers.length > 1) && "› "}
          <Link as="button" style={styles.wrap} onClick={() => actions.goBack(at)}>
            {label}
          </Link>
        </span>
      ))}
      <span style={styles.wrap} aria-current="step">
        › {steps.at(-1)?.label}
      </span>
    </nav>
  );
}

function combined({ by, rows, months, labels }: Combination): string {
  const { sum, ratio, weighted, one, year, months: count } = explainTexts.combined;
  const how =
    by === "ratio"
      ? ratio(labels)
      : by === "weighted" && rows !== 1
        ? weighted(rows, labels)
        : by === "sum" && rows !== undefined && rows > 1
          ? sum(rows)
          : by === "sum" && rows === undefined
            ? ""
            : one;
  const when = months === undefined ? year : count(months);
  return [how, when].filter(Boolean).join(" · ");
}

function Answers({ step: { answers } }: { step: ExplainStep }) {
  const kit = useKit();
  const { Caption1, Text, formatTime } = kit;
  const styles = stylesOf(kit);
  const layout = kit.useLayout();
  if (answers.length === 0) return null;
  return (
    <div>
      <Text as="h3" weight="semibold" className={layout.heading}>
        {explainTexts.answers}
      </Text>
      <ul className={layout.plain}>
        {answers.map(({ family, plan, scenario, computedAt, generatedAt, receivedAt }, at) => (
          <li key={at} style={styles.answer}>
            <Caption1 style={styles.wrap}>{explainTexts.answer(family, plan, scenario)}</Caption1>
            <Caption1 className={layout.detail}>
              {generatedAt === undefined && receivedAt === computedAt
                ? explainTexts.computedUnsaid
                : explainTexts.computed(formatTime(computedAt))}
              {receivedAt !== undefined && ` · ${explainTexts.received(formatTime(receivedAt))}`}
            </Caption1>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Dimensions({ step, actions }: { step: ExplainStep; actions: ExplainActions }) {
  const kit = useKit();
  const { Body1, Button, Caption1, Text } = kit;
  const styles = stylesOf(kit);
  const layout = kit.useLayout();
  const { dimensions, dimension, drill } = step;
  if (dimensions.length === 0 || !dimension) return null;
  return (
    <div className={layout.column} style={styles.group}>
      <Text weight="semibold" id="divide">
        {explainTexts.divide}
      </Text>
      <div role="group" aria-labelledby="divide" style={styles.dimensions}>
        {dimensions.map((each) => (
          <Button
            key={each}
            size="small"
            style={styles.dimension}
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
  const kit = useKit();
  const { Button, Caption1 } = kit;
  const styles = stylesOf(kit);
  const layout = kit.useLayout();
  const [most, setMost] = useState(STEP);
  if (rows.length === 0) return <Caption1 role="status">{explainTexts.noRows}</Caption1>;
  const largest = rows.reduce((size, { value = 0 }) => Math.max(size, Math.abs(value)), 0);
  const hidden = rows.length - most;
  return (
    <>
      <ul
        className={layout.plain}
        style={styles.rows}
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

interface RowProps {
  row: DrillRow;
  largest: number;
  step: ExplainStep;
  kind: NumberKind;
  onOpen: () => void;
}

function Row({ row, largest, step, kind, onOpen }: RowProps) {
  const kit = useKit();
  const { Caption1, Link } = kit;
  const styles = stylesOf(kit);
  const layout = kit.useLayout();
  const { label, value, reason, share, weight, call } = row;
  const weightLabel = step.combination?.labels[0] ?? "";
  return (
    <li style={styles.row}>
      <div style={styles.label}>
        {call ? (
          <Link as="button" style={styles.label} onClick={onOpen}>
            {label}
          </Link>
        ) : (
          label
        )}
        {weight !== undefined && (
          <Caption1 block className={layout.detail}>
            {explainTexts.ofWeight(weightLabel, formatExplained(weight, "amount", language()))}
          </Caption1>
        )}
      </div>
      <div
        style={barStyle(kit, value === undefined || largest === 0 ? 0 : Math.abs(value) / largest, (value ?? 0) < 0)}
      />
      <Caption1 style={styles.right} title={reason}>
        {textOf(value, kind)}
      </Caption1>
      <Caption1 style={styles.right}>{share === undefined ? "" : formatPart(share, language())}</Caption1>
    </li>
  );
}
