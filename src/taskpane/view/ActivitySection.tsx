import { Body1, Button, Caption1, Field, makeStyles, ProgressBar, Text, tokens } from "@fluentui/react-components";
import { useState } from "react";
import type { Scope } from "../../workbook/cells";
import { formatTime, formatValue } from "../format";
import type { PaneModel, PaneState, Refreshed } from "../model";
import { texts } from "../texts";
import { CellList } from "./CellList";
import { CopyButton } from "./CopyButton";
import { useLayout } from "./layout";
import { Part } from "./Part";
import { ScopeSelect } from "./ScopeSelect";

const useStyles = makeStyles({
  counts: { display: "grid", gap: tokens.spacingHorizontalS, gridTemplateColumns: "repeat(3, 1fr)" },
  count: {
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    display: "flex",
    flexDirection: "column",
    padding: tokens.spacingHorizontalS,
  },
  item: { display: "flex", flexDirection: "column", paddingBlock: tokens.spacingVerticalXXS },
  report: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase100, width: "100%" },
});

interface SectionProps {
  state: PaneState;
  model: PaneModel;
}

export function ActivitySection({ state, model }: SectionProps) {
  const layout = useLayout();
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXL }}>
      <Refresh state={state} model={model} />
      {state.refreshed && <Outcome refreshed={state.refreshed} model={model} />}
      <Now state={state} />
      <Errors state={state} model={model} />
      <Diagnostics model={model} />
    </div>
  );
}

function Refresh({ state: { progress }, model }: SectionProps) {
  const layout = useLayout();
  const [scope, setScope] = useState<Scope>("workbook");
  if (progress) {
    const { done, all } = progress;
    return (
      <Field label={texts.activity.progress(done, all)} role="status">
        <ProgressBar {...(all > 0 && { value: done / all })} aria-label={texts.activity.refresh} />
        <Button onClick={model.cancelRefresh}>{texts.activity.cancel}</Button>
      </Field>
    );
  }
  return (
    <div className={layout.row}>
      <ScopeSelect label={texts.activity.scope} scope={scope} onScope={setScope} />
      <Button appearance="primary" onClick={() => void model.refresh(scope)}>
        {texts.activity.refresh}
      </Button>
    </div>
  );
}

function Outcome({ refreshed, model }: { refreshed: Refreshed; model: PaneModel }) {
  const { cells, changes, at } = refreshed;
  return (
    <Part id="outcome" title={texts.activity.refreshed(formatTime(at))}>
      <Body1 role="status">{texts.activity.summary(cells, changes.length)}</Body1>
      {changes.length > 0 && (
        <CellList
          label={texts.activity.changes}
          cells={changes.map(({ address, before, after }) => ({ address, text: `${shown(before)} → ${shown(after)}` }))}
          model={model}
        />
      )}
    </Part>
  );
}

function shown(value: unknown): string {
  return value === "" || value === null || value === undefined ? texts.activity.blank : formatValue(value);
}

function Now({ state: { doings, plans } }: { state: PaneState }) {
  const styles = useStyles();
  const layout = useLayout();
  const counts = [
    [texts.activity.waiting, doings.waiting],
    [texts.activity.running, doings.running],
    [texts.activity.held, doings.held],
  ] as const;
  return (
    <Part id="now" title={texts.activity.now}>
      <div className={styles.counts}>
        {counts.map(([label, value]) => (
          <div key={label} className={styles.count}>
            <Text size={500} weight="semibold">
              {value.toLocaleString()}
            </Text>
            <Caption1>{label}</Caption1>
          </div>
        ))}
      </div>
      {doings.ages.length === 0 ? (
        <Body1>{texts.activity.noAges}</Body1>
      ) : (
        <div>
          <Text weight="semibold">{texts.activity.asOf}</Text>
          <ul className={layout.plain}>
            {doings.ages.map(({ plan, oldest, newest }) => (
              <li key={plan} className={styles.item}>
                <Body1>{plans?.find(({ id }) => id === plan)?.name ?? plan}</Body1>
                <Caption1 className={layout.detail}>
                  {texts.activity.asOfRange(formatTime(oldest), formatTime(newest))}
                </Caption1>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Part>
  );
}

function Errors({ state: { doings }, model }: SectionProps) {
  const { failures } = doings;
  const again = failures.length > 0 && (
    <Button size="small" onClick={() => void model.tryAgain()}>
      {texts.activity.tryAgain}
    </Button>
  );
  return (
    <Part id="errors" title={texts.activity.errors} action={again}>
      {failures.length === 0 ? (
        <Body1>{texts.activity.noErrors}</Body1>
      ) : (
        <CellList
          label={texts.activity.errors}
          cells={failures.map(({ address, code, message }) => ({ address, text: `${code} ${message}` }))}
          model={model}
        />
      )}
    </Part>
  );
}

function Diagnostics({ model }: { model: PaneModel }) {
  const styles = useStyles();
  const layout = useLayout();
  const [refused, setRefused] = useState<string>();
  return (
    <Part
      id="diagnostics"
      title={texts.activity.diagnostics}
      action={<CopyButton text={model.diagnostics} label={texts.activity.copyDiagnostics} onRefused={setRefused} />}
    >
      <Caption1 className={layout.detail}>{texts.activity.diagnosticsHint}</Caption1>
      {refused !== undefined && (
        <Field label={texts.activity.notCopied}>
          <textarea
            readOnly
            className={styles.report}
            rows={8}
            value={refused}
            onFocus={(event) => event.target.select()}
          />
        </Field>
      )}
    </Part>
  );
}
