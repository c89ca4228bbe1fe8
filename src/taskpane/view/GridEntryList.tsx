import { Button, Caption1, makeStyles, mergeClasses, Select, Text, tokens } from "@fluentui/react-components";
import { useState, type KeyboardEvent } from "react";
import type { GridList } from "../../actions/grid/gridDefinition";
import { gridPaneTexts as texts } from "../texts/grid";
import { Subsection } from "./Subsection";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  entry: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, cursor: "grab", flexWrap: "nowrap", gap: 0 },
  label: { overflowWrap: "anywhere" },
  mark: { minWidth: "28px" },
});

interface EntryListProps {
  list: GridList;
  labels: readonly string[];
  /** The entries that can be added, by groups. */
  offers: readonly { readonly label: string; readonly options: readonly string[] }[];
  /** Called with the entries that remain, by their former positions, in their new order. */
  onOrder: (order: readonly number[]) => void;
  /** Called with the position among all offers. */
  onAdd: (offer: number) => void;
}

/** Entries that are shown at first: twelve months would push all else out of sight. */
const FEW = 6;

/** An ordered list: entries are moved by dragging, by buttons or by keys. */
export function EntryList({ list, labels, offers, onOrder, onAdd }: EntryListProps) {
  const layout = useLayout();
  const [dragged, setDragged] = useState<number>();
  const [isWhole, setWhole] = useState(false);
  const all = labels.map((_, at) => at);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= labels.length) return;
    const order = all.filter((at) => at !== from);
    order.splice(to, 0, from);
    onOrder(order);
  };
  const shown = isWhole ? labels : labels.slice(0, FEW);
  const clear = labels.length > 1 && (
    <Button
      appearance="subtle"
      size="small"
      aria-label={texts.clearList(texts.lists[list])}
      onClick={() => onOrder([])}
    >
      {texts.clear}
    </Button>
  );
  return (
    <Subsection id={`grid-${list}`} title={texts.lists[list]} action={clear}>
      {labels.length === 0 && <Caption1>{texts.empty}</Caption1>}
      <ol className={layout.plain}>
        {shown.map((label, at) => (
          <Entry
            key={`${at} ${label}`}
            label={label}
            isLast={at === labels.length - 1}
            isFirst={at === 0}
            onMove={(by) => move(at, at + by)}
            onRemove={() => onOrder(all.filter((each) => each !== at))}
            onDrag={() => setDragged(at)}
            onDrop={() => dragged !== undefined && move(dragged, at)}
          />
        ))}
      </ol>
      {shown.length < labels.length && (
        <Button size="small" appearance="subtle" onClick={() => setWhole(true)}>
          {texts.more(labels.length - shown.length)}
        </Button>
      )}
      <AddEntry list={list} offers={offers} onAdd={onAdd} />
    </Subsection>
  );
}

function AddEntry({ list, offers, onAdd }: Pick<EntryListProps, "list" | "offers" | "onAdd">) {
  const layout = useLayout();
  const starts = offers.map((_, group) => offers.slice(0, group).reduce((sum, { options }) => sum + options.length, 0));
  return (
    <Select
      className={layout.select}
      aria-label={texts.add[list]}
      value=""
      onChange={(_event, { value }) => value && onAdd(Number(value))}
    >
      <option value="">{texts.add[list]}</option>
      {offers.map(({ label, options }, group) => (
        <optgroup key={label} label={label}>
          {options.map((option, at) => (
            <option key={option} value={(starts[group] ?? 0) + at}>
              {option}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

interface EntryProps {
  label: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
  onDrag: () => void;
  onDrop: () => void;
}

function Entry({ label, isFirst, isLast, onMove, onRemove, onDrag, onDrop }: EntryProps) {
  const styles = useStyles();
  const layout = useLayout();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined && event.key !== "Delete") return;
    event.preventDefault();
    if (by === undefined) onRemove();
    else onMove(by);
  };
  return (
    <li
      className={mergeClasses(layout.row, styles.entry)}
      draggable
      onDragStart={onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onKeyDown={onKeyDown}
    >
      <Text className={mergeClasses(layout.fill, styles.label)}>{label}</Text>
      <Mark sign="↑" label={texts.up(label)} isDisabled={isFirst} onClick={() => onMove(-1)} />
      <Mark sign="↓" label={texts.down(label)} isDisabled={isLast} onClick={() => onMove(1)} />
      <Mark sign="×" label={texts.remove(label)} isDisabled={false} onClick={onRemove} />
    </li>
  );
}

interface MarkProps {
  sign: string;
  label: string;
  isDisabled: boolean;
  onClick: () => void;
}

function Mark({ sign, label, isDisabled, onClick }: MarkProps) {
  const styles = useStyles();
  return (
    <Button
      appearance="subtle"
      size="small"
      className={styles.mark}
      aria-label={label}
      title={label}
      disabledFocusable={isDisabled}
      onClick={onClick}
    >
      {sign}
    </Button>
  );
}
