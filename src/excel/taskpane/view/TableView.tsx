import { Body1, Button, Caption1, Field, Input, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useEffect, useRef, useState } from "react";
import { withoutDirection } from "../../../insights";
import type { TableActions } from "../../actions/tables/tableActions";
import type { TableDefinition } from "../../../reporting/tables/definition";
import type { TableEntryChange, TableState } from "../../actions/tables/tableState";
import type { StoreState } from "../../actions/storeState";
import { tablePaneTexts as texts } from "../texts/tables";
import { rollTexts } from "../texts/roll";
import { RollPart } from "./RollPart";
import { Overwrite } from "./Overwrite";
import { EntryChips } from "./EntryChips";
import { FirstCells } from "./FirstCells";
import { HeadingsPart } from "./HeadingsPart";
import { KeepFocus } from "./KeepFocus";
import { ActionPlace } from "./ActionPlace";
import { Picker } from "./Picker";
import { PlanPicker } from "./PlanPicker";
import { useLayout } from "./layout";

const LISTS = ["lines", "columns", "periods"] as const;

const useStyles = makeStyles({
  /** Takes no room without a text. */
  status: { ":empty": { marginBottom: `calc(-1 * ${tokens.spacingVerticalM})` } },
  templates: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS },
  template: { fontWeight: tokens.fontWeightRegular, justifyContent: "start", textAlign: "start" },
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    outline: `2px solid ${tokens.colorBrandStroke1}`,
    outlineOffset: "-2px",
  },
});

/** The button that fills cells between headings: it has the focus again after its form. */
const FROM_HEADINGS = "from-headings";

interface TableViewProps {
  state: StoreState;
  actions: TableActions;
  isVisible: boolean;
  onCancel: () => void;
}

/** A table of one's own: what it shows, its first numbers, and the button that writes it. */
export function TableView({ state, actions, isVisible, onCancel }: TableViewProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { grid, settings } = state;
  useEffect(() => (isVisible ? actions.follow() : undefined), [isVisible, actions, settings.plan]);
  if (!grid) return null;
  const { definition, headings, filled, roll, rolled } = grid;
  return (
    <div className={layout.column}>
      {/* Stays while its text changes, so that the text is read. */}
      <Body1 role="status" className={styles.status}>
        {filled && texts.filled(filled)}
        {rolled && rollTexts.rolled(rolled)}
      </Body1>
      {/* Office takes Tab, and knows where to go on from what Tab reaches alone. */}
      <KeepFocus first={headings || roll ? '[tabindex="0"]' : `#${FROM_HEADINGS}`}>
        {roll ? (
          <RollPart state={state} roll={roll} actions={actions} />
        ) : headings ? (
          <HeadingsPart state={state} headings={headings} actions={actions} onCancel={onCancel} />
        ) : definition ? (
          <>
            <PlanField state={state} plan={definition.plan} actions={actions} />
            <FromHeadings grid={grid} actions={actions} />
            <NextMonth state={state} actions={actions} />
            <Templates grid={grid} actions={actions} />
            <Lists definition={definition} grid={grid} actions={actions} />
            <Foot state={state} definition={definition} grid={grid} actions={actions} onCancel={onCancel} />
          </>
        ) : (
          <PlanField state={state} plan="" hint={texts.noPlan} actions={actions} />
        )}
      </KeepFocus>
    </div>
  );
}

interface PlanFieldProps {
  state: StoreState;
  /** The name of the table's plan; "" before one is chosen. */
  plan: string;
  hint?: string;
  actions: TableActions;
}

/** Two tables of two plans can stand side by side. */
function PlanField({ state, plan, hint, actions }: PlanFieldProps) {
  return (
    <Field label={texts.plan} {...(hint && { hint })}>
      {(field) => (
        <PlanPicker field={field} state={state} text={plan} placeholder={texts.noSuchPlan} onPlan={actions.setPlan} />
      )}
    </Field>
  );
}

function FromHeadings({ grid: { noticed }, actions }: { grid: TableState; actions: TableActions }) {
  return (
    <ActionPlace name="fromHeadings">
      <Body1 role="status">{noticed && texts.noticed(noticed.headings, noticed.address)}</Body1>
      <Button
        id={FROM_HEADINGS}
        appearance={noticed ? "primary" : "secondary"}
        title={texts.fromHeadingsHint}
        onClick={() => void actions.readHeadings()}
      >
        {texts.fromHeadings}
      </Button>
    </ActionPlace>
  );
}

/** Moves tables that stand in the workbook already. */
function NextMonth({ state, actions }: Pick<TableViewProps, "state" | "actions">) {
  const layout = useLayout();
  return (
    <ActionPlace name="showRoll">
      <div className={layout.row} role="group" aria-label={rollTexts.nextMonth} title={rollTexts.hint}>
        <Caption1>{rollTexts.nextMonth}</Caption1>
        {(["table", "workbook"] as const).map((scope) => (
          <Button
            key={scope}
            size="small"
            disabledFocusable={state.isBusy}
            onClick={() => void actions.showRoll(scope)}
          >
            {rollTexts[scope]}
          </Button>
        ))}
      </div>
    </ActionPlace>
  );
}

