import { makeStyles, tokens } from "@fluentui/react-components";

const PINNED = {
  backgroundColor: tokens.colorNeutralBackground1,
  borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  bottom: 0,
  display: "flex",
  flexDirection: "column",
  gap: tokens.spacingVerticalXS,
  paddingBlock: tokens.spacingVerticalS,
  position: "sticky",
  zIndex: 1,
} as const;
/** As at 200 %. */
const LOW = "@media (max-height: 640px)";

/** The styles that the views share. */
export const useLayout = makeStyles({
  column: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalM, minWidth: 0 },
  row: { alignItems: "center", display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS, minWidth: 0 },
  fill: { flexGrow: 1, minWidth: 0 },
  heading: { margin: 0 },
  code: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: "anywhere" },
  /** A box's list, above parts that stay in sight. */
  listbox: { maxHeight: "40vh", zIndex: 2 },
  detail: { color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  /** Stays in sight while what is above it scrolls; in a low pane its action alone, so that the fields have room. */
  foot: { ...PINNED, [LOW]: { display: "contents" } },
  action: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalS, [LOW]: PINNED },
  /** An action that always stays in sight. */
  pinned: PINNED,
  /** Read to people who do not see. */
  unseen: {
    clipPath: "inset(50%)",
    height: "1px",
    overflow: "hidden",
    position: "absolute",
    whiteSpace: "nowrap",
    width: "1px",
  },
  plain: { listStyleType: "none", margin: 0, padding: 0 },
});
