import { Button, Caption1, makeStyles, Text, tokens } from "@fluentui/react-components";
import type { RequestCount } from "../../../numbers/analysis/numberSource";
import type { Dimension } from "../../../numbers/analysis/parts";
import { explainTexts } from "../texts/explain";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  dimensions: {
    alignItems: "baseline",
    columnGap: tokens.spacingHorizontalXS,
    display: "flex",
    flexWrap: "wrap",
    rowGap: tokens.spacingVerticalXS,
  },
  dimension: { minWidth: "auto" },
});

/** A dimension that can be chosen. */
interface Choice {
  readonly dimension: Dimension;
  /** The requests that it takes; undefined if its numbers are in memory. */
  readonly asks?: RequestCount | undefined;
}

interface DimensionChoiceProps {
  /** Of the label. */
  id: string;
  label: string;
  choices: readonly Choice[];
  /** Undefined if none is shown. */
  chosen: Dimension | undefined;
  onChoose: (dimension: Dimension) => void;
  /** True if it was said above what a choice with requests does. */
  isNoted?: boolean;
}

/** By what a number or a change is broken down, and what each choice would ask the service for. */
export function DimensionChoice({ id, label, choices, chosen, onChoose, isNoted = false }: DimensionChoiceProps) {
  const styles = useStyles();
  const layout = useLayout();
  return (
    <>
      <div role="group" aria-labelledby={id} className={styles.dimensions}>
        <Text weight="semibold" id={id}>
          {label}
        </Text>
        {choices.map(({ dimension, asks }) => (
          <Button
            key={dimension}
            size="small"
            shape="circular"
            className={styles.dimension}
            appearance={dimension === chosen ? "primary" : "secondary"}
            aria-pressed={dimension === chosen}
            onClick={() => onChoose(dimension)}
          >
            {explainTexts.choice(explainTexts.dimensions[dimension], asks)}
          </Button>
        ))}
      </div>
      {!isNoted && choices.some(({ asks }) => asks) && (
        <Caption1 className={layout.detail}>{explainTexts.asks}</Caption1>
      )}
    </>
  );
}
