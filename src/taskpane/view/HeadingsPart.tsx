import { Body1, Button, Caption1, Field, Input, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { withoutDirection } from "../../insights";
import type { GridActions } from "../../actions/grid/gridActions";
import { useRef, useState, type ReactNode, type Ref } from "react";
import type { HeadingSentence } from "../../headings/headingSentences";
import type { HeadingQuestion } from "../../headings/headingQuestions";
import type { HeadingsState } from "../../actions/grid/gridState";
import type { StoreState } from "../../actions/storeState";
import { frameTexts } from "../texts/frame";
import { gridPaneTexts as texts } from "../texts/grid";
import { formatValue } from "../format";
import { Overwrite } from "./Overwrite";
import { ActionPlace } from "./ActionPlace";
import { OptionBox } from "./OptionBox";
import { PreviewTable } from "./PreviewTable";
import { Subsection } from "./Subsection";
import { useLayout } from "./layout";

const useStyles = makeStyles({
  understood: { maxHeight: "30vh", overflowY: "auto" },
  sentence: { alignItems: "baseline", columnGap: tokens.spacingHorizontalS, display: "flex" },
  words: { flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" },
  open: { fontStyle: "italic" },
  chip: { flexShrink: 0, minWidth: "auto" },
  number: { flexShrink: 0, fontVariantNumeric: "tabular-nums" },
});

interface HeadingsProps {
  state: StoreState;
  headings: HeadingsState;
  actions: GridActions;
  onCancel: () => void;
}

/** Shows the meaning of the headings around the selected cells, and asks about the others. */
export function HeadingsPart({ state, headings, actions, onCancel }: HeadingsProps) {
  const styles = useStyles();
  const layout = useLayout();
  const { understood, questions, unserved, formulas, example, fullYear, sentences, numbers, block } = headings;
  const [isChanging, setChanging] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const change = () => {
    setChanging(true);
    // Brings the questions into view, and the next Tab to the first.
    place.current?.querySelector("button")?.focus();
  };
  const assumed = questions.filter((question) => question.assumed !== undefined);
  const ask = (question: HeadingQuestion) => (
    <Question
      key={question.id}
      question={question}
      answer={headings.answers[question.id] ?? question.assumed ?? ""}
      options={actions.answersFor(question)}
      onAnswer={(answer) => actions.answer(question.id, answer)}
    />
  );
  return (
    <Subsection id="headings" title={texts.fromHeadings}>
      <Body1>{understood === 0 ? texts.noHeadings : texts.understood(understood)}</Body1>
      <ul className={mergeClasses(layout.plain, styles.understood)} tabIndex={0}>
        {sentences.map((each) => (
          <Sentence key={each.address} sentence={each} number={numbers[each.address]} onChange={change} />
        ))}
      </ul>
      {block && formulas > 0 && <PreviewTable preview={block} label={texts.block} hasAllColumns />}
      {unserved.length > 0 && <Caption1 className={layout.detail}>{texts.unserved(unserved)}</Caption1>}
      {questions.filter((question) => question.assumed === undefined).map(ask)}
      {assumed.length > 0 && (
        <Assumed
          questions={assumed}
          answers={headings.answers}
          actions={actions}
          ask={ask}
          isChanging={isChanging}
          onChanging={setChanging}
          place={place}
        />
      )}
      {formulas > 0 && state.settings.formats !== false && (
        <Field label={texts.look}>
          <OptionBox
            value={headings.look}
            options={Object.entries(texts.looks).map(([value, label]) => ({ value, label }))}
            onChoose={(look) => actions.setLook(look as HeadingsState["look"])}
          />
        </Field>
      )}
      {fullYear && <Caption1 className={layout.detail}>{`${texts.fullYears} ${fullYear}`}</Caption1>}
      {example && <Caption1 className={layout.detail}>{example}</Caption1>}
      <FillPlace state={state} headings={headings} actions={actions} onCancel={onCancel} />
    </Subsection>
  );
}

/** The button that fills the cells; if they hold something, the question first. */
function FillPlace({ state, headings: { address, formulas }, actions, onCancel }: HeadingsProps) {
  const layout = useLayout();
  return (
    <ActionPlace name="fillHeadings">
      {state.obstacle ? (
        <Overwrite state={state} onOverwrite={() => void actions.fill(true)} onCancel={onCancel} />
      ) : (
        <div className={layout.row}>
          <Button
            appearance="primary"
            disabledFocusable={formulas === 0 || state.isBusy}
            title={formulas === 0 ? texts.open : ""}
            onClick={() => void actions.fill(false)}
          >
            {texts.fill(formulas, withoutDirection(address))}
          </Button>
          <Button onClick={() => void actions.readHeadings()}>{texts.again}</Button>
          <Button onClick={actions.closeHeadings}>{frameTexts.cancel}</Button>
        </div>
      )}
    </ActionPlace>
  );
}

interface SentenceProps {
  sentence: HeadingSentence;
  number: unknown;
  /** The user wants to change what is assumed. */
  onChange: () => void;
}

/** What a column or line shows, with the column's first number. */
function Sentence({ sentence: said, number, onChange }: SentenceProps) {
  const styles = useStyles();
  const { address, sentence, isAssumed, numberFormat } = said;
  return (
    <li className={styles.sentence}>
      <Caption1 className={mergeClasses(styles.words, sentence === "" && styles.open)}>
        <b>{withoutDirection(address)}</b> {sentence === "" ? texts.blankUntilAnswered : sentence}
      </Caption1>
      {isAssumed && (
        <Button
          className={styles.chip}
          size="small"
          shape="circular"
          aria-label={texts.changeAssumed(address)}
          onClick={onChange}
        >
          {texts.assumedChip}
        </Button>
      )}
      {number !== undefined && <Caption1 className={styles.number}>{formatValue(number, numberFormat)}</Caption1>}
    </li>
  );
}

interface AssumedProps {
  questions: readonly HeadingQuestion[];
  answers: HeadingsState["answers"];
  actions: GridActions;
  ask: (question: HeadingQuestion) => ReactNode;
  /** The questions are shown in place of what was assumed. */
  isChanging: boolean;
  onChanging: (isChanging: boolean) => void;
  place: Ref<HTMLDivElement>;
}

/** Tells what was assumed instead of asked, and asks on demand. */
function Assumed({ questions, answers, actions, ask, isChanging, onChanging, place }: AssumedProps) {
  const layout = useLayout();
  return (
    <>
      <div ref={place} className={layout.row}>
        <Body1 className={layout.fill}>{texts.assumed}</Body1>
        <Button size="small" appearance="subtle" aria-expanded={isChanging} onClick={() => onChanging(!isChanging)}>
          {isChanging ? texts.keep : texts.change}
        </Button>
      </div>
      {isChanging ? (
        questions.map(ask)
      ) : (
        <ul className={layout.plain}>
          {questions.map((question) => {
            const answer = answers[question.id] ?? question.assumed ?? "";
            const named = actions.answersFor(question).find(({ value }) => value === answer)?.label ?? answer;
            return (
              <li key={question.id}>
                <Caption1
                  className={layout.detail}
                >{`${questionLabel(question)} ${fixedLabel(answer) ?? named}`}</Caption1>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

interface QuestionProps {
  question: HeadingQuestion;
  answer: string;
  options: ReturnType<GridActions["answersFor"]>;
  onAnswer: (answer: string) => void;
}

function Question({ question, answer, options, onAnswer }: QuestionProps) {
  if (question.kind === "year") {
    return (
      <Field label={texts.asks.year}>
        <Input type="number" value={answer} onChange={(_event, { value }) => onAnswer(value)} />
      </Field>
    );
  }
  return (
    <Field label={questionLabel(question)}>
      <OptionBox
        value={answer}
        options={options.map(({ value, label }) => ({
          value,
          label: question.kind === "title" ? texts.ownTimes : (fixedLabel(value) ?? label),
        }))}
        placeholder={texts.choose}
        onChoose={onAnswer}
      />
    </Field>
  );
}

function questionLabel(question: HeadingQuestion): string {
  if (question.kind === "heading") return texts.asks.heading(question.text);
  if (question.kind === "title") return texts.asks.title(question.text);
  if (question.kind === "outlook") return texts.asks.outlook(question.text);
  if (question.kind === "lines") return texts.asks.lines(question.texts);
  return question.kind === "gap" ? texts.asks.gap(question.text) : texts.asks[question.kind];
}

/** Answers that are no names of the service. */
function fixedLabel(value: string): string | undefined {
  const fixed: Readonly<Record<string, string>> = {
    ignored: texts.ignored,
    yes: texts.yes,
    no: texts.no,
    "year=PY": texts.priorYear,
    "measure=percent": texts.variancePercent,
    "measure=share of net sales": texts.shareOfNetSales,
    PY: texts.priorYear,
    ...texts.groups,
    ...texts.periods,
  };
  return Object.hasOwn(fixed, value) ? fixed[value] : undefined;
}
