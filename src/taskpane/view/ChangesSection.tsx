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
import type { ChangeSummary, ListedChange, ShownDriver, StoreState } from "../../actions/state";
import type { Store } from "../../actions/store";
import { Bar } from "./Bar";
import { filterChanges, groupChanges } from "../changeGroups";
import { changesTexts } from "../texts/changes";
import { Subsection } from "./Subsection";
import { formatTime } from "../format";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";

/** Rows that are drawn at first, and with each further step. */
const STEP = 50;

const useStyles = makeStyles({
  sheet: { overflowWrap: "anywhere" },
  change: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    display: "flex",
    flexDirection: "column",
    paddingBlock: tokens.spacingVerticalXS,
  },
  head: { alignItems: "baseline", columnGap: tokens.spacingHorizontalS, display: "flex" },
  place: { flexShrink: 0, whiteSpace: "nowrap" },
  line: { alignItems: "baseline", columnGap: tokens.spacingHorizontalM, display: "flex", flexWrap: "wrap" },
  label: { flexGrow: 1, minWidth: 0, overflowWrap: "anywhere", textAlign: "start" },
  numbers: { fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" },
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
  if (!changes || changes.listed.length + changes.unseen === 0) return null;
  const action = changes.listed.length > 0 && (
    <Button size="small" onClick={() => void store.writeChanges()}>
      {changesTexts.toSheet}
    </Button>
  );
  return (
    <Subsection id="changes" title={changesTexts.title} action={action}>
      <ChangeList key={changes.at} summary={changes} state={state} store={store} />
    </Subsection>
  );
}

function ChangeList({ summary, state, store }: ChangesProps & { summary: ChangeSummary }) {
  const styles = useStyles();
  const layout = useLayout();
  const [text, setText] = useState("");
  const [most, setMost] = useState(STEP);
  const searched = useDeferredValue(text);
  const { listed, unseen, cells, isSaved, at } = summary;
  const found = filterChanges(listed, searched);
  const hidden = found.length - most;
  const unlisted = cells - listed.length - unseen;
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
      {groupChanges(found.slice(0, most)).map(({ sheet, groups }) => (
        <div key={sheet} className={mergeClasses(layout.column, styles.group)}>
          <Text as="h3" weight="semibold" className={mergeClasses(layout.heading, styles.sheet)}>
            {sheet}
          </Text>
          {groups.map(({ plan, scenario, changes }) => {
            const subject = changesTexts.subject(plan, scenario) || changesTexts.otherPlan;
            return (
              <div key={subject}>
                <Caption1 as="h4" className={layout.heading}>
                  {subject}
                </Caption1>
                <ul className={layout.plain} aria-label={`${sheet}: ${subject}`}>
                  {changes.map((change) => (
                    <ChangeRow key={change.address} change={change} drivers={state.drivers} store={store} />
                  ))}
                </ul>
              </div>
            );
          })}
        </div>
      ))}
      {hidden > 0 && (
        <Button onClick={() => setMost(most + STEP)}>{changesTexts.showMore(Math.min(STEP, hidden))}</Button>
      )}
      {hidden <= 0 && unlisted > 0 && searched === "" && <Caption1>{changesTexts.more(unlisted)}</Caption1>}
      {unseen > 0 && searched === "" && <Caption1 className={layout.detail}>{changesTexts.unseen(unseen)}</Caption1>}
    </>
  );
}

interface ChangeRowProps {
  change: ListedChange;
  drivers: StoreState["drivers"];
  store: Store;
}

function ChangeRow({ change, drivers, store }: ChangeRowProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { address, labels, shown, explained } = change;
  const name = [labels.row, labels.column].filter(Boolean).join(", ") || address;
  const isOpen = drivers?.address === address;
  const blank = (value: string) => value || texts.activity.blank;
  return (
    <li className={styles.change}>
      <div className={styles.head}>
        <Link
          as="button"
          className={styles.label}
          title={address}
          aria-label={changesTexts.select(`${name}, ${address}`)}
          onClick={() => void store.select(address)}
        >
          {name}
        </Link>
        {name !== address && (
          <Caption1 className={mergeClasses(layout.detail, styles.place)}>
            {address.slice(address.lastIndexOf("!") + 1)}
          </Caption1>
        )}
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
      <div className={styles.line}>
        {shown.difference && (
          <Text weight="semibold" className={styles.numbers}>
            {shown.difference}
          </Text>
        )}
        {shown.percent && <Text className={styles.numbers}>{shown.percent}</Text>}
        <Caption1 className={mergeClasses(layout.detail, styles.numbers)}>
          {texts.activity.fromTo(blank(shown.before), blank(shown.after))}
        </Caption1>
      </div>
      {isOpen && <Drivers steps={drivers.steps} />}
    </li>
  );
}

function Drivers({ steps }: { steps: readonly ShownDriver[] | undefined }) {
  const styles = useStyles();
  const layout = useLayout();
  if (!steps) return <Caption1 role="status">{changesTexts.finding}</Caption1>;
  if (steps.length === 0) return <Caption1 role="status">{changesTexts.noDrivers}</Caption1>;
  return (
    <ul className={mergeClasses(layout.plain, styles.bars)} aria-label={changesTexts.drivers}>
      {steps.map((step) => (
        <li key={step.label} className={styles.driver}>
          <Caption1 className={styles.sheet}>{step.label}</Caption1>
          <Bar size={step.size} isNegative={step.isFall} />
          <Caption1 className={styles.right}>{step.amount}</Caption1>
          <Caption1 className={styles.right}>{step.share}</Caption1>
        </li>
      ))}
    </ul>
  );
}
