import {
  Body1,
  Button,
  Caption1,
  Field,
  makeStyles,
  Spinner,
  Subtitle2,
  tokens,
  mergeClasses,
} from "@fluentui/react-components";
import { useEffect } from "react";
import { withoutDirection } from "../../../insights";
import type { FormulaDraft } from "../../actions/formula/formulaState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { functionText } from "../functionTexts";
import { texts } from "../texts/texts";
import { ArgumentField } from "./ArgumentField";
import { useCopying } from "./copying";
import { useLayout } from "./layout";
import { ActionPlace } from "./ActionPlace";
import { Overwrite } from "./Overwrite";
import { Picker } from "./Picker";
import { Remedy } from "./Remedy";
import { PreviewTable } from "./PreviewTable";

const useStyles = makeStyles({
  fields: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS },
  // A field that receives the focus scrolls above the button.
  page: { "& input, & select, & button": { scrollMarginBottom: "64px" } },
  preview: { gap: tokens.spacingVerticalXS },
  formula: {
    maxHeight: "20vh",
    overflowY: "auto",
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    display: "block",
    padding: tokens.spacingHorizontalS,
    userSelect: "text",
  },
});

interface FormulaSectionProps {
  state: StoreState;
  store: Store;
  /** The pane is shown, and follows the active cell. */
  isVisible: boolean;
}

export function FormulaSection({ state, store, isVisible }: FormulaSectionProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { draft } = state;
  useEffect(() => (isVisible ? store.followActiveCell() : undefined), [isVisible, store]);
  if (!draft) return <Spinner />;
  return (
    <div className={mergeClasses(layout.column, styles.page)}>
      <FunctionField draft={draft} store={store} />
      <div className={styles.fields}>
        {draft.callee.parameters.map((parameter) => (
          <ArgumentField key={parameter.name} parameter={parameter} draft={draft} state={state} store={store} />
        ))}
      </div>
      <Foot draft={draft} state={state} store={store} />
    </div>
  );
}

/** Offers announced functions only if the cell already calls one. */
function FunctionField({ draft: { callee }, store }: { draft: FormulaDraft; store: Store }) {
  const offered = store.functions.filter(({ id, isAnnounced }) => !isAnnounced || id === callee.id);
  return (
    <Field orientation="horizontal" label={texts.formula.function}>
      <Picker
        chosen={[callee.id]}
        options={offered.map((each) => ({ value: each.id, label: `${each.id}: ${functionText(each)}` }))}
        onChoose={store.setFunction}
      />
    </Field>
  );
}

/** The button stays in sight; formula and preview scroll with the fields, all of which would be hidden behind them. */
function Foot({ draft, state, store }: { draft: FormulaDraft; state: StoreState; store: Store }) {
  const layout = useLayout();
  const isUnready = draft.preview.state === "working" || draft.preview.state === "incomplete";
  return (
    <>
      <Formula key={draft.formula} formula={draft.formula} />
      {draft.marker !== undefined && <Marker key={draft.marker} marker={draft.marker} />}
      <PreviewSection draft={draft} store={store} />
      <div className={layout.pinned}>
        <ActionPlace name="insert">
          {state.obstacle ? (
            <Overwrite state={state} onOverwrite={() => void store.insert(true)} onCancel={store.dismissObstacle} />
          ) : (
            <Button appearance="primary" disabledFocusable={isUnready} onClick={() => void store.insert(false)}>
              {texts.formula[draft.around ? "replace" : "insert"](withoutDirection(draft.target))}
            </Button>
          )}
        </ActionPlace>
      </div>
    </>
  );
}

function Formula({ formula }: { formula: string }) {
  const styles = useStyles();
  const layout = useLayout();
  const { button, refused } = useCopying(texts.formula.copy, () => Promise.resolve(formula));
  return (
    <section aria-labelledby="formula">
      <div className={layout.row}>
        <Subtitle2 as="h2" id="formula" className={mergeClasses(layout.heading, layout.fill)}>
          {texts.formula.formula}
        </Subtitle2>
        {button}
      </div>
      <code className={mergeClasses(layout.code, styles.formula)}>{formula}</code>
      {refused}
    </section>
  );
}

/** Copies the formula as a marker; a template shows its number after a refresh. */
function Marker({ marker }: { marker: string }) {
  const { button, refused } = useCopying(texts.formula.copyMarker, () => Promise.resolve(marker));
  return (
    <div>
      {button}
      {refused}
    </div>
  );
}

function PreviewSection({ draft, store }: { draft: FormulaDraft; store: Store }) {
  const { preview } = draft;
  const styles = useStyles();
  const layout = useLayout();
  return (
    <section
      className={mergeClasses(layout.column, styles.preview)}
      aria-labelledby="preview"
      aria-busy={preview.state === "working"}
    >
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
      {preview.state === "incomplete" && <Body1>{texts.formula.choose(preview.missing)}.</Body1>}
      {preview.state === "incomplete" && preview.missing.includes("plan") && <Remedy kind="unplanned" store={store} />}
      {preview.state === "unknown" && <Body1>{texts.formula.noPreview}</Body1>}
      {preview.state === "failed" && (
        <Body1>
          <b>{preview.code}</b> {preview.message}
        </Body1>
      )}
      {preview.state === "failed" && <Remedy kind={preview.kind} store={store} />}
      {preview.state === "done" && <PreviewTable preview={preview} label={texts.formula.preview} />}
      {preview.state === "done" && preview.fullYear && (
        <Caption1 className={layout.detail}>{preview.fullYear}</Caption1>
      )}
    </section>
  );
}
