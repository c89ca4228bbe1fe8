import { Body1, Button, Caption1, mergeClasses } from "@fluentui/react-components";
import type { Dimension } from "../../../numbers/analysis/parts";
import type { ShownDivision, ShownDrivers } from "../../actions/activity/activityState";
import type { Store } from "../../actions/store";
import type { ListedChange } from "../../workbook/changes/changeSummary";
import { changesTexts } from "../texts/changes";
import { explainTexts } from "../texts/explain";
import { boundsOf } from "./Bar";
import { DimensionChips } from "./DimensionChips";
import { useExplainStyles } from "./explainStyles";
import { useLayout } from "./layout";
import { Nearest } from "./Nearest";
import { NumberList, NumberRow } from "./NumberRow";

interface DriversProps {
  change: ListedChange;
  drivers: ShownDrivers;
  /** By what the user has broken a change down last. */
  chosen: Dimension | undefined;
  onChoose: (dimension: Dimension) => void;
  store: Store;
}

/** A change, broken down by the dimension that the user chose last, if its numbers are known; and what a click would ask for. */
export function Drivers({ change, drivers, chosen, onChoose, store }: DriversProps) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const { divisions, nearest } = drivers;
  if (!divisions) return <Caption1 role="status">{changesTexts.finding}</Caption1>;
  const choices = divisions.filter(({ steps, asks }) => steps || asks);
  const known = divisions.filter(({ steps }) => steps);
  const shown = known.find(({ dimension }) => dimension === chosen) ?? known[0];
  const failed = divisions.find(({ dimension, failure }) => failure && dimension === chosen);
  const choose = (dimension: Dimension) => {
    onChoose(dimension);
    if (!known.some((each) => each.dimension === dimension)) void store.askDrivers(dimension);
  };
  return (
    <div className={mergeClasses(layout.column, styles.group)}>
      {choices.length > 0 && (
        <DimensionChips
          label={changesTexts.breakDown}
          choices={choices}
          chosen={(failed ?? shown)?.dimension}
          onChoose={choose}
        />
      )}
      {failed && <Body1 role="alert">{failed.failure}</Body1>}
      {shown?.steps && !failed && <Steps steps={shown.steps} change={change} />}
      {divisions.length === 0 && <Caption1 role="status">{changesTexts.noDrivers}</Caption1>}
      <Unknown divisions={divisions.filter(({ steps, asks }) => !steps && !asks)} change={change} store={store} />
      <Nearest nearest={nearest} onOpen={(dimension) => void store.explainChange(change.address, dimension)} />
    </div>
  );
}

function Steps({ steps, change }: { steps: NonNullable<ShownDivision["steps"]>; change: ListedChange }) {
  const bounds = boundsOf(steps.map(({ value }) => value));
  const { amount, effect } = change.weight;
  const other = effect && (effect === "better" ? "worse" : "better");
  // The unit is said above: beside each amount it would take the room of the bars.
  return (
    <NumberList label={changesTexts.drivers}>
      {steps.map((step) => (
        <NumberRow
          key={step.label}
          label={step.label}
          number={step.amount}
          share={step.share}
          bar={{ value: step.value, bounds }}
          effect={step.value < 0 === amount < 0 ? effect : other}
        />
      ))}
    </NumberList>
  );
}

/** What no request can tell any more: the service has no numbers of before. The new number can be divided. */
function Unknown({
  divisions,
  change,
  store,
}: {
  divisions: readonly ShownDivision[];
  change: ListedChange;
  store: Store;
}) {
  const layout = useLayout();
  if (divisions.length === 0) return null;
  const names = divisions.map(({ dimension }) => explainTexts.dimensions[dimension]);
  return (
    <>
      <Caption1 role="status" className={layout.detail}>
        {changesTexts.unknown(names)}
      </Caption1>
      <div className={layout.row}>
        {divisions.map(({ dimension }) => (
          <Button
            key={dimension}
            size="small"
            appearance="subtle"
            onClick={() => void store.explainChange(change.address, dimension)}
          >
            {changesTexts.explainBy(explainTexts.dimensions[dimension])}
          </Button>
        ))}
      </div>
    </>
  );
}
