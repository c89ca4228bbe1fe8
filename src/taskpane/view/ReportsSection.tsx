import {
  Body1,
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Spinner,
  tokens,
} from "@fluentui/react-components";
import { useEffect, useState } from "react";
import type { Scope } from "../../workbook/cells";
import type { Done, PaneModel, PaneState } from "../model";
import { texts } from "../texts";
import { CellList } from "./CellList";
import { Gallery } from "./Gallery";
import { useLayout } from "./layout";
import { OwnReports } from "./OwnReports";
import { Part } from "./Part";
import { ScopeSelect } from "./ScopeSelect";

interface SectionProps {
  state: PaneState;
  model: PaneModel;
}

export function ReportsSection({ state, model }: SectionProps) {
  const layout = useLayout();
  useEffect(() => void model.takeInventory(), [model]);
  const { inventory, isBusy, done } = state;
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXL }} aria-busy={isBusy}>
      {isBusy && <Spinner size="tiny" label={texts.reports.busy} />}
      {done && <Outcome done={done} model={model} />}
      {inventory && inventory.broken > 0 && <Broken count={inventory.broken} model={model} />}
      <Part id="gallery" title={texts.reports.insert}>
        <Body1>{state.settings.plan ? texts.reports.advice : texts.reports.noPlan}</Body1>
        <Gallery isDisabled={isBusy || !state.settings.plan} onInsert={(kind) => void model.insertReport(kind)} />
      </Part>
      <Part id="own-reports" title={texts.reports.own}>
        <OwnReports reports={inventory?.reports ?? []} isDisabled={isBusy} model={model} />
      </Part>
      <Values frozen={inventory?.frozen ?? 0} isDisabled={isBusy} model={model} />
    </div>
  );
}

export function Outcome({ done: { what, count, left }, model }: { done: Done; model: PaneModel }) {
  const layout = useLayout();
  return (
    <div className={layout.column}>
      <MessageBar intent={left.length > 0 ? "warning" : "success"} layout="multiline">
        <MessageBarBody>{texts.reports.done[what](count)}</MessageBarBody>
      </MessageBar>
      {left.length > 0 && (
        <CellList
          label={texts.reports.left}
          cells={left.map(({ address, reason }) => ({ address, text: reason }))}
          model={model}
        />
      )}
    </div>
  );
}

function Broken({ count, model }: { count: number; model: PaneModel }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{texts.reports.broken(count)}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => void model.repair()}>{texts.reports.repair}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}

interface ValuesProps {
  frozen: number;
  isDisabled: boolean;
  model: PaneModel;
}

function Values({ frozen, isDisabled, model }: ValuesProps) {
  const layout = useLayout();
  const [scope, setScope] = useState<Scope>("workbook");
  return (
    <Part id="values" title={texts.reports.values}>
      <Body1>{texts.reports.valuesAdvice}</Body1>
      {frozen > 0 && <Body1>{texts.reports.frozen(frozen)}</Body1>}
      <div className={layout.row}>
        <ScopeSelect label={texts.reports.scope} scope={scope} onScope={setScope} />
        <Button disabled={isDisabled} onClick={() => void model.freeze(scope)}>
          {texts.reports.freeze}
        </Button>
        <Button disabled={isDisabled || frozen === 0} onClick={() => void model.thaw(scope)}>
          {texts.reports.thaw}
        </Button>
      </div>
    </Part>
  );
}
