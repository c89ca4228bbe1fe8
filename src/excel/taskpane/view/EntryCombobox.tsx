import { Combobox, makeStyles, Option, OptionGroup } from "@fluentui/react-components";
import { useState } from "react";
import { useLayout } from "./layout";
import { findOptions, onEnter } from "./optionSearch";

const useStyles = makeStyles({
  root: { minWidth: 0, "& input": { boxSizing: "border-box", minWidth: 0, width: "100%" } },
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
  const layout = useLayout();
  const [typed, setTyped] = useState("");
  const starts = offers.map((_, group) => offers.slice(0, group).reduce((sum, { options }) => sum + options.length, 0));
  const groups = offers.map((group, index) => ({
    label: group.label,
    options: findOptions(group.options, typed, starts[index]),
  }));
  const take = (key: string) => {
    setTyped("");
    onToggle(Number(key));
  };
  return (
    <Combobox
      className={styles.root}
      inlinePopup
      multiselect
      listbox={{ className: layout.listbox }}
      aria-label={label}
      placeholder={label}
      value={typed}
      selectedOptions={groups.flatMap(({ options }) => options.flatMap((each) => (each.isChosen ? [each.key] : [])))}
      onChange={(event) => setTyped(event.target.value)}
      onOpenChange={(_event, { open }) => open || setTyped("")}
      onKeyDown={(event) => {
        if (typed)
          onEnter(
            event,
            groups.flatMap(({ options }) => options),
            ({ key }) => take(key),
          );
      }}
      onOptionSelect={(_event, { optionValue }) => optionValue !== undefined && take(optionValue)}
    >
      {groups.map(({ label: name, options }) =>
        options.length === 0 ? null : (
          <OptionGroup key={name} label={name}>
            {options.map((option) => (
              <Option key={option.key} value={option.key} text={option.label}>
                {option.label}
              </Option>
            ))}
          </OptionGroup>
        ),
      )}
    </Combobox>
  );
}
