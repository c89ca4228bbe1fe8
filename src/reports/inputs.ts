/** The input cells of a report, their drop-downs, and their values as arguments of functions. */
import { NAMESPACE } from "../grid/environment";
import { PROPER_BASES } from "../language/bases";
import { SCALES } from "./formats";
import { choiceLists, currencyCells, currencyList, periodList, planRows, scenarioList } from "./inputLists";
import type { Choice, InputCells, InputOptions } from "./inputOptions";
import { BASE_SCENARIO_LIST, PLAN_LIST, RESULTS, SCENARIO_LIST, TIMES } from "./hiddenColumns";
import { asText, input, RED, type CellContent, type ListSpec, type ReportSection } from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";
import { periodCall, timeSection } from "./reportTime";
import { BASE_PERIOD, CURRENT, FULL_YEAR, isFullYear, monthText, TIME_LABEL, YEAR_NAME, YEAR_TEXT } from "./timeCells";

export interface Inputs extends InputCells {
  readonly section: ReportSection;
  /** True if the report has the input. */
  readonly has: (key: InputKey) => boolean;
  /** Cells with the scenarios that were found, the base first: an unknown one must not hide the others. */
  readonly scenarios: readonly string[];
  /** The first row below. */
  readonly end: number;
}

const BASES: readonly Choice[] = [["Period", ""], ...PROPER_BASES.map((basis) => [basis, basis] as const)];
/** Any period can be typed as well. */
const BASE_PERIODS: readonly Choice[] = [
  ["Same period", ""],
  ["Prior year", "PY"],
  ["Previous period", "PP"],
];
const UNITS: readonly Choice[] = SCALES.map((scale, at) => [scale, at === 0 ? "" : ` ${scale.toLowerCase()}`]);
/** The first row of inputs, below title, subtitle and age. */
const FIRST_ROW = 5;
/** The first row of results: a name and an argument for each input. The report's own results are above. */
const FIRST_RESULT = 12;
/** The first row of the scenarios that were found. */
const FIRST_SHOWN = 26;

interface Row {
  readonly key: InputKey;
  readonly label: string;
  readonly value: string;
  readonly kind:
    "plan" | "basePlan" | "scenario" | "period" | "basePeriod" | "month" | "choice" | "currency" | "threshold";
  readonly choices?: readonly Choice[];
}

export function createInputs(parameters: ReportParameters, options: InputOptions): Inputs {
  const rows = rowsOf(parameters, options);
  const rowOf = (key: InputKey) => rows.findIndex((row) => row.key === key);
  const cell = (key: InputKey) => `$B$${FIRST_ROW + rowOf(key)}`;
  const name = (key: InputKey) => `$${RESULTS}$${FIRST_RESULT + 2 * rowOf(key)}`;
  const argument = (key: InputKey) => `$${RESULTS}$${FIRST_RESULT + 2 * rowOf(key) + 1}`;
  const end = FIRST_ROW + rows.length;
  const at = { cell, name, argument };
  const { hasBase = false } = options;
  const lists = choiceLists(rows.flatMap(({ key, choices }) => (choices ? [{ key, choices }] : [])));
  const periods = periodList(options);
  const sources = {
    lists,
    periods,
    months: periods.months,
    scenarios: scenarioList(parameters),
    plans: planRows(parameters),
  };
  const has = (key: InputKey) => rowOf(key) >= 0;
  const keys = options.scenarios.map(({ key }) => key);
  const inputs = { ...at, has, scenarios: shownScenarios(keys), end };
  return {
    ...inputs,
    section: {
      blocks: [
        { at: `A${FIRST_ROW}`, rows: rows.map(({ label, value }) => [label, asText(value)]) },
        { at: `E${FIRST_ROW}`, rows: rows.map((row) => [noteOf(row, at, lists)]) },
        { at: `${RESULTS}${FIRST_RESULT}`, rows: rows.flatMap((row) => resultsOf(row, at, { lists, hasBase })) },
        { at: PLAN_LIST.cell, rows: [[`=${NAMESPACE}.PLANS()`]] },
        { at: SCENARIO_LIST.cell, rows: [[`=${NAMESPACE}.SCENARIOS(${cell("plan")})`]] },
        ...lists.blocks,
        ...sources.scenarios.blocks,
        ...periods.blocks,
        ...timeSection({ cell, argument, name }, options).blocks,
        { at: `${TIMES}${FIRST_SHOWN}`, rows: keys.map((key) => [`=IF(ISNA(${name(key)}),"",${cell(key)}&"")`]) },
        currencyCells(parameters),
      ],
      styles: [
        ...rows.map((_, row) => input(`B${FIRST_ROW + row}:D${FIRST_ROW + row}`)),
        { range: `E${FIRST_ROW}:E${end - 1}`, color: RED },
      ],
      lists: rows.flatMap((row) => listOf(row, `B${FIRST_ROW + rowOf(row.key)}`, sources, parameters) ?? []),
    },
  };
}

