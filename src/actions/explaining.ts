/** What explanations of numbers read of the store. */
import { fullYearsBehind, fullYearsInWords } from "../analysis/fullYear";
import type { ExplainContext } from "../analysis/explainedNumber";
import { plansKnown, type StoreContext } from "./context";

/** The numbers in memory, and what calls leave out, as they are now. */
export function explaining(context: StoreContext): ExplainContext {
  const { ledger, session, settings } = context;
  return {
    source: { invoke: (call, invocation) => ledger.invoke(call, invocation), generation: session.generation },
    plans: plansKnown(context),
    defaultPlan: settings.current.plan,
    currency: settings.current.currency,
  };
}

/** Returns how many months the full years behind a preview have, in words; undefined without any. */
export function fullYearBehind(
  context: StoreContext,
  questions: readonly { readonly key: string }[],
): string | undefined {
  const { source, plans } = explaining(context);
  const keys = [...new Set(questions.map(({ key }) => key))];
  return fullYearsInWords(fullYearsBehind(source, keys, plans));
}
