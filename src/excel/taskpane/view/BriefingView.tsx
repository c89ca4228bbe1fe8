import {
  Body1,
  Button,
  Caption1,
  Link,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  Spinner,
  Subtitle1,
} from "@fluentui/react-components";
import { useEffect } from "react";
import type { Briefing } from "../../actions/briefing/briefing";
import type { BriefingActions } from "../../actions/briefing/briefingActions";
import type { BriefingState } from "../../actions/briefing/briefingState";
import type { Failure } from "../../actions/sharedState";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import type { Plan } from "../../../insights";
import { unbroken } from "../format";
import { resultsTimeInWords, shortResultsTime } from "../../../numbers/language/moments";
import { monthsLabel } from "../../../numbers/language/monthsLabel";
import { texts } from "../texts/texts";
import { ActionPlace } from "./ActionPlace";
import { FailingChecks } from "./ChecksSection";
import { useLayout } from "./layout";
import { useLoaded } from "./loaded";
import { NewsPart } from "./NewsPart";
import { NextSteps } from "./NextSteps";
import { NumberList, NumberRow } from "./NumberRow";
import { Subsection } from "./Subsection";
import { Waterfall } from "./Waterfall";

const useStyles = makeStyles({
  sentence: { margin: 0, overflowWrap: "anywhere" },
  put: { width: "100%" },
  actions: { flexDirection: "row" },
  // What receives the focus scrolls above the buttons that stay in sight.
  page: { "& button": { scrollMarginBottom: "96px" } },
});

interface BriefingProps {
  state: StoreState;
  store: Store;
  plan: Plan;
  /** The pane is shown. */
  isVisible: boolean;
  onBrowse: () => void;
}

/** What a controller wants to know of the plan. Looks at the service when it is first shown. */
export function BriefingView(props: BriefingProps) {
  const { content: actions, error } = useLoaded(props.store.loadBriefing);
  if (error) return <Caption1 role="alert">{error}</Caption1>;
  return actions ? <LoadedBriefing {...props} actions={actions} /> : <Spinner size="tiny" />;
}

function LoadedBriefing({
  state,
  store,
  plan,
  isVisible,
  onBrowse,
  actions,
}: BriefingProps & { actions: BriefingActions }) {
  const layout = useLayout();
  const { settings, refreshed, adoptedAt, activity } = state;
  const own = state.briefing?.plan === plan.id ? state.briefing : undefined;
  useEffect(() => void (isVisible && actions.open()), [isVisible, actions, settings, plan]);
  // Formulas that are being calculated are compared once all of them are.
  const isCompared = isVisible && activity.waiting === 0;
  const { shown, held } = activity;
  useEffect(() => void (isCompared && actions.compare()), [isCompared, actions, refreshed, adoptedAt, shown, held]);
  if (!own?.said) {
    return (
      <div className={layout.column} aria-busy={own?.isLooking !== false}>
        {own?.isLooking === false ? (
          <>
            <Body1 role="status">{texts.briefing.failed(own.failure?.message ?? "")}</Body1>
            <NextSteps first="look" onFirst={() => void actions.look()} store={store} />
          </>
        ) : (
          <Spinner
            size="tiny"
            labelPosition="after"
            label={texts.briefing.looking}
            style={{ justifyContent: "start" }}
          />
        )}
      </div>
    );
  }
  return <Said briefing={own} said={own.said} state={state} store={store} actions={actions} onBrowse={onBrowse} />;
}

interface SaidProps {
  briefing: BriefingState;
  said: Briefing;
  state: StoreState;
  store: Store;
  actions: BriefingActions;
  onBrowse: () => void;
}

