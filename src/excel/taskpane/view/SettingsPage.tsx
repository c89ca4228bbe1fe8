import { Body1, Button, Caption1, Checkbox, Field, makeStyles, Subtitle2, tokens } from "@fluentui/react-components";
import { useState } from "react";
import { formatMonth } from "../format";
import { monthsLabel } from "../../../numbers/language/monthsLabel";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { ExcelCheckSection } from "./ExcelCheckSection";
import { Picker } from "./Picker";
import { useLayout } from "./layout";
import { ActionPlace } from "./ActionPlace";

const useStyles = makeStyles({
  facts: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalS, margin: 0 },
  fact: { margin: 0, overflowWrap: "anywhere" },
});

interface SettingsPageProps {
  state: StoreState;
  store: Store;
  onDisconnect: () => void;
}

export function SettingsPage({ state, store, onDisconnect }: SettingsPageProps) {
  const layout = useLayout();
  return (
    <div className={layout.column} style={{ gap: tokens.spacingVerticalXL }}>
      <section className={layout.column} aria-labelledby="workbook-settings">
        <Subtitle2 as="h2" id="workbook-settings" className={layout.heading}>
          {texts.settings.workbook}
        </Subtitle2>
        <Choices settings={state.settings} onChange={(settings) => void store.changeSettings(settings)} />
      </section>
      {state.status === "connected" && <Connection state={state} onDisconnect={onDisconnect} />}
      <ExcelCheckSection state={state} store={store} />
      <Caption1 className={layout.detail}>{texts.settings.version(store.version)}</Caption1>
    </div>
  );
}

interface ChoicesProps {
  settings: WorkbookSettings;
  onChange: (settings: WorkbookSettings) => void;
}

function Choices({ settings, onChange }: ChoicesProps) {
  const { refreshOnOpen = false } = settings;
  return (
    <>
      <Choice
        label={texts.settings.refreshOnOpen}
        hint={texts.settings.refreshOnOpenHint}
        checked={refreshOnOpen}
        onChecked={(checked) => onChange({ refreshOnOpen: checked })}
      />
      <FiscalYear settings={settings} onChange={onChange} />
      <CurrentMonth settings={settings} onChange={onChange} />
      <Formats settings={settings} onChange={onChange} />
    </>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** The fiscal year, which defines years, quarters and to date in formulas. */
function FiscalYear({ settings: { fiscalMonth = 1, fiscalNameByBegin = false }, onChange }: ChoicesProps) {
  return (
    <>
      <Field label={texts.settings.fiscalMonth}>
        <Picker
          chosen={[String(fiscalMonth)]}
          options={MONTHS.map((month) => ({ value: String(month), label: formatMonth(month) }))}
          onChoose={(month) => onChange({ fiscalMonth: month === "1" ? undefined : Number(month) })}
        />
      </Field>
      {fiscalMonth > 1 && (
        <Choice
          label={texts.settings.fiscalNameByBegin}
          hint={texts.settings.fiscalNameHint}
          checked={fiscalNameByBegin}
          onChecked={(checked) => onChange({ fiscalNameByBegin: checked })}
        />
      )}
    </>
  );
}

/** How many months before and after this one can be chosen. */
const MONTHS_BACK = 24;
const MONTHS_AHEAD = 12;

/** The month that formulas call current. The latest is on top, as the last closed month is what most workbooks need. */
function CurrentMonth({ settings: { currentMonth = "" }, onChange }: ChoicesProps) {
  const [months] = useState(() => monthsAround(new Date()));
  // A workbook may have been given another month by other means.
  const all = currentMonth === "" || months.includes(currentMonth) ? months : [currentMonth, ...months];
  return (
    <Field label={texts.settings.currentMonth} hint={texts.settings.currentMonthHint}>
      <Picker
        chosen={[currentMonth]}
        options={[
          { value: "", label: texts.settings.byActuals },
          ...all.map((month) => ({ value: month, label: monthsLabel([month]) })),
        ]}
        onChoose={(month) => onChange({ currentMonth: month || undefined })}
      />
    </Field>
  );
}

function monthsAround(now: Date): string[] {
  return Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, at) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() + MONTHS_AHEAD - at)).toISOString().slice(0, 7),
  );
}

function Formats({ settings: { formats = true, formatsEntries = false, scale }, onChange }: ChoicesProps) {
  return (
    <>
      <Choice
        label={texts.settings.formats}
        hint={texts.settings.formatsHint}
        checked={formats}
        onChecked={(checked) => onChange({ formats: checked })}
      />
      <Choice
        label={texts.formatting.entries}
        hint={keepsUndo() ? texts.formatting.entriesHint : texts.formatting.noEntries}
        checked={formatsEntries}
        isDisabled={!keepsUndo()}
        onChecked={(checked) => onChange({ formatsEntries: checked })}
      />
      <Field label={texts.formatting.scale}>
        <Picker
          chosen={[scale ?? ""]}
          options={Object.entries(texts.formatting.scales).map(([value, label]) => ({ value, label }))}
          onChoose={(chosen) => onChange({ scale: (chosen || undefined) as WorkbookSettings["scale"] })}
        />
      </Field>
    </>
  );
}

/** True if a write of the add-in leaves the Undo list. */
function keepsUndo(): boolean {
  return Office.context.requirements.isSetSupported("ExcelApi", "1.19");
}

interface ChoiceProps {
  label: string;
  hint: string;
  checked: boolean;
  /** This Excel lacks what the choice needs, as the hint says. */
  isDisabled?: boolean;
  onChecked: (checked: boolean) => void;
}

function Choice({ label, hint, checked, isDisabled = false, onChecked }: ChoiceProps) {
  return (
    <ActionPlace name={label}>
      <Field hint={hint}>
        <Checkbox
          label={label}
          checked={checked}
          disabled={isDisabled}
          onChange={(_event, data) => onChecked(data.checked === true)}
        />
      </Field>
    </ActionPlace>
  );
}

function Connection({ state: { appUrl, access, isKeyKept }, onDisconnect }: Omit<SettingsPageProps, "store">) {
  const styles = useStyles();
  const layout = useLayout();
  const facts = [
    [texts.connect.address, appUrl],
    [texts.settings.key, isKeyKept ? texts.settings.kept : texts.settings.notKept],
    [
      texts.access.scopes,
      access?.scopes?.map((scope) => texts.access.may[scope] ?? scope).join(", ") ?? texts.access.unknown,
    ],
  ] as const;
  return (
    <section className={layout.column} aria-labelledby="connection">
      <Subtitle2 as="h2" id="connection" className={layout.heading}>
        {texts.settings.connection}
      </Subtitle2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Caption1 className={layout.detail}>{name}</Caption1>
            </dt>
            <dd className={styles.fact}>
              <Body1>{value}</Body1>
            </dd>
          </div>
        ))}
      </dl>
      <div className={layout.row}>
        <Button onClick={onDisconnect}>{texts.header.disconnect}</Button>
      </div>
    </section>
  );
}
