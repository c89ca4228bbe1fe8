import type { HostObject } from "../office/hostObject";
import type { WorkbookModel } from "./workbookModel";

/** Excel itself. */
export function applicationObject({ state, calculation, renew, calculated, onChange }: WorkbookModel): HostObject {
  return {
    type: "Application",
    values: { calculationMode: () => state.calculationMode, calculationState: () => "Done" },
    setters: {
      calculationMode: (mode: string) => {
        state.calculationMode = mode;
        if (mode !== "Manual") calculation.calculateAll();
        onChange();
      },
    },
    methods: {
      calculate: async (type: string) => {
        if (type !== "Recalculate") renew();
        calculation.calculateAll();
        await calculated();
      },
      suspendApiCalculationUntilNextSync: () => null,
    },
  };
}
