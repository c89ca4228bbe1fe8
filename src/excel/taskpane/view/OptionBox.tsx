import { Combobox, makeStyles, mergeClasses, Option } from "@fluentui/react-components";
import { useState } from "react";
import type { FieldIds } from "./CheckList";
import { useLayout } from "./layout";
import { findOptions, onEnter } from "./optionSearch";

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
});

export interface NamedOption {
  readonly value: string;
  readonly label: string;
}

interface OptionBoxProps {
  /** The properties of a field that does not pass them itself. */
  field?: Partial<FieldIds>;
  className?: string;
  value: string;
  placeholder?: string;
  options: readonly NamedOption[];
  onChoose: (value: string) => void;
}

/** One of several options. Arrows and typing only look for one; Enter or a click chooses it. */
export function OptionBox({ field, className, value, placeholder, options, onChoose }: OptionBoxProps) {
  const styles = useStyles();
  const layout = useLayout();
  /** Undefined while nobody looks for an option. */
  const [typed, setTyped] = useState<string>();
  const chosen = options.findIndex((option) => option.value === value);
  const shown = options[chosen]?.label ?? value;
  const found = findOptions(options, typed ?? "");
  const choose = (key: string) => {
    setTyped(undefined);
    const option = options[Number(key)];
    if (option && option.value !== value) onChoose(option.value);
  };
  return (
    <Combobox
      {...field}
      className={mergeClasses(styles.root, className)}
      inlinePopup
      listbox={{ className: layout.listbox }}
      title={shown}
      {...(placeholder && { placeholder })}
      value={typed ?? shown}
      selectedOptions={[String(chosen)]}
      onChange={({ target }) => setTyped(typed === undefined ? withoutStart(target.value, shown) : target.value)}
      onKeyDown={(event) => typed && onEnter(event, found, ({ key }) => choose(key))}
      onOpenChange={(_event, { open }) => open || setTyped(undefined)}
      onOptionSelect={(_event, { optionValue }) => optionValue !== undefined && choose(optionValue)}
    >
      {found.map(({ label, key }) => (
        <Option key={key} value={key} text={label}>
          {label}
        </Option>
      ))}
    </Combobox>
  );
}

/** The first letters that somebody types after the chosen option are in place of it. */
function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}
