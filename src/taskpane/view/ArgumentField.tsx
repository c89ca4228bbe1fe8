import { Button, Field, Input, makeStyles, Select } from "@fluentui/react-components";
import { DismissRegular, TableCellEditRegular } from "@fluentui/react-icons";
import { useId, useState } from "react";
import { type Argument, parseArgument, formatArgument } from "../../formulas/argument";
import { FIELDS, fieldsOf, type Plan } from "../../insights";
import { choicesOf, defaultOf, familyOf } from "../functions";
import type { Draft, PaneModel, PaneState } from "../model";
import { texts } from "../texts";
import { CheckList, type FieldIds, type Group } from "./CheckList";
import { useLayout } from "./layout";
import { CurrencyOptions } from "./PlanCard";

const useStyles = makeStyles({
  editor: { flexGrow: 1, minWidth: 0, width: 0, "& select": { minWidth: 0, width: "100%" } },
});

export interface ArgumentProps {
  argument: string;
  draft: Draft;
  state: PaneState;
  model: PaneModel;
}

interface EditorProps extends ArgumentProps {
  part: Argument;
  onPart: (part: Argument) => void;
}

const BLANK: Argument = { kind: "blank" };

/** One argument: what it takes to choose from, or a cell to read it from. */
export function ArgumentField(props: ArgumentProps) {
  const { argument, draft, model } = props;
  const layout = useLayout();
  const label = texts.formula.arguments[argument] ?? argument;
  const isPicking = draft.picking === argument;
  const part = draft.parts[argument] ?? BLANK;
  return (
    <Field orientation="horizontal" label={label} hint={isPicking ? texts.formula.picking : null}>
      {({ id, "aria-describedby": describedBy, "aria-labelledby": labelledBy }) => (
        <div className={layout.row} style={{ alignItems: "start", flexWrap: "nowrap" }}>
          <Editor
            {...props}
            part={part}
            onPart={(next) => model.draftPart(argument, next)}
            field={{ id, "aria-describedby": describedBy, "aria-labelledby": labelledBy }}
          />
          {part.kind !== "blank" && (
            <Button
              appearance="subtle"
              icon={<DismissRegular />}
              aria-label={texts.formula.clear(label)}
              onClick={() => model.draftPart(argument, BLANK)}
            />
          )}
          <Button
            appearance={isPicking ? "primary" : "subtle"}
            aria-pressed={isPicking}
            icon={<TableCellEditRegular />}
            title={texts.formula.pick(label)}
            aria-label={texts.formula.pick(label)}
            onClick={() => model.pick(isPicking ? undefined : argument)}
          />
        </div>
      )}
    </Field>
  );
}

interface ListProps {
  field: FieldIds;
  groups: readonly Group[];
  isMany: boolean;
}

function Editor(props: EditorProps & { field: FieldIds }) {
  const { argument, draft, part, state } = props;
  const choices = choicesOf(draft.name, argument);
  if (part.kind === "reference" || part.kind === "expression") return <TextEditor {...props} />;
  if (argument === "plan") return <PlanEditor {...props} />;
  if (argument === "scenario" || argument === "field") {
    const options = argument === "field" ? fieldOptions(draft) : scenarioOptions(state, draft);
    return options.flatMap(({ names }) => names).length > 0 ? (
      <ListEditor {...props} groups={options} isMany={draft.name !== "KPI"} />
    ) : (
      <TextEditor {...props} />
    );
  }
  if (choices) return <ChoiceEditor {...props} choices={choices} />;
  if (argument === "currency") return <ChoiceEditor {...props} />;
  return <TextEditor {...props} placeholder={hintOf(argument) ?? ""} />;
}

/** A blank one means the workbook's own plan. What is typed is offered names for, a thousand plans too. */
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

function ListEditor({ argument, part, onPart, groups, isMany, field }: EditorProps & ListProps) {
  const chosen = part.kind === "list" ? part.values : [textOf(part)].filter(Boolean);
  return (
    <CheckList
      field={field}
      groups={groups}
      chosen={chosen}
      isMany={isMany}
      placeholder={texts.formula.blank[argument] ?? ""}
      onChosen={(values) => onPart(listOf(values))}
    />
  );
}

