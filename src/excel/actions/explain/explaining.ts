/** What explanations of numbers read of the store, and how they are shown. */
import { fullYearsBehind, fullYearsInWords } from "../../../numbers/analysis/fullYear";
import type { Dimension } from "../../../numbers/analysis/parts";
import type { ExplainContext } from "../../../numbers/analysis/question";
import type { NumberSource } from "../../../numbers/analysis/numberSource";
import type { Generation } from "../../../insights";
import { plansKnown, setState, type StoreContext } from "../context";
import type { Explanation } from "./explainState";

/** The numbers in memory, and what calls leave out, as they are now. */
export function explaining(context: StoreContext): ExplainContext {
  const { ledger, session, settings } = context;
  return {
    source: { invoke: (call, invocation) => ledger.invoke(call, invocation), generation: session.generation },
    plans: plansKnown(context),
    defaultPlan: settings.current.plan,
  };
}

/** The numbers of a look at the service. They stay beside those of cells, which may be another service's. */
export function lookSource({ ledger }: StoreContext, generation: Generation): NumberSource {
  // The settings are the workbook's now, not those that a kept number was asked with.
  const invoke: NumberSource["invoke"] = ({ id, args }, invocation) =>
    ledger.invoke({ id, args }, { generation, ...invocation, isMove: true });
  return { invoke, generation };
}

/** An explanation without a number. */
export const NO_NUMBERS = { address: "", numbers: [], unread: [], isCut: false, steps: [] } as const;

/** Shows something else in place of the explanation. */
export function showExplanation(context: StoreContext, next: Omit<Explanation, "version">): void {
  setState(context, { explanation: { ...next, version: versionOf(context) + 1 } });
}

/**
 * Changes the explanation at once, and once more when the work is done, unless something else is shown by then: here alone late
 * answers are dropped. Resolves to true if the result is shown.
 */
export async function showLater(
  context: StoreContext,
  now: Partial<Explanation>,
  work?: () => Promise<Partial<Explanation>>,
): Promise<boolean> {
  if (!change(context, now)) return false;
  const version = versionOf(context);
  const later = await work?.();
  if (versionOf(context) !== version) return false;
  return later ? change(context, later) : true;
}

/** Returns false if nothing is explained. */
function change(context: StoreContext, parts: Partial<Explanation>): boolean {
  const { explanation } = context.state;
  if (explanation) showExplanation(context, { ...explanation, ...parts });
  return explanation !== undefined;
}

function versionOf({ state }: StoreContext): number {
  return state.explanation?.version ?? 0;
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

/** Opens the explanation of a cell that is selected. */
export function explainCell(context: StoreContext, address: string, by: Dimension): void {
  showExplanation(context, { ...NO_NUMBERS, state: "reading", address, by });
  setState(context, { section: "explain", explainBy: by });
}
