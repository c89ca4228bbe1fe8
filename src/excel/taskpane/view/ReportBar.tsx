import { Body1, Button, Caption1, Field, mergeClasses } from "@fluentui/react-components";
import { useEffect } from "react";
import type { BarActions } from "../../actions/reportBar/reportBar";
import type { BarRow, BarState } from "../../actions/reportBar/barState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { withoutDirection } from "../../../insights";
import { nameOrId } from "../../../numbers/language/nameTexts";
import type { ChosenRole } from "../../../reporting/reports/inputRoles";
import { monthsLabel } from "../../../numbers/language/monthsLabel";
import { reportBarTexts as texts } from "../texts/reportBar";
import { texts as paneTexts } from "../texts/texts";
import { ActionPlace } from "./ActionPlace";
import { BarQuestions } from "./BarQuestions";
import { Chips } from "./Chips";
import { useLayout } from "./layout";
import { useLoaded } from "./loaded";
import { KeepFocus } from "./KeepFocus";
import { Picker } from "./Picker";
import { PlanPicker } from "./PlanPicker";
import { ScenarioBars } from "./ScenarioBars";
import { Subsection } from "./Subsection";

interface BarProps {
  state: StoreState;
  store: Store;
}

/** The inputs of all reports, which are changed together. Nothing is shown in a workbook without reports. */
export function ReportBar({ state, store }: BarProps) {
  const { content: actions, error } = useLoaded(store.loadBar);
  useEffect(() => actions?.follow(), [actions]);
  const { reportBar: bar } = state;
  if (error) return <Caption1 role="alert">{error}</Caption1>;
  if (!bar || !actions || bar.reports.length === 0) return null;
  return (
    <Subsection id="report-bar" title={texts.title}>
      <KeepFocus>
        <Followers bar={bar} state={state} store={store} />
        {bar.editedIn !== undefined && <Edited bar={bar} sheet={bar.editedIn} />}
        {bar.rows.map((row) => (
          <Row key={row.role} row={row} bar={bar} state={state} actions={actions} />
        ))}
        <ActionPlace name="bar">
          <KeepFocus>
            <Outcome bar={bar} actions={actions} isDisabled={state.isBusy} />
          </KeepFocus>
        </ActionPlace>
      </KeepFocus>
    </Subsection>
  );
}

interface PartProps {
  bar: BarState;
  actions: BarActions;
}

function Followers({ bar: { reports }, state, store }: BarProps & Pick<PartProps, "bar">) {
  const layout = useLayout();
  const { copies = [] } = state.inventory ?? {};
  const linked = reports.filter(({ isUnlinked }) => !isUnlinked).map(({ sheet }) => withoutDirection(sheet));
  return (
    <>
      <Caption1 className={layout.detail}>{texts.follows(linked)}</Caption1>
      {copies.length > 0 && <Caption1 className={layout.detail}>{texts.copies(copies.map(withoutDirection))}</Caption1>}
      {reports
        .filter(({ isUnlinked }) => isUnlinked)
        .map(({ id, sheet }) => (
          <div key={id} className={layout.row}>
            <Caption1 className={mergeClasses(layout.detail, layout.fill)}>
              {texts.keepsOwn(withoutDirection(sheet))}
            </Caption1>
            <Button
              size="small"
              disabledFocusable={state.isBusy}
              aria-label={paneTexts.reports.nameOf(texts.link, withoutDirection(sheet))}
              onClick={() => void store.linkReport(id, true)}
            >
              {texts.link}
            </Button>
          </div>
        ))}
    </>
  );
}

/** Says which inputs the user has changed on a sheet: the bar offers them for the other reports. */
function Edited({ bar: { choice }, sheet }: { bar: BarState; sheet: string }) {
  const inputs = (Object.entries(choice) as [ChosenRole, string][]).map(([role, text]) =>
    texts.input(texts.rows[role], text),
  );
  return <Body1 role="status">{texts.edited(withoutDirection(sheet), inputs)}</Body1>;
}

function nameOfText(role: ChosenRole, text: string): string {
  return role === "period" && /^\d{4}-\d\d$/.test(text) ? monthsLabel([text]) : text;
}

