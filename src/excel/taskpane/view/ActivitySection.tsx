import {
  Body1,
  Button,
  Caption1,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  tokens,
} from "@fluentui/react-components";
import { useEffect } from "react";
import { findFailingChecks } from "../failingChecks";
import { momentInWords, resultsTimeInWords } from "../../../numbers/language/moments";
import type { Refreshed, RefreshStopped } from "../../actions/refresh/refreshState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { CellList } from "./CellList";
import { ChangesSection } from "./ChangesSection";
import { ChecksSection } from "./ChecksSection";
import { useCopying } from "./copying";
import { AskedCell, ErrorsSection, UNDO_MEND } from "./ErrorsSection";
import { KeepFocus } from "./KeepFocus";
import { useLayout } from "./layout";
import { refreshedText } from "./outcomes";
import { Subsection } from "./Subsection";

const useStyles = makeStyles({
  // A name may have no space to break at.
  item: { display: "flex", flexDirection: "column", overflowWrap: "anywhere", paddingBlock: tokens.spacingVerticalXXS },
});

interface SectionProps {
  state: StoreState;
  store: Store;
}

export function ActivitySection({ state, store }: SectionProps) {
  const layout = useLayout();
  useEffect(() => void store.readLastChanges(), [store]);
  const hasErrors =
    state.activity.failures.length > 0 || state.activity.unread !== undefined || state.mended !== undefined;
  const errors = <ErrorsSection state={state} store={store} />;
  const hasFailing = findFailingChecks(state).length > 0;
  const checks = <ChecksSection state={state} store={store} />;
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXL }}>
      <KeepFocus>
        <Refresh state={state} store={store} />
      </KeepFocus>
      <KeepFocus first={`#${UNDO_MEND}`}>
        {state.stopped && !state.failure && <Stopped stopped={state.stopped} />}
        {state.unsettled.length > 0 && <Unsettled state={state} store={store} />}
        {state.askedCell !== undefined && <AskedCell address={state.askedCell} state={state} store={store} />}
        {state.refreshed && <RefreshOutcome state={state} refreshed={state.refreshed} store={store} />}
        {hasErrors && errors}
        {hasFailing && checks}
        <ChangesSection state={state} store={store} />
        <Ages state={state} />
        {!hasErrors && errors}
        {!hasFailing && checks}
        <Diagnostics store={store} />
      </KeepFocus>
    </div>
  );
}

function Stopped({ stopped: { at, reason } }: { stopped: RefreshStopped }) {
  return (
    <MessageBar intent={reason === "cancelled" ? "info" : "warning"} layout="multiline">
      <MessageBarBody>{texts.activity.stopped[reason](momentInWords(at))}</MessageBarBody>
    </MessageBar>
  );
}

function Refresh({ state: { progress, isEditing }, store }: SectionProps) {
  const layout = useLayout();
  if (progress) {
    const { done, all } = progress;
    return (
      <Field label={isEditing ? texts.activity.editing : texts.activity.progress(done, all)} role="status">
        <ProgressBar {...(all > 0 && { value: done / all })} aria-label={texts.activity.refresh} />
        <Button onClick={store.cancelRefresh}>{texts.cancel}</Button>
      </Field>
    );
  }
  return (
    <div className={layout.row}>
      <Button appearance="primary" onClick={() => void store.refresh()}>
        {texts.activity.refresh}
      </Button>
    </div>
  );
}

function Unsettled({ state: { unsettled, progress }, store }: SectionProps) {
  const layout = useLayout();
  return (
    <Subsection id="unsettled" title={texts.activity.unsettled}>
      <CellList
        label={texts.activity.unsettled}
        cells={unsettled.map((address) => ({ address, text: "" }))}
        store={store}
      />
      <div className={layout.row}>
        <Button disabledFocusable={progress !== undefined} onClick={() => void store.showUnsettled()}>
          {texts.activity.update}
        </Button>
      </div>
      <Caption1 className={layout.detail}>{texts.activity.staysUnsettled}</Caption1>
    </Subsection>
  );
}

function RefreshOutcome({ state, refreshed, store }: SectionProps & { refreshed: Refreshed }) {
  const { changes, failures, at } = refreshed;
  const caught = failures.filter(({ isCaught }) => isCaught);
  const isReading = changes.length > 0 && state.changes?.at !== at;
  return (
    <Subsection id="outcome" title={texts.activity.refreshed(momentInWords(at))}>
      <Body1 role="status">{refreshedText({ ...state, refreshed })}</Body1>
      {caught.length > 0 && (
        <>
          <Caption1>{texts.activity.caught}</Caption1>
          <CellList
            label={texts.activity.caught}
            cells={caught.map(({ address, message }) => ({ address, text: message }))}
            store={store}
          />
        </>
      )}
      {isReading && <Caption1>{texts.activity.reading}</Caption1>}
    </Subsection>
  );
}

/** How old the numbers are, and cells that wait for theirs. */
function Ages({ state: { activity, plans } }: { state: StoreState }) {
  const styles = useStyles();
  const layout = useLayout();
  return (
    <Subsection id="ages" title={texts.activity.asOf}>
      {activity.waiting > 0 && <Body1 role="status">{texts.activity.waiting(activity.waiting)}</Body1>}
      {activity.ages.length === 0 ? (
        <Body1>{texts.activity.noAges}</Body1>
      ) : (
        <ul className={layout.plain}>
          {activity.ages.map(({ plan, oldest, newest }) => (
            <li key={plan} className={styles.item}>
              <Body1>{plans?.find(({ id }) => id === plan)?.name ?? plan}</Body1>
              <Caption1 className={layout.detail}>
                {texts.activity.asOfRange(resultsTimeInWords(oldest), resultsTimeInWords(newest))}
              </Caption1>
            </li>
          ))}
        </ul>
      )}
    </Subsection>
  );
}

function Diagnostics({ store }: { store: Store }) {
  const layout = useLayout();
  const { button, refused } = useCopying(texts.activity.copyDiagnostics, store.diagnostics);
  return (
    <Subsection id="diagnostics" title={texts.activity.diagnostics} action={button}>
      <Caption1 className={layout.detail}>{texts.activity.diagnosticsHint}</Caption1>
      {refused}
    </Subsection>
  );
}
