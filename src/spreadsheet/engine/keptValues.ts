/**
 * Decides which formulas of a workbook's file are calculated beside those that call the functions, and those that depend on
 * them. A kept value is the result with which the file was saved.
 */

/** The kept values of a file. */
export interface KeptValues {
  /** True if the file says that its kept values may be old, so Excel calculates it anew. @default false */
  readonly areOld?: boolean | undefined;
  /**
   * True if the values will stand without their formulas, in a values-only copy: then all formulas with unfit values are
   * calculated, else only those that a calculated formula reads. @default false
   */
  readonly standAlone?: boolean | undefined;
}

/** The kept value of one formula. */
export interface KeptValue {
  /** True if the file keeps none. */
  readonly isMissing: boolean;
  /** The functions that the formula calls, in capitals. */
  readonly functions: Iterable<string>;
}

/** Functions whose results change with time or by chance. Others that Excel calls volatile change only with cells or the file. */
const VOLATILE: ReadonlySet<string> = new Set(["NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"]);

/** True if the value is not what the formula would come to now, as far as the file tells. */
export function isUnfit({ isMissing, functions }: KeptValue, { areOld = false }: KeptValues): boolean {
  return isMissing || areOld || isVolatile(functions);
}

/** @param functions In capitals. */
export function isVolatile(functions: Iterable<string>): boolean {
  return [...functions].some((name) => VOLATILE.has(name));
}
