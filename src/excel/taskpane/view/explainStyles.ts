import { makeStyles, tokens } from "@fluentui/react-components";

/** The styles of the views that explain a cell. */
export const useExplainStyles = makeStyles({
  wrap: { overflowWrap: "anywhere" },
  path: { columnGap: tokens.spacingHorizontalS, display: "flex", flexWrap: "wrap" },
  value: { fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" },
  label: { minWidth: 0, overflowWrap: "anywhere", textAlign: "start" },
  answer: { display: "flex", flexDirection: "column", paddingBlock: tokens.spacingVerticalXXS },
  words: { overflowWrap: "anywhere", whiteSpace: "pre-line" },
  group: { gap: tokens.spacingVerticalXS },
});
