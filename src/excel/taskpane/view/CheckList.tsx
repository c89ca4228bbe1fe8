import {
  Button,
  Checkbox,
  FieldContextProvider,
  makeStyles,
  mergeClasses,
  Radio,
  RadioGroup,
  tokens,
} from "@fluentui/react-components";
import { ChevronDownRegular, ChevronUpRegular } from "@fluentui/react-icons";
import { useId, useRef, useState } from "react";
import type { OptionGroup } from "../argumentOptions";
import { closeByEscape } from "./arrowKeys";

const useStyles = makeStyles({
  root: { flexGrow: 1, minWidth: 0, width: 0 },
  button: { fontWeight: tokens.fontWeightRegular, justifyContent: "space-between", width: "100%" },
  text: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  blank: { color: tokens.colorNeutralForeground3 },
  list: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    marginTop: tokens.spacingVerticalXXS,
    maxHeight: "min(240px, 45vh)",
    overflowY: "auto",
  },
  group: { border: 0, margin: 0, minWidth: 0, padding: `${tokens.spacingVerticalXS} 0` },
  legend: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    padding: `0 ${tokens.spacingHorizontalS}`,
  },
  option: { display: "flex" },
});

/** The properties that a field passes to its control. */
export interface FieldIds {
  id: string | undefined;
  "aria-describedby": string | undefined;
  "aria-labelledby": string | undefined;
}

interface CheckListProps {
  field: FieldIds;
  groups: readonly OptionGroup[];
  chosen: readonly string[];
  isMany: boolean;
  /** Shown if nothing is chosen. */
  placeholder: string;
  onChosen: (values: readonly string[]) => void;
}

/**
 * Chooses one or several names in a list that opens below its button: a pane is too narrow for a floating list. A list of one
 * choice closes after it, a list of several when the focus leaves it.
 */
export function CheckList({ field, groups, chosen, isMany, placeholder, onChosen }: CheckListProps) {
  const styles = useStyles();
  const valueId = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  const choose = (values: readonly string[]) => {
    onChosen(values);
    if (!isMany) close();
  };
  const options = groups.flatMap(({ names }) => names);
  const shown = chosen.map((value) => options.find((each) => each.value === value)?.label ?? value).join(", ");
  return (
    <div
      ref={root}
      className={styles.root}
      onKeyDown={(event) => isOpen && closeByEscape(event, close)}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <Button
        id={field.id}
        aria-describedby={field["aria-describedby"]}
        aria-labelledby={`${field["aria-labelledby"] ?? ""} ${valueId}`}
        aria-expanded={isOpen}
        className={styles.button}
        icon={isOpen ? <ChevronUpRegular /> : <ChevronDownRegular />}
        iconPosition="after"
        onClick={() => setOpen(!isOpen)}
      >
        <span id={valueId} className={mergeClasses(styles.text, shown === "" && styles.blank)}>
          {shown || placeholder}
        </span>
      </Button>
      {isOpen && (
        // A click beside a box keeps the focus in the list.
        <div className={styles.list} tabIndex={-1}>
          {/* Each box has its own label, not the field's. */}
          <FieldContextProvider value={undefined}>
            <Groups groups={groups} chosen={chosen} isMany={isMany} onChosen={choose} />
          </FieldContextProvider>
        </div>
      )}
    </div>
  );
}

function Groups({ groups, isMany, ...rest }: Pick<CheckListProps, "groups" | "chosen" | "isMany" | "onChosen">) {
  const styles = useStyles();
  return groups
    .filter(({ names }) => names.length > 0)
    .map((group) => (
      <fieldset key={group.label} className={styles.group}>
        <legend className={styles.legend}>{group.label}</legend>
        {isMany ? <Many group={group} {...rest} /> : <One group={group} {...rest} />}
      </fieldset>
    ));
}

type OptionsProps = Pick<CheckListProps, "chosen" | "onChosen"> & { group: OptionGroup };

/** In the order in which they were chosen, which is the order of the result. */
function Many({ group, chosen, onChosen }: OptionsProps) {
  const styles = useStyles();
  return group.names.map(({ value, label }) => (
    <Checkbox
      key={value}
      className={styles.option}
      label={label}
      checked={chosen.includes(value)}
      onChange={(_event, { checked }) =>
        onChosen(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
      }
    />
  ));
}

function One({ group, chosen, onChosen }: OptionsProps) {
  return (
    <RadioGroup value={chosen[0] ?? ""} aria-label={group.label} onChange={(_event, { value }) => onChosen([value])}>
      {group.names.map(({ value, label }) => (
        <Radio key={value} value={value} label={label} />
      ))}
    </RadioGroup>
  );
}
