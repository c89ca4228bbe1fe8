import { Button, Field, Input, makeStyles, Select } from "@fluentui/react-components";
import { DismissRegular, TableCellEditRegular } from "@fluentui/react-icons";
import { useId, useState } from "react";
import type { ParameterChoice, ParameterDescription } from "../../actions/functionDescriptions";
import type { FormulaDraft, StoreState } from "../../actions/state";
import type { Store } from "../../actions/store";
import type { Argument } from "../../formulas/argument";
import { nameOptions, type OptionGroup } from "../argumentOptions";
import { argumentOfNames, argumentText, BLANK, parseArgumentText } from "../argumentText";
import { choiceText, parameterHint, parameterText } from "../functionTexts";
import { texts } from "../texts/texts";
import { CheckList, type FieldIds } from "./CheckList";
import { useLayout } from "./layout";
import { CurrencyOptions } from "./PlanCard";

const useStyles = makeStyles({
  editor: {
    flexGrow: 1,
    minWidth: 0,
    width: 0,
    "& select": { minWidth: 0, width: "100%" },
    "& input, & select": { textOverflow: "ellipsis" },
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
  return (
    <Field
      orientation="horizontal"
      label={label}
      hint={isPicking ? texts.formula.picking : (parameterHint(parameter) ?? null)}
    >
      {({ id, "aria-describedby": describedBy, "aria-labelledby": labelledBy }) => (
        <div className={layout.row} style={{ alignItems: "start", flexWrap: "nowrap" }}>
          <Editor
            {...props}
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
  groups: readonly OptionGroup[];
  isMany: boolean;
}

function Editor(props: EditorProps & { field: FieldIds }) {
  const { draft, parameter, part, state } = props;
  const { name, choices, isList } = parameter;
  if (part.kind === "reference" || part.kind === "expression") return <TextEditor {...props} />;
  if (name === "plan") return <PlanEditor {...props} />;
  const options = nameOptions(name, state, draft);
  if (options) {
    return options.flatMap(({ names }) => names).length > 0 ? (
      <ListEditor {...props} groups={options} isMany={isList} />
    ) : (
      <TextEditor {...props} />
    );
  }
  if (choices) return <ChoiceEditor {...props} choices={choices} />;
  if (name === "currency") return <ChoiceEditor {...props} />;
  return <TextEditor {...props} placeholder={placeholderOf(name) ?? ""} />;
}

/** A blank one means the workbook's own plan. Offers the names that match the typed text, of a thousand plans too. */
function PlanEditor(props: EditorProps & { field: FieldIds }) {
  const id = useId();
  return (
    <>
      <TextEditor {...props} list={id} placeholder={texts.formula.blank.plan ?? ""} />
      <datalist id={id}>
        {props.state.plans?.map((plan) => (
          <option key={plan.id} value={plan.name} />
        ))}
      </datalist>
    </>
  );
}

function ListEditor({ parameter, part, onPart, groups, isMany, field }: EditorProps & ListProps) {
  const chosen = part.kind === "list" ? part.values : [argumentText(part)].filter(Boolean);
  return (
    <CheckList
      field={field}
      groups={groups}
      chosen={chosen}
      isMany={isMany}
      placeholder={texts.formula.blank[parameter.name] ?? ""}
      onChosen={(values) => onPart(argumentOfNames(values))}
    />
  );
}

function ChoiceEditor({
  parameter: { name, defaultChoice },
  part,
  onPart,
  choices,
  field,
}: EditorProps & { field: FieldIds; choices?: readonly ParameterChoice[] }) {
  const styles = useStyles();
  const byDefault = choices?.find(({ value }) => value === defaultChoice);
  const blank = byDefault
    ? texts.formula.byDefault(choiceText(byDefault))
    : (texts.formula.blank[name] ?? texts.formula.blankOther);
  return (
    <Select
      {...field}
      className={styles.editor}
      value={argumentText(part)}
      onChange={(_event, { value }) => onPart(value ? { kind: "text", value } : BLANK)}
    >
      {choices ? (
        <>
          <option value="">{blank}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choiceText(choice)}
            </option>
          ))}
        </>
      ) : (
        <CurrencyOptions blank={blank} />
      )}
    </Select>
  );
}

interface TextProps {
  field: FieldIds;
  placeholder?: string;
  /** The id of the names to offer. */
  list?: string;
}

/** A text that begins with "=" is a reference or a calculation, as in a cell. */
function TextEditor({ part, onPart, field, ...input }: EditorProps & TextProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState<string>();
  const take = (): void => {
    if (typed !== undefined && typed !== argumentText(part)) onPart(parseArgumentText(typed));
    setTyped(undefined);
  };
  return (
    <Input
      {...field}
      className={styles.editor}
      placeholder={input.placeholder ?? ""}
      {...(input.list !== undefined && { list: input.list })}
      value={typed ?? argumentText(part)}
      onChange={(_event, { value }) => setTyped(value)}
      onKeyDown={({ key }) => key === "Enter" && take()}
      onBlur={take}
    />
  );
}

function placeholderOf(parameter: string): string | undefined {
  if (["period", "dateFrom", "dateTo"].includes(parameter)) return texts.formula.periodHint;
  return { item: texts.formula.itemHint, basePeriod: texts.formula.basePeriodHint, details: texts.formula.detailsHint }[
    parameter
  ];
}
