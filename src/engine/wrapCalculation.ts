/** Puts other code around the calculation of Univer's functions. */
import type { BaseFunction, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";

type Calculate = (...args: BaseValueObject[]) => BaseValueObject;

/** Returns the result in place of a function's. `calculate` is the function's own calculation. */
export type Correction = (args: readonly BaseValueObject[], calculate: Calculate) => BaseValueObject;

/** Does nothing if Univer lacks the function. */
export function correct(service: IFunctionService, name: string, correction: Correction): void {
  const executor = service.getExecutor(name);
  if (executor) wrapCalculation(executor, correction);
}

export function wrapCalculation(executor: BaseFunction, correction: Correction): void {
  const calculate = executor.calculate.bind(executor) as Calculate;
  executor.calculate = (...args) => correction(args, calculate);
}
