import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";

const useStyles = makeStyles({
  room: { alignSelf: "center", height: "10px", minWidth: 0, position: "relative", width: "100%" },
  axis: {
    backgroundColor: tokens.colorNeutralStroke1,
    height: "14px",
    position: "absolute",
    top: "-2px",
    width: "1px",
  },
  bar: { boxSizing: "border-box", height: "10px", minWidth: "1px", position: "absolute" },
  // A border stays in forced colours, where fills go.
  plain: { backgroundColor: tokens.colorBrandBackground2, border: `1px solid ${tokens.colorBrandStroke1}` },
  better: {
    backgroundColor: tokens.colorStatusSuccessBackground3,
    border: `1px solid ${tokens.colorStatusSuccessBorder2}`,
  },
  worse: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    border: `1px solid ${tokens.colorStatusDangerBorder2}`,
  },
});

/** The least and the largest of numbers that bars compare, and 0. */
export interface BarBounds {
  readonly least: number;
  readonly largest: number;
}

/** Returns the bounds of bars that stand below each other. */
export function boundsOf(values: readonly (number | undefined)[]): BarBounds {
  return values.reduce<BarBounds>(
    ({ least, largest }, value = 0) => ({ least: Math.min(least, value), largest: Math.max(largest, value) }),
    { least: 0, largest: 0 },
  );
}

interface BarProps {
  /** Undefined draws nothing. */
  value: number | undefined;
  bounds: BarBounds;
  /** Colours what the number does to profit or service. */
  effect?: "better" | "worse" | undefined;
}

/** A bar from the axis of 0: to the right for more, to the left for less. */
export function Bar({ value, bounds: { least, largest }, effect }: BarProps) {
  const styles = useStyles();
  const room = largest - least;
  if (value === undefined || room === 0) return <span />;
  const percentOf = (number: number) => `${(100 * number) / room}%`;
  const place = { left: percentOf(Math.min(0, value) - least), width: percentOf(Math.abs(value)) };
  return (
    <div className={styles.room}>
      {value !== 0 && <div className={mergeClasses(styles.bar, styles[effect ?? "plain"])} style={place} />}
      {least < 0 && <div className={styles.axis} style={{ left: percentOf(-least) }} />}
    </div>
  );
}
