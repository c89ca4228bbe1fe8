/** When Univer calculates, so that whoever reads values can wait for those of the latest changes. */
import { ICommandService, type ICommandInfo, type IExecutionOptions, type Injector } from "@univerjs/core";
import {
  IActiveDirtyManagerService,
  FormulaExecutedStateType,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
  type ISetFormulaCalculationNotificationMutation,
} from "@univerjs/engine-formula";
import {
  ClearSelectionFormatCommand,
  SetBorderCommand,
  SetRangeValuesMutation,
  SetStyleCommand,
  type ISetRangeValuesMutationParams,
} from "@univerjs/sheets";
import { silenceGoneFormulas } from "./goneFormulas";

export interface Calculation {
  /** Whether every change is calculated, and the results are in the cells. */
  isDone(): boolean;
  /** Fulfilled once the changes made so far are calculated; those made meanwhile may still be waiting. */
  done(): Promise<void>;
}

/** Changes are counted: how many there were, how many the latest calculation began with, and how many are calculated. */
interface Progress {
  changed: number;
  started: number;
  calculated: number;
}

/**
 * Call this before a workbook is opened. Univer gathers changes for 100 ms, then it starts a calculation, or stops the one that
 * runs and starts it again with all changes. It keeps for itself which changes it has gathered; so they are counted here by
 * the rule that it follows.
 */
export function trackCalculation(injector: Injector): Calculation {
  silenceGoneFormulas();
  const commands = injector.get(ICommandService);
  // A workbook that is opened is calculated, even where it has nothing to calculate.
  const progress: Progress = { changed: 1, started: 0, calculated: 0 };
  const waiting = new Set<() => void>();
  const end = (calculated: number): void => {
    // The results are put into the cells by commands of the same turn.
    setTimeout(() => {
      progress.calculated = calculated;
      const resolved = [...waiting];
      waiting.clear();
      for (const resolve of resolved) resolve();
    });
  };
  commands.onCommandExecuted((command, options) => {
    if (needsCalculation(injector, command, options)) progress.changed += 1;
    if (command.id === SetFormulaCalculationStartMutation.id) progress.started = progress.changed;
    if (hasEnded(command)) end(progress.started);
  });
  return {
    isDone: () => progress.calculated === progress.changed,
    async done() {
      const target = progress.changed;
      while (progress.calculated < target) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
}

/** The rule of Univer's TriggerCalculationController. */
function needsCalculation(injector: Injector, { id, params }: ICommandInfo, options?: IExecutionOptions): boolean {
  if (!injector.get(IActiveDirtyManagerService).get(id)) return false;
  if (id !== SetRangeValuesMutation.id) return true;
  const { trigger = "" } = params as ISetRangeValuesMutationParams;
  return !options?.onlyLocal && !FORMATTING.has(trigger);
}

const FORMATTING = new Set([SetStyleCommand, SetBorderCommand, ClearSelectionFormatCommand].map(({ id }) => id));

/** Univer says so at the end of each calculation. One that it stopped for the sake of later changes it has started again. */
function hasEnded({ id, params }: ICommandInfo): boolean {
  if (id !== SetFormulaCalculationNotificationMutation.id) return false;
  const { functionsExecutedState: state } = params as ISetFormulaCalculationNotificationMutation;
  return state === FormulaExecutedStateType.SUCCESS || state === FormulaExecutedStateType.NOT_EXECUTED;
}
