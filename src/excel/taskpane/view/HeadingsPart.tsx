import { Body1, Button, Caption1, Field } from "@fluentui/react-components";
import { withoutDirection } from "../../../insights";
import type { TableActions } from "../../actions/tables/tableActions";
import type { HeadingQuestion } from "../../../reporting/headings/headingQuestions";
import type { HeadingsState } from "../../actions/tables/tableState";
import type { StoreState } from "../../actions/storeState";
import { frameTexts } from "../texts/frame";
import { tablePaneTexts as texts } from "../texts/tables";
import { Overwrite } from "./Overwrite";
import { ActionPlace } from "./ActionPlace";
import { FirstCells } from "./FirstCells";
import { HeadingAsk } from "./HeadingAsk";
import { HeadingSentences } from "./HeadingSentences";
import { Picker } from "./Picker";
import { Subsection } from "./Subsection";
import { useLayout } from "./layout";

interface HeadingsProps {
  state: StoreState;
  headings: HeadingsState;
  actions: TableActions;
  onCancel: () => void;
}

/** Shows the meaning of the headings around the selected cells, and asks about the others. */
export function HeadingsPart({ state, headings, actions, onCancel }: HeadingsProps) {
  const layout = useLayout();
  const { understood, questions, unserved, unread, formulas, example, fullYear, sentences, block } = headings;
  const ask = (question: HeadingQuestion, onDone?: () => void) => (
    <HeadingAsk
      key={question.id}
      question={question}
      answer={headings.answers[question.id] ?? question.assumed ?? ""}
      options={actions.answersFor(question)}
      onAnswer={(answer) => {
        actions.answer(question.id, answer);
        onDone?.();
      }}
    />
  );
  return (
    <Subsection id="headings" title={texts.fromHeadings}>
      <Body1>{understood === 0 ? texts.noHeadings : texts.understood(understood)}</Body1>
      {asked(headings).map((question) => ask(question))}
      {isUnanswered(headings) && <Caption1 className={layout.detail}>{texts.correct}</Caption1>}
      <HeadingSentences
        sentences={sentences}
        numbers={headings.numbers}
        texts={headings.texts}
        ask={(id, onDone) =>
          questions.filter((question) => question.id === id).map((question) => ask(question, onDone))
        }
      />
      {formulas > 0 && <FirstCells preview={block} label={texts.block} />}
      {unread.length > 0 && <Caption1 className={layout.detail}>{texts.unread(unread)}</Caption1>}
      {unserved.length > 0 && <Caption1 className={layout.detail}>{texts.unserved(unserved)}</Caption1>}
      {formulas > 0 && state.settings.formats !== false && (
        <Field label={texts.style}>
          <Picker
            chosen={[headings.style]}
            options={Object.entries(texts.styles).map(([value, label]) => ({ value, label }))}
            onChoose={(style) => actions.setStyle(style as HeadingsState["style"])}
          />
        </Field>
      )}
      {fullYear && <Caption1 className={layout.detail}>{`${texts.fullYears} ${fullYear}`}</Caption1>}
      {example && <Caption1 className={layout.detail}>{example}</Caption1>}
      <FillPlace state={state} headings={headings} actions={actions} onCancel={onCancel} />
    </Subsection>
  );
}

/**
 * The questions that no sentence has a chip for: those without an assumed answer, about the workbook's words, and those whose part is no
 * longer said.
 */
function asked({ questions, sentences, answers }: HeadingsState): readonly HeadingQuestion[] {
  const said = new Set(sentences.flatMap(({ parts }) => parts.map(({ question }) => question)));
  return questions.filter(
    ({ id, kind, assumed }) => assumed === undefined || kind === "word" || (answers[id] !== undefined && !said.has(id)),
  );
}

/** True while the meaning of a text is asked. */
function isUnanswered({ questions, answers }: HeadingsState): boolean {
  return questions.some(
    ({ id, kind, assumed }) =>
      (kind === "heading" || kind === "lines") && assumed === undefined && answers[id] === undefined,
  );
}

/** The button that fills the cells; if they hold something, the question first. */
function FillPlace({ state, headings: { address, formulas }, actions, onCancel }: HeadingsProps) {
  const layout = useLayout();
  return (
    <div className={layout.pinned}>
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
    </div>
  );
}
