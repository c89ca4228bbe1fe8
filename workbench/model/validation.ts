/** What may be entered in cells: lists to choose from are shown, other rules are not there. */
import { notImplemented, officeError, type HostObject } from "../office/hostObject";
import { requireWritable } from "./protection";
import { intersection, isInside } from "../../src/spreadsheet/cells/area";
import { addressOfRange, areaAt, resolveRange, type HostRange } from "./range";
import type { ValidationState } from "./state";

interface Rule {
  list?: { inCellDropDown: boolean; source: string };
}

const NO_ALERT = { message: "", showAlert: true, style: "Stop", title: "" };

export function validationObject(range: HostRange): HostObject {
  const { model, sheet } = range;
  const { state } = model;
  const address = addressOfRange(range);
  const own = (): ValidationState | undefined =>
    state.validations.find((each) => each.sheet === sheet.getSheetId() && each.address === address);
  const others = () => state.validations.filter((each) => each !== own());
  const change = (next: Partial<ValidationState>) => {
    requireWritable(range);
    const known = own() ?? { sheet: sheet.getSheetId(), address, source: "", ignoreBlanks: true };
    state.validations = [...others(), { ...known, ...next }];
    model.onChange();
  };
  const clear = () => {
    requireWritable(range);
    const isCleared = (each: ValidationState) =>
      each.sheet === sheet.getSheetId() && isInside(areaAt(each.address), range.area);
    state.validations = state.validations.filter((each) => !isCleared(each));
    model.onChange();
  };
  return {
    type: "DataValidation",
    values: {
      rule: () => ruleOf(own()),
      type: () => (own() ? "List" : isTouched(range) ? "Inconsistent" : "None"),
      ignoreBlanks: () => own()?.ignoreBlanks ?? true,
      errorAlert: () => own()?.errorAlert ?? NO_ALERT,
      valid: () => true,
    },
    setters: {
      rule: ({ list }: Rule) => {
        if (!list) throw notImplemented("DataValidation", "rule");
        change({ source: sourceOf(list.source) });
      },
      ignoreBlanks: (ignoreBlanks: boolean) => change({ ignoreBlanks }),
      errorAlert: (errorAlert: Record<string, unknown>) => change({ errorAlert: { ...NO_ALERT, ...errorAlert } }),
    },
    methods: { clear },
  };
}

/** Whether some of the cells have a list, and others have none or another one. */
function isTouched({ model: { state }, sheet, area }: HostRange): boolean {
  const id = sheet.getSheetId();
  return state.validations.some((each) => each.sheet === id && intersection(areaAt(each.address), area));
}

function ruleOf(validation: ValidationState | undefined): Rule {
  return validation ? { list: { inCellDropDown: true, source: validation.source } } : {};
}

/** Items with commas between them, or a formula that is a range. */
function sourceOf(source: string | HostObject): string {
  if (typeof source !== "string") return `=${addressOfRange(resolveRange(source))}`;
  if (source.length <= 255 || source.startsWith("=")) return source;
  throw officeError("InvalidArgument", "A list of items has at most 255 characters.", "DataValidation.rule");
}
