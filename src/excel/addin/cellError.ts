import type { ErrorCode } from "../../numbers/functions/host";

/** Creates an error of Excel's own kind. Excel's types do not declare it as an `Error`. */
export function createCellError(code: ErrorCode, message: string): Error {
  const { notAvailable, invalidValue } = CustomFunctions.ErrorCode;
  return new CustomFunctions.Error(code === "#N/A" ? notAvailable : invalidValue, message) as unknown as Error;
}
