import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";

const useStyles = makeStyles({
  bar: { alignSelf: "center", boxSizing: "border-box", height: "8px" },
  // A border stays in forced colours, where fills go.
  positive: { backgroundColor: tokens.colorBrandBackground2, border: `1px solid ${tokens.colorBrandStroke1}` },
  negative: { border: `1px dashed ${tokens.colorBrandStroke1}` },
});

/** A bar whose length compares numbers; one below 0 is dashed. `size` is its share of the room, from 0 to 1; 0 draws nothing. */
export function Bar({ size, isNegative }: { size: number; isNegative: boolean }) {
  const styles = useStyles();
  if (size === 0) return <span />;
  const className = mergeClasses(styles.bar, isNegative ? styles.negative : styles.positive);
  return <div className={className} style={{ width: `${100 * size}%` }} />;
}
