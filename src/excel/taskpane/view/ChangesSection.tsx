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
import type { ChangeSummary, ListedChange, ChangePlace } from "../../workbook/changes/changeSummary";
import type { Dimension } from "../../../numbers/analysis/parts";
import type { StoreState } from "../../actions/storeState";
import { withoutDirection } from "../../../insights";
import type { Store } from "../../actions/store";
import {
  cellsOfAll,
  changeRows,
  differenceText,
  groupCounts,
  groupTitle,
  headlineText,
  placesOfAll,
  withUnit,
  type ChangeRow,
} from "../changeRows";
import { boundsOf, type BarBounds } from "./Bar";
import { Drivers } from "./Drivers";
import { filterChanges } from "../filterChanges";
import { changesTexts } from "../texts/changes";
import { Subsection } from "./Subsection";
import { unbroken } from "../format";
import { momentInWords } from "../../../numbers/language/moments";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { MoreRows, ROW_STEP } from "./MoreRows";
import { NumberList, NumberRow } from "./NumberRow";

const useStyles = makeStyles({
  label: { overflowWrap: "anywhere", textAlign: "start" },
  values: { fontVariantNumeric: "tabular-nums", minWidth: 0, overflowWrap: "anywhere" },
  places: { columnGap: tokens.spacingHorizontalS, display: "flex", flexWrap: "wrap" },
  place: { fontSize: tokens.fontSizeBase200, overflowWrap: "anywhere", textAlign: "start" },
});

interface ChangesProps {
  state: StoreState;
  store: Store;
}

/** The changes of the last refresh that changed something, as facts. */
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
  const [most, setMost] = useState(ROW_STEP);
  const searched = useDeferredValue(text);
  const { listed, unseen, cells, isSaved, at } = summary;
  const found = filterChanges(listed, searched);
  const rows = changeRows(found);
  const hidden = rows.length - most;
  const unlisted = cells - cellsOfAll(listed) - unseen;
  const plans = new Set(listed.map(({ plan }) => plan));
  const bounds = boundsByUnit(listed);
  const isEarlier = isSaved || state.refreshed?.at !== at;
  const all = { hasPlans: plans.size > 1, bounds, drivers: state.drivers, chosen, onChoose, store };
  return (
    <>
      <Caption1 className={layout.detail}>{changesTexts.counts(changeRows(listed).length, cells)}</Caption1>
      {isEarlier && <Caption1 className={layout.detail}>{changesTexts.earlier(momentInWords(at))}</Caption1>}
      {listed.length > 1 && (
        <Field label={changesTexts.filter}>
          <Input type="search" value={text} onChange={(_event, { value }) => setText(value)} />
        </Field>
      )}
      {listed.length > 0 && found.length === 0 && <Body1 role="status">{changesTexts.noneFound}</Body1>}
      <NumberList label={changesTexts.list}>
        {rows
          .slice(0, most)
          .map((row) =>
            row.group ? (
              <GroupRow
                key={row.changes[0].address}
                row={row}
                title={groupTitle(row.group, row.changes.length)}
                {...all}
              />
            ) : (
              <FactRow key={row.changes[0].address} change={row.changes[0]} {...all} />
            ),
          )}
      </NumberList>
      <MoreRows hidden={hidden} onMore={() => setMost(most + ROW_STEP)} />
      {hidden <= 0 && unlisted > 0 && searched === "" && <Caption1>{changesTexts.more(unlisted)}</Caption1>}
      {unseen > 0 && searched === "" && <Caption1 className={layout.detail}>{changesTexts.unseen(unseen)}</Caption1>}
    </>
  );
}

/** Amounts in one unit have one scale. */
function boundsByUnit(listed: readonly ListedChange[]): (change: ListedChange) => BarBounds {
  const units = [...new Set(listed.map(({ unit }) => unit))];
  const amountsIn = (unit: string) =>
    listed.filter((change) => change.unit === unit).map(({ weight }) => weight.amount);
  const bounds = new Map(units.map((unit) => [unit, boundsOf(amountsIn(unit))]));
  return ({ unit }) => bounds.get(unit) ?? boundsOf([]);
}

interface ChosenDimension {
  /** By what the user has broken a change down last. */
  chosen: Dimension | undefined;
  onChoose: (dimension: Dimension) => void;
}

