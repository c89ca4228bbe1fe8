import {
  Body1,
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  Spinner,
  Subtitle2,
  typographyStyles,
} from "@fluentui/react-components";
import { useRef, useState, type KeyboardEvent } from "react";
import type { Plan } from "../../../insights";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { BriefingView } from "./BriefingView";
import { useLayout } from "./layout";
import { KeepFocus } from "./KeepFocus";
import { KeptNumbers } from "./KeptNumbers";
import { NextSteps } from "./NextSteps";
import { PlanBrowser } from "./PlanBrowser";

const NEEDED_SCOPE = "insights:read";

export interface PlansSectionProps {
  state: StoreState;
  store: Store;
  /** The pane is shown. */
  isVisible: boolean;
}

/** The pane's home: the workbook's plan, and the briefing of it. */
export function PlansSection({ state, store, isVisible }: PlansSectionProps) {
  const layout = useLayout();
  const { plans, access, settings, failure } = state;
  const isRefused = access?.scopes && !access.scopes.includes(NEEDED_SCOPE);
  const isGone = plans && settings.plan && !plans.some(({ id }) => id === settings.plan);
  return (
    <section className={layout.column} aria-labelledby="plans">
      {isRefused && <Warning text={texts.access.missing(NEEDED_SCOPE)} />}
      {isGone && <Warning text={texts.plans.gone(settings.plan)} />}
      {plans && plans.length > 0 ? (
        <Home plans={plans} state={state} store={store} isVisible={isVisible} />
      ) : (
        <>
          <Heading />
          <NoPlans state={state} hasFailed={failure !== undefined} store={store} />
        </>
      )}
    </section>
  );
}

function Heading() {
  const layout = useLayout();
  return (
    <Subtitle2 as="h2" id="plans" className={layout.heading}>
      {texts.plans.title}
    </Subtitle2>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{text}</MessageBarBody>
    </MessageBar>
  );
}

interface NoPlansProps {
  state: StoreState;
  hasFailed: boolean;
  store: Store;
}

function NoPlans({ state, hasFailed, store }: NoPlansProps) {
  const layout = useLayout();
  if (state.status === "connecting") return <Spinner label={texts.plans.loading} />;
  const listed = state.plans ? texts.plans.none : texts.plans.unlisted;
  return (
    <div className={layout.column}>
      {hasFailed && <KeptNumbers state={state} store={store} />}
      <Body1>{hasFailed ? texts.plans.failed : listed}</Body1>
      <Button onClick={() => void store.reloadPlans()}>{texts.plans.retry}</Button>
    </div>
  );
}

interface HomeProps extends PlansSectionProps {
  plans: readonly Plan[];
}

/** The plan in one line and its briefing; all plans while there is none, or while another one is being chosen. */
function Home({ plans, state, store, isVisible }: HomeProps) {
  // Of this plan another one is being chosen: a click shows its briefing at once.
  const [browsedFrom, setBrowsedFrom] = useState<string>();
  // Arrow keys choose each plan that they pass: Enter ends this.
  const [isPassing, setPassing] = useState(false);
  const chosen = plans.find(({ id }) => id === state.settings.plan);
  const browse = () => setBrowsedFrom(chosen?.id);
  const back = () => {
    setBrowsedFrom(undefined);
    setPassing(false);
  };
  const press = ({ key, target }: KeyboardEvent) => {
    if (!(target as HTMLElement).matches("[type=radio]")) return;
    if (key.startsWith("Arrow")) setPassing(true);
    if (key === "Enter") back();
  };
  const isBriefed = chosen && !isPassing && browsedFrom !== chosen.id;
  return (
    <KeepFocus first="[type=search]">
      {isBriefed ? (
        <>
          <PlanLine plan={chosen} onChange={browse} />
          <BriefingView state={state} store={store} plan={chosen} isVisible={isVisible} onBrowse={browse} />
        </>
      ) : (
        <div role="none" style={{ display: "contents" }} onKeyDown={press} onPointerDown={() => setPassing(false)}>
          <AllPlans plans={plans} state={state} store={store} onBack={chosen && back} />
        </div>
      )}
    </KeepFocus>
  );
}

interface AllPlansProps extends Omit<HomeProps, "isVisible"> {
  /** Undefined if no plan is chosen. */
  onBack: (() => void) | undefined;
}

function AllPlans({ plans, state, store, onBack }: AllPlansProps) {
  const layout = useLayout();
  const browser = useRef<HTMLDivElement>(null);
  const focusPlans = () => browser.current?.querySelector<HTMLElement>("[type=search], [type=radio]")?.focus();
  return (
    <>
      <div className={layout.row}>
        <Subtitle2 as="h2" id="plans" className={mergeClasses(layout.heading, layout.fill)}>
          {texts.plans.title}
        </Subtitle2>
        {onBack && (
          <Button size="small" onClick={onBack}>
            {texts.briefing.back}
          </Button>
        )}
      </div>
      {!onBack && <NextSteps first="plan" onFirst={focusPlans} store={store} />}
      <Body1>{texts.plans.advice}</Body1>
      <div ref={browser} className={layout.column}>
        <PlanBrowser plans={plans} state={state} store={store} labelledBy="plans" />
      </div>
    </>
  );
}

const useStyles = makeStyles({
  line: { display: "flex", alignItems: "baseline", columnGap: "8px", minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: "anywhere", ...typographyStyles.body1Strong },
});

function PlanLine({ plan, onChange }: { plan: Plan; onChange: () => void }) {
  const styles = useStyles();
  const layout = useLayout();
  return (
    <div className={styles.line}>
      <h2 id="plans" className={mergeClasses(layout.heading, styles.name)}>
        {plan.name}
      </h2>
      <Button size="small" appearance="subtle" aria-label={texts.briefing.changePlan(plan.name)} onClick={onChange}>
        {texts.briefing.change}
      </Button>
    </div>
  );
}
