import { Caption1 } from "@fluentui/react-components";
import type { NearestNumber } from "../../../numbers/analysis/nearest";
import type { Dimension } from "../../../numbers/analysis/parts";
import { explainTexts } from "../texts/explain";
import { DimensionChoice } from "./DimensionChoice";
import { useLayout } from "./layout";

interface NearestProps {
  nearest: NearestNumber | undefined;
  /** True if it was said above what a choice with requests does. */
  isNoted: boolean;
  onOpen: (dimension: Dimension) => void;
}

/** What the service does not divide leads to the nearest number that it does. */
export function Nearest({ nearest, isNoted, onOpen }: NearestProps) {
  const layout = useLayout();
  if (!nearest) return null;
  return (
    <div className={layout.column}>
      <Caption1 className={layout.detail}>{explainTexts.undivided(nearest.of)}</Caption1>
      <DimensionChoice
        id="nearest"
        isNoted={isNoted}
        label={explainTexts.nearest(nearest.label)}
        choices={nearest.choices}
        chosen={undefined}
        onChoose={onOpen}
      />
    </div>
  );
}
