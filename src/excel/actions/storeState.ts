/** The state that the pane shows: running and finished work. Times are milliseconds since the epoch. */
import type { Argument } from "../../numbers/language/argument";
import type { Access, ErrorKind, Generation, Plan } from "../../insights";
import type { ChangeSummary } from "../workbook/changes/changeSummary";
import type { CellsFormatted } from "../workbook/format/formatCells";
import type { Dimension } from "../../numbers/analysis/parts";
import type { Division } from "../../numbers/analysis/division";
import type { ExplainedNumber, NumberKind } from "../../numbers/analysis/explainedNumber";
import type { NearestNumber } from "../../numbers/analysis/nearest";
import type { NumberCall } from "../../numbers/analysis/numberCall";
import type { RequestCount } from "../../numbers/analysis/numberSource";
import type { CellNumber } from "../workbook/explain/cellNumbers";
import type { ErrorCell } from "../workbook/errors/cellErrors";
import type { RefusedFix } from "../workbook/errors/applyFix";
import type { CheckOutcome } from "../hostChecks/runChecks";
import type { Refreshment } from "../workbook/refresh/refresh";
import type { ShownAge } from "../workbook/ledger/shown";
import type { WorkbookInventory } from "../workbook/inventory";
import type { InputsRestored } from "../workbook/reports/writeInputs";
import type { SnapshotsTaken } from "../workbook/snapshot/snapshot";
import type { KeptSettings } from "../../reporting/saved/keptSettings";
import type { WorkbookSettings } from "../../reporting/saved/settings";
import type { FunctionDescription } from "./formula/functionDescriptions";
import type { PlanMarks } from "./connection/planMarks";
import type { LookComparison } from "../workbook/refresh/compareLook";
import type { Briefing } from "./briefing/briefing";
import type { News } from "./briefing/news";
import type { BarState } from "./reportBar/barState";
import type { GridPreview, GridState } from "./grid/gridState";

/** The progress of "Check this Excel". */
export interface ExcelCheck {
  readonly isRunning: boolean;
  readonly outcomes: readonly CheckOutcome[];
  /** The name of the running check; undefined if none is running. */
  readonly current?: string | undefined;
  /** The request to the user that it waits for. */
  readonly request?: string | undefined;
}

/** The last failure and what to do, in words for users. */
export interface Failure {
  readonly message: string;
  /** Undefined for an error that does not come from the client. */
  readonly kind?: ErrorKind | undefined;
  /** Possible causes, for those who look for them. */
  readonly details?: string | undefined;
  /** The member of Excel's API that failed, such as "Range.values"; undefined for an error that does not come from Excel. */
  readonly location?: string | undefined;
}

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
  /** The service whose numbers the workbook shows, as `serviceOf` returns it. */
  readonly service?: string | undefined;
  /** True if cells may show numbers of unknown age. */
  readonly isAgeUnknown: boolean;
  readonly ages: readonly PlanAge[];
  /** Our cells in error, as they were read last. */
  readonly failures: readonly ErrorCell[];
  /** Why the cells in error could not be read since. */
  readonly unread?: string | undefined;
}

/** The progress of a refresh, in questions. */
export interface Progress {
  readonly done: number;
  /** 0 while the workbook is searched for formulas. */
  readonly all: number;
}

/** The outcome of the last refresh, and its time. */
export interface Refreshed extends Refreshment {
  readonly at: number;
}

