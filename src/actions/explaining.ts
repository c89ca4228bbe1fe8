/** What explanations of numbers read of the store. */
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