function ChoiceEditor({
  argument,
  draft,
  part,
  onPart,
  choices,
  field,
}: EditorProps & { field: FieldIds; choices?: readonly string[] }) {
  const styles = useStyles();
  const byDefault = defaultOf(draft.name, argument);
  const blank = byDefault
    ? texts.formula.byDefault(texts.formula.choices[byDefault] ?? byDefault)
    : (texts.formula.blank[argument] ?? texts.formula.blankOther);
  return (
    <Select
      {...field}
      className={styles.editor}
      value={textOf(part)}
      onChange={(_event, { value }) => onPart(value ? { kind: "text", value } : BLANK)}
    >
      {choices ? (
        <>
          <option value="">{blank}</option>
          {choices.map((value) => (
            <option key={value} value={value}>
              {texts.formula.choices[value] ?? value}
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

/** What begins with "=" is a reference or a calculation, as in a cell. */
function TextEditor({ part, onPart, field, ...input }: EditorProps & TextProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState<string>();
  const take = (): void => {
    if (typed !== undefined && typed !== textOf(part)) onPart(partOf(typed));
    setTyped(undefined);
  };
  return (
    <Input
      {...field}
      className={styles.editor}
      placeholder={input.placeholder ?? ""}
      {...(input.list !== undefined && { list: input.list })}
      value={typed ?? textOf(part)}
      onChange={(_event, { value }) => setTyped(value)}
      onKeyDown={({ key }) => key === "Enter" && take()}
      onBlur={take}
    />
  );
}

function fieldOptions({ name }: Draft): Group[] {
  const family = familyOf(name);
  const fields = family ? fieldsOf(family) : FIELDS;
  const families = [...new Set(fields.map((each) => each.family))];
  return families.map((each) => ({
    label: texts.formula.choices[each] ?? each,
    names: fields.filter((field) => field.family === each).map((field) => ({ value: field.name, label: field.label })),
  }));
}

/** Flags first: a formula that names one stays right when next year's plan has other scenarios. */
function scenarioOptions({ plans, settings }: PaneState, { parts }: Draft): Group[] {
  const plan = planOf(plans, textOf(parts.plan ?? BLANK) || settings.plan);
  const flags = [...new Set(plan?.scenarios.flatMap((scenario) => scenario.flags))];
  const asOption = (name: string) => ({ value: name, label: name });
  return [
    { label: texts.formula.byFlag, names: flags.map(asOption) },
    { label: texts.formula.byName, names: [...new Set(plan?.scenarios.map(({ name }) => name))].map(asOption) },
  ];
}

function planOf(plans: readonly Plan[] | undefined, text: string | undefined): Plan | undefined {
  return plans?.find(({ id }) => id === text) ?? plans?.find(({ name }) => name.toLowerCase() === text?.toLowerCase());
}

function hintOf(argument: string): string | undefined {
  if (argument === "period" || argument === "dateFrom" || argument === "dateTo") return texts.formula.periodHint;
  return argument === "item" ? texts.formula.itemHint : undefined;
}

/** A text that begins with "=" is shown behind an apostrophe, as Excel's formula bar does. */
function textOf(part: Argument): string {
  if (part.kind === "blank") return "";
  if (part.kind !== "text") return `=${formatArgument(part)}`;
  return /^[='"]/.test(part.value) ? `'${part.value}` : part.value;
}

function partOf(typed: string): Argument {
  const text = typed.trim();
  if (text === "") return BLANK;
  if (text.startsWith("=")) return parseArgument(text.slice(1));
  return { kind: "text", value: text.replace(/^'/, "") };
}

function listOf([first, ...others]: readonly string[]): Argument {
  if (first === undefined) return BLANK;
  return others.length > 0 ? { kind: "list", values: [first, ...others] } : { kind: "text", value: first };
}
