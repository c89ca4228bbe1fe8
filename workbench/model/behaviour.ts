/** Behaviours that Excel shows now and then. Each can be switched while a workbook is open; all are off at first. */

export interface HostBehaviour {
  /** The language of Excel, which separates numbers and arguments as it does. */
  locale: string;
  /**
   * A person edits a cell: requests fail with InvalidOperationInCellEditMode, and those with `delayForCellEdit` wait until
   * this is false again.
   */
  editMode: boolean;
  /** Fulfilled once nobody edits a cell. */
  editingEnded(): Promise<void>;
  /** Requests and answers of more than 5 MB fail, as in Excel on the web. */
  limitPayloads: boolean;
  /** What is selected: a chart makes the selected range fail with InvalidSelection. */
  selection: "cells" | "chart";
  /**
   * A formula that is entered into one cell of a table's column fills the column, even if the cell holds that formula already.
   * With "always" the last formula that a request writes into the column fills it, however many cells were written.
   */
  fillTableColumns: boolean | "always";
  /** True for each action that fails, by its name: "Chart.title" is set, "Range.select" called, "Worksheet.load" read. */
  fails: ((action: string) => boolean) | undefined;
  /** The add-in gets no file of the workbook. */
  withholdFile: boolean;
  /** Edits are told as a co-author's. */
  remoteEdits: boolean;
  /** Cells of protected sheets cannot be changed: AccessDenied. */
  enforceProtection: boolean;
  /** Sheets cannot be added, deleted, copied, renamed, moved, hidden or shown: AccessDenied. */
  protectStructure: boolean;
  /** A sheet that is copied gets names of its own for those of the workbook that mean its cells. */
  cloneNames: boolean;
  /** The names of a sheet list the workbook's names too, as on the web (oj#1011). */
  listAllNames: boolean;
  /** Print areas are names of their sheets, "Print_Area", and a sheet that is copied takes its own names along. */
  namePrintAreas: boolean;
  /** What functions get for blank cells and for arguments that are left out: null on the web, 0 on desktop where the type is `any`. */
  blankArgument: null | 0;
  /** Functions are told the address of their cell with its sheet in quotes, whether it needs them or not. */
  quoteSheets: boolean;
  /** How many times as long the calls of functions take as they do while the pane is open: about 6 with a closed one. */
  functionSlowness: number;
  /** Milliseconds that pass between the result of a function and its cell. */
  resultDelay: number;
  /** While a function runs, requests read the value that its cells showed before, not #BUSY!. */
  keepOldValues: boolean;
  /** Cells, such as "Sheet1!A1", that read 0 from the return of their function until they show its result (oj#6577). */
  zeroCells: Set<string> | undefined;
  /** Functions are called, and their results never arrive: cells stay #BUSY! until the add-in is loaded again (oj#6841). */
  losesResults: boolean;
  /** Iterative calculation is on: a range cannot be calculated while the workbook calculates by hand. */
  iterates: boolean;
  /** An entry that is chosen from a cell's drop-down list raises no event (oj#3888, #4066). */
  silentLists: boolean;
  /** A cell that was in error becomes #BUSY! and stays so; its function is called from the second recalculation on. */
  stuckErrors: boolean;
  /**
   * Excel shows this code in cells that calculate, and calls none of their functions, as while it evaluates conditional formats; until an
   * add-in makes cells dirty.
   */
  uncalledCode: string | undefined;
  /**
   * The add-in is not installed: a formula that is entered meanwhile comes to #NAME? if it calls one of its functions, and stays so
   * however often it is calculated afterwards, until it is entered again.
   */
  missing: boolean;
  /** Functions of the add-in in formulas that the add-in writes become unknown names, as in Excel in Turkish (#AD?). */
  breakWrittenFunctions: boolean;
  /**
   * What the person looks at. With a chart sheet or another workbook in front, requests for the active sheet, the active cell and
   * the selection fail. With another workbook, so do requests for the names of a sheet, and those that add, delete or show a sheet, freeze its
   * panes or hide its gridlines.
   */
  inFront: "worksheet" | "chartSheet" | "otherWorkbook";
  /** Writing custom XML parts and deleting, copying or protecting sheets leave Undo nothing to take back. */
  clearUndo: boolean;
  /**
   * Steps of Undo (`mergeUndoGroup`) that are refused, with UndoNotSupported: all of them, or requests that write more cells than this
   * (oj#6491, #6711). Requests that ask for merged cells are refused in any step (oj#5918).
   */
  refuseUndoGroups: "all" | number;
  /** Adding more names than this to the workbook fails. */
  maxNames: number;
  /** Names that the workbook has besides those that the grid knows: tens of thousands make an answer of more than 5 MB. */
  extraNames: number;
}

/** Milliseconds in which the runtime collects the results of functions before it hands them to Excel. */
const COLLECTION = 50;

/** Milliseconds that a call of a function takes more than it does while the pane is open. */
export function delayOf({ functionSlowness }: Pick<HostBehaviour, "functionSlowness">): number {
  return (functionSlowness - 1) * COLLECTION;
}

export function createBehaviour(): HostBehaviour {
  let isEditing = false;
  let waiting: (() => void)[] = [];
  return {
    get editMode() {
      return isEditing;
    },
    set editMode(isOn) {
      isEditing = isOn;
      if (isOn) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    async editingEnded() {
      while (isEditing) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    locale: "en-US",
    limitPayloads: false,
    selection: "cells",
    fillTableColumns: false,
    fails: undefined,
    withholdFile: false,
    remoteEdits: false,
    enforceProtection: false,
    protectStructure: false,
    cloneNames: false,
    listAllNames: false,
    namePrintAreas: false,
    blankArgument: null,
    quoteSheets: false,
    functionSlowness: 1,
    resultDelay: 0,
    keepOldValues: false,
    zeroCells: undefined,
    losesResults: false,
    iterates: false,
    silentLists: false,
    stuckErrors: false,
    uncalledCode: undefined,
    missing: false,
    breakWrittenFunctions: false,
    inFront: "worksheet",
    clearUndo: false,
    refuseUndoGroups: Infinity,
    maxNames: Infinity,
    extraNames: 0,
  };
}
