import { Button, Caption1, makeStyles, Tag } from "@fluentui/react-components";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { TableList } from "../../../reporting/tables/definition";
import { tablePaneTexts as texts } from "../texts/tables";
import { Picker } from "./Picker";
import { Subsection } from "./Subsection";

const useStyles = makeStyles({
  chips: { display: "flex", flexWrap: "wrap", gap: "4px" },
  // A long name wraps: its end may be all that tells two entries apart.
  chip: { cursor: "grab", maxWidth: "100%", height: "auto", minHeight: "24px" },
  label: { whiteSpace: "normal", overflowWrap: "anywhere" },
});

/** Entries that can be added. */
interface OfferGroup {
  readonly label: string;
  readonly options: readonly { readonly label: string; readonly isChosen: boolean }[];
}

interface EntryChipsProps {
  list: TableList;
  labels: readonly string[];
  offers: readonly OfferGroup[];
  /** Called with the entries that remain, by their former positions, in their new order. */
  onOrder: (order: readonly number[]) => void;
  /** Called with the position of an offer among all. */
  onToggle: (offer: number) => void;
}

/** Entries that are shown at first: twelve months would push all else out of sight. */
const FEW = 8;

/** An ordered list of entries, and the box that adds some. */
export function EntryChips({ list, labels, offers, onOrder, onToggle }: EntryChipsProps) {
  const [isWhole, setWhole] = useState(false);
  const options = offers
    .flatMap(({ label, options: each }) => each.map((option) => ({ ...option, group: label })))
    .map((option, at) => ({ ...option, value: String(at) }));
  const rest = isWhole ? 0 : Math.max(0, labels.length - FEW);
  return (
    <Subsection id={`grid-${list}`} title={texts.lists[list]}>
      {labels.length === 0 && <Caption1>{texts.empty}</Caption1>}
      <Chips list={list} labels={labels} shown={labels.length - rest} onOrder={onOrder} />
      {rest > 0 && (
        <Button size="small" appearance="subtle" onClick={() => setWhole(true)}>
          {texts.more(rest)}
        </Button>
      )}
      <Picker
        label={texts.add[list]}
        options={options}
        chosen={options.filter(({ isChosen }) => isChosen).map(({ value }) => value)}
        isMany
        text=""
        placeholder={texts.add[list]}
        onChoose={(offer) => onToggle(Number(offer))}
      />
    </Subsection>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface ChipsProps extends Pick<EntryChipsProps, "list" | "labels" | "onOrder"> {
  /** How many are shown. */
  shown: number;
}

/** One Tab stop: arrows reach an entry, Alt with an arrow moves it, Delete or a click removes it. */
function Chips({ list, labels, shown, onOrder }: ChipsProps) {
  const styles = useStyles();
  const chips = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [dragged, setDragged] = useState<number>();
  /** The entry that has the focus once the list is drawn again. */
  const next = useRef<number>(undefined);
  const focusOn = (at: number) => chips.current?.querySelectorAll("button")[at]?.focus();
  useEffect(() => {
    if (next.current !== undefined) focusOn(next.current);
    next.current = undefined;
  });
  const without = (at: number) => labels.flatMap((_, each) => (each === at ? [] : [each]));
  const move = (from: number, to: number) => {
    if (to < 0 || to >= labels.length) return;
    next.current = to;
    onOrder([...without(from).slice(0, to), from, ...without(from).slice(to)]);
  };
  const remove = (at: number) => {
    next.current = Math.min(at, labels.length - 2);
    onOrder(without(at));
  };
  const press = (event: KeyboardEvent, at: number) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    if (step === undefined) remove(at);
    else if (event.altKey) move(at, at + step);
    else focusOn(at + step);
  };
  return (
    <div ref={chips} className={styles.chips} role="toolbar" aria-labelledby={`grid-${list}`}>
      {labels.slice(0, shown).map((label, at) => (
        <Tag
          key={`${at} ${label}`}
          className={styles.chip}
          size="small"
          shape="circular"
          dismissible
          aria-label={texts.remove(label)}
          tabIndex={at === Math.min(current, shown - 1) ? 0 : -1}
          draggable
          onFocus={() => setCurrent(at)}
          onClick={() => remove(at)}
          onKeyDown={(event) => press(event, at)}
          onDragStart={() => setDragged(at)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged !== undefined && move(dragged, at)}
        >
          <span className={styles.label}>{label}</span>
        </Tag>
      ))}
    </div>
  );
}
