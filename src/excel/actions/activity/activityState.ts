/** The work of the functions, the last changes, and cells in error. */
import type { NearestNumber } from "../../../numbers/analysis/nearest";
import type { RequestCount } from "../../../numbers/analysis/numberSource";
import type { Dimension } from "../../../numbers/analysis/parts";
import type { ChangeSummary } from "../../workbook/changes/changeSummary";
import type { RefusedFix } from "../../workbook/errors/applyFix";
import type { ErrorCell } from "../../workbook/errors/cellErrors";
import type { WorkbookCheck } from "../../../reporting/saved/checks";
import type { ShownAge } from "../../workbook/ledger/shown";

/** How old the numbers are that cells show of a plan. */
export interface PlanAge extends ShownAge {
  /** The plan's id. */
  readonly plan: string;
}

/** The current work of the workbook's functions. */
export interface WorkbookActivity {
  /** Cells that wait for an answer. */
  readonly waiting: number;
  /** Requests under way. */
  readonly running: number;
  /** Answers in memory. */
  readonly held: number;
  /** Calls whose results cells show. */
  readonly shown: number;
  /** The service whose numbers the workbook shows, as `serviceOf` returns it. */
  readonly service?: string | undefined;
  /** True if cells may show numbers of unknown age. */
  readonly isAgeUnknown: boolean;
  readonly ages: readonly PlanAge[];
  /** Our cells in error, as they were read last. */
  readonly failures: readonly ErrorCell[];
  /** The checks of the workbook, as they were read last. @default not read yet */
  readonly checks?: readonly WorkbookCheck[] | undefined;
  /** Why the cells in error could not be read since. */
  readonly unread?: string | undefined;
}

/** A step of the bridge that leads to a cell's new number. */
export interface ShownDriver {
  readonly label: string;
  /** With its sign, in the cell's number format. */
  readonly amount: string;
  /** Of the whole change, with its sign; "" if the number did not change. */
  readonly share: string;
  /** The length of its bar, in the unit of the number. */
  readonly value: number;
}

/** The change of a cell, broken down by one dimension. */
export interface ShownDivision {
  readonly dimension: Dimension;
  /** Undefined if the numbers before or after the refresh are not known. */
  readonly steps: readonly ShownDriver[] | undefined;
  /** The requests for the new numbers, if the former ones are known. */
  readonly asks?: RequestCount | undefined;
  /** Why the last of these requests failed. */
  readonly failure?: string | undefined;
}

/** The drivers of one changed cell. */
export interface ShownDrivers {
  readonly address: string;
  /** Undefined while they are being found; none if the number is no sum of parts. */
  readonly divisions?: readonly ShownDivision[] | undefined;
  /** The nearest number that the service divides by region and the like, if it does not divide this one. */
  readonly nearest?: NearestNumber | undefined;
}

/** The replacements in cells in error. */
export interface Mended {
  /** Cells whose content was replaced. */
  readonly count: number;
  /** Cells whose formula was entered again as it was. */
  readonly entered: number;
  readonly refused: readonly RefusedFix[];
  /** True if it has been undone. */
  readonly isUndone: boolean;
  /** Cells that were not undone, since they were changed again. */
  readonly kept: readonly string[];
}

export interface ActivitySlice {
  /** The last changes, in this session or an earlier one. */
  readonly changes?: ChangeSummary | undefined;
  readonly drivers?: ShownDrivers | undefined;
  /** How many comments were written for other numbers than reports show, after the refresh of that time. */
  readonly movedComments?: { readonly at: number; readonly count: number } | undefined;
  readonly mended?: Mended | undefined;
  /** The cell of which the user asks what is wrong, such as "Sheet1!B4". */
  readonly askedCell?: string | undefined;
  readonly activity: WorkbookActivity;
}