interface RowProps extends ChosenDimension {
  /** True if changes are of several plans, so each names its own. */
  hasPlans: boolean;
  bounds: (change: ListedChange) => BarBounds;
  drivers: StoreState["drivers"];
  store: Store;
}

/** Numbers of one scenario that moved by one rate. A click lists them. */
function GroupRow({ row, title, ...others }: RowProps & { row: ChangeRow; title: string }) {
  const styles = useStyles();
  const layout = useLayout();
  const [isOpen, setOpen] = useState(false);
  const { changes, group } = row;
  const plan = others.hasPlans && changes[0].plan;
  const counts = group && groupCounts(group, changes);
  const link = (
    <Link as="button" className={styles.label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {unbroken(title)}
    </Link>
  );
  return (
    <NumberRow label={link} number="" isOpen={isOpen}>
      {/* A line of its own: beside the title, its parts would wrap in half of the pane. */}
      <Text weight="semibold" className={styles.values}>
        {unbroken(headlineText(row))}
      </Text>
      <Caption1 className={mergeClasses(layout.detail, styles.values)}>
        {[plan, counts].filter(Boolean).join(" · ")}
      </Caption1>
      <Places places={placesOfAll(changes)} name={title} store={others.store} />
      {isOpen && <GroupFacts changes={changes} title={title} {...others} />}
    </NumberRow>
  );
}

function GroupFacts({ changes, title, ...others }: RowProps & { changes: readonly ListedChange[]; title: string }) {
  const [most, setMost] = useState(ROW_STEP);
  return (
    <>
      <NumberList label={changesTexts.numbersOf(title)}>
        {changes.slice(0, most).map((change) => (
          <FactRow key={change.address} change={change} {...others} />
        ))}
      </NumberList>
      <MoreRows hidden={changes.length - most} onMore={() => setMost(most + ROW_STEP)} />
    </>
  );
}

/** One fact. A click breaks its change down; a fact that is no number of a plan leads to its cell. */
function FactRow({ change, hasPlans, bounds, drivers, store, ...choice }: RowProps & { change: ListedChange }) {
  const styles = useStyles();
  const layout = useLayout();
  const { address, plan, shown, unit, weight, explained } = change;
  const name = nameOf(change);
  const isOpen = drivers?.address === address;
  const blank = (value: string) => value || texts.activity.blank;
  const values = texts.activity.fromTo(blank(shown.before), withUnit(blank(shown.after), unit));
  const label = explained ? (
    <Link
      as="button"
      className={styles.label}
      aria-expanded={isOpen}
      aria-label={changesTexts.whyOf(name)}
      onClick={() => void store.showDrivers(isOpen ? undefined : address)}
    >
      {name}
    </Link>
  ) : (
    name
  );
  return (
    <NumberRow
      label={label}
      number={shown.difference && differenceText(change)}
      bar={{ value: weight.amount, bounds: bounds(change) }}
      effect={weight.effect}
      isOpen={isOpen}
    >
      <Caption1 className={mergeClasses(layout.detail, styles.values)}>
        {[hasPlans && plan, values, unbroken(shown.percent)].filter(Boolean).join(" · ")}
      </Caption1>
      <Places places={change.places} name={name} store={store} />
      {isOpen && <Drivers change={change} drivers={drivers} store={store} {...choice} />}
    </NumberRow>
  );
}

function nameOf({ labels, address, explained }: ListedChange): string {
  const row = explained?.call.id === "VAR" && labels.row ? changesTexts.variance(labels.row) : labels.row;
  return [row, labels.column].filter(Boolean).join(", ") || withoutDirection(address);
}

/** The sheets that show a change; a click selects the first cell there. */
function Places({ places, name, store }: { places: readonly ChangePlace[]; name: string; store: Store }) {
  const styles = useStyles();
  return (
    <div className={styles.places}>
      {places.map(({ sheet, address, cells }) => (
        <Link
          key={sheet}
          as="button"
          className={styles.place}
          aria-label={
            cells === 1
              ? changesTexts.select(`${name}, ${withoutDirection(address)}`)
              : changesTexts.selectOn(cells, name, withoutDirection(sheet))
          }
          onClick={() => void store.select(address)}
        >
          {cells === 1 ? withoutDirection(address) : `${withoutDirection(sheet)} (${cells})`}
        </Link>
      ))}
    </div>
  );
}
