import { Button, makeStyles, Text, tokens } from "@fluentui/react-components";
import type { Dimension } from "../../analysis/parts";
import { explainTexts } from "../texts/explain";

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

interface DimensionChoiceProps {
  /** Of the label. */
  id: string;
  label: string;
  dimensions: readonly Dimension[];
  chosen: Dimension;
  onChoose: (dimension: Dimension) => void;
}

/** By what a number or a change is broken down. */
export function DimensionChoice({ id, label, dimensions, chosen, onChoose }: DimensionChoiceProps) {
  const styles = useStyles();
  return (
    <div role="group" aria-labelledby={id} className={styles.dimensions}>
      <Text weight="semibold" id={id}>
        {label}
      </Text>
      {dimensions.map((each) => (
        <Button
          key={each}
          size="small"
          shape="circular"
          className={styles.dimension}
          appearance={each === chosen ? "primary" : "secondary"}
          aria-pressed={each === chosen}
          onClick={() => onChoose(each)}
        >
          {explainTexts.dimensions[each]}
        </Button>
      ))}
    </div>
  );
}
