import type { PlanRun } from "../../saved/ledger";

/** Facts about the workbook, reset together with its ledger. */
export interface WorkbookKnowledge {
  /** The saved index as this ledger last read or wrote it. Another index was written by another user. */
  index: string;
  /** True if the workbook has saved entries. Cells can call our functions even without them. */
  isSaved: boolean;
  /** True if another user saved entries that may be newer than the answers of the session. */
  hasRemoteEntries: boolean;
  /** True if the cells without an entry were calculated once, to learn what they call. */
  hasAskedUnknown: boolean;
  /** Cells as they were last looked at, by address. */
  readonly cells: Map<string, SeenCell>;
  /** The last refresh of each plan, by its id. */
  readonly runs: Map<string, PlanRun>;
  /**
   * The keys of the calls that another user had saved with the latest run, or that were asked again since. Undefined if no run of
   * another user came in.
   */
  knownToOthers: Set<string> | undefined;
}

/** A cell when the cells were last looked at. */
export interface SeenCell {
  readonly formula: string;
  readonly makesCalls: boolean;
}

export function createWorkbookKnowledge(): WorkbookKnowledge {
  return {
    index: "",
    isSaved: false,
    hasRemoteEntries: false,
    hasAskedUnknown: false,
    cells: new Map(),
    runs: new Map(),
    knownToOthers: undefined,
  };
}
