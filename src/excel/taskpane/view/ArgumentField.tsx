import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { DismissRegular, TableCellEditRegular } from "@fluentui/react-icons";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { ParameterChoice, ParameterDescription } from "../../actions/formula/functionDescriptions";
import type { FormulaDraft } from "../../actions/formula/formulaState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { parseArgument, type Argument } from "../../../numbers/language/argument";
import { nameOptions } from "../argumentOptions";
import { argumentOfNames, argumentText, BLANK, parseArgumentText } from "../argumentText";
import { currencyOptions, plansCurrencies } from "../format";
import { choiceText, parameterHint, parameterText } from "../functionTexts";
import { texts } from "../texts/texts";
import { closeByEscape } from "./arrowKeys";
import { useLayout } from "./layout";
import { Picker, type FieldIds, type PickerOption } from "./Picker";
import { PlanPicker } from "./PlanPicker";

const useStyles = makeStyles({
  editor: {
    flexGrow: 1,
    minWidth: 0,
    width: 0,
    "& input": { textOverflow: "ellipsis" },
  },
});

export interface ArgumentProps {
  parameter: ParameterDescription;
  draft: FormulaDraft;
  state: StoreState;
  store: Store;
}

interface EditorProps extends ArgumentProps {
  part: Argument;
  /** The next selected cell becomes this argument. */
  isPicking: boolean;
  onPart: (part: Argument) => void;
}

/** One argument: what it takes to choose from, or a cell to read it from. */
export function ArgumentField(props: ArgumentProps) {
  const { parameter, draft, store } = props;
  const { name } = parameter;
  const layout = useLayout();
  const label = parameterText(parameter);
  const isPicking = draft.picking === name;
  const part = draft.args[name] ?? BLANK;
  // Shown without focus too: if it went as a button below is pressed, that button would move from under the pointer.
  const isTurning = part.kind === "reference";
  const hint = isPicking ? texts.formula.picking : isTurning ? texts.formula.turning : parameterHint(parameter);
  return (
    <Field
      orientation="horizontal"
      label={label}
      hint={hint ?? null}
      onKeyDown={(event) => isPicking && closeByEscape(event, () => store.pickArgument(undefined))}
    >
      {({ id, "aria-describedby": describedBy, "aria-labelledby": labelledBy }) => (
        <div className={layout.row} style={{ alignItems: "start", flexWrap: "nowrap" }}>
          <Editor
            {...props}
            isPicking={isPicking}
            part={part}
            onPart={(next) => store.setArgument(name, next)}
            field={{ id, "aria-describedby": describedBy, "aria-labelledby": labelledBy }}
          />
          <ArgumentButtons
            label={label}
            isBlank={part.kind === "blank"}
            isPicking={isPicking}
            onClear={() => store.setArgument(name, BLANK)}
            onPick={() => store.pickArgument(isPicking ? undefined : name)}
          />
        </div>
      )}
    </Field>
  );
}

interface ButtonsProps {
  label: string;
  isBlank: boolean;
  isPicking: boolean;
  onClear: () => void;
  onPick: () => void;
}

function ArgumentButtons({ label, isBlank, isPicking, onClear, onPick }: ButtonsProps) {
  return (
    <>
      {!isBlank && (
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={texts.formula.clear(label)}
          title={texts.formula.clear(label)}
          onClick={onClear}
        />
      )}
      <Button
        appearance={isPicking ? "primary" : "subtle"}
        aria-pressed={isPicking}
        icon={<TableCellEditRegular />}
        title={texts.formula.pick(label)}
        aria-label={texts.formula.pick(label)}
        onClick={onPick}
      />
    </>
  );
}

interface ListProps {
  field: FieldIds;
  options: readonly PickerOption[];
  isMany: boolean;
}

function Editor(props: EditorProps & { field: FieldIds }) {
  const { draft, parameter, part, state, isPicking } = props;
  const { name, choices, isList } = parameter;
  if (isPicking || part.kind === "reference" || part.kind === "expression") return <TextEditor {...props} />;
  if (name === "plan") return <PlanEditor {...props} />;
  const options = nameOptions(name, state, draft);
  if (options) {
    return options.length > 0 ? (
      <ListEditor {...props} options={options} isMany={isList} />
    ) : (
      <TextEditor {...props} placeholder={isMissing(draft, name) ? texts.formula.choose([name]) : ""} />
    );
  }
  if (choices) return <ChoiceEditor {...props} choices={choices} />;
  if (name === "currency") return <ChoiceEditor {...props} />;
  return <TextEditor {...props} placeholder={placeholderOf(name) ?? ""} />;
}

