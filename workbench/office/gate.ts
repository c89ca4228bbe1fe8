/** Refuses or delays requests before they reach the workbook, and refuses answers that are too large. */
import { MAX_PAYLOAD_BYTES } from "../../src/grid/limits";
import type { RequestBody, ResponseBody } from "./interpreter";

/** The behaviours of the host that concern whole requests. */
export interface GateBehaviour {
  readonly editMode: boolean;
  readonly limitPayloads: boolean;
  editingEnded(): Promise<void>;
}

/** The flag of a request of `Excel.run({ delayForCellEdit: true }, …)`. */
const DELAY_FOR_CELL_EDIT = 64;

/** The kind of an object path that leads to the workbook. */
const GLOBAL_PATH = 1;

const EDIT_MODE =
  "Excel is in cell-editing mode. Please exit the edit mode by pressing ENTER or TAB or selecting another cell, and then try again.";
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
    const response = await execute(body);
    if (behaviour.limitPayloads && bytesIn(response) > MAX_PAYLOAD_BYTES)
      return refused("ResponsePayloadSizeLimitExceeded", TOO_LARGE);
    return response;
  };
}

function concernsWorkbook({ ObjectPaths }: RequestBody): boolean {
  return Object.values(ObjectPaths).some(({ ObjectPathType }) => ObjectPathType === GLOBAL_PATH);
}

function bytesIn(content: object): number {
  return new TextEncoder().encode(JSON.stringify(content)).length;
}

function refused(code: string, message: string): ResponseBody {
  const Error = { Code: code, Message: message, Location: "", ActionIndex: 0, HttpStatusCode: 400 };
  return { Results: [], TraceIds: [], Error };
}
