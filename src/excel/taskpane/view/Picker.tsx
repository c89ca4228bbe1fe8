import { Combobox, makeStyles, mergeClasses, Option, OptionGroup, tokens } from "@fluentui/react-components";
import { useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { frameTexts } from "../texts/frame";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  root: {
    flexGrow: 1,
    minWidth: 0,
    "& input": {
      // Its padding would reach below the arrow.
      boxSizing: "border-box",
      minWidth: 0,
      textOverflow: "ellipsis",
      width: "100%",
    },
  },
  option: { display: "flex", flexDirection: "column", minWidth: 0, overflowWrap: "anywhere" },
  detail: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** The properties that a field passes to its control. */
export interface FieldIds {
  id: string | undefined;
  "aria-describedby": string | undefined;
  "aria-labelledby": string | undefined;
}

export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Stands below the label. */
  readonly detail?: string;
  /** Stands above the first of the options that have it. */
  readonly group?: string;
}

interface PickerProps {
  /** The properties of a field that does not pass them itself. */
  field?: Partial<FieldIds>;
  /** Names a picker without a field. */
  label?: string;
  className?: string;
  /** Options of one group stand together. */
  options: readonly PickerOption[];
  /** The values of what is chosen. */
  chosen: readonly string[];
  /** Each choice adds an option or takes it away, and the list stays open for the next. @default false */
  isMany?: boolean;
  /** Stands in the box unless something is typed. @default the labels of what is chosen */
  text?: string;
  placeholder?: string | undefined;
  /** Returns what is found. @default the options whose labels have all words that are typed, in any order */
  find?: (typed: string) => readonly PickerOption[];
  onChoose: (value: string) => void;
  /** Takes a typed text for which nothing is found; undefined if only an option can be chosen. */
  onText?: ((text: string) => void) | undefined;
}

/** One or several of many options. Arrows and typing only look for one; Enter or a click chooses it. */
export function Picker({ field, label, className, placeholder, isMany = false, ...props }: PickerProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { found, shown, typed, search, isOpen, setOpen, choose, leave, press } = useSearch({ ...props, isMany });
  return (
    <Combobox
      {...field}
      {...(label && { "aria-label": label })}
      className={mergeClasses(styles.root, className)}
      inlinePopup
      multiselect={isMany}
      listbox={{ className: layout.listbox }}
      title={shown}
      {...(placeholder && { placeholder })}
      value={typed ?? shown}
      selectedOptions={props.options.filter(({ value }) => props.chosen.includes(value)).map(keyOf)}
      onChange={({ target: { value } }) => search(typed === undefined ? withoutStart(value, shown) : value)}
      onKeyDown={press}
      onBlur={leave}
      open={isOpen}
      onOpenChange={(_event, { open }) => setOpen(open)}
      onOptionSelect={(event, { optionValue }) => isTab(event) || (optionValue !== undefined && choose(optionValue))}
    >
      {groupsOf(found).map(({ group, options }) =>
        group === undefined ? (
          options.map((option) => <Found key={keyOf(option)} option={option} />)
        ) : (
          <OptionGroup key={group} label={group}>
            {options.map((option) => (
              <Found key={keyOf(option)} option={option} />
            ))}
          </OptionGroup>
        ),
      )}
      {typed && found.length === 0 && !props.onText && <OptionGroup label={frameTexts.noMatch(typed)} />}
    </Combobox>
  );
}

function Found({ option }: { option: PickerOption }) {
  const styles = useStyles();
  const { label, detail } = option;
  return (
    <Option value={keyOf(option)} text={label}>
      <span className={styles.option}>
        {label}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    </Option>
  );
}

/** Two groups may have options of one value. */
function keyOf({ group, value }: PickerOption): string {
  return JSON.stringify([group, value]);
}

function groupsOf(options: readonly PickerOption[]) {
  return [...new Set(options.map(({ group }) => group))].map((group) => ({
    group,
    options: options.filter((option) => option.group === group),
  }));
}

/** The library's own search only finds options by how they begin. */
function useSearch({ options, chosen, isMany = false, text, find, onChoose, onText }: PickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** Undefined while nothing is typed. */
  const [typed, setTyped] = useState<string>();
  const labelOf = (chosenValue: string) => options.find(({ value }) => value === chosenValue)?.label ?? chosenValue;
  const shown = text ?? chosen.map(labelOf).join(", ");
  const found = !isOpen ? [] : find ? find(typed ?? "") : findByWords(options, typed ?? "");
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    if (!open) setTyped(undefined);
  };
  const search = (words: string) => {
    setTyped(words);
    setIsOpen(true);
  };
  const choose = (key: string) => {
    setTyped(undefined);
    setIsOpen(isMany);
    const option = found.find((each) => keyOf(each) === key);
    if (option && (isMany || !chosen.includes(option.value))) onChoose(option.value);
  };
  /** A search that is left half way changes nothing. */
  const leave = () => {
    setOpen(false);
    if (typed?.trim() && found.length === 0) onText?.(typed);
  };
  /** Enter takes the first option that is found, unless arrows have led to one. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !typed || event.currentTarget.hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    const [first] = found;
    if (first) choose(keyOf(first));
    else leave();
  };
  return { found, shown, typed, search, isOpen, setOpen, choose, leave, press };
}

/** The library takes an option that typing or arrows have led to as the focus goes on. */
function isTab(event: SyntheticEvent): boolean {
  return event.type === "keydown" && (event as KeyboardEvent).key === "Tab";
}

function findByWords(options: readonly PickerOption[], typed: string): readonly PickerOption[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** The first letters that somebody types after the chosen option are in place of it. */
function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}
