import { Combobox, makeStyles, Option, OptionGroup } from "@fluentui/react-components";
import { useState } from "react";

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
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const starts = offers.map((_, group) => offers.slice(0, group).reduce((sum, { options }) => sum + options.length, 0));
  const groups = offers.map((group, index) => ({
    label: group.label,
    options: group.options.map((option, at) => ({ ...option, value: String((starts[index] ?? 0) + at) })),
  }));
  const isFound = (text: string) => words.every((word) => text.toLowerCase().includes(word));
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
      onOptionSelect={(_event, { optionValue }) => {
        setTyped("");
        if (optionValue !== undefined) onToggle(Number(optionValue));
      }}
    >
      {groups.map((group) => {
        const options = group.options.filter((option) => isFound(option.label));
        return options.length === 0 ? null : (
          <OptionGroup key={group.label} label={group.label}>
            {options.map((option) => (
              <Option key={option.value} value={option.value} text={option.label}>
                {option.label}
              </Option>
            ))}
          </OptionGroup>
        );
      })}
    </Combobox>
  );
}
