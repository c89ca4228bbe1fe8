import { makeStyles, mergeClasses, Text, tokens } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { unbroken } from "../format";
import { Bar, type BarBounds } from "./Bar";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  // The longest word of a line, such as "expenses", stays whole in the narrowest pane.
  list: {
    columnGap: tokens.spacingHorizontalS,
    display: "grid",
    gridTemplateColumns: "minmax(10ch, 1fr) minmax(16px, 25%) auto auto",
  },
  row: {
    alignItems: "center",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    display: "grid",
    gridColumn: "1 / -1",
    gridTemplateColumns: "subgrid",
    paddingBlock: tokens.spacingVerticalXXS,
  },
  // As wide as before, with its colour around it.
  open: {
    backgroundColor: tokens.colorNeutralBackground2,
    marginInline: `calc(-1 * ${tokens.spacingHorizontalS})`,
    paddingInline: tokens.spacingHorizontalS,
  },
  sum: { borderTop: `1px solid ${tokens.colorNeutralStroke1}`, fontWeight: tokens.fontWeightSemibold },
  label: { minWidth: 0, overflowWrap: "anywhere", textAlign: "start" },
  noBar: { gridColumn: "1 / 3" },
  number: { fontVariantNumeric: "tabular-nums", textAlign: "end" },
  noShare: { gridColumn: "3 / 5" },
  below: { display: "flex", flexDirection: "column", gridColumn: "1 / -1", minWidth: 0 },
});

interface NumberListProps {
  label?: string;
  children: ReactNode;
}

/** Numbers with their bars, which stand in columns. */
export function NumberList({ label, children }: NumberListProps) {
  const styles = useStyles();
  const layout = useLayout();
  return (
    <ul className={mergeClasses(layout.plain, styles.list)} {...(label && { "aria-label": label })}>
      {children}
    </ul>
  );
}

interface NumberRowProps {
  label: ReactNode;
  /** As it is written; "" for none. */
  number: string;
  share?: string;
  /** Undefined draws no bar, and leaves its room to the label. */
  bar?: { readonly value: number | undefined; readonly bounds: BarBounds } | undefined;
  /** What the number does to profit or service: the colour of its bar. */
  effect?: "better" | "worse" | undefined;
  isSum?: boolean;
  /** What belongs to the row is shown below it. */
  isOpen?: boolean;
  /** Stands below, as wide as the list. */
  children?: ReactNode;
}

/** A number with its bar, and what is said of it. */
export function NumberRow({ label, number, share, bar, effect, isSum, isOpen, children }: NumberRowProps) {
  const styles = useStyles();
  return (
    <li className={mergeClasses(styles.row, isSum && styles.sum, isOpen && styles.open)}>
      <div className={mergeClasses(styles.label, !bar && styles.noBar)}>
        {typeof label === "string" ? unbroken(label) : label}
      </div>
      {bar && <Bar {...bar} effect={effect} />}
      <Text
        size={200}
        weight={isSum ? "semibold" : "regular"}
        className={mergeClasses(styles.number, share === undefined && styles.noShare)}
      >
        {unbroken(number)}
      </Text>
      {share !== undefined && (
        <Text size={200} className={styles.number}>
          {unbroken(share)}
        </Text>
      )}
      {children && <div className={styles.below}>{children}</div>}
    </li>
  );
}
