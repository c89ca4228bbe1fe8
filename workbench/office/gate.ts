/** Refuses or delays requests before they reach the workbook, and refuses answers that are too large. */
import { MAX_PAYLOAD_BYTES } from "../../src/spreadsheet/cells/limits";
import type { RequestBody, ResponseBody } from "./interpreter";

/** The behaviours of the host that concern whole requests. */
export interface GateBehaviour {
  readonly editMode: boolean;
  readonly limitPayloads: boolean;
  readonly refuseUndoGroups: "all" | number;
  editingEnded(): Promise<void>;
}

/** The flag of a request of `Excel.run({ delayForCellEdit: true }, …)`. */
const DELAY_FOR_CELL_EDIT = 64;

/**
 * The flag of a request of `Excel.run({ mergeUndoGroup: true }, …)`. How newer proxies tell Excel is not known: the package's do not,
 * so whoever runs them sets this one.
 */
export const UNDO_GROUP = 1 << 20;

/** The kinds of actions that write. */
const [METHOD, SET] = [3, 4];

/** The kind of an object path that leads to the workbook. */
const GLOBAL_PATH = 1;

const EDIT_MODE =
  "Excel is in cell-editing mode. Please exit the edit mode by pressing ENTER or TAB or selecting another cell, and then try again.";
const NO_UNDO = "Undo is not supported for this operation.";
const TOO_LARGE = "The payload size has exceeded the limit of 5 MB.";

/** Runs requests by `execute` if the host takes them. `flags` are those that the proxies send beside the body. */
export function createGate(behaviour: GateBehaviour, execute: (body: RequestBody) => Promise<ResponseBody>) {
  return async (body: RequestBody, flags: number): Promise<ResponseBody> => {
    if (behaviour.limitPayloads && bytesIn(body) > MAX_PAYLOAD_BYTES)
      return refused("RequestPayloadSizeLimitExceeded", TOO_LARGE);
    // Results of functions reach Excel even while a person edits.
    if (behaviour.editMode && concernsWorkbook(body)) {
      if ((flags & DELAY_FOR_CELL_EDIT) === 0) return refused("InvalidOperationInCellEditMode", EDIT_MODE);
      await behaviour.editingEnded();
    }
    if ((flags & UNDO_GROUP) !== 0 && isRefusedAsStep(body, behaviour.refuseUndoGroups))
      return refused("UndoNotSupported", NO_UNDO);
    const response = await execute(body);
    if (behaviour.limitPayloads && bytesIn(response) > MAX_PAYLOAD_BYTES)
      return refused("ResponsePayloadSizeLimitExceeded", TOO_LARGE);
    return response;
  };
}

function concernsWorkbook({ ObjectPaths }: RequestBody): boolean {
  return Object.values(ObjectPaths).some(({ ObjectPathType }) => ObjectPathType === GLOBAL_PATH);
}

/** True if the request may change what the workbook shows. */
export function isWriting(body: RequestBody): boolean {
  return concernsWorkbook(body) && body.Actions.some((each) => isWrite(each) && !each.Name.startsWith("Get"));
}

function isWrite({ ActionType, Name }: RequestBody["Actions"][number]): boolean {
  return ActionType === SET || (ActionType === METHOD && !Name.startsWith("_"));
}

function isRefusedAsStep({ Actions, ObjectPaths }: RequestBody, most: "all" | number): boolean {
  if (Object.values(ObjectPaths).some(({ Name }) => Name === "GetMergedAreasOrNullObject")) return true;
  const writes = Actions.filter(isWrite);
  if (most === "all") return writes.length > 0;
  const cells = writes.flatMap(({ ArgumentInfo }) => ArgumentInfo?.Arguments ?? []).flat(2);
  return cells.length > most;
}

function bytesIn(content: object): number {
  return new TextEncoder().encode(JSON.stringify(content)).length;
}

function refused(code: string, message: string): ResponseBody {
  const Error = { Code: code, Message: message, Location: "", ActionIndex: 0, HttpStatusCode: 400 };
  return { Results: [], TraceIds: [], Error };
}
