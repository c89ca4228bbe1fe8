/** The custom properties of a sheet. Their keys are the same in upper and lower case. */
import type { HostObject } from "../office/hostObject";
import { createLookUps } from "./lookUps";
import type { WorkbookModel } from "./workbookModel";

/** @param id The sheet's. */
export function propertiesObject({ state, onChange }: WorkbookModel, id: string): HostObject {
  const own = () => ((state.sheetProperties ??= {})[id] ??= {});
  const find = (key: string) => Object.keys(own()).find((each) => each.toLowerCase() === key.toLowerCase());
  const property = (key: string): HostObject => ({
    type: "WorksheetCustomProperty",
    id: key,
    values: { key: () => key, value: () => own()[key] ?? "" },
    methods: {
      delete: () => {
        delete own()[key];
        onChange();
      },
    },
  });
  return {
    type: "WorksheetCustomPropertyCollection",
    items: () => Object.keys(own()).map(property),
    methods: {
      add: (key: string, value: string) => {
        const known = find(key) ?? key;
        own()[known] = value;
        onChange();
        return property(known);
      },
      ...createLookUps("WorksheetCustomPropertyCollection", "custom property", find, property),
      getCount: () => Object.keys(own()).length,
    },
  };
}
