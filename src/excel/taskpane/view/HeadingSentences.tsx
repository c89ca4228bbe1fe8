import { Button, Caption1, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { ChevronDownRegular } from "@fluentui/react-icons";
import { memo, useCallback, useState, type ReactNode } from "react";
import { withoutDirection } from "../../../insights";
import type { HeadingsState } from "../../actions/tables/tableState";
import type { HeadingSentence } from "../../../reporting/headings/headingSentences";
import type { SentencePart } from "../../../reporting/headings/speech";
import { tablePaneTexts as texts } from "../texts/tables";
import { formatValue, unbroken } from "../format";
import { closeByEscape } from "./arrowKeys";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  list: {
    maxHeight: "40vh",
    overflowY: "auto",
    display: "flex",
    flexDirection: "column",
    rowGap: tokens.spacingVerticalXS,
  },
  // Of hundreds, only those in sight are laid out.
  item: { containIntrinsicBlockSize: "auto 24px", contentVisibility: "auto" },
  // A number that has no room behind its sentence stands below, so that the sentence has the whole width.
  sentence: { alignItems: "baseline", columnGap: tokens.spacingHorizontalS, display: "flex", flexWrap: "wrap" },
  words: { flexGrow: 1, maxWidth: "100%", overflowWrap: "anywhere" },
  open: { fontStyle: "italic" },
  chip: {
    fontWeight: tokens.fontWeightRegular,
    maxWidth: "100%",
    minWidth: "auto",
    overflowWrap: "anywhere",
    paddingInline: tokens.spacingHorizontalXS,
    textAlign: "start",
  },
  number: { fontVariantNumeric: "tabular-nums", marginInlineStart: "auto", maxWidth: "100%", textAlign: "end" },
  choices: { paddingBlock: tokens.spacingVerticalXS, paddingInlineStart: tokens.spacingHorizontalM },
});

interface HeadingSentencesProps {
  sentences: readonly HeadingSentence[];
  numbers: HeadingsState["numbers"];
  /** The numbers as their cells will show them. */
  texts: HeadingsState["texts"];
  /** Draws the question that changes an assumed part. `onDone` is called with each answer. */
  ask: (question: string, onDone: () => void) => ReactNode;
}

/** The part whose other choices are shown. */
interface Opened {
  readonly address: string;
  readonly question: string;
  /** It has the focus again once the choices are hidden. */
  readonly chip: HTMLElement;
}

/** What each column and line shows. What no heading says is a chip with the other choices. */
export function HeadingSentences({ sentences, numbers, texts: shown, ask }: HeadingSentencesProps) {
  const styles = useStyles();
  const layout = useLayout();
  const [opened, setOpened] = useState<Opened>();
  /** The column or line whose part was changed last. */
  const [changed, setChanged] = useState<string>();
  const open = useCallback(
    (next: Opened) =>
      setOpened((now) => (now?.address === next.address && now.question === next.question ? undefined : next)),
    [],
  );
  const close = ({ address, chip }: Opened, isChanged: boolean) => {
    setOpened(undefined);
    if (isChanged) setChanged(address);
    chip.focus();
  };
  const said = sentences.find(({ address }) => address === changed);
  return (
    <>
      <ul className={mergeClasses(layout.plain, styles.list)} tabIndex={0} aria-label={texts.sentences}>
        {sentences.map((each) => {
          const own = opened?.address === each.address ? opened : undefined;
          return (
            <li
              key={each.address}
              className={styles.item}
              onKeyDown={(event) => own && closeByEscape(event, () => close(own, false))}
            >
              <Sentence
                sentence={each}
                number={numberWords(each, shown[each.address] ?? formatValue(numbers[each.address]))}
                opened={own?.question}
                onOpen={open}
              />
              {own && <div className={styles.choices}>{ask(own.question, () => close(own, true))}</div>}
            </li>
          );
        })}
      </ul>
      <span role="status" className={layout.unseen}>
        {said && `${addressText(said)}: ${said.parts.map(({ text }) => text).join("")}`}
      </span>
    </>
  );
}

/** Returns the number with the line that it is of, such as "EBIT 1,000"; "" without a number. */
function numberWords({ numberLine = "" }: HeadingSentence, number: string): string {
  return number === "" ? "" : [numberLine, unbroken(number)].filter(Boolean).join(" ");
}

interface SentenceProps {
  sentence: HeadingSentence;
  /** With its line, as its cell will show it; "" without any. */
  number: string;
  /** The question whose choices are shown. */
  opened: string | undefined;
  /** Shows the other choices for a part, or hides them. */
  onOpen: (part: Opened) => void;
}

/** What a column or line shows, with the column's first number. There may be hundreds, so each is drawn only when it changes. */
const Sentence = memo(({ sentence: said, number, opened, onOpen }: SentenceProps) => {
  const styles = useStyles();
  const { address, parts } = said;
  return (
    <div className={styles.sentence}>
      <Caption1 className={mergeClasses(styles.words, parts.length === 0 && styles.open)}>
        <b>{addressText(said)}</b>{" "}
        {parts.length === 0
          ? texts.blankUntilAnswered
          : parts.map((part, at) => (
              <Part
                key={part.question ?? at}
                part={part}
                opened={opened}
                onOpen={(question, chip) => onOpen({ address, question, chip })}
              />
            ))}
      </Caption1>
      {number !== "" && <Caption1 className={styles.number}>{number}</Caption1>}
    </div>
  );
});

interface PartProps extends Pick<SentenceProps, "opened"> {
  part: SentencePart;
  /** Called with the chip that was chosen. */
  onOpen: (question: string, chip: HTMLElement) => void;
}

function Part({ part: { text, question }, opened, onOpen }: PartProps) {
  const styles = useStyles();
  if (question === undefined) return text;
  return (
    <Button
      className={styles.chip}
      size="small"
      shape="circular"
      icon={<ChevronDownRegular />}
      iconPosition="after"
      aria-label={texts.assumedPart(text)}
      aria-expanded={opened === question}
      onClick={({ currentTarget }) => onOpen(question, currentTarget)}
    >
      {text}
    </Button>
  );
}

function addressText({ address }: HeadingSentence): string {
  return address === "" ? texts.allCells : withoutDirection(address);
}
