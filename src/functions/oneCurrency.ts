import { InsightsError, type Answer } from "../insights";
import { quote } from "./names";

/** Throws `mismatch` if the answers of one call are in different currencies, since none of its amounts could be compared. */
export function checkOneCurrency(answers: readonly Answer[]): void {
  let first: string | undefined;
  for (const { currency, question } of answers) {
    const code = (currency ?? question.parameters.currency)?.trim().toUpperCase();
    if (!code || code === first) continue;
    if (first !== undefined) {
      throw new InsightsError(
        "mismatch",
        `The service answered in two currencies, ${quote(first)} and ${quote(code)}. Name a currency, so that all amounts are in it.`,
      );
    }
    first = code;
  }
}
