import { Body1, Button, Caption1, Field, Input, makeStyles, mergeClasses } from "@fluentui/react-components";
import type { GridActions } from "../../actions/grid/gridActions";
import type { HeadingQuestion } from "../../actions/grid/headingFormulas";
import type { HeadingsState } from "../../actions/grid/gridState";
import type { StoreState } from "../../actions/state";
import { gridPaneTexts as texts } from "../texts/grid";
import { Overwrite } from "./GridOverwrite";
import { ActionPlace } from "./ActionPlace";
import { OptionBox } from "./OptionBox";
import { Subsection } from "./Subsection";
import { useLayout } from "./layout";

const useStyles = makeStyles({ understood: { maxHeight: "30vh", overflowY: "auto" } });

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
  const { address, understood, questions, formulas, example } = headings;
  return (
    <Subsection id="headings" title={texts.fromHeadings}>
      <Body1>{understood.length === 0 ? texts.noHeadings : texts.understood(understood.length)}</Body1>
      <ul className={mergeClasses(layout.plain, styles.understood)} tabIndex={0}>
        {understood.map((heading) => (
          <li key={heading.address}>
            <Caption1 className={layout.detail}>{`${heading.address} ${heading.text}: ${heading.meaning}`}</Caption1>
          </li>
        ))}
      </ul>
      {questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          answer={headings.answers[question.id] ?? ""}
          options={actions.answersFor(question)}
          onAnswer={(answer) => actions.answer(question.id, answer)}
        />
      ))}
      {example && <Caption1 className={layout.detail}>{example}</Caption1>}
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
              {texts.fill(formulas, address)}
            </Button>
            <Button onClick={() => void actions.readHeadings()}>{texts.again}</Button>
            <Button onClick={actions.closeHeadings}>{texts.cancel}</Button>
          </div>
        )}
      </ActionPlace>
    </Subsection>
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
        options={options.map(({ value, label }) => ({ value, label: fixedLabel(value) ?? label }))}
        placeholder={texts.choose}
        onChoose={onAnswer}
      />
    </Field>
  );
}

function questionLabel(question: Exclude<HeadingQuestion, { kind: "year" }>): string {
  if (question.kind === "heading") return texts.asks.heading(question.text);
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
    ...texts.groups,
  };
  return Object.hasOwn(fixed, value) ? fixed[value] : undefined;
}
