/** The hidden columns of a report: the lists behind its inputs, intermediate results, and the numbers of its charts. */
import { parseColumn } from "../../spreadsheet/cells/address";

/** All hidden columns. They are never printed. */
export const HIDDEN = "AA:CO";
const [FIRST_HIDDEN = 0, LAST_HIDDEN = 0] = HIDDEN.split(":").map(parseColumn);

/** True for a column that no reader of a report sees. @param column From 0 */
export function isHiddenColumn(column: number): boolean {
  return column >= FIRST_HIDDEN && column <= LAST_HIDDEN;
}

/** A spill of SCENARIOS. */
export interface ScenarioSpill {
  readonly cell: string;
  readonly first: string;
  readonly ids: string;
  readonly names: string;
  readonly flags: string;
}

/** The spills of `PLANS()` and `SCENARIOS(plan)`, with headings in row 2. No other cells are below them. */
export const PLAN_LIST = { cell: "AA2", ids: "$AA$3:$AA$2002", names: "$AB$3:$AB$2002", currencies: "$AC$3:$AC$2002" };
export const SCENARIO_LIST = {
  cell: "AE2",
  spill: "$AE$2",
  first: "$AE$3",
  ids: "$AE$3:$AE$502",
  names: "$AF$3:$AF$502",
  flags: "$AG$3:$AG$502",
};
/** The columns of the other lists. `choices` holds several lists, one below the other; `meanings` their arguments. */
export const LISTS = { scenarios: "AH", currencies: "AI", periods: "AJ", choices: "AK", meanings: "AL" };
/** Where the drop-downs of scenarios stand: of the report's plan, and of the base's, below the currencies. */
export const SCENARIO_CHOICES = { own: { column: "AH", row: 3 }, base: { column: "AI", row: 103 } } as const;
/** The spill of `SCENARIOS(basePlan)`. */
export const BASE_SCENARIO_LIST: ScenarioSpill = {
  cell: "BL2",
  first: "$BL$3",
  ids: "$BL$3:$BL$502",
  names: "$BM$3:$BM$502",
  flags: "$BN$3:$BN$502",
};
/** One column: the two runs of a plan's numbers, if there are two; below them, what the inputs of time mean. */
export const RUNS = "AN";
export const TIMES = "AN";
/** The column of intermediate results, such as the inputs as arguments. */
export const RESULT_COLUMN = "AO";
/** The first row of a name and an argument for each input. The plan is the first input. */
export const FIRST_RESULT = 12;
/** The cell with the plan's name, which waits for no result of the service. */
export const PLAN_NAME = `${RESULT_COLUMN}${FIRST_RESULT}`;
/** The column with what the title says; below it, what is wrong with inputs, and which months scenarios lack. */
export const MESSAGE_COLUMN = "AP";
export const FIRST_NOTE = { inputs: 50, months: 70 };
export const NOTE_CELLS = "$AP$50:$AP$79";
/** The cells with the least and the largest of all bars, so they have one scale. */
export const BAR_BOUNDS = { first: "AP80", least: "$AP$80", largest: "$AP$81" };
/** The columns of the scenario's spill, from row 2; of the base's spill; and of the list made of both. */
export const FIRST_SPILL = ["AQ", "AR", "AS", "AT"] as const;
export const BASE_SPILL = ["AU", "AV", "AW", "AX"] as const;
export const SPILL_LIST = "AZ";
/** The columns of the rolling forecast's months, from row 3. A report has these or a spill. */
export const ROLLING = ["AQ", "AR", "AS", "AT", "AU", "AV"] as const;
/** For each column of demand: its first month, counted from the first month of the period; its period; its heading. */
export const DEMAND_TIMES = { first: "AY", period: "BI", heading: "BJ" } as const;
/** The column of variances that are large enough for a colour, if no bars show them. */
export const NOTABLE = "BG";
/** The first column of the charts' tables, and the column of their titles. */
export const CHART_COLUMN = "BO";
export const CHART_TEXTS = "AM";

/** The first row of lists and spills below their headings. */
export const LIST_ROW = 3;
