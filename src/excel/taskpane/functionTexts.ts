/** The pane's names of functions, parameters and choices. If it has no text, Excel's description is used. */
import type {
  ParameterChoice,
  FunctionDescription,
  ParameterDescription,
} from "../actions/formula/functionDescriptions";
import { ENDPOINTS, type Family } from "../../insights";
import { texts } from "./texts/texts";

const { functions, parameters, choices, families } = texts.formula;

/** The description without its example. */
export function functionText({ id, description }: FunctionDescription): string {
  return functions[id] ?? description.replace(/\.?\s*Example:.*/s, "");
}

/** Such as "Date from" for `dateFrom`. */
export function parameterText({ name }: ParameterDescription): string {
  return parameters[name] ?? wordsOf(name);
}

/** Used if the pane has no text for the name. */
export function parameterHint({ name, description }: ParameterDescription): string | undefined {
  return name in parameters ? undefined : description;
}

export function choiceText({ value, description }: ParameterChoice): string {
  return choices[value] ?? families[value] ?? description;
}

export function familyText(family: Family): string {
  return families[family] ?? ENDPOINTS[family].label;
}

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
