/** Asks for numbers that are shown before they are in cells. */
import type { FunctionInvoker } from "../../../reporting/tables/preview";
import { toCallError } from "../../workbook/ledger/ledger";
import type { StoreContext } from "../context";
import { fullYearBehind } from "../explain/explaining";

export interface PreviewCalls {
  readonly invoke: FunctionInvoker;
  /** Returns how many months the full years behind the numbers so far have, in words; undefined without any. */
  readonly fullYear: () => string | undefined;
  /** Returns the message of the first number that the service did not answer; undefined if it has answered all. */
  readonly failure: () => string | undefined;
}

export function createPreviewCalls(context: StoreContext): PreviewCalls {
  const asked: { readonly key: string }[] = [];
  let failure: string | undefined;
  return {
    async invoke(id, args) {
      try {
        const { result, questions } = await context.ledger.invoke({ id, args: [...args] }, {});
        asked.push(...questions);
        return result;
      } catch (error) {
        const { code, message } = toCallError(error);
        // A number that does not exist is an answer.
        if (code !== "#N/A") failure ??= message;
        throw error;
      }
    },
    fullYear: () => fullYearBehind(context, asked),
    failure: () => failure,
  };
}
