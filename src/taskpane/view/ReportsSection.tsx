import {
  Body1,
  Button,
  Field,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
  Spinner,
  tokens,
} from "@fluentui/react-components";
import { useEffect } from "react";
import type { ActionResult, CopySent, StoreState } from "../../actions/state";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { Gallery } from "./Gallery";
import { useLayout } from "./layout";
import { OwnReports } from "./OwnReports";
import { Subsection } from "./Subsection";
import { ValuesPart } from "./ValuesPart";

interface SectionProps {
  state: StoreState;
  store: Store;
}

export function ReportsSection({ state, store }: SectionProps) {
  const layout = useLayout();
  // The plans may be listed after this section was opened.
  useEffect(() => void store.takeInventory(), [store, state.plans]);
  const { inventory, isBusy, result, copy } = state;
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXL }} aria-busy={isBusy}>
      {isBusy && <Spinner size="tiny" label={state.isEditing ? texts.activity.editing : texts.reports.busy} />}
      {result && <ActionOutcome result={result} />}
      {copy && <Sent copy={copy} onOpen={() => void store.sendCopy(true)} />}
      {inventory && inventory.broken > 0 && <Broken count={inventory.broken} store={store} />}
      <Subsection id="gallery" title={texts.reports.insert}>
        <Body1>{state.plans?.length ? texts.reports.advice : texts.reports.noPlans}</Body1>
        {!state.settings.plan && <PlanChoice state={state} store={store} />}
        <Gallery
          kinds={store.reportKinds}
          isDisabled={isBusy || !(state.settings.plan ?? inventory?.plan)}
          onInsert={(kind) => void store.insertReport(kind)}
        />
      </Subsection>
      <Subsection id="own-reports" title={texts.reports.own}>
        <OwnReports reports={inventory?.reports ?? []} isDisabled={isBusy} store={store} />
      </Subsection>
      <ValuesPart snapshots={inventory?.snapshots ?? []} isDisabled={isBusy} store={store} />
    </div>
  );
}

/** Asks for the plan only if needed: the only plan, or a sandbox's first, is taken. */
function PlanChoice({ state: { plans = [], inventory }, store }: SectionProps) {
  if (plans.length === 0) return null;
  return (
    <Field label={texts.reports.plan}>
      <Select value={inventory?.plan ?? ""} onChange={(_event, { value }) => void (value && store.choosePlan(value))}>
        <option value="">{texts.reports.choosePlan}</option>
        {plans.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Sent({ copy, onOpen }: { copy: CopySent; onOpen: () => void }) {
  const { name, formulas, isOpened, canOpen } = copy;
  return (
    <MessageBar intent="success" layout="multiline">
      <MessageBarBody>{texts.reports.copySent(name, formulas, isOpened)}</MessageBarBody>
      {canOpen && (
        <MessageBarActions>
          <Button onClick={onOpen}>{texts.reports.openCopy}</Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

export function ActionOutcome({ result }: { result: ActionResult }) {
  return (
    <MessageBar intent="success" layout="multiline">
      <MessageBarBody>{outcomeText(result)}</MessageBarBody>
    </MessageBar>
  );
}

function outcomeText(result: ActionResult): string {
  if (result.action === "repair") return texts.reports.repaired(result.formulas);
  const { sheets, hidden } = result;
  return texts.reports.taken(sheets) + (hidden.length > 0 ? texts.reports.hiddenSheets(hidden) : "");
}

function Broken({ count, store }: { count: number; store: Store }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{texts.reports.broken(count)}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => void store.repair()}>{texts.reports.repair}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
