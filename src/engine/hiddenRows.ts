/** Finds calls of functions that may skip hidden rows. It depends on how the rows were hidden, which files do not record. */
import type { BaseReferenceObject, FunctionVariantType, IFunctionService } from "@univerjs/engine-formula";
import { correct } from "./wrapCalculation";

/** The indexes of the hidden rows of each sheet. */
export type HiddenRows = ReadonlyMap<string, readonly number[]>;

/**
 * Checks each evaluation of SUBTOTAL by the ranges that it is given, however the formula refers to them.
 * @param report Called with what is wrong, for people.
 */
export function checkHiddenRows(
  service: IFunctionService,
  hiddenRows: HiddenRows,
  report: (message: string) => void,
): void {
  const isHidden = (object: FunctionVariantType) => {
    if (!object.isReferenceObject()) return false;
    const reference = object as BaseReferenceObject;
    const { startRow, endRow } = reference.getRangePosition();
    return hiddenRows.get(reference.getSheetId())?.some((row) => row >= startRow && row <= endRow);
  };
  correct(service, "SUBTOTAL", (args, calculate) => {
    if (args.some(isHidden)) report("Only Excel can calculate SUBTOTAL over hidden rows.");
    return calculate(...args);
  });
}
