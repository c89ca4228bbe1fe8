import { Combobox, makeStyles, Option, OptionGroup } from "@fluentui/react-components";
import { useState } from "react";
import { isFound, onEnter } from "./optionSearch";

const useStyles = makeStyles({
  root: { minWidth: 0, "& input": { minWidth: 0, width: "100%" } },
  // Above the preview, which stays in sight.
  listbox: { maxHeight: "40vh", zIndex: 2 },
});

/** Entries that can be added. */
export interface OfferGroup {
  readonly label: string;
  readonly options: readonly { readonly label: string; readonly isChosen: boolean }[];
}

interface EntryComboboxProps {
  label: string;
  offers: readonly OfferGroup[];
  /** Called with the position of an offer among all. */
  onToggle: (offer: number) => void;
}

/** Finds offers by words in any order. Arrows reach one, Enter adds or removes it, and the list stays open for the next. */
export function EntryCombobox({ label, offers, onToggle }: EntryComboboxProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState("");
  const starts = offers.map((_, group) => offers.slice(0, group).reduce((sum, { options }) => sum + options.length, 0));
  const groups = offers.map((group, index) => ({
    label: group.label,
    options: group.options
      .map((option, at) => ({ ...option, value: String((starts[index] ?? 0) + at) }))
      .filter((option) => isFound(option.label, typed)),
  }));
  const take = (value: string) => {
    setTyped("");
    onToggle(Number(value));
  };
  return (
    <Combobox
      className={styles.root}
      inlinePopup
      multiselect
      listbox={{ className: styles.listbox }}
      aria-label={label}
      placeholder={label}
      value={typed}
      selectedOptions={groups.flatMap(({ options }) => options.flatMap((each) => (each.isChosen ? [each.value] : [])))}
      onChange={(event) => setTyped(event.target.value)}
      onOpenChange={(_event, { open }) => open || setTyped("")}
      onKeyDown={(event) => {
        if (typed)
          onEnter(
            event,
            groups.flatMap(({ options }) => options),
            ({ value }) => take(value),
          );
      }}
      onOptionSelect={(_event, { optionValue }) => optionValue !== undefined && take(optionValue)}
    >
      {groups.map(({ label: name, options }) =>
        options.length === 0 ? null : (
          <OptionGroup key={name} label={name}>
            {options.map((option) => (
              <Option key={option.value} value={option.value} text={option.label}>
                {option.label}
              </Option>
            ))}
          </OptionGroup>
        ),
      )}
    </Combobox>
  );
}