function rowsOf({ plan, scenarios, currency, inputs = {} }: ReportParameters, options: InputOptions): Row[] {
  const own = (options.own ?? []).map(({ key, label, choices, value = "" }): Row =>
    choices
      ? { key, label, value: choices[0]?.[0] ?? value, kind: "choice", choices }
      : { key, label, value, kind: key === "basePlan" ? key : "month" },
  );
  const isPeriod = options.time === "period";
  const basis: Row = {
    key: "basis",
    label: "Basis",
    value: isPeriod ? "YTD" : "Period",
    kind: "choice",
    choices: BASES,
  };
  const period = { key: "period", kind: "period" } as const;
  const rows: Row[] = [
    { key: "plan", label: "Plan", value: plan, kind: "plan" },
    ...options.scenarios.map(({ key, label }, at): Row => ({
      key,
      label,
      value: scenarios[at] ?? "",
      kind: "scenario",
    })),
    isPeriod ? { ...period, label: "Period", value: CURRENT } : { ...period, label: "Year", value: FULL_YEAR },
    basis,
    ...baseRows(options),
    ...own,
    { key: "currency", label: "Currency", value: currency, kind: "currency" },
    { key: "scale", label: "Scale", value: SCALES[0], kind: "choice", choices: UNITS },
    ...(options.hasMarks ? [{ key: "threshold", label: "No mark below", value: "", kind: "threshold" } as const] : []),
  ];
  return rows.map((row) => ({ ...row, value: inputs[row.key] ?? row.value }));
}

/** The inputs of a base of another period or plan. */
function baseRows({ hasBase }: InputOptions): Row[] {
  if (!hasBase) return [];
  return [
    { key: "basePeriod", label: "Base period", value: "Same period", kind: "basePeriod", choices: BASE_PERIODS },
    { key: "basePlan", label: "Base plan", value: "", kind: "basePlan" },
  ];
}

function shownScenarios({ length }: readonly InputKey[]): readonly string[] {
  return Array.from({ length }, (_, at) => `$${TIMES}$${FIRST_SHOWN + at}`);
}

type ChoiceLists = ReturnType<typeof choiceLists>;

/** Returns the cells with an input's name and argument. */
function resultsOf(
  { key, kind }: Row,
  { cell, name }: InputCells,
  { lists, hasBase }: { readonly lists: ChoiceLists; readonly hasBase: boolean },
): CellContent[][] {
  const typed = cell(key);
  switch (kind) {
    case "plan":
      return [
        [`=IF(${typed}="","",IFNA(XLOOKUP(TRIM(${typed}),${PLAN_LIST.ids},${PLAN_LIST.names}),${typed}))`],
        [`=${typed}&""`],
      ];
    case "basePlan":
      return [
        [`=IF(${typed}="","",IFNA(XLOOKUP(TRIM(${typed}),${PLAN_LIST.ids},${PLAN_LIST.names}),${typed}))`],
        [`=IF(${typed}="",${cell("plan")},${typed})&""`],
      ];
    case "scenario":
      return [
        [`=${scenarioName(typed, key === "base" && hasBase ? BASE_SCENARIO_LIST : SCENARIO_LIST)}`],
        [`=${typed}&""`],
      ];
    case "currency": {
      const own = `IFERROR(UPPER(XLOOKUP(${name("plan")},${PLAN_LIST.names},${PLAN_LIST.currencies},"")),"")`;
      return [[""], [`=IF(${typed}="",${own},UPPER(TRIM(${typed})))`]];
    }
    case "period":
      return [
        [`=IF(${isFullYear(typed)},${YEAR_TEXT},${monthText(typed)})`],
        [`=IF(${isFullYear(typed)},${YEAR_NAME},${monthText(typed)})`],
      ];
    case "basePeriod": {
      const { shown, meanings } = lists.of(key);
      const meant = `INDEX(${meanings},MATCH(TRIM(${typed}),${shown},0))&""`;
      return [[""], [`=IF(${typed}="","",IFNA(${meant},${monthText(typed)}))`]];
    }
    case "month":
      return [[""], [`=${monthText(typed)}`]];
    case "threshold": {
      // Excel may have turned a typed percent into a number.
      const isNumber = `IF(ISNUMBER(${typed}),${typed}<1,FALSE)`;
      const isPercent = `OR(RIGHT(TRIM(${typed}&""))="%",${isNumber})`;
      const isWritten = `RIGHT(TRIM(${typed}&""))="%"`;
      const number = `VALUE(SUBSTITUTE(${typed}&"","%",""))`;
      return [
        [`=IF(${typed}="","",IF(${isPercent},"percent","amount"))`],
        [`=IF(${typed}="",0,IFERROR(ABS(${number})/IF(${isWritten},100,1),0))`],
      ];
    }
    case "choice": {
      const { shown, meanings, first } = lists.of(key);
      return [[`=IF(${typed}="",${first},${typed})`], [`=INDEX(${meanings},MATCH(${name(key)},${shown},0))&""`]];
    }
  }
}

