import { Body1, Button, Caption1, Link, MessageBar, MessageBarBody, Text } from "@fluentui/react-components";
import { useEffect } from "react";
import { withoutDirection } from "../../../insights";
import type { ExplainActions } from "../../actions/explain/explanation";
import type { Combination } from "../../../numbers/analysis/answerFacts";
import type { Explanation, ExplainStep } from "../../actions/explain/explainState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { explainTexts } from "../texts/explain";
import { AskedCell } from "./ErrorsSection";
import { CommentBoxView, CommentPart } from "./CommentPart";
import { NumberList, NumberRow } from "./NumberRow";
import { Parts } from "./Parts";
import { gapText, numberText } from "../explainNumbers";
import { useExplainStyles } from "./explainStyles";
import { useLayout } from "./layout";
import { useLoaded } from "./loaded";
import { Subsection } from "./Subsection";
import { unbroken } from "../format";
import { momentInWords, resultsTimeInWords } from "../../../numbers/language/moments";

interface ExplainProps {
  state: StoreState;
  store: Store;
  /** The pane is shown. */
  isVisible: boolean;
}

/** The number of the selected cell, and what it is made of. Its actions are loaded when the section is first shown. */
export function ExplainSection(props: ExplainProps) {
  const { content: actions, error } = useLoaded(props.store.loadExplain);
  if (error) return <Caption1 role="alert">{error}</Caption1>;
  if (!actions) return null;
  const { commentBox } = props.state;
  return (
    <>
      {commentBox && <CommentBoxView box={commentBox} isBusy={props.state.isBusy} actions={actions} />}
      <Explained {...props} actions={actions} />
    </>
  );
}

function Explained({ state, store, actions, isVisible }: ExplainProps & { actions: ExplainActions }) {
  const { explanation } = state;
  const layout = useLayout();
  useEffect(() => (isVisible ? actions.followCell() : undefined), [isVisible, actions]);
  if (!explanation || explanation.state === "reading")
    return <Body1 role="status">{explainTexts.reading(explanation?.address ?? "")}</Body1>;
  const { address, message, numbers, unread, isCut, steps } = explanation;
  if (explanation.state === "failed") return <Body1 role="alert">{message}</Body1>;
  const step = steps.at(-1);
  // A cell in error leads to its mend, which Errors offers too. Until it is mended, there is nothing to break down.
  const { failures } = state.activity;
  const failure = failures.find((each) => each.address === address);
  const mendable = [failure, ...failures.filter((each) => unread.includes(each.address))].find(
    (each) => each?.fix ?? each?.choice,
  );
  if (mendable) return <AskedCell address={mendable.address} state={state} store={store} />;
  const isInError = failure !== undefined;
  if (explanation.looked && !step) return <Body1 role="status">{explainTexts.working}</Body1>;
  return (
    <div className={layout.column}>
      {explanation.looked && <Caption1 className={layout.detail}>{explainTexts.looked}</Caption1>}
      {isInError && <AskedCell address={address} state={state} store={store} />}
      {step ? (
        <Step
          key={steps.length}
          explanation={explanation}
          step={step}
          isSaid={isInError && steps.length === 1}
          actions={actions}
          state={state}
        />
      ) : (
        !(isInError && numbers.length === 0) && (
          <Numbers explanation={explanation} actions={actions} state={state} store={store} />
        )
      )}
      {!step && !isInError && unread.length > 0 && (
        <Caption1 className={layout.detail}>{explainTexts.unread(unread.join(", "))}</Caption1>
      )}
      {!step && numbers.length > 0 && isCut && <Caption1 className={layout.detail}>{explainTexts.isCut}</Caption1>}
    </div>
  );
}

interface NumbersProps {
  explanation: Explanation;
  actions: ExplainActions;
  state: StoreState;
  store: Store;
}

/** The numbers that a cell depends on. A cell without any leads to the number of the briefing. */
function Numbers({ explanation, actions, state: { briefing }, store }: NumbersProps) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const { address, numbers } = explanation;
  if (numbers.length === 0) {
    const { looked, said } = briefing ?? {};
    const explain = () => void store.loadBriefing().then((found) => found.explain());
    return (
      <>
        <Body1 role="status">{explainTexts.nothing}</Body1>
        {looked && said && (
          <div>
            <Button onClick={explain}>{explainTexts.instead(unbroken(said.headline))}</Button>
          </div>
        )}
      </>
    );
  }
  const title = explainTexts.numbers(withoutDirection(address), numbers.length);
  return (
    <Subsection id="explained" title={title}>
      <NumberList label={title}>
        {numbers.map((number, at) => (
          <NumberRow
            key={`${number.address} ${number.title}`}
            label={
              <Link as="button" className={styles.label} onClick={() => void actions.chooseNumber(at)}>
                {number.title}
              </Link>
            }
            number={numberText(number.value, number.kind, number.call.id === "VAR")}
          >
            <Caption1 className={layout.detail}>{withoutDirection(number.address)}</Caption1>
          </NumberRow>
        ))}
      </NumberList>
    </Subsection>
  );
}

