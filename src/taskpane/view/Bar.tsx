import { makeStyles, mergeClasses, shorthands, tokens } from "@fluentui/react-components";

const useStyles = makeStyles({
  bar: { alignSelf: "center", boxSizing: "border-box", height: "8px" },
  // A border stays in forced colours, where fills go.
  positive: { backgroundColor: tokens.colorBrandBackground2, border: `1px solid ${tokens.colorBrandStroke1}` },
  negative: { border: `1px dashed ${tokens.colorBrandStroke1}` },
  better: {
    backgroundColor: tokens.colorStatusSuccessBackground3,
    ...shorthands.borderColor(tokens.colorStatusSuccessBorder2),
  },
  worse: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    ...shorthands.borderColor(tokens.colorStatusDangerBorder2),
  },
});

interface BarProps {
  /** Its share of the room, from 0 to 1; 0 draws nothing. */
  size: number;
  isNegative: boolean;
  /** Colours what the number does to profit or service. */
  effect?: "better" | "worse" | undefined;
}

/** A bar whose length compares numbers; one below 0 is dashed. */
export function Bar({ size, isNegative, effect }: BarProps) {
  const styles = useStyles();
  if (size === 0) return <span />;
  const className = mergeClasses(styles.bar, isNegative ? styles.negative : styles.positive, effect && styles[effect]);
  return <div className={className} style={{ width: `${100 * size}%` }} />;
}
