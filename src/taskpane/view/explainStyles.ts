import type { CSSProperties } from "react";
import type { NumberKind } from "../../actions/state";
import { formatExplained } from "../explainNumbers";
import { explainTexts } from "../texts/explain";
import type { Kit } from "./kit";

/** Styles of the view's own: the pane's classes are made by a library that this chunk does not load. */
export function explainStyles({ tokens }: Kit) {
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
    // As high as the line of a label, which is written larger.
    right: { fontVariantNumeric: "tabular-nums", lineHeight: tokens.lineHeightBase300, textAlign: "end" },
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
export function explainBar({ tokens }: Kit, size: number, isNegative: boolean): CSSProperties {
  return {
    alignSelf: "center",
    backgroundColor: isNegative ? "transparent" : tokens.colorBrandBackground2,
    border: size > 0 ? `1px ${isNegative ? "dashed" : "solid"} ${tokens.colorBrandStroke1}` : "none",
    boxSizing: "border-box",
    height: "8px",
    width: `${100 * size}%`,
  };
}

/** The language of the workbook's formats; the browser's without a host. */
export function workbookLanguage(): string | undefined {
  return (Office.context as Partial<Office.Context>).contentLanguage || undefined;
}

export function numberText(value: number | undefined, kind: NumberKind): string {
  return value === undefined ? explainTexts.noValue : formatExplained(value, kind, workbookLanguage());
}
