/** Objects whose properties are plain values of the workbook's state. */
import type { HostObject } from "../office/hostObject";
import { requireWritableSheet } from "./protection";
import type { WorkbookModel } from "./workbookModel";

/** Wraps a function that changes the state. */
export type Changing = <Given extends unknown[], Result>(
  change: (...given: Given) => Result,
) => (...given: Given) => Result;

/** Makes a change report itself at its end. @param sheet The id of a sheet that must be writable, if one must. */
export function createChanging(model: WorkbookModel, sheet?: string): Changing {
  return (change) =>
    (...given) => {
      if (sheet !== undefined) requireWritableSheet(model, sheet);
      const result = change(...given);
      model.onChange();
      return result;
    };
}

/** Returns the properties of these names, as `state` has them. */
export function stateProperties<State extends object>(
  state: State,
  names: readonly (keyof State & string)[],
  changed: Changing,
): Required<Pick<HostObject, "values" | "setters">> {
  return {
    values: Object.fromEntries(names.map((name) => [name, () => state[name] ?? null])),
    setters: Object.fromEntries(names.map((name) => [name, changed((value: never) => void (state[name] = value))])),
  };
}
