import {
  Body1,
  Button,
  Caption1,
  Field,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
  Spinner,
  Subtitle2,
  tokens,
} from "@fluentui/react-components";
import { useEffect } from "react";
import { formulaOf } from "../draft";
import { FUNCTION_NAMES, FUNCTIONS, type FunctionName } from "../functions";
import type { Draft, PaneModel, PaneState } from "../model";
import { texts } from "../texts";
import { ArgumentField } from "./ArgumentField";
import { CopyButton } from "./CopyButton";
import { useLayout } from "./layout";
import { PreviewTable } from "./PreviewTable";

const useStyles = makeStyles({
  fields: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS },
  foot: {
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    bottom: 0,
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalS,
    paddingBlock: tokens.spacingVerticalS,
    position: "sticky",
  },
  formula: {
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    display: "block",
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: "anywhere",
    padding: tokens.spacingHorizontalS,
    userSelect: "text",
  },
});

export function FormulaSection({ state, model }: { state: PaneState; model: PaneModel }) {
  const styles = useStyles();
  const layout = useLayout();
  const { draft } = state;
  useEffect(() => model.build(), [model]);
  if (!draft) return <Spinner />;
  return (
    <div className={layout.column}>
      <FunctionField draft={draft} model={model} />
      <div className={styles.fields}>
        {FUNCTIONS[draft.name].map((argument) => (
          <ArgumentField key={argument} argument={argument} draft={draft} state={state} model={model} />
        ))}
      </div>
      <PreviewSection draft={draft} />
      <Foot draft={draft} state={state} model={model} />
    </div>
  );
}

function FunctionField({ draft, model }: { draft: Draft; model: PaneModel }) {
  const layout = useLayout();
  return (
    <Field orientation="horizontal" label={texts.formula.function}>
      <Select
        className={layout.select}
        value={draft.name}
        onChange={(_event, { value }) => model.draftFunction(value as FunctionName)}
      >
        {FUNCTION_NAMES.map((name) => (
          <option key={name} value={name}>
            {`${name}: ${texts.formula.functions[name]}`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Stays in sight while the arguments scroll. */
function Foot({ draft, state, model }: { draft: Draft; state: PaneState; model: PaneModel }) {
  const styles = useStyles();
  return (
    <div className={styles.foot}>
      <Formula formula={formulaOf(draft)} />
      {state.obstacle ? (
        <ObstacleBar state={state} model={model} />
      ) : (
        <Button
          appearance="primary"
          disabledFocusable={draft.preview.state === "working"}
          onClick={() => void model.insert(false)}
        >
          {draft.around ? texts.formula.replace(draft.target) : texts.formula.insert(draft.target)}
        </Button>
      )}
    </div>
  );
}

function Formula({ formula }: { formula: string }) {
  const styles = useStyles();
  const layout = useLayout();
  return (
    <section aria-labelledby="formula">
      <div className={layout.row}>
        <Subtitle2 as="h2" id="formula" className={`${layout.heading} ${layout.fill}`}>
          {texts.formula.formula}
        </Subtitle2>
        <CopyButton text={() => Promise.resolve(formula)} label={texts.formula.copy} />
      </div>
      <code className={styles.formula}>{formula}</code>
    </section>
  );
}

function PreviewSection({ draft: { preview } }: { draft: Draft }) {
  const layout = useLayout();
  return (
    <section aria-labelledby="preview" aria-busy={preview.state === "working"}>
      <div className={layout.row}>
        <Subtitle2 as="h2" id="preview" className={layout.heading}>
          {texts.formula.preview}
        </Subtitle2>
        {preview.state === "done" && (
          <Caption1 className={layout.detail}>
            {texts.formula.size(preview.rows.length, preview.rows[0]?.length ?? 0)}
          </Caption1>
        )}
      </div>
      {preview.state === "working" && (
        <Spinner size="tiny" labelPosition="after" label={texts.formula.working} style={{ justifyContent: "start" }} />
      )}
      {preview.state === "empty" && <Body1>{preview.reason}</Body1>}
      {preview.state === "failed" && (
        <Body1>
          <b>{preview.code}</b> {preview.message}
        </Body1>
      )}
      {preview.state === "done" && <PreviewTable rows={preview.rows} label={texts.formula.preview} />}
    </section>
  );
}

function ObstacleBar({ state: { obstacle }, model }: { state: PaneState; model: PaneModel }) {
  return (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>
        {texts.formula.obstacle(obstacle?.count ?? 0, obstacle?.examples.join(", ") ?? "")}
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => void model.insert(true)}>{texts.formula.overwrite}</Button>
        <Button onClick={model.dismissObstacle}>{texts.formula.cancel}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
