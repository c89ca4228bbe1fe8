/** What headings say in a language: each language is a file of such words. */
import type { FieldName } from "../insights";

/** All in small letters, without full stops. */
export interface Words {
  /** The names of the months, from January on. Three letters of one are enough. */
  readonly months: readonly string[];
  /** What people call the scenario that has a flag. */
  readonly scenarios: Readonly<Record<string, readonly string[]>>;
  /** Actual months, then a plan's. */
  readonly outlook: readonly string[];
  readonly priorYear: readonly string[];
  readonly variance: readonly string[];
  readonly yearToDate: readonly string[];
  readonly fullYear: readonly string[];
  /** A word of several fields is asked about. */
  readonly fields: Readonly<Partial<Record<FieldName, readonly string[]>>>;
}
