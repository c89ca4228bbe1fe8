import type { HostObject } from "../office/hostObject";
import type { WorkbookModel } from "./workbookModel";

/** Excel itself. The grid calculates automatically whatever the mode is; the mode is a value that can be read again. */
export function applicationObject({ state, renew, calculated, onChange }: WorkbookModel): HostObject {
  return {
    type: "Application",
    values: { calculationMode: () => state.calculationMode },
    setters: {
      calculationMode: (mode: string) => {
        state.calculationMode = mode;
        onChange();
      },
    },
    methods: {
      calculate: async (type: string) => {
        if (type !== "Recalculate") renew();
        await calculated();
      },
      suspendApiCalculationUntilNextSync: () => null,
    },
  };
}
