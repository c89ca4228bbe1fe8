import { Body1, Button, Caption1, RadioGroup, SearchBox } from "@fluentui/react-components";
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { orderPlans, searchPlans } from "../planSearch";
import type { Plan } from "../../../insights";
import type { StoreState } from "../../actions/storeState";
import type { Store } from "../../actions/store";
import { texts } from "../texts/texts";
import { useLayout } from "./layout";
import { PlanCard } from "./PlanCard";

/** Plans that are added at a time, when the user scrolls near the last: a thousand at once would make the pane slow. */
const PAGE = 25;
/** How near that is. */
const NEAR = "800px";
/** So few are seen at a glance. */
const FEW = 7;

interface PlanPageProps {
  plans: readonly Plan[];
  state: StoreState;
  store: Store;
}

/** All plans, to choose one with its scenarios and currency. `labelledBy` is the id of their heading. */
export function PlanBrowser({ plans, state, store, labelledBy }: PlanPageProps & { labelledBy: string }) {
  const layout = useLayout();
  const [{ text, most }, setSearch] = useState({ text: "", most: PAGE });
  const found = usePlanOrder(plans, text, state);
  const pages = useMemo(() => pagesOf(found), [found]);
  const rest = found.length - most;
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
        aria-labelledby={labelledBy}
        value={state.settings.plan ?? ""}
        onChange={(_event, { value }) => void store.choosePlan(value)}
      >
        {pages.slice(0, most / PAGE).map((page) => (
          <PlanPage key={page[0]?.id} plans={page} state={state} store={store} />
        ))}
      </RadioGroup>
      {rest > 0 && <MorePlans key={most} rest={rest} onMore={() => setSearch({ text, most: most + PAGE })} />}
    </>
  );
}

function pagesOf(plans: readonly Plan[]): (readonly Plan[])[] {
  return Array.from({ length: Math.ceil(plans.length / PAGE) }, (_, at) => plans.slice(at * PAGE, (at + 1) * PAGE));
}

/** Drawn again only if the state changes, not if more pages follow. */
const PlanPage = memo(function PlanPage({ plans, state, store }: PlanPageProps) {
  return plans.map((plan) => (
    <PlanCard
      key={plan.id}
      plan={plan}
      state={state}
      onChange={(settings) => void store.changeSettings(settings)}
      onFavourite={() => store.toggleFavourite(plan.id)}
    />
  ));
});

/** Plans keep their places while the user chooses and marks some; the next search, or the next list, orders them anew. */
function usePlanOrder(plans: readonly Plan[], text: string, { planMarks, settings }: StoreState): readonly Plan[] {
  const order = () => ({ plans, text, found: searchPlans(orderPlans(plans, planMarks, settings.plan), text) });
  const [ordered, setOrdered] = useState(order);
  if (ordered.plans === plans && ordered.text === text) return ordered.found;
  const next = order();
  setOrdered(next);
  return next.found;
}

/** Shows more plans as soon as the user scrolls near it. */
function MorePlans({ rest, onMore }: { rest: number; onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useEffectEvent(onMore);
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === "undefined") return;
    const isNear = (entries: IntersectionObserverEntry[]) => entries.some(({ isIntersecting }) => isIntersecting);
    const observer = new IntersectionObserver((entries) => isNear(entries) && latest(), { rootMargin: NEAR });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      <Button style={{ width: "100%" }} onClick={onMore}>
        {texts.plans.more(rest)}
      </Button>
    </div>
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
        style={{ maxWidth: "none", width: "100%" }}
        aria-label={texts.plans.search}
        placeholder={texts.plans.searchExample}
        value={text}
        onChange={(_event, { value }) => onText(value)}
      />
      <Caption1 role="status">{status}</Caption1>
    </div>
  );
}