/** How the last refresh ended without changing a cell. */
export interface RefreshStopped {
  readonly at: number;
  readonly reason: "failed" | "cancelled" | "unknown";
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

/** The formula that is being built. */
export interface FormulaDraft {
  readonly callee: FunctionDescription;
  /** By the name of the parameter; what is left out is not here. */
  readonly args: Readonly<Record<string, Argument>>;
  /** The cell that the formula is for, such as "Sheet1!B4": the active cell, unless an argument is being picked. */
  readonly target: string;
  /** The text before and after the call, if the cell has a formula with a call already. */
  readonly around?: { readonly before: string; readonly after: string } | undefined;
  /** The whole formula, with its "=". */
  readonly formula: string;
  /** The parameter that takes the next cells that are selected. */
  readonly picking?: string | undefined;
  readonly preview: Preview;
  /** The marker of the formula for a deck or document; undefined without a preview, or if a deck cannot have the number. */
  readonly marker?: string | undefined;
}

/** The result of the formula. `unknown` if only Excel can compute its arguments. */
export type Preview =
  | { readonly state: "unknown" }
  /** The formula would be an error: it lacks these parameters. */
  | { readonly state: "incomplete"; readonly missing: readonly string[] }
  | ({ readonly state: "failed" } & Pick<ErrorCell, "code" | "message" | "kind">)
  | GridPreview;

/** The cells that an insertion would overwrite. */
export interface Obstacle {
  readonly count: number;
  /** The first of them, such as "B5 (Revenue)". */
  readonly examples: readonly string[];
}

/** A number that the selected cell shows or reads. */
export interface ListedNumber extends CellNumber {
  readonly title: string;
  readonly kind: NumberKind;
}

/** Divisions by their dimensions. */
export type Divisions = Partial<Record<Dimension, Division | undefined>>;

/** One number of a path, and how it is divided. Its label is that of the part that led here. */
export interface ExplainStep extends ExplainedNumber {
  /** The dimension that is shown; undefined before one is chosen, or if there is none. */
  readonly dimension?: Dimension | undefined;
  /** By all dimensions, as far as that is in memory. What is computed is missing. */
  readonly divisions?: Divisions | undefined;
  /** The cause of a variance by its lines, in the words of titles; undefined for another number. */
  readonly cause?: string | undefined;
  /** The nearest number that the service divides by region and the like, if it does not divide this one. */
  readonly nearest?: NearestNumber | undefined;
  /** The step of a bridge that the cell shows, if the number is what the step leads to. */
  readonly part?: string | undefined;
}

/** A number that no cell shows, and the answers of the look that brought it. */
export interface LookedNumber {
  readonly call: NumberCall;
  readonly generation: Generation;
}

/** The explanation of the selected cell, or of the briefing's number. */
export interface Explanation {
  /** Counts what was shown: an answer for another version is dropped. */
  readonly version: number;
  /** The number that is explained in place of a cell's. */
  readonly looked?: LookedNumber | undefined;
  /** Such as "Sheet1!B4"; "" before a cell has been read. */
  readonly address: string;
  readonly state: "reading" | "done" | "failed";
  /** While the cell is read: by what its number is then opened, or the nearest one that the service divides by it. */
  readonly by?: Dimension | undefined;
  readonly message?: string | undefined;
  readonly numbers: readonly ListedNumber[];
  /** Cells whose numbers cannot be told apart. */
  readonly unread: readonly string[];
  readonly isCut: boolean;
  /** The answers in memory when the cell was read: parts by earlier ones are out of date. */
  readonly generation?: Generation | undefined;
  /** From the number of the cell to the part that was opened last; none before a number is chosen. */
  readonly steps: readonly ExplainStep[];
}

/** The briefing of the workbook's plan, and the look at the service behind it. */
export interface BriefingState {
  /** What the look was of: connection, plan and settings. */
  readonly key: string;
  /** The plan's id. */
  readonly plan: string;
  readonly isLooking: boolean;
  /** Why some or all answers are missing. */
  readonly failure?: Failure | undefined;
  /** True if no answer came: what is shown is of an earlier look. */
  readonly isEarlier?: boolean | undefined;
  /** Undefined before the first answer. */
  readonly said?: Briefing | undefined;
  /** The number of its sentence. */
  readonly looked?: LookedNumber | undefined;
  /** How the answers compare with what cells show; undefined if the workbook is of another service. */
  readonly comparison?: LookComparison | undefined;
  readonly news?: News | undefined;
}

export type Section = "plans" | "formula" | "grid" | "reports" | "explain" | "activity";

/** The outcome of the last action on the workbook's formulas. */
export type ActionResult =
  | {
      readonly action: "repair";
      /** How many formulas were changed. */
      readonly formulas: number;
    }
  | {
      readonly action: "inputs";
      /** How many reports were changed. */
      readonly reports: number;
      /** False if one Undo of Excel's takes back a part only. */
      readonly isOneStep: boolean;
    }
  | ({ readonly action: "inputsBack" } & InputsRestored)
  | ({ readonly action: "snapshot" } & Omit<SnapshotsTaken, "notes">)
  | ({ readonly action: "format" } & CellsFormatted);

/** The values-only copy that was made last. */
export interface CopySent {
  readonly name: string;
  /** Formulas that are values in it. */
  readonly formulas: number;
  /** True if it was opened as an unsaved workbook; false if it was probably downloaded. */
  readonly isOpened: boolean;
  /** True if it was downloaded, and can be opened as a new workbook too. */
  readonly canOpen: boolean;
}

/** Our content of the workbook besides formulas. */
export interface Inventory extends WorkbookInventory {
  /** The id of the plan for a new report without a choice; undefined if the user must choose one. */
  readonly plan?: string | undefined;
}

export interface StoreState {
  readonly section: Section;
  readonly status: "disconnected" | "connecting" | "connected";
  /** The service address of the present or the last connection; "" before the first. */
  readonly appUrl: string;
  /** True if the build fixed the address. */
  readonly isAddressFixed: boolean;
  /** The key is kept on this device. */
  readonly isKeyKept: boolean;
  /** While disconnected: when the oldest number that cells show from the ledger was computed. */
  readonly keptSince?: number | undefined;
  /** True since the service could not be reached, until it answers. */
  readonly isOffline?: boolean | undefined;
  /** Undefined before the section was opened with a plan. */
  readonly briefing?: BriefingState | undefined;
  /** A sandbox is running that can be tried. */
  readonly hasSandbox: boolean;
  readonly access?: Access | undefined;
  /** The plans of the service; undefined where they are not known, or the key may not list them. */
  readonly plans?: readonly Plan[] | undefined;
  /** The favourite and last used plans of the service on this device. */
  readonly planMarks: PlanMarks;
  readonly settings: WorkbookSettings;
  /** Defined while the workbook has lost its settings: those in `settings` stand in. */
  readonly keptSettings?: KeptSettings | undefined;
  readonly failure?: Failure | undefined;
  /** What Excel has refused of the last action, although that succeeded. */
  readonly notes?: readonly string[] | undefined;
  readonly progress?: Progress | undefined;
  /** True while a refresh waits for the user to finish editing a cell. */
  readonly isEditing?: boolean | undefined;
  readonly refreshed?: Refreshed | undefined;
  /** Cells that do not show the last refresh yet, such as "Sheet1!A1". */
  readonly unsettled: readonly string[];
  /** When this workbook last adopted another user's refresh; undefined since this user's own. */
  readonly adoptedAt?: number | undefined;
  /** The service whose workbook stays as it is although the connection is to this one, as `serviceOf` returns it. */
  readonly keptService?: string | undefined;
  /** Set if the last refresh changed nothing, since it failed or was cancelled. */
  readonly stopped?: RefreshStopped | undefined;
  /** The last changes, in this session or an earlier one. */
  readonly changes?: ChangeSummary | undefined;
  readonly drivers?: ShownDrivers | undefined;
  /** True if the outcome of the last refresh has not been seen in its section. */
  readonly isNews?: boolean | undefined;
  readonly mended?: Mended | undefined;
  /** The cell of which the user asks what is wrong, such as "Sheet1!B4". */
  readonly askedCell?: string | undefined;
  readonly activity: WorkbookActivity;
  /** Cells without a number format whose formula the user has entered; undefined if there are none, or all are formatted. */
  readonly formatOffer?: number | undefined;
  readonly draft?: FormulaDraft | undefined;
  /** Undefined before the section for tables was opened. */
  readonly grid?: GridState | undefined;
  readonly obstacle?: Obstacle | undefined;
  readonly explanation?: Explanation | undefined;
  /** By what the next cell is broken down, if that can be: the user's last choice. */
  readonly explainBy?: Dimension | undefined;
  /** Undefined before the workbook has been searched. */
  readonly inventory?: Inventory | undefined;
  /** The id of the plan that the user chose for new reports. The workbook's plan stays as it is. */
  readonly reportPlan?: string | undefined;
  /** The inputs of all reports. Undefined before they were read. */
  readonly reportBar?: BarState | undefined;
  /** True while an action changes reports or formulas; no other action starts. */
  readonly isBusy: boolean;
  /** The section in which the last such action was started: its outcome is shown there. */
  readonly actedIn?: Section | undefined;
  readonly result?: ActionResult | undefined;
  readonly copy?: CopySent | undefined;
  /** Undefined before this Excel has been checked. */
  readonly excelCheck?: ExcelCheck | undefined;
}
