import type { Plan } from "../../../insights";
import type { StoreState } from "../../actions/storeState";
import { orderPlans, searchPlans } from "../planSearch";
import { texts } from "../texts/texts";
import { Picker, type FieldIds } from "./Picker";

/** Plans that the list shows; another word finds the others sooner than scrolling. */
const MOST = 50;

interface PlanPickerProps {
  field: Partial<FieldIds>;
  state: StoreState;
  /** The name of the chosen plan, or a text that names none. */
  text: string;
  placeholder: string;
  onPlan: (plan: Plan) => void;
  /** Takes a text that no plan matches; undefined if only a listed plan can be chosen. */
  onText?: (text: string) => void;
}

/** A plan, found by words in its name, id, currency and scenarios. */
export function PlanPicker({ field, state, text, placeholder, onPlan, onText }: PlanPickerProps) {
  const { plans = [], planMarks, settings } = state;
  const find = (typed: string) => {
    const found = searchPlans(orderPlans(plans, planMarks, settings.plan), typed);
    const group = texts.plans.found(found.length, plans.length);
    return found.slice(0, MOST).map((plan) => ({
      value: plan.id,
      label: (planMarks.favourites.includes(plan.id) ? "★ " : "") + plan.name,
      detail: planDetail(plan),
      group,
    }));
  };
  const choose = (id: string) => {
    const plan = plans.find((each) => each.id === id);
    if (plan) onPlan(plan);
  };
  return (
    <Picker
      field={field}
      options={[]}
      chosen={[]}
      text={text}
      placeholder={placeholder}
      find={find}
      onChoose={choose}
      onText={onText}
    />
  );
}

/** Many scenarios would hide the other plans. */
function planDetail({ currency, scenarios }: Plan): string {
  const rest = scenarios.length - 3;
  const names = scenarios.slice(0, 3).map(({ name }) => name);
  return [currency, ...names, ...(rest > 0 ? [texts.activity.moreRows(rest)] : [])].filter(Boolean).join(" · ");
}
