import { makeStyles, tokens } from "@fluentui/react-components";

/** The styles of the views that explain a cell. */
export const useExplainStyles = makeStyles({
  wrap: { overflowWrap: "anywhere" },
  path: { columnGap: tokens.spacingHorizontalS, display: "flex", flexWrap: "wrap" },
  value: { fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" },
  rows: {
    alignItems: "center",
    columnGap: tokens.spacingHorizontalS,
    display: "grid",
    // The longest word of a line, such as "expenses", stays whole in the narrowest pane.
    gridTemplateColumns: "minmax(10ch, 1fr) minmax(16px, 25%) auto auto",
    rowGap: tokens.spacingVerticalXS,
  },
  row: { display: "contents" },
  label: { minWidth: 0, overflowWrap: "anywhere", textAlign: "start" },
  // As high as the line of a label, which is written larger.
  right: { fontVariantNumeric: "tabular-nums", lineHeight: tokens.lineHeightBase300, textAlign: "end" },
  rule: { borderTop: `1px solid ${tokens.colorNeutralStroke1}`, gridColumn: "1 / -1" },
  sum: { fontWeight: tokens.fontWeightSemibold },
  number: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    columnGap: tokens.spacingHorizontalM,
    display: "flex",
    justifyContent: "space-between",
    paddingBlock: tokens.spacingVerticalXS,
  },
  answer: { display: "flex", flexDirection: "column", paddingBlock: tokens.spacingVerticalXXS },
  group: { gap: tokens.spacingVerticalXS },
});
