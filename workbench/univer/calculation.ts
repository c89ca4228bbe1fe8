/** Tracks Univer's calculations, so readers of values can wait for the latest changes. */
import { ICommandService, type ICommandInfo, type IExecutionOptions, type Injector } from "@univerjs/core";
import {
  IActiveDirtyManagerService,
  FormulaExecutedStateType,
  FormulaExecuteStageType,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
  SetFormulaCalculationStopMutation,
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
  /** True if every change is calculated and the results are in the cells. */
  isDone(): boolean;
  /** Resolves when the changes made so far are calculated. Later changes may still be pending. */
  done(): Promise<void>;
}

/** Changes are counted, and calculations told apart by how many there were when each began. */
interface Progress {
  changed: number;
  /** Of the calculations that have not ended, in their order. Univer may begin one while another still ends. */
  readonly begun: number[];
  /** Where Univer has asked a calculation to stop: with how many it begins again. */
  again: number | undefined;
  isStopping: boolean;
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
  // An opened workbook is calculated, even if there is nothing to calculate.
  const progress: Progress = { changed: 1, begun: [], again: undefined, isStopping: false, calculated: 0 };
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
    announce(commands, command);
    if (needsCalculation(injector, command, options)) progress.changed += 1;
    const ended = follow(progress, command);
    if (ended !== undefined) end(ended);
  });
  return {
    isDone: () => progress.calculated === progress.changed,
    async done() {
      const target = progress.changed;
      while (progress.calculated < target) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
}

/**
 * Tells Univer a moment sooner that it calculates. It notices with the first formula, and takes a turn before that. If its time
 * to gather changes ends in this turn, it begins a calculation beside the one that runs; and what spills in the one makes it
 * forget what has changed for the other, so that cells stay as they are.
 */
function announce(commands: ICommandService, { id, params }: ICommandInfo): void {
  if (id !== SetFormulaCalculationNotificationMutation.id) return;
  const { stageInfo } = params as ISetFormulaCalculationNotificationMutation;
  if (stageInfo?.stage !== FormulaExecuteStageType.START_CALCULATION) return;
  const announced: ISetFormulaCalculationNotificationMutation = {
    stageInfo: { ...stageInfo, stage: FormulaExecuteStageType.CURRENTLY_CALCULATING },
  };
  commands.syncExecuteCommand(id, announced, { onlyLocal: true });
}

/** Where the command tells that a calculation is at its end: how many changes it began with. */
function follow(progress: Progress, { id, params }: ICommandInfo): number | undefined {
  if (id === SetFormulaCalculationStopMutation.id) {
    progress.isStopping = true;
    progress.again = progress.changed;
  }
  if (id === SetFormulaCalculationStartMutation.id) {
    progress.begun.push(progress.again ?? progress.changed);
    progress.again = undefined;
  }
  if (id !== SetFormulaCalculationNotificationMutation.id) return undefined;
  const { functionsExecutedState: state } = params as ISetFormulaCalculationNotificationMutation;
  const isStopped = state === FormulaExecutedStateType.STOP_EXECUTION;
  if (isStopped ? !progress.isStopping : !ENDS.has(state)) return undefined;
  // Univer reports twice that a calculation has stopped.
  progress.isStopping = false;
  const began = progress.begun.shift();
  return isStopped ? undefined : began;
}

const ENDS = new Set<FormulaExecutedStateType | undefined>([
  FormulaExecutedStateType.SUCCESS,
  FormulaExecutedStateType.NOT_EXECUTED,
]);

/** The rule of Univer's TriggerCalculationController. */
function needsCalculation(injector: Injector, { id, params }: ICommandInfo, options?: IExecutionOptions): boolean {
  if (!injector.get(IActiveDirtyManagerService).get(id)) return false;
  if (id !== SetRangeValuesMutation.id) return true;
  const { trigger = "" } = params as ISetRangeValuesMutationParams;
  return !options?.onlyLocal && !FORMATTING.has(trigger);
}

const FORMATTING = new Set([SetStyleCommand, SetBorderCommand, ClearSelectionFormatCommand].map(({ id }) => id));
