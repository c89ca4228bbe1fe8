import { Button, makeStyles, Text, tokens } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";
import { moveByArrows, tabIndexAt } from "./arrowKeys";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS, minWidth: 0 },
  chips: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalXS, minWidth: 0 },
  chip: { fontWeight: tokens.fontWeightRegular, maxWidth: "100%", minWidth: "auto", overflowWrap: "anywhere" },
});

export interface Chip {
  readonly key: string;
  readonly label: string;
}

interface ChipsProps {
  label: string;
  chips: readonly Chip[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  /** Stands below the chips. */
  children?: ReactNode;
}

/** One of a few choices. Arrow keys lead from one to the next, so that the group is one stop of the Tab key. */
export function Chips({ label, chips, chosen, onChoose, children }: ChipsProps) {
  const styles = useStyles();
  const id = useId();
  const pressed = chips.findIndex(({ key }) => key === chosen);
  return (
    <div role="group" aria-labelledby={id} className={styles.root}>
      <Text weight="semibold" id={id}>
        {label}
      </Text>
      <div role="none" className={styles.chips} onKeyDown={moveByArrows}>
        {chips.map(({ key, label: text }, at) => (
          <Button
            key={key}
            size="small"
            shape="circular"
            className={styles.chip}
            appearance={at === pressed ? "primary" : "secondary"}
            aria-pressed={at === pressed}
            tabIndex={tabIndexAt(at, pressed)}
            onClick={() => onChoose(key)}
          >
            {text}
          </Button>
        ))}
      </div>
      {children}
    </div>
  );
}
