/** The columns of a report that nobody sees: the lists behind its inputs, what its formulas read, the numbers of its charts. */

/** Never shown, never printed. */
export const HIDDEN = "AA:BM";

/** `PLANS()` and `SCENARIOS(plan)` fill these from their row on; nothing else is below them. */
export const PLAN_LIST = { cell: "AA2", ids: "$AA$3:$AA$2002", names: "$AB$3:$AB$2002", currencies: "$AC$3:$AC$2002" };
export const SCENARIO_LIST = {
  cell: "AE2",
  first: "$AE$3",
  ids: "$AE$3:$AE$502",
  names: "$AF$3:$AF$502",
  flags: "$AG$3:$AG$502",
};
/** The columns of the other lists. The last has a list below the other, each with what its words mean beside them. */
export const LISTS = { scenarios: "AH", currencies: "AI", periods: "AJ", choices: "AK", meanings: "AL" };
/** One below the other: what the inputs come to. */
export const RESULTS = "AO";
/** What a report's own spills fill, four columns each, from row 2 on; what is listed of them is right of them. */
export const FIRST_SPILL = ["AQ", "AR", "AS", "AT"] as const;
export const SPILL_LISTS = ["AV", "AX"] as const;
/** The tables that charts show begin in this column; their titles are in a column of their own. */
export const CHART_COLUMN = "BA";
export const CHART_TEXTS = "AM";

/** The first row of lists and of spilled rows, below their headings. */
export const LIST_ROW = 3;
