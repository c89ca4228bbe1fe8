/** The names that an argument can be chosen from. */
import type { FormulaDraft } from "../actions/formula/formulaState";
import type { StoreState } from "../actions/storeState";
import { ENDPOINTS, FAMILIES } from "../../insights";
import { orderedFields } from "../../numbers/language/fieldOrder";
import { takes } from "../../numbers/language/signatures";
import { argumentText, BLANK } from "./argumentText";
import { familyText } from "./functionTexts";
import { findListedPlan } from "./planSearch";
import { texts } from "./texts/texts";

export interface OptionGroup {
  readonly label: string;
  readonly names: readonly { readonly value: string; readonly label: string }[];
}

/** Undefined for a parameter that is not chosen from names. */
export function nameOptions(parameter: string, state: StoreState, draft: FormulaDraft): OptionGroup[] | undefined {
  if (parameter === "field") return fieldOptions(draft);
  return takes(parameter, "scenario") ? scenarioOptions(state, draft) : undefined;
}

/** The fields of the function's family; without a family, those of all families that the service offers. */
function fieldOptions({ callee: { family } }: FormulaDraft): OptionGroup[] {
  const families = family ? [family] : FAMILIES.filter((each) => ENDPOINTS[each].available);
  return families.map((each) => ({
    label: familyText(each),
    names: orderedFields(each).map(({ name, label }) => ({ value: name, label })),
  }));
}

/** Flags first: a formula that names one stays right when next year's plan has other scenarios. */
function scenarioOptions({ plans, settings }: StoreState, { args }: FormulaDraft): OptionGroup[] {
  const plan = findListedPlan(plans, argumentText(args.plan ?? BLANK) || settings.plan);
  const flags = [...new Set(plan?.scenarios.flatMap((scenario) => scenario.flags))];
  const asOption = (name: string) => ({ value: name, label: name });
  return [
    { label: texts.formula.byFlag, names: flags.map(asOption) },
    { label: texts.formula.byName, names: [...new Set(plan?.scenarios.map(({ name }) => name))].map(asOption) },
  ];
}
