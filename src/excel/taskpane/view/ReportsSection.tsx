import {
  Body1,
  Button,
  Field,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from "@fluentui/react-components";
import { useEffect } from "react";
import { findListedPlan } from "../planSearch";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { Gallery } from "./Gallery";
import { useLayout } from "./layout";
import { OwnReports } from "./OwnReports";
import { ActionPlace } from "./ActionPlace";
import { ReportBar } from "./ReportBar";
import { PlanPicker } from "./PlanPicker";
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
  const { inventory, isBusy } = state;
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXL }} aria-busy={isBusy}>
      {inventory && inventory.broken > 0 && (
        <ActionPlace name="repair">
          <Broken count={inventory.broken} store={store} />
        </ActionPlace>
      )}
      <Subsection id="gallery" title={texts.reports.insert}>
        <Body1>{state.plans?.length ? texts.reports.advice : texts.reports.noPlans}</Body1>
        <PlanChoice state={state} store={store} />
        <Gallery
          titles={store.reportTitles}
          isDisabled={isBusy || !(state.reportPlan ?? state.settings.plan ?? inventory?.plan)}
          onInsert={(kind) => void store.insertReport(kind)}
        />
      </Subsection>
      <ReportBar state={state} store={store} />
      <Subsection id="own-reports" title={texts.reports.own}>
        <OwnReports reports={inventory?.reports ?? []} isDisabled={isBusy} store={store} />
      </Subsection>
      <Subsection id="formats" title={texts.formatting.title}>
        <Body1>{texts.formatting.advice}</Body1>
        <ActionPlace name="format">
          <div className={layout.row}>
            <Button disabledFocusable={isBusy} onClick={() => void store.formatCells()}>
              {texts.formatting.format}
            </Button>
          </div>
        </ActionPlace>
      </Subsection>
      <ValuesPart snapshots={inventory?.snapshots ?? []} isDisabled={isBusy} store={store} />
    </div>
  );
}

/** The plan of new reports. Without a choice it is the workbook's, the only plan, or a sandbox's first. */
function PlanChoice({ state, store }: SectionProps) {
  const { plans = [], settings, inventory, reportPlan } = state;
  if (plans.length === 0) return null;
  const plan = findListedPlan(plans, reportPlan ?? settings.plan ?? inventory?.plan);
  return (
    <Field label={texts.reports.plan}>
      {(field) => (
        <PlanPicker
          field={field}
          state={state}
          text={plan?.name ?? ""}
          placeholder={texts.choosePlan}
          onPlan={({ id }) => store.chooseReportPlan(id)}
        />
      )}
    </Field>
  );
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
