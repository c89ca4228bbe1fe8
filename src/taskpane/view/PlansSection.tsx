import {
  Body1,
  Button,
  Caption1,
  MessageBar,
  MessageBarBody,
  RadioGroup,
  SearchBox,
  Spinner,
  Subtitle2,
} from "@fluentui/react-components";
import { useState } from "react";
import type { Plan } from "../../insights";
import type { StoreState } from "../../actions/state";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { PlanCard } from "./PlanCard";

/** Plans that are shown at a time: a thousand would make the pane slow. */
const PAGE = 50;
/** So few are seen at a glance. */
const FEW = 7;
const NEEDED_SCOPE = "insights:read";

export interface PlansSectionProps {
  state: StoreState;
  store: Store;
  onBuild: () => void;
}

export function PlansSection({ state, store, onBuild }: PlansSectionProps) {
  const layout = useLayout();
  const { plans, access, settings, failure } = state;
  const isRefused = access?.scopes && !access.scopes.includes(NEEDED_SCOPE);
  const isGone = plans && settings.plan && !plans.some(({ id }) => id === settings.plan);
  return (
    <section className={layout.column} aria-labelledby="plans">
      <Subtitle2 as="h2" id="plans" className={layout.heading}>
        {texts.plans.title}
      </Subtitle2>
      {isRefused && <Warning text={texts.access.missing(NEEDED_SCOPE)} />}
      {isGone && <Warning text={texts.plans.gone(settings.plan)} />}
      {plans && plans.length > 0 ? (
        <>
          <Body1>{texts.plans.advice}</Body1>
          <PlanList plans={plans} state={state} store={store} />
          {settings.plan && !isGone && (
            <Button appearance="primary" onClick={onBuild}>
              {texts.plans.build}
            </Button>
          )}
        </>
      ) : (
        <NoPlans state={state} hasFailed={failure !== undefined} onRetry={() => void store.reloadPlans()} />
      )}
    </section>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{text}</MessageBarBody>
    </MessageBar>
  );
}

function NoPlans({ state, hasFailed, onRetry }: { state: StoreState; hasFailed: boolean; onRetry: () => void }) {
  const layout = useLayout();
  if (state.status === "connecting") return <Spinner label={texts.plans.loading} />;
  const listed = state.plans ? texts.plans.none : texts.plans.unlisted;
  return (
    <div className={layout.column}>
      <Body1>{hasFailed ? texts.plans.failed : listed}</Body1>
      <Button onClick={onRetry}>{texts.plans.retry}</Button>
    </div>
  );
}

function PlanList({ plans, state, store }: { plans: readonly Plan[]; state: StoreState; store: Store }) {
  const layout = useLayout();
  const [{ text, most }, setSearch] = useState({ text: "", most: PAGE });
  const found = matching(plans, text, state.settings.plan);
  const shown = found.slice(0, most);
  return (
    <>
      {plans.length > FEW && (
        <PlanSearch
          text={text}
          status={texts.plans.found(found.length, plans.length)}
          onText={(next) => setSearch({ text: next, most: PAGE })}
        />
      )}
      {found.length === 0 && <Body1>{texts.plans.noMatch(text)}</Body1>}
      <RadioGroup
        className={layout.column}
        style={{ alignItems: "stretch" }}
        aria-labelledby="plans"
        value={state.settings.plan ?? ""}
        onChange={(_event, { value }) => void store.choosePlan(value)}
      >
        {shown.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            state={state}
            onChange={(settings) => void store.changeSettings(settings)}
          />
        ))}
      </RadioGroup>
      {found.length > shown.length && (
        <Button onClick={() => setSearch({ text, most: most + PAGE })}>
          {texts.plans.more(found.length - shown.length)}
        </Button>
      )}
    </>
  );
}

interface SearchProps {
  text: string;
  status: string;
  onText: (text: string) => void;
}

function PlanSearch({ text, status, onText }: SearchProps) {
  return (
    <div>
      <SearchBox
        aria-label={texts.plans.search}
        placeholder={texts.plans.search}
        value={text}
        onChange={(_event, { value }) => onText(value)}
      />
      <Caption1 role="status">{status}</Caption1>
    </div>
  );
}

/** By name, id or currency; the workbook's plan comes first, so that it is seen among a thousand. */
function matching(plans: readonly Plan[], text: string, chosen: string | undefined): readonly Plan[] {
  const wanted = text.trim().toLowerCase();
  const found = plans.filter(({ id, name, currency }) =>
    [id, name, currency].some((each) => each.toLowerCase().includes(wanted)),
  );
  return [...found.filter(({ id }) => id === chosen), ...found.filter(({ id }) => id !== chosen)];
}
