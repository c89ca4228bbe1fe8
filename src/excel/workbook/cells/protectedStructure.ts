/** Errors of Excel: where they arose, and that of a protected structure, in which no sheets are added or deleted. */
import { IN_BACKGROUND, isInvalidSelection } from "./background";
import { runExcel } from "./runExcel";

const PROTECTED =
  "The workbook's structure is protected, so Excel cannot add or delete sheets. Remove that protection first.";

/** Returns what Excel was doing when an action failed, such as "Range.values"; undefined for errors that are not Excel's. */
export function errorLocation(error: unknown): string | undefined {
  const { debugInfo, cause } = (error ?? {}) as { debugInfo?: { errorLocation?: string }; cause?: unknown };
  return debugInfo?.errorLocation ?? (cause ? errorLocation(cause) : undefined);
}

/** Returns the error of what adds or deletes sheets with a message for users; any other error as it is. */
export function explainStructure(error: unknown): unknown {
  if (isInvalidSelection(error)) return new Error(IN_BACKGROUND, { cause: error });
  return (error as { code?: unknown }).code === "AccessDenied" ? new Error(PROTECTED, { cause: error }) : error;
}

/** Runs what adds or deletes sheets, once no cell is being edited. Rejects like `explainStructure`. */
export async function changeSheets<T>(change: (context: Excel.RequestContext) => Promise<T>): Promise<T> {
  return runExcel({ delayForCellEdit: true }, change).catch((error: unknown) => {
    throw explainStructure(error);
  });
}
