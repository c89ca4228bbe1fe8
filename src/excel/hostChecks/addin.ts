/** What Excel offers to the add-in as a whole. */
import type { HostCheck } from "./hostCheck";

export const ADDIN_CHECKS: readonly HostCheck[] = [
  {
    name: "Startup behaviour",
    expectation: "The add-in can read and set if it starts with the workbook.",
    isThere: () => Office.context.requirements.isSetSupported("SharedRuntime", "1.1"),
    run: async () => {
      const before = await Office.addin.getStartupBehavior();
      await Office.addin.setStartupBehavior(before);
      const after = await Office.addin.getStartupBehavior();
      return { passed: after === before, actual: String(after) };
    },
  },
];