/**
 * Finds the name of a scenario as the functions do: by id, else name, else flag. #N/A if there is none; the typed text if the
 * service lists no scenarios.
 */
function scenarioName(typed: string, { ids, names, flags, first }: typeof SCENARIO_LIST): string {
  const text = `TRIM(${typed})`;
  const flagged = `ISNUMBER(FIND(", "&LOWER(${text})&",",", "&LOWER(${flags})&","))`;
  const byFlag = `XLOOKUP(TRUE,${flagged},${names})`;
  const found = `XLOOKUP(${text},${ids},${names},XLOOKUP(${text},${names},${names},${byFlag}))`;
  return `IF(${typed}="","",IF(${first}="",${typed},${found}))`;
}

/** Returns the note next to an input that finds nothing. */
function noteOf({ key, kind }: Row, { cell, name, argument }: InputCells, lists: ChoiceLists): CellContent {
  switch (kind) {
    case "plan":
      return `=IF(ISNA($AE$2),"There is no such plan","")`;
    case "scenario":
      return `=IF(ISNA(${name(key)}),"Not in this plan: choose from the list","")`;
    case "choice":
      return `=IF(OR(${cell(key)}="",ISNUMBER(MATCH(${cell(key)},${lists.of(key).shown},0))),"","Choose from the list")`;
    case "currency":
      return `=IF(${cell(key)}="",${argument(key)}&" is the plan's own","")`;
    case "basePlan":
      return `=IF(AND(${cell(key)}<>"",ISNA(XLOOKUP(${argument(key)},${PLAN_LIST.ids},${PLAN_LIST.ids},XLOOKUP(${argument(key)},${PLAN_LIST.names},${PLAN_LIST.names})))),"There is no such plan","")`;
    case "month":
      return `=IF(${cell(key)}="","",IF(ISERROR(${periodCall({ cell }, argument(key), "", "code")}),"Not known: a month such as 2026-05, or ${CURRENT} if the pane or actuals say it",""))`;
    case "period":
      return `=IF(${cell(key)}="${CURRENT}",IF(ISNA(${TIME_LABEL}),"Set the current month in the pane, or choose a period",""),"")`;
    case "basePeriod":
      return `=IF(${argument(key)}="","",IF(ISNA(${BASE_PERIOD}),"The base period needs as many months as the period",""))`;
    case "threshold":
      return `=IF(OR(${cell(key)}="",${argument(key)}>0),"","An amount such as 10000, or a percent such as 5%")`;
  }
}

interface Sources {
  readonly lists: ChoiceLists;
  readonly scenarios: { readonly source: string };
  readonly plans: string;
  readonly periods: { readonly source: string };
  readonly months: string;
}

function listOf(
  { key, kind, label }: Row,
  at: string,
  sources: Sources,
  parameters: ReportParameters,
): ListSpec | undefined {
  const unknown = `This ${label.toLowerCase()} is not in the list. Use it anyway?`;
  switch (kind) {
    case "plan":
    case "basePlan":
      return { cell: at, source: sources.plans, others: "asked", message: unknown };
    case "scenario":
      return { cell: at, source: sources.scenarios.source, others: "asked", message: unknown };
    case "period":
      return { cell: at, source: sources.periods.source, others: "taken", message: "" };
    case "basePeriod":
      return { cell: at, source: sources.lists.of(key).shown, others: "taken", message: "" };
    case "month":
      return { cell: at, source: sources.months, others: "taken", message: "" };
    case "threshold":
      return undefined;
    case "currency":
      return { cell: at, source: currencyList(parameters), others: "taken", message: "" };
    case "choice":
      return { cell: at, source: sources.lists.of(key).shown, others: "refused", message: "Choose from the list." };
  }
}
