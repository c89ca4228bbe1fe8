import type { FunctionHost } from "../../../src/numbers/functions/host";

/** An error as Excel's runtime makes it. */
export const cellError: FunctionHost["cellError"] = (code, message) => Object.assign(new Error(message), { code });