function Templates({ grid, actions }: { grid: TableState; actions: TableActions }) {
  const styles = useStyles();
  const layout = useLayout();
  return (
    <div className={styles.templates} role="group" aria-label={texts.start}>
      <Caption1>{texts.start}</Caption1>
      {actions.templates().map((template) => (
        <Button
          key={template}
          className={mergeClasses(styles.template, template === grid.template && styles.chosen)}
          aria-pressed={template === grid.template}
          onClick={() => actions.setTemplate(template)}
        >
          <span>
            <b>{texts.templates[template]}</b> · {texts.templateColumns[template]}
            {template === grid.template && grid.actuals?.[template] && (
              <Caption1 block className={layout.detail}>
                {texts.actuals(grid.actuals[template])}
              </Caption1>
            )}
          </span>
        </Button>
      ))}
    </div>
  );
}

interface ListsProps {
  definition: TableDefinition;
  grid: TableState;
  actions: TableActions;
}

function Lists({ definition, grid, actions }: ListsProps) {
  const choices = actions.choices();
  const labels = actions.labels();
  return (
    <>
      {LISTS.map((list) => (
        <ActionPlace key={list} name={list}>
          <EntryChips
            list={list}
            labels={labels[list]}
            offers={choices[list]}
            onOrder={(order) =>
              actions.change({ list, entries: order.map((at) => definition[list][at]) } as TableEntryChange)
            }
            onToggle={(choice) => void actions.toggle(list, choice)}
          />
          {list === "columns" && <OutlookField definition={definition} actions={actions} />}
        </ActionPlace>
      ))}
      <PeriodFields definition={definition} grid={grid} actions={actions} />
    </>
  );
}

/** Asks once for all outlooks of a table, and leaves nothing to ask if the plan has one scenario beside the actuals. */
function OutlookField({ definition, actions }: Pick<ListsProps, "definition" | "actions">) {
  const field = useRef<HTMLDivElement>(null);
  const options = actions.outlooks();
  const { outlook = "" } = definition;
  const isShown = options.length > 1;
  // The table waits for this answer.
  useEffect(() => {
    if (isShown && outlook === "") field.current?.scrollIntoView?.({ block: "center" });
  }, [isShown, outlook]);
  if (!isShown) return null;
  return (
    <div ref={field}>
      <Field label={texts.outlook}>
        <Picker chosen={[outlook]} placeholder={texts.choose} options={options} onChoose={actions.setOutlook} />
      </Field>
    </div>
  );
}

function PeriodFields({ definition, grid, actions }: ListsProps) {
  const layout = useLayout();
  return (
    <>
      <Field label={texts.year}>
        <Input
          type="number"
          value={String(grid.year)}
          onChange={(_event, { value }) => actions.setYear(Number(value))}
        />
      </Field>
      <Field label={texts.place}>
        <Picker
          chosen={[definition.periodPlace]}
          options={(["outside", "inside", "down"] as const).map((place) => ({
            value: place,
            label: texts.places[place],
          }))}
          onChoose={(place) => actions.setPeriodPlace(place as TableDefinition["periodPlace"])}
        />
      </Field>
      <Field label={texts.scale}>
        <Picker
          chosen={[definition.scale ?? ""]}
          options={Object.entries(texts.scales).map(([value, label]) => ({ value, label }))}
          onChoose={(scale) => actions.setScale((scale || undefined) as TableDefinition["scale"])}
        />
      </Field>
      <Caption1 className={layout.detail}>{texts.keys}</Caption1>
    </>
  );
}

function incompleteText({ outlook }: TableDefinition, actions: TableActions): string {
  return outlook === undefined && actions.outlooks().length > 0 ? texts.outlookOpen : texts.incomplete;
}

interface FootProps {
  definition: TableDefinition;
  state: StoreState;
  grid: TableState;
  actions: TableActions;
  onCancel: () => void;
}

function Foot({ state, definition, grid, actions, onCancel }: FootProps) {
  const layout = useLayout();
  const { preview, size, target, written, formula } = grid;
  const [isFormulaShown, setFormulaShown] = useState(false);
  const isComplete = size.rows > 0;
  return (
    <section className={layout.foot} aria-label={texts.preview} aria-busy={isComplete && preview.state === "working"}>
      <div className={layout.row}>
        <Caption1 className={mergeClasses(layout.detail, layout.fill)}>
          {isComplete ? texts.size(size.rows, size.columns, definition.scale) : incompleteText(definition, actions)}
        </Caption1>
        {isComplete && (
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={isFormulaShown}
            onClick={() => setFormulaShown(!isFormulaShown)}
          >
            {isFormulaShown ? texts.hideFormula : texts.showFormula}
          </Button>
        )}
      </div>
      {isComplete && isFormulaShown && <code className={layout.code}>{formula}</code>}
      {isComplete && <FirstCells preview={preview} label={texts.preview} />}
      <div className={layout.action}>
        <ActionPlace name="insertGrid">
          {state.obstacle ? (
            <Overwrite
              state={state}
              onNewSheet={() => void actions.insertOnNewSheet()}
              onOverwrite={() => void actions.insertGrid(true)}
              onCancel={onCancel}
            />
          ) : (
            <Button
              appearance="primary"
              disabledFocusable={!isComplete || state.isBusy}
              onClick={() => void actions.insertGrid(false)}
            >
              {texts.insert(withoutDirection(target))}
            </Button>
          )}
          {written && <Body1 role="status">{texts.written(written)}</Body1>}
        </ActionPlace>
      </div>
    </section>
  );
}
