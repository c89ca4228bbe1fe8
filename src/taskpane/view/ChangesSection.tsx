import {
  Body1,
  Button,
  Caption1,
  Field,
  Input,
  Link,
  makeStyles,
  mergeClasses,
  Text,
  tokens,
} from "@fluentui/react-components";
import { useDeferredValue, useState } from "react";
import type { ChangeSummary, ListedChange } from "../../workbook/changes/changeSummary";
import type { Dimension } from "../../analysis/parts";
import type { ShownDivision, StoreState } from "../../actions/storeState";
import { withoutDirection } from "../../insights";
import type { Store } from "../../actions/store";
import { Bar } from "./Bar";
import { filterChanges } from "../filterChanges";
import { changesTexts } from "../texts/changes";
import { explainTexts } from "../texts/explain";
import { DimensionChoice } from "./DimensionChoice";
import { Subsection } from "./Subsection";
import { formatTime } from "../format";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";

/** Rows that are drawn at first, and with each further step. */
const STEP = 50;

const useStyles = makeStyles({
  wrap: { overflowWrap: "anywhere" },
  change: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    display: "flex",
    flexDirection: "column",
    paddingBlock: tokens.spacingVerticalXS,
    rowGap: tokens.spacingVerticalXXS,
  },
  bar: { display: "flex", justifyContent: "start" },
  open: { backgroundColor: tokens.colorNeutralBackground2 },
  head: { alignItems: "baseline", columnGap: tokens.spacingHorizontalS, display: "flex" },
  label: { flexGrow: 1, minWidth: 0, overflowWrap: "anywhere", textAlign: "start" },
  values: { flexGrow: 1, fontVariantNumeric: "tabular-nums", minWidth: 0, overflowWrap: "anywhere" },
  difference: { flexShrink: 0, fontVariantNumeric: "tabular-nums" },
  bars: {
    columnGap: tokens.spacingHorizontalS,
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(24px, 20%) auto auto",
    marginBlock: tokens.spacingVerticalXS,
    rowGap: tokens.spacingVerticalXXS,
  },
  driver: { display: "contents" },
  right: { fontVariantNumeric: "tabular-nums", textAlign: "end" },
  group: { gap: tokens.spacingVerticalXS },
});

interface ChangesProps {
  state: StoreState;
  store: Store;
}

/** The changes of the last refresh that changed something. */
export function ChangesSection({ state, store }: ChangesProps) {
  const { changes } = state;
  const [chosen, setChosen] = useState<Dimension>();
  if (!changes || changes.listed.length + changes.unseen === 0) return null;
  const action = changes.listed.length > 0 && (
    <Button size="small" onClick={() => void store.writeChanges()}>
      {changesTexts.toSheet}
    </Button>
  );
  return (
    <Subsection id="changes" title={changesTexts.title} action={action}>
      <ChangeList key={changes.at} summary={changes} state={state} chosen={chosen} onChoose={setChosen} store={store} />
    </Subsection>
  );
}

interface ChangeListProps extends ChangesProps, ChosenDimension {
  summary: ChangeSummary;
}

