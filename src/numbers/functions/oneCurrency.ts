import { InsightsError, type Answer, type Plan } from "../../insights";
import { quote } from "../language/names";

/**
 * Throws `mismatch` if the answers of one call are in different currencies, since none of its amounts could be compared.
 * @param plans If two plans are compared, their own currencies count where the service names none.
 */
export function checkOneCurrency(answers: readonly Answer[], plans: readonly Plan[] = []): void {
  let first: string | undefined;
  const isOnePlan = new Set(answers.map(({ question }) => question.plan)).size < 2;
  for (const { currency, question } of answers) {
    const ofPlan = isOnePlan ? undefined : plans.find(({ id }) => id === question.plan)?.currency;
    const code = (currency ?? question.parameters.currency ?? ofPlan)?.trim().toUpperCase();
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
