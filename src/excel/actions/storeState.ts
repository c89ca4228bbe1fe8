/** The state that the pane shows: running and finished work. */
import type { SharedState } from "./sharedState";
import type { ActivitySlice } from "./activity/activityState";
import type { BriefingSlice } from "./briefing/briefingState";
import type { ConnectionSlice } from "./connection/connectionState";
import type { ExplainSlice } from "./explain/explainState";
import type { FormatSlice } from "./format/formatState";
import type { FormulaSlice } from "./formula/formulaState";
import type { TableSlice } from "./tables/tableState";
import type { RefreshSlice } from "./refresh/refreshState";
import type { ReportBarSlice } from "./reportBar/barState";
import type { ReportSlice } from "./reports/reportState";
import type { SupportSlice } from "./support/supportState";

/** A part of it belongs to each feature, whose files alone write it. */
export interface StoreState
  extends
    SharedState,
    ConnectionSlice,
    RefreshSlice,
    ActivitySlice,
    ExplainSlice,
    FormulaSlice,
    FormatSlice,
    TableSlice,
    ReportSlice,
    ReportBarSlice,
    SupportSlice,
    BriefingSlice {}