function ChangeList({ summary, state, chosen, onChoose, store }: ChangeListProps) {
  const layout = useLayout();
  const [text, setText] = useState("");
  const [most, setMost] = useState(STEP);
  const searched = useDeferredValue(text);
  const { listed, unseen, cells, isSaved, at } = summary;
  const found = filterChanges(listed, searched);
  const hidden = found.length - most;
  const unlisted = cells - listed.length - unseen;
  const plans = new Set(listed.map(({ plan }) => plan));
  const largest = Math.max(...listed.map(({ weight }) => Math.abs(weight.amount))) || 1;
  const isEarlier = isSaved || state.refreshed?.at !== at;
  return (
    <>
      {isEarlier && <Caption1 className={layout.detail}>{changesTexts.earlier(formatTime(at))}</Caption1>}
      {listed.length > 1 && (
        <Field label={changesTexts.filter}>
          <Input type="search" value={text} onChange={(_event, { value }) => setText(value)} />
        </Field>
      )}
      {listed.length > 0 && found.length === 0 && <Body1 role="status">{changesTexts.noneFound}</Body1>}
      <ul className={layout.plain} aria-label={changesTexts.list}>
        {found.slice(0, most).map((change) => (
          <ChangeRow
            key={change.address}
            change={change}
            plan={plans.size > 1 ? change.plan : ""}
            largest={largest}
            drivers={state.drivers}
            chosen={chosen}
            onChoose={onChoose}
            store={store}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button onClick={() => setMost(most + STEP)}>{changesTexts.showMore(Math.min(STEP, hidden))}</Button>
      )}
      {hidden <= 0 && unlisted > 0 && searched === "" && <Caption1>{changesTexts.more(unlisted)}</Caption1>}
      {unseen > 0 && searched === "" && <Caption1 className={layout.detail}>{changesTexts.unseen(unseen)}</Caption1>}
    </>
  );
}

interface ChosenDimension {
  /** By what the user has broken a change down last. */
  chosen: Dimension | undefined;
  onChoose: (dimension: Dimension) => void;
}

interface ChangeRowProps extends ChosenDimension {
  change: ListedChange;
  /** The plan's name; "" if all changes are of one plan. */
  plan: string;
  /** The size of the largest change. */
  largest: number;
  drivers: StoreState["drivers"];
  store: Store;
}

function ChangeRow({ change, plan, largest, drivers, chosen, onChoose, store }: ChangeRowProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { address, labels, shown, weight, explained } = change;
  const { amount, effect } = weight;
  const place = withoutDirection(address);
  const name = [labels.row, labels.column].filter(Boolean).join(", ") || place;
  const isOpen = drivers?.address === address;
  const blank = (value: string) => value || texts.activity.blank;
  const values = texts.activity.fromTo(blank(shown.before), blank(shown.after));
  return (
    <li className={mergeClasses(styles.change, isOpen && styles.open)}>
      <div className={styles.head}>
        <Link
          as="button"
          className={styles.label}
          title={place}
          aria-label={changesTexts.select(`${name}, ${place}`)}
          onClick={() => void store.select(address)}
        >
          {name}
        </Link>
        {shown.difference && (
          <Text weight="semibold" className={styles.difference}>
            {shown.difference}
          </Text>
        )}
      </div>
      <div className={styles.head}>
        <Caption1 className={mergeClasses(layout.detail, styles.values)}>
          {[plan, name !== place && place, values, shown.percent].filter(Boolean).join(" · ")}
        </Caption1>
        {explained && (
          <Link
            as="button"
            aria-expanded={isOpen}
            aria-label={changesTexts.whyOf(name)}
            onClick={() => void store.showDrivers(isOpen ? undefined : address)}
          >
            {changesTexts.why}
          </Link>
        )}
      </div>
      <div className={styles.bar}>
        <Bar size={Math.abs(amount) / largest} isNegative={amount < 0} effect={effect} />
      </div>
      {isOpen && <Drivers divisions={drivers.divisions} chosen={chosen} onChoose={onChoose} />}
    </li>
  );
}

interface DriversProps extends ChosenDimension {
  divisions: readonly ShownDivision[] | undefined;
}

/** The change, broken down by the dimension that the user chose last, if its numbers are known. */
function Drivers({ divisions, chosen, onChoose }: DriversProps) {
  const styles = useStyles();
  const layout = useLayout();
  if (!divisions) return <Caption1 role="status">{changesTexts.finding}</Caption1>;
  const known = divisions.filter(({ steps }) => steps);
  const unknown = divisions.filter(({ steps }) => !steps);
  const shown = known.find(({ dimension }) => dimension === chosen) ?? known[0];
  const named = unknown.map(({ dimension }) => explainTexts.dimensions[dimension]);
  return (
    <div className={mergeClasses(layout.column, styles.group)}>
      {shown && (
        <DimensionChoice
          id="breakdown"
          label={changesTexts.breakDown}
          dimensions={known.map(({ dimension }) => dimension)}
          chosen={shown.dimension}
          onChoose={onChoose}
        />
      )}
      {shown?.steps && (
        <ul className={mergeClasses(layout.plain, styles.bars)} aria-label={changesTexts.drivers}>
          {shown.steps.map((step) => (
            <li key={step.label} className={styles.driver}>
              <Caption1 className={styles.wrap}>{step.label}</Caption1>
              <Bar size={step.size} isNegative={step.isFall} />
              <Caption1 className={styles.right}>{step.amount}</Caption1>
              <Caption1 className={styles.right}>{step.share}</Caption1>
            </li>
          ))}
        </ul>
      )}
      {divisions.length === 0 && <Caption1 role="status">{changesTexts.noDrivers}</Caption1>}
      {named.length > 0 && (
        <Caption1 role={shown ? undefined : "status"} className={layout.detail}>
          {changesTexts.unknown(named)}
        </Caption1>
      )}
    </div>
  );
}
