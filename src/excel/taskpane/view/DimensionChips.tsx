import type { Dimension } from "../../../numbers/analysis/parts";
import { explainTexts } from "../texts/explain";
import { Chips } from "./Chips";

interface DimensionChipsProps {
  label: string;
  choices: readonly {
    readonly dimension: Dimension;
    /** Undefined if its numbers are in memory. */
    readonly asks?: unknown;
  }[];
  /** Undefined if none is shown. */
  chosen: Dimension | undefined;
  onChoose: (dimension: Dimension) => void;
}

/** By what a number or a change is broken down, and which choices ask the service. */
export function DimensionChips({ choices, onChoose, ...others }: DimensionChipsProps) {
  const chips = choices.map(({ dimension, asks }) => ({
    key: dimension,
    label: asks ? explainTexts.asks(explainTexts.dimensions[dimension]) : explainTexts.dimensions[dimension],
  }));
  return <Chips {...others} chips={chips} onChoose={(key) => onChoose(key as Dimension)} />;
}