function Said({ briefing, said, state, store, actions, onBrowse }: SaidProps) {
  const layout = useLayout();
  const styles = useStyles();
  const { isLooking, failure, isEarlier } = briefing;
  const when = said.period && texts.briefing.period(said.period, said.isToDate, said.base !== undefined);
  return (
    <div className={mergeClasses(layout.column, styles.page)} aria-busy={isLooking}>
      <Caption1 className={layout.detail}>{[when, said.currency].filter(Boolean).join(" · ")}</Caption1>
      <Subtitle1 as="h3" className={styles.sentence}>
        {unbroken(headlineOf(briefing, said))}
      </Subtitle1>
      {said.reason && <Caption1>{said.reason}</Caption1>}
      {said.steps.length > 0 && <Waterfall steps={said.steps} />}
      <Caption1 className={layout.detail}>
        {isLooking ? texts.briefing.looking : texts.briefing.asOf(resultsTimeInWords(said.computedAt))}{" "}
        <Link as="button" inline disabledFocusable={isLooking} onClick={() => void actions.look()}>
          {texts.briefing.look}
        </Link>
      </Caption1>
      {failure && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {isEarlier
              ? texts.briefing.earlier(reasonOf(failure, state), resultsTimeInWords(said.computedAt))
              : texts.briefing.partly(reasonOf(failure, state))}
          </MessageBarBody>
        </MessageBar>
      )}
      <FailingChecks state={state} store={store} />
      <NewsPart briefing={briefing} state={state} store={store} />
      <Worth said={said} isWhole={!failure} />
      {said.period === undefined ? (
        <NextSteps first="other" onFirst={onBrowse} store={store} />
      ) : (
        <Actions plan={briefing.plan} isDisabled={state.isBusy} store={store} actions={actions} />
      )}
    </div>
  );
}

/** Returns why the look failed; "" if the message above says it. */
function reasonOf({ message }: Failure, { failure }: StoreState): string {
  return failure?.message.startsWith(message) ? "" : message;
}

/** Returns the sentence, and says which is newer if cells show other numbers. */
function headlineOf({ news, comparison, inCells }: BriefingState, { headline }: Briefing): string {
  const { shownAt, lookedAt } = comparison ?? {};
  if (news === "newer" && shownAt !== undefined)
    return texts.briefing.newHeadline(shortResultsTime(shownAt), headline, inCells);
  if (news === "older" && lookedAt !== undefined)
    return texts.briefing.oldHeadline(shortResultsTime(lookedAt), headline, inCells);
  return headline;
}

/** The largest month, the worst region, and what is not whole. */
function Worth({ said: { worth, gaps, base }, isWhole }: { said: Briefing; isWhole: boolean }) {
  const months = (codes: readonly string[]) => codes.map((code) => monthsLabel([code]));
  return (
    <Subsection id="worth" title={texts.briefing.worth}>
      <NumberList>
        {worth.map(({ kind, label, spoken, share }) => (
          <NumberRow
            key={kind}
            label={
              kind === "month" ? texts.briefing.month(monthsLabel([label])) : texts.briefing.region(label, base ?? "")
            }
            number={spoken + share}
          />
        ))}
        {gaps.map((gap) => (
          <NumberRow key={gap.scenario} label={texts.briefing.gap(gap.scenario, months(gap.months))} number="" />
        ))}
        {worth.length + gaps.length === 0 && (
          <NumberRow label={isWhole ? texts.briefing.nothing : texts.briefing.nothingKnown} number="" />
        )}
      </NumberList>
    </Subsection>
  );
}

interface ActionsProps {
  plan: string;
  isDisabled: boolean;
  store: Store;
  actions: BriefingActions;
}

function Actions({ plan, isDisabled, store, actions }: ActionsProps) {
  const layout = useLayout();
  const styles = useStyles();
  const explain = () => {
    actions.explain();
    store.showSection("explain");
  };
  const put = () => {
    // The report is of the plan that the briefing is of.
    store.chooseReportPlan(plan);
    void store.insertReport("onePage");
  };
  return (
    <ActionPlace name="briefing">
      <div className={mergeClasses(layout.row, layout.foot, styles.actions)}>
        <Button appearance="primary" className={styles.put} disabledFocusable={isDisabled} onClick={put}>
          {texts.briefing.put}
        </Button>
        <Button className={layout.fill} onClick={explain}>
          {texts.briefing.explain}
        </Button>
        <Button className={layout.fill} onClick={() => store.showSection("grid")}>
          {texts.briefing.build}
        </Button>
      </div>
    </ActionPlace>
  );
}
