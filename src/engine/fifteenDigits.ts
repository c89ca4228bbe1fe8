/** Rounding in Excel: of the 15 decimal digits of a number, not of its binary digits. 1.0049999999999986 rounds to 1.01. */
import { NumberValueObject } from "@univerjs/engine-formula";
import type { BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { doubt } from "./doubts";
import { mapped, valuesOfObject } from "./objects";
import { correct } from "./wrapCalculation";

const ROUNDING = ["ROUND", "ROUNDUP", "ROUNDDOWN", "INT", "CEILING", "FLOOR"];

/** Corrects these functions. Call this before others are made of them. */
export function roundFifteenDigits(service: IFunctionService): void {
  for (const name of ROUNDING)
    correct(service, name, (args, calculate) => {
      const [number, ...rest] = args;
      if (!number) return calculate(...args);
      const digits = rest[0] ? Number([valuesOfObject(rest[0])].flat(2)[0]) : 0;
      const report = () => doubt(service, name, "numbers that are almost halves of whole ones");
      return calculate(
        mapped(number, (value) =>
          withFifteenDigits(value, name === "ROUND" && digits <= 0 ? { digits, report } : null),
        ),
        ...rest,
      );
    });
}

export function fifteenDigitsOf(number: number): number {
  return Number.isInteger(number) ? number : Number(number.toPrecision(15));
}

/** @param halves Reports numbers that are halves by their 15 digits only: LibreOffice rounds them down, and Excel is not known to. */
function withFifteenDigits(
  value: BaseValueObject,
  halves: { readonly digits: number; readonly report: () => void } | null,
): BaseValueObject {
  const number = value.isNumber() ? Number(value.getValue()) : 0;
  const shown = fifteenDigitsOf(number);
  if (shown === number) return value;
  if (halves && Math.abs((shown * 10 ** halves.digits) % 1) === 0.5) halves.report();
  return NumberValueObject.create(shown);
}
