/** Lets IF, IFS, SWITCH and CHOOSE return the reference that they choose, for functions that need one, such as OFFSET. */
import { NullValueObject } from "@univerjs/engine-formula";
import type { ArrayValueObject, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { dereferenced } from "./objects";

/** True for the position of a condition among this number of arguments. */
type IsCondition = (at: number, count: number) => boolean;

const CHOOSING: Readonly<Record<string, IsCondition>> = {
  IF: (at) => at === 0,
  CHOOSE: (at) => at === 0,
  IFS: (at) => at % 2 === 0,
  SWITCH: (at, count) => at === 0 || (at % 2 === 1 && at < count - 1),
};

/** By several conditions they choose value by value, and return an array. Call it before their arguments are made numbers. */
export function returnChosenReferences(service: IFunctionService): void {
  for (const [name, isCondition] of Object.entries(CHOOSING)) {
    const executor = service.getExecutor(name);
    if (!executor) continue;
    const calculate = executor.calculate.bind(executor) as (...args: BaseValueObject[]) => BaseValueObject;
    executor.needsReferenceObject = true;
    executor.calculate = (...variants) => {
      const given = variants;
      const args = given.map((arg, at) => (isCondition(at, given.length) ? singleValue(arg) : arg));
      const isSeveral = args.some((arg, at) => isCondition(at, args.length) && arg.isArray());
      return calculate(...(isSeveral ? args.map(dereferenced) : args));
    };
  }
}

/** Replaces a single cell and an array of one value by the value. */
function singleValue(object: BaseValueObject): BaseValueObject {
  const value = dereferenced(object);
  if (!value.isArray()) return value;
  const array = value as ArrayValueObject;
  const isOne = array.getRowCount() === 1 && array.getColumnCount() === 1;
  return isOne ? (array.get(0, 0) ?? NullValueObject.create()) : array;
}
