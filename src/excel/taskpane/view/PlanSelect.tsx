import { Caption1, Input, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { orderPlans, searchPlans } from "../planSearch";
import type { StoreState } from "../../actions/storeState";
import type { Plan } from "../../../insights";
import { texts } from "../texts/texts";
import { closeByEscape } from "./arrowKeys";
import type { FieldIds } from "./CheckList";
import { useLayout } from "./layout";

/** Plans that the list shows; another word finds the others sooner than scrolling. */
const MOST = 50;

const useStyles = makeStyles({
  root: { flexGrow: 1, minWidth: 0 },
  input: { minWidth: 0, width: "100%", "& input": { textOverflow: "ellipsis" } },
  list: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    listStyleType: "none",
    margin: `${tokens.spacingVerticalXXS} 0 0`,
    maxHeight: "min(240px, 40vh)",
    overflowY: "auto",
    padding: 0,
  },
  option: {
    cursor: "pointer",
    display: "flex",
    flexDirection: "column",
    overflowWrap: "anywhere",
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  // An outline stays in forced colours.
  active: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    outline: `2px solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: "-2px",
  },
});

interface PlanSelectProps {
  field: Partial<FieldIds>;
  state: StoreState;
  /** The name of the chosen plan, or a text that names none. */
  text: string;
  placeholder: string;
  onPlan: (plan: Plan) => void;
  /** Takes a text that no plan matches; undefined if only a listed plan can be chosen. */
  onText?: (text: string) => void;
}

/** A plan, found by words in any order, in a list that opens below the field. */
export function PlanSelect({ field, state, text, placeholder, onPlan, onText }: PlanSelectProps) {
  const styles = useStyles();
  const listId = useId();
  const search = usePlanChoice(state, onPlan, onText);
  const { typed, found, active } = search;
  const isOpen = typed !== undefined;
  return (
    <div className={styles.root}>
      <Input
        {...field}
        className={styles.input}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        {...(isOpen && found[active] && { "aria-activedescendant": `${listId}-${active}` })}
        placeholder={placeholder}
        title={text}
        value={typed || (isOpen ? "" : text)}
        onChange={(_event, { value }) => search.type(value)}
        onClick={() => isOpen || search.type("")}
        onKeyDown={search.press}
        onBlur={search.leave}
      />
      {isOpen && <PlanOptions id={listId} search={search} state={state} />}
    </div>
  );
}

type PlanChoice = ReturnType<typeof usePlanChoice>;

/** The search text, undefined while the list is closed, and the plans found. */
function usePlanChoice(
  { plans = [], planMarks, settings }: StoreState,
  onPlan: (plan: Plan) => void,
  onText?: (text: string) => void,
) {
  const [{ typed, active }, setSearch] = useState<{ typed: string | undefined; active: number }>(CLOSED);
  const found = useMemo(
    () => (typed === undefined ? [] : searchPlans(orderPlans(plans, planMarks, settings.plan), typed)),
    [plans, planMarks, settings.plan, typed],
  );
  const type = (text: string) => setSearch({ typed: text, active: 0 });
  const close = () => setSearch(CLOSED);
  const choose = (plan: Plan) => {
    close();
    onPlan(plan);
  };
  /** A search that is left half way changes nothing. */
  const leave = () => {
    const isOwnText = typed?.startsWith("=") || (typed !== undefined && typed.trim() !== "" && found.length === 0);
    close();
    if (isOwnText) onText?.(typed ?? "");
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const last = Math.min(found.length, MOST) - 1;
      setSearch({ typed: typed ?? "", active: typed === undefined ? 0 : clamp(active + step, last) });
    } else if (event.key === "Enter" && typed !== undefined) {
      event.preventDefault();
      const plan = found[active];
      if (plan && !typed.startsWith("=")) choose(plan);
      else leave();
    } else if (typed !== undefined) closeByEscape(event, close);
  };
  return { typed, active, found, type, choose, leave, press };
}

const CLOSED = { typed: undefined, active: 0 };

function clamp(at: number, last: number): number {
  return Math.max(0, Math.min(at, last));
}

function PlanOptions({ id, search, state }: { id: string; search: PlanChoice; state: StoreState }) {
  const styles = useStyles();
  const layout = useLayout();
  const { found, active, typed = "" } = search;
  const list = useRef<HTMLUListElement>(null);
  // Newer browsers return a promise of it, which is no cleanup.
  useEffect(() => void list.current?.children[active]?.scrollIntoView?.({ block: "nearest" }), [active]);
  return (
    <>
      <ul ref={list} id={id} role="listbox" aria-label={texts.plans.search} className={styles.list}>
        {found.slice(0, MOST).map((plan, at) => (
          <li
            key={plan.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            className={mergeClasses(styles.option, at === active && styles.active)}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.choose(plan)}
          >
            <span>{(state.planMarks.favourites.includes(plan.id) ? "★ " : "") + plan.name}</span>
            <Caption1 className={layout.detail}>{planDetail(plan)}</Caption1>
          </li>
        ))}
      </ul>
      <Caption1 role="status">
        {found.length === 0 && typed
          ? texts.plans.noMatch(typed)
          : texts.plans.found(found.length, state.plans?.length ?? 0)}
      </Caption1>
    </>
  );
}

/** Many scenarios would hide the other plans. */
function planDetail({ currency, scenarios }: Plan): string {
  const rest = scenarios.length - 3;
  const names = scenarios.slice(0, 3).map(({ name }) => name);
  return [currency, ...names, ...(rest > 0 ? [texts.activity.moreRows(rest)] : [])].filter(Boolean).join(" · ");
}