function Row({ row, bar, state, actions }: PartProps & { row: BarRow; state: StoreState }) {
  const layout = useLayout();
  const { role, options, shown, now } = row;
  const label = texts.rows[role];
  const choose = (text: string) => actions.choose(role, text);
  const named = options.map(({ text, name }) => ({ key: text, label: nameOfText(role, name) || texts.none }));
  const isMixed = now.length > 1 && bar.choice[role] === undefined;
  const mixed = isMixed && (
    <Caption1 className={layout.detail}>
      {texts.differ(now.map(({ text, reports }) => ({ name: nameOfText(role, text), reports })))}
    </Caption1>
  );
  if (role === "scenario")
    return (
      <>
        <KeepFocus>
          <ScenarioBars
            label={label}
            options={options}
            chosen={shown}
            base={shownIn(bar, "base")}
            numbers={bar.numbers}
            onChoose={choose}
            onAsk={() => void actions.showOthers()}
          />
        </KeepFocus>
        {mixed}
      </>
    );
  return (
    <Chips label={label} chips={named} chosen={shown} onChoose={choose}>
      {mixed}
      <MoreOptions row={row} state={state} onChoose={choose} />
    </Chips>
  );
}

function shownIn({ rows }: BarState, role: ChosenRole): string | undefined {
  return rows.find((row) => row.role === role)?.shown;
}

/** The choices that are made less often. */
function MoreOptions({
  row: { role, others },
  state,
  onChoose,
}: {
  row: BarRow;
  state: StoreState;
  onChoose: (text: string) => void;
}) {
  const label = texts.more[role];
  if (!label || others.length === 0) return null;
  const options = others.map(({ text, name }) => ({ value: text, label: nameOfText(role, name) }));
  return (
    <Field label={label}>
      {(field) =>
        role === "plan" ? (
          <PlanPicker
            field={field}
            state={state}
            text=""
            placeholder={texts.choose}
            onPlan={(plan) => onChoose(nameOrId(plan, state.plans ?? []))}
          />
        ) : (
          <Picker field={field} chosen={[]} placeholder={texts.choose} options={options} onChoose={onChoose} />
        )
      }
    </Field>
  );
}

/** What the choice changes, and the buttons that do it or take it back. */
function Outcome({ bar, actions, isDisabled }: PartProps & { isDisabled: boolean }) {
  const layout = useLayout();
  const { effect, reports, written, editedIn } = bar;
  const unlinked = reports.filter(({ isUnlinked }) => isUnlinked).length;
  const isOpen = effect && (effect.unknownPlans.length > 0 || effect.questions.length > 0);
  const hasChoice = Object.keys(bar.choice).length > 0;
  if (!hasChoice && !written) return null;
  return (
    <>
      {effect && <BarQuestions questions={effect.questions} actions={actions} />}
      {effect && <EffectDetails effect={effect} />}
      <div className={mergeClasses(layout.foot, layout.action)}>
        {effect && effect.reports.length > 0 && (
          <Body1 role="status">{texts.effect(effect, reports.length, unlinked)}</Body1>
        )}
        <div className={layout.row}>
          {effect && effect.reports.length > 0 && (
            <Button
              appearance="primary"
              disabledFocusable={isDisabled || Boolean(isOpen)}
              onClick={() => void actions.apply()}
            >
              {texts.apply(effect.reports.length)}
            </Button>
          )}
          {hasChoice && (
            <Button onClick={actions.dropChoice}>{editedIn === undefined ? texts.drop : texts.onlyHere}</Button>
          )}
          {!hasChoice && written && (
            <Button
              disabledFocusable={isDisabled}
              title={texts.backTo([...new Set(written.map(({ label, before }) => texts.input(label, before)))])}
              onClick={() => void actions.goBack()}
            >
              {texts.back}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** Which inputs of which reports change, and what stays. */
function EffectDetails({ effect }: { effect: NonNullable<BarState["effect"]> }) {
  const layout = useLayout();
  const { reports, tables, formulas, unknownPlans } = effect;
  return (
    <>
      {unknownPlans.length > 0 && <Body1 role="alert">{texts.unknownPlan(unknownPlans)}</Body1>}
      {tables === undefined && <Caption1 className={layout.detail}>{texts.counting}</Caption1>}
      <ul className={layout.plain}>
        {reports.map(({ sheet, labels }) => (
          <li key={sheet}>
            <Caption1 className={layout.detail}>{texts.changed(withoutDirection(sheet), labels)}</Caption1>
          </li>
        ))}
      </ul>
      {formulas.length > 0 && <Caption1>{texts.formulas(formulas)}</Caption1>}
    </>
  );
}
