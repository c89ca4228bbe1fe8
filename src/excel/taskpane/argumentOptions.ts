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
import type { PickerOption } from "./view/Picker";

/** Undefined for a parameter that is not chosen from names. */
export function nameOptions(parameter: string, state: StoreState, draft: FormulaDraft): PickerOption[] | undefined {
  if (parameter === "field") return fieldOptions(draft);
  return takes(parameter, "scenario") ? scenarioOptions(state, draft) : undefined;
}

/** The fields of the function's family; without a family, those of all families that the service offers. */
function fieldOptions({ callee: { family } }: FormulaDraft): PickerOption[] {
  const families = family ? [family] : FAMILIES.filter((each) => ENDPOINTS[each].available);
  return families.flatMap((each) =>
    orderedFields(each).map(({ name, label }) => ({ value: name, label, group: familyText(each) })),
  );
}

/** Flags first: a formula that names one stays right when next year's plan has other scenarios. */
function scenarioOptions({ plans, settings }: StoreState, { args }: FormulaDraft): PickerOption[] {
  const plan = findListedPlan(plans, argumentText(args.plan ?? BLANK) || settings.plan);
  const flags = [...new Set(plan?.scenarios.flatMap((scenario) => scenario.flags))];
  const asOption = (group: string) => (name: string) => ({ value: name, label: name, group });
  return [
    ...flags.map(asOption(texts.formula.byFlag)),
    ...[...new Set(plan?.scenarios.map(({ name }) => name))].map(asOption(texts.formula.byName)),
  ];
}
