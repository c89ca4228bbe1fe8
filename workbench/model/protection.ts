/** Protected sheets, and the protected structure of a workbook. */
import { officeError, type HostObject } from "../office/hostObject";
import type { HostRange } from "./range";
import { clearUndo, type WorkbookModel } from "./workbookModel";

const REFUSAL = "You can't perform the requested operation.";

/** @throws AccessDenied where the range's sheet is protected. */
export function requireWritable({ model, sheet }: HostRange): void {
  requireWritableSheet(model, sheet.getSheetId());
}

/** Its tables and charts cannot be changed either. @throws AccessDenied where the sheet of this id is protected. */
export function requireWritableSheet({ behaviour, state }: WorkbookModel, id: string): void {
  if (behaviour.enforceProtection && state.protectedSheets?.includes(id)) throw officeError("AccessDenied", REFUSAL);
}

/** @throws AccessDenied where the workbook's structure is protected. */
export function requireFreeStructure({ behaviour }: WorkbookModel): void {
  if (behaviour.protectStructure) throw officeError("AccessDenied", REFUSAL);
}

/** Makes of functions those that check first. */
export function checkedFirst<T extends Record<string, (...args: never[]) => unknown>>(
  check: () => void,
  functions: T,
): T {
  const checked = Object.entries(functions).map(([name, run]) => [
    name,
    (...args: never[]) => {
      check();
      return run(...args);
    },
  ]);
  return Object.fromEntries(checked) as T;
}

/** @param id The sheet's. */
export function protectionObject(model: WorkbookModel, id: string): HostObject {
  const { state, onChange } = model;
  const others = () => (state.protectedSheets ?? []).filter((each) => each !== id);
  const turn = (isOn: boolean) => {
    state.protectedSheets = isOn ? [...others(), id] : others();
    clearUndo(model);
    onChange();
  };
  return {
    type: "WorksheetProtection",
    values: { protected: () => (state.protectedSheets ?? []).includes(id) },
    methods: { protect: () => turn(true), unprotect: () => turn(false) },
  };
}
