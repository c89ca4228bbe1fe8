import { Caption1 } from "@fluentui/react-components";
import type { NearestNumber } from "../../../numbers/analysis/nearest";
import type { Dimension } from "../../../numbers/analysis/parts";
import { explainTexts } from "../texts/explain";
import { DimensionChips } from "./DimensionChips";
import { useLayout } from "./layout";

interface NearestProps {
  nearest: NearestNumber | undefined;
  onOpen: (dimension: Dimension) => void;
}

/** What the service does not divide leads to the nearest number that it does. */
export function Nearest({ nearest, onOpen }: NearestProps) {
  const layout = useLayout();
  if (!nearest) return null;
  return (
    <div className={layout.column}>
      <Caption1 className={layout.detail}>{explainTexts.undivided(nearest.of)}</Caption1>
      <DimensionChips
        label={explainTexts.nearest(nearest.label)}
        choices={nearest.choices}
        chosen={undefined}
        onChoose={onOpen}
      />
    </div>
  );
}
