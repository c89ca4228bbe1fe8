import {
  Body1,
  Button,
  Caption1,
  Field,
  Input,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Text,
  Textarea,
} from "@fluentui/react-components";
import type { CommentActions, SpokenComment } from "../../actions/explain/comments";
import type { CommentBox, CommentSubject } from "../../actions/explain/explainState";
import type { StoreState } from "../../actions/storeState";
import { explainTexts } from "../texts/explain";
import { useExplainStyles } from "./explainStyles";
import { unbroken } from "../format";
import { momentInWords } from "../../../numbers/language/moments";
import { useLayout } from "./layout";
import { Subsection } from "./Subsection";

interface CommentPartProps {
  subject: CommentSubject;
  state: StoreState;
  actions: CommentActions;
}

/** What was written on the number, if it still holds, and what was written before. */
export function CommentPart({ subject, state, actions }: CommentPartProps) {
  const layout = useLayout();
  const { commentBox, isBusy, covering, explanation } = state;
  const { current, mark, earlier, problem } = actions.commentsOn(subject);
  // A part that the user has opened is another number than that of the cell.
  const typed = explanation?.steps.length === 1 ? covering : undefined;
  const isOpen = commentBox?.subject.key === subject.key;
  return (
    <div className={layout.column}>
      {problem && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{explainTexts.noComments[problem]}</MessageBarBody>
        </MessageBar>
      )}
      {typed && !isOpen && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{explainTexts.covering(typed.text)}</MessageBarBody>
          <MessageBarActions>
            <Button disabledFocusable={isBusy} onClick={actions.openCovering}>
              {explainTexts.keep}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {current && (
        <div>
          <Text as="h3" weight="semibold" className={layout.heading}>
            {explainTexts.why}
          </Text>
          {mark !== "" && (
            <MessageBar intent="warning" layout="multiline">
              <MessageBarBody>{explainTexts.moved(unbroken(mark))}</MessageBarBody>
            </MessageBar>
          )}
          <Words comment={current} />
        </div>
      )}
      {!isOpen && (
        <div className={layout.row}>
          {mark !== "" && (
            <Button appearance="primary" disabledFocusable={isBusy} onClick={() => void actions.confirmComment()}>
              {explainTexts.holds}
            </Button>
          )}
          <Button disabledFocusable={isBusy} onClick={actions.openComment}>
            {current ? explainTexts.change : explainTexts.write}
          </Button>
        </div>
      )}
      <Earlier comments={earlier} />
    </div>
  );
}

function Earlier({ comments }: { comments: readonly SpokenComment[] }) {
  const layout = useLayout();
  if (comments.length === 0) return null;
  return (
    <div>
      <Text as="h3" weight="semibold" className={layout.heading}>
        {explainTexts.before}
      </Text>
      <ul className={layout.plain}>
        {comments.map((comment, at) => (
          <li key={at}>
            <Words comment={comment} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Words({ comment: { text, by, writtenAt, spoken } }: { comment: SpokenComment }) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const at = writtenAt === undefined ? "" : momentInWords(writtenAt);
  return (
    <div className={styles.answer}>
      <Body1 className={styles.words}>{text}</Body1>
      <Caption1 className={layout.detail}>{unbroken(explainTexts.writtenBy(by, at, spoken))}</Caption1>
    </div>
  );
}

interface CommentBoxProps {
  box: CommentBox;
  isBusy: boolean;
  actions: CommentActions;
}

/** The words that are being written. They stay here whatever cell is selected meanwhile. */
export function CommentBoxView({ box: { subject, text, by }, isBusy, actions }: CommentBoxProps) {
  const layout = useLayout();
  return (
    <Subsection id="comment" title={explainTexts.why}>
      <Caption1 className={layout.detail}>{explainTexts.whyOf(subject.number, subject.months)}</Caption1>
      <Field label={explainTexts.why} hint={explainTexts.most(actions.mostLetters)}>
        <Textarea
          value={text}
          rows={4}
          resize="vertical"
          maxLength={actions.mostLetters}
          onChange={(_, { value }) => actions.changeComment({ text: value })}
        />
      </Field>
      <Field label={explainTexts.by} hint={explainTexts.byHint} required>
        <Input value={by} onChange={(_, { value }) => actions.changeComment({ by: value })} />
      </Field>
      <div className={layout.row}>
        <Button appearance="primary" disabledFocusable={isBusy} onClick={() => void actions.saveComment()}>
          {explainTexts.save}
        </Button>
        <Button onClick={actions.closeComment}>{explainTexts.cancel}</Button>
      </div>
    </Subsection>
  );
}