interface StepProps {
  explanation: Explanation;
  step: ExplainStep;
  /** True if the number's error is said above. */
  isSaid: boolean;
  actions: ExplainActions;
  state: StoreState;
}

function Step({ explanation, step, isSaid, actions, state }: StepProps) {
  const styles = useExplainStyles();
  const layout = useLayout();
  const { call, title, value, kind, error, combination, fullYear, isNewer, dimension, divisions } = step;
  const division = dimension && divisions?.[dimension];
  const whole = division?.state === "done" ? division.whole : undefined;
  const isVariance = call.id === "VAR";
  const gap = gapText(explanation.steps, isVariance);
  return (
    <>
      <Path explanation={explanation} actions={actions} />
      <Subsection id="explained" title={title}>
        {step.besides && <Caption1 className={layout.detail}>{explainTexts.besides(step.besides.label)}</Caption1>}
        {step.part && <Caption1 className={layout.detail}>{explainTexts.part(step.part)}</Caption1>}
        {error && value === undefined ? (
          !isSaid && <Caption1 role="status">{explainTexts.error(error)}</Caption1>
        ) : (
          <Text size={600} weight="semibold" className={styles.value}>
            {numberText(value, kind, isVariance)}
          </Text>
        )}
        {gap && <Caption1 className={layout.detail}>{gap}</Caption1>}
        {isNewer && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>
              {whole === undefined
                ? explainTexts.newerUnknown
                : explainTexts.newer(numberText(whole, kind, isVariance))}
            </MessageBarBody>
          </MessageBar>
        )}
        {combination && value !== undefined && <Caption1 className={layout.detail}>{combined(combination)}</Caption1>}
        {fullYear && value !== undefined && <Caption1 className={layout.detail}>{fullYear}</Caption1>}
        {step.subject && <CommentPart subject={step.subject} state={state} actions={actions} />}
        <Parts step={step} actions={actions} />
        <Answers step={step} />
      </Subsection>
    </>
  );
}

function Path({ explanation: { numbers, steps }, actions }: { explanation: Explanation; actions: ExplainActions }) {
  const styles = useExplainStyles();
  const before = steps.slice(0, -1);
  if (before.length === 0 && numbers.length < 2) return null;
  return (
    <nav aria-label={explainTexts.path} className={styles.path}>
      {numbers.length > 1 && (
        <Link as="button" onClick={() => actions.goBack(-1)}>
          {explainTexts.all}
        </Link>
      )}
      {before.map(({ label }, at) => (
        <span key={`${at} ${label}`}>
          {(at > 0 || numbers.length > 1) && "› "}
          <Link as="button" className={styles.wrap} onClick={() => actions.goBack(at)}>
            {label}
          </Link>
        </span>
      ))}
      <span className={styles.wrap} aria-current="step">
        › {steps.at(-1)?.label}
      </span>
    </nav>
  );
}

function combined({ by, rows, months, labels }: Combination): string {
  const { sum, ratio, weighted, one, year, months: count } = explainTexts.combined;
  const how =
    by === "ratio"
      ? ratio(labels)
      : by === "weighted" && rows !== 1
        ? weighted(rows, labels)
        : by === "sum" && rows !== undefined && rows > 1
          ? sum(rows)
          : by === "sum" && rows === undefined
            ? ""
            : one;
  const when = months === undefined ? year : count(months);
  return [how, when].filter(Boolean).join(" · ");
}

function Answers({ step: { answers } }: { step: ExplainStep }) {
  const styles = useExplainStyles();
  const layout = useLayout();
  if (answers.length === 0) return null;
  return (
    <div>
      <Text as="h3" weight="semibold" className={layout.heading}>
        {explainTexts.answers}
      </Text>
      <ul className={layout.plain}>
        {answers.map(({ family, plan, scenario, computedAt, generatedAt, receivedAt }, at) => (
          <li key={at} className={styles.answer}>
            <Caption1 className={styles.wrap}>{explainTexts.answer(family, plan, scenario)}</Caption1>
            <Caption1 className={layout.detail}>
              {generatedAt === undefined && receivedAt === computedAt
                ? explainTexts.computedUnsaid
                : explainTexts.computed(resultsTimeInWords(computedAt))}
              {receivedAt !== undefined && ` · ${explainTexts.received(momentInWords(receivedAt))}`}
            </Caption1>
          </li>
        ))}
      </ul>
    </div>
  );
}