/** A blank one means the workbook's own plan. */
function PlanEditor({ part, onPart, ...props }: EditorProps & { field: FieldIds }) {
  return (
    <PlanPicker
      {...props}
      text={argumentText(part)}
      placeholder={texts.formula.blank.plan ?? ""}
      onPlan={({ name }) => onPart({ kind: "text", value: name })}
      onText={(text) => onPart(parseArgumentText(text))}
    />
  );
}

/** Several are in the order in which they were chosen, which is the order of the result. */
function ListEditor({ parameter: { name }, draft, part, onPart, options, isMany, field }: EditorProps & ListProps) {
  const styles = useStyles();
  const chosen = part.kind === "list" ? part.values : [argumentText(part)].filter(Boolean);
  const toggle = (value: string) =>
    chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return (
    <Picker
      field={field}
      className={styles.editor}
      options={options}
      chosen={chosen}
      isMany={isMany}
      placeholder={isMissing(draft, name) ? texts.formula.choose([name]) : texts.formula.blank[name]}
      onChoose={(value) => onPart(argumentOfNames(isMany ? toggle(value) : [value]))}
    />
  );
}

function ChoiceEditor({
  parameter: { name, defaultChoice },
  part,
  onPart,
  choices,
  field,
  state,
}: EditorProps & { field: FieldIds; choices?: readonly ParameterChoice[] }) {
  const styles = useStyles();
  const byDefault = choices?.find(({ value }) => value === defaultChoice);
  const blank = byDefault
    ? texts.formula.byDefault(choiceText(byDefault))
    : (texts.formula.blank[name] ?? texts.formula.blankOther);
  return (
    <Picker
      field={field}
      className={styles.editor}
      chosen={[argumentText(part)]}
      options={
        choices
          ? [
              { value: "", label: blank },
              ...choices.map((choice) => ({ value: choice.value, label: choiceText(choice) })),
            ]
          : currencyOptions(blank, plansCurrencies(state))
      }
      onChoose={(value) => onPart(value ? { kind: "text", value } : BLANK)}
    />
  );
}

interface TextProps {
  field: FieldIds;
  placeholder?: string;
}

/** A text that begins with "=" is a reference or a calculation, as in a cell. F4 turns a reference, as in Excel. */
function TextEditor(props: EditorProps & TextProps) {
  const { part, onPart, field, isPicking, placeholder = "", parameter, store } = props;
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  useEffect(() => void (isPicking && input.current?.focus()), [isPicking]);
  const take = (text = typed): void => {
    if (text !== undefined && text !== argumentText(part)) onPart(parseTyped(text, isPicking));
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter") take();
    if (event.key === "Escape") setTyped(undefined);
    if (event.key !== "F4") return;
    event.preventDefault();
    take();
    store.turnArgument(parameter.name);
  };
  return (
    <Input
      {...field}
      input={{ ref: input }}
      className={styles.editor}
      placeholder={isPicking ? texts.formula.pickingExample : placeholder}
      title={argumentText(part)}
      value={typed ?? argumentText(part)}
      onChange={(_event, { value }) => setTyped(value)}
      onKeyDown={press}
      // A click into the sheet, which picks a cell, takes nothing that is half typed.
      onBlur={() => (isPicking ? setTyped(undefined) : take())}
    />
  );
}

/** An address needs no "=" while a cell is picked. */
function parseTyped(text: string, isPicking: boolean): Argument {
  const typed = parseArgument(text);
  return isPicking && typed.kind === "reference" ? typed : parseArgumentText(text);
}

function isMissing({ preview }: FormulaDraft, parameter: string): boolean {
  return preview.state === "incomplete" && preview.missing.includes(parameter);
}

function placeholderOf(parameter: string): string | undefined {
  if (["period", "dateFrom", "dateTo", "actualsTo"].includes(parameter)) return texts.formula.periodHint;
  return { item: texts.formula.itemHint, basePeriod: texts.formula.basePeriodHint, details: texts.formula.detailsHint }[
    parameter
  ];
}
