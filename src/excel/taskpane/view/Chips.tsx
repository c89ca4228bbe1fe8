import { Button, Caption1, makeStyles, mergeClasses, Text, tokens } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";
import { moveByArrows, tabIndexAt } from "./arrowKeys";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS, minWidth: 0 },
  chips: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalXS, minWidth: 0 },
  chip: { fontWeight: tokens.fontWeightRegular, maxWidth: "100%", minWidth: "auto", overflowWrap: "anywhere" },
  lines: { display: "flex", flexDirection: "column", minWidth: 0 },
  line: {
    fontWeight: tokens.fontWeightRegular,
    justifyContent: "start",
    maxWidth: "100%",
    minWidth: 0,
    paddingInline: tokens.spacingHorizontalXS,
    textAlign: "start",
  },
  chosen: { fontWeight: tokens.fontWeightSemibold },
});

export interface Chip {
  readonly key: string;
  readonly label: ReactNode;
}

interface ChipsProps {
  label: string;
  /** Stands below the label. */
  note?: string | undefined;
  chips: readonly Chip[];
  chosen: string | undefined;
  /** One below the other, as wide as the pane, for labels that hold more than a name. @default false */
  areLines?: boolean;
  onChoose: (key: string) => void;
  /** Stands below the chips. */
  children?: ReactNode;
}

/** One of a few choices, all in sight. Arrow keys lead from one to the next, so that the group is one stop of the Tab key. */
export function Chips({ label, note, chips, chosen, areLines = false, onChoose, children }: ChipsProps) {
  const styles = useStyles();
  const layout = useLayout();
  const id = useId();
  const pressed = chips.findIndex(({ key }) => key === chosen);
  const others = areLines ? "subtle" : "secondary";
  const look = (isPressed: boolean) => (areLines ? mergeClasses(styles.line, isPressed && styles.chosen) : styles.chip);
  return (
    <div role="group" aria-labelledby={id} className={styles.root}>
      <Text weight="semibold" id={id}>
        {label}
      </Text>
      {note && <Caption1 className={layout.detail}>{note}</Caption1>}
      <div role="none" className={areLines ? styles.lines : styles.chips} onKeyDown={moveByArrows}>
        {chips.map(({ key, label: content }, at) => (
          <Button
            key={key}
            size="small"
            shape={areLines ? "rounded" : "circular"}
            className={look(at === pressed)}
            appearance={at === pressed ? "primary" : others}
            aria-pressed={at === pressed}
            tabIndex={tabIndexAt(at, pressed)}
            onClick={() => onChoose(key)}
          >
            {content}
          </Button>
        ))}
      </div>
      {children}
    </div>
  );
}
