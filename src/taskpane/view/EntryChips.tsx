import { Button, Caption1, makeStyles, Tag, TagGroup } from "@fluentui/react-components";
import { useState, type KeyboardEvent } from "react";
import type { GridList } from "../../actions/grid/gridDefinition";
import { gridPaneTexts as texts } from "../texts/grid";
import { EntryCombobox, type OfferGroup } from "./EntryCombobox";
import { Subsection } from "./Subsection";

const useStyles = makeStyles({
  group: { columnGap: "4px", flexWrap: "wrap", rowGap: "4px" },
  chip: { cursor: "grab", maxWidth: "100%" },
});

interface EntryChipsProps {
  list: GridList;
  labels: readonly string[];
  offers: readonly OfferGroup[];
  /** Called with the entries that remain, by their former positions, in their new order. */
  onOrder: (order: readonly number[]) => void;
  /** Called with the position of an offer among all. */
  onToggle: (offer: number) => void;
}

/** Entries that are shown at first: twelve months would push all else out of sight. */
const FEW = 8;

/** An ordered list with one Tab stop: arrows reach an entry, Alt with an arrow moves it, Delete removes it. */
export function EntryChips({ list, labels, offers, onOrder, onToggle }: EntryChipsProps) {
  const styles = useStyles();
  const [dragged, setDragged] = useState<number>();
  const [isWhole, setWhole] = useState(false);
  const all = labels.map((_, at) => at);
  const without = (at: number) => all.filter((each) => each !== at);
  const move = (from: number, to: number) => {
    if (to >= 0 && to < labels.length) onOrder([...without(from).slice(0, to), from, ...without(from).slice(to)]);
  };
  const press = (at: number) => (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(at, at + by);
  };
  const shown = isWhole ? labels : labels.slice(0, FEW);
  return (
    <Subsection id={`grid-${list}`} title={texts.lists[list]}>
      {labels.length === 0 ? (
        <Caption1>{texts.empty}</Caption1>
      ) : (
        <TagGroup
          className={styles.group}
          aria-labelledby={`grid-${list}`}
          size="small"
          onDismiss={(_event, { value }) => onOrder(without(Number(value)))}
        >
          {shown.map((label, at) => (
            <Tag
              key={`${at} ${label}`}
              className={styles.chip}
              shape="circular"
              value={String(at)}
              dismissible
              aria-label={texts.remove(label)}
              draggable
              onKeyDownCapture={press(at)}
              onDragStart={() => setDragged(at)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && move(dragged, at)}
            >
              {label}
            </Tag>
          ))}
        </TagGroup>
      )}
      {shown.length < labels.length && (
        <Button size="small" appearance="subtle" onClick={() => setWhole(true)}>
          {texts.more(labels.length - shown.length)}
        </Button>
      )}
      <EntryCombobox label={texts.add[list]} offers={offers} onToggle={onToggle} />
    </Subsection>
  );
}
