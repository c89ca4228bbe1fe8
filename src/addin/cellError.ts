import type { ErrorCode } from "../functions/host";

/** An error of Excel's own kind, which its types do not tell to be an `Error`. */
export function cellError(code: ErrorCode, message: string): Error {
  const { notAvailable, invalidValue } = CustomFunctions.ErrorCode;
  return new CustomFunctions.Error(code === "#N/A" ? notAvailable : invalidValue, message) as unknown as Error;
}
