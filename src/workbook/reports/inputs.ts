/** The input cells of a report, their drop-downs, and their values as arguments of functions. */
import { NAMESPACE } from "../../grid/environment";
import { SCALES } from "./formats";
import { choiceLists, currencyCells, currencyList, periodList, planRows, scenarioList } from "./inputLists";
import type { Choice, InputOptions } from "./inputOptions";
import { PLAN_LIST, RESULTS, SCENARIO_LIST } from "./hiddenColumns";
import { asText, input, RED, type CellContent, type ListSpec, type ReportSection } from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";

export interface Inputs {
  readonly section: ReportSection;
  /** Returns the cell that the user fills in. */
  readonly cell: (key: InputKey) => string;
  /** Returns the cell with the input as an argument: a choice's argument, "" for a full year, always a currency. */
  readonly argument: (key: InputKey) => string;
  /** Returns the cell with the name of the scenario or plan; the typed text if it is unknown. */
  readonly name: (key: InputKey) => string;
  /** The range of the scenarios' cells. */
  readonly scenarios: string;
  /** The first row below. */
  readonly end: number;
}

/** The input for a whole year. */
const FULL_YEAR = "Full year";
const BASES: readonly Choice[] = [
  ["Period", ""],
  ...["QTD", "YTD", "YTG", "R3", "R12"].map((basis) => [basis, basis] as const),
];
const UNITS: readonly Choice[] = SCALES.map((scale, at) => [scale, at === 0 ? "" : ` ${scale.toLowerCase()}`]);
/** The first row of inputs, below title, subtitle and age. */
const FIRST_ROW = 5;
/** The first row of results: a name and an argument for each input. The report's own results are above. */
const FIRST_RESULT = 12;

interface Row {
  readonly key: InputKey;
  readonly label: string;
  readonly value: string;
  readonly kind: "plan" | "scenario" | "period" | "choice" | "list" | "currency";
  readonly choices?: readonly Choice[];
  readonly source?: string;
}

export function createInputs(parameters: ReportParameters, options: InputOptions): Inputs {
  const rows = rowsOf(parameters, options);
  const rowOf = (key: InputKey) => rows.findIndex((row) => row.key === key);
  const cell = (key: InputKey) => `$B$${FIRST_ROW + rowOf(key)}`;
  const name = (key: InputKey) => `$${RESULTS}$${FIRST_RESULT + 2 * rowOf(key)}`;
  const argument = (key: InputKey) => `$${RESULTS}$${FIRST_RESULT + 2 * rowOf(key) + 1}`;
  const end = FIRST_ROW + rows.length;
  const at = { cell, name, argument };
  const lists = choiceLists(rows.flatMap(({ key, choices }) => (choices ? [{ key, choices }] : [])));
  const sources = {
    lists,
    scenarios: scenarioList(parameters),
    plans: planRows(parameters),
    periods: periodList(options),
  };
  const inputs = { ...at, scenarios: scenarioCells(cell, options), end };
  return {
    ...inputs,
    section: {
      blocks: [
        { at: `A${FIRST_ROW}`, rows: rows.map(({ label, value }) => [label, asText(value)]) },
        { at: `E${FIRST_ROW}`, rows: rows.map((row) => [noteOf(row, at, lists)]) },
        { at: `${RESULTS}${FIRST_RESULT}`, rows: rows.flatMap((row) => resultsOf(row, at, lists)) },
        { at: PLAN_LIST.cell, rows: [[`=${NAMESPACE}.PLANS()`]] },
        { at: SCENARIO_LIST.cell, rows: [[`=${NAMESPACE}.SCENARIOS(${cell("plan")})`]] },
        ...lists.blocks,
        ...sources.scenarios.blocks,
        ...sources.periods.blocks,
        currencyCells(parameters),
      ],
      styles: [
        ...rows.map((_, row) => input(`B${FIRST_ROW + row}:D${FIRST_ROW + row}`)),
        { range: `E${FIRST_ROW}:E${end - 1}`, color: RED },
      ],
      lists: rows.map((row) => listOf(row, `B${FIRST_ROW + rowOf(row.key)}`, sources, parameters)),
    },
  };
}

function rowsOf({ plan, scenarios, currency, inputs = {} }: ReportParameters, options: InputOptions): Row[] {
  const own = (options.own ?? []).map(({ key, label, choices, source }): Row => {
    const value = choices?.[0]?.[0] ?? "";
    return {
      key,
      label,
      value,
      kind: choices ? "choice" : "list",
      ...(choices && { choices }),
      ...(source && { source }),
    };
  });
  const basis: Row = { key: "basis", label: "Basis", value: "Period", kind: "choice", choices: BASES };
  const rows: Row[] = [
    { key: "plan", label: "Plan", value: plan, kind: "plan" },
    ...options.scenarios.map(({ key, label }, at): Row => ({
      key,
      label,
      value: scenarios[at] ?? "",
      kind: "scenario",
    })),
    { key: "period", label: options.time === "period" ? "Period" : "Year", value: FULL_YEAR, kind: "period" },
    ...(options.time === "year" ? [] : [basis]),
    ...own,
    { key: "currency", label: "Currency", value: currency, kind: "currency" },
    { key: "scale", label: "Scale", value: SCALES[0], kind: "choice", choices: UNITS },
  ];
  return rows.map((row) => ({ ...row, value: inputs[row.key] ?? row.value }));
}

function scenarioCells(cell: Inputs["cell"], { scenarios }: InputOptions): string {
  const [first, last] = [scenarios[0], scenarios.at(-1)];
  return first && last ? `${cell(first.key)}:${cell(last.key)}` : "";
}

type Places = Pick<Inputs, "cell" | "name" | "argument">;
type ChoiceLists = ReturnType<typeof choiceLists>;

/** Returns the cells with an input's name and argument. */
function resultsOf({ key, kind }: Row, { cell, name }: Places, lists: ChoiceLists): CellContent[][] {
  const typed = cell(key);
  switch (kind) {
    case "plan":
      return [
        [`=IF(${typed}="","",IFNA(XLOOKUP(TRIM(${typed}),${PLAN_LIST.ids},${PLAN_LIST.names}),${typed}))`],
        [`=${typed}&""`],
      ];
    case "scenario":
      return [[`=${scenarioName(typed)}`], [`=${typed}&""`]];
    case "currency": {
      const own = `IFERROR(UPPER(XLOOKUP(${name("plan")},${PLAN_LIST.names},${PLAN_LIST.currencies},"")),"")`;
      return [[""], [`=IF(${typed}="",${own},UPPER(TRIM(${typed})))`]];
    }
    case "period":
      return [
        [`=IF(${typed}="","${FULL_YEAR}",${monthText(typed)})`],
        [`=IF(OR(${typed}="",${typed}="${FULL_YEAR}"),"",${monthText(typed)})`],
      ];
    case "list":
      return [[""], [`=${monthText(typed)}`]];
    case "choice": {
      const { shown, meanings, first } = lists.of(key);
      return [[`=IF(${typed}="",${first},${typed})`], [`=INDEX(${meanings},MATCH(${name(key)},${shown},0))&""`]];
    }
  }
}

/** Converts a date to its month: Excel may have turned the typed text into a date. */
function monthText(typed: string): string {
  const month = `YEAR(${typed})&"-"&RIGHT("0"&MONTH(${typed}),2)`;
  return `IF(ISNUMBER(${typed}),IF(${typed}>2200,${month},${typed}&""),TRIM(${typed}&""))`;
}

/**
 * Finds the name of a scenario as the functions do: by id, else name, else flag. #N/A if there is none; the typed text if the
 * service lists no scenarios.
 */
function scenarioName(typed: string): string {
  const text = `TRIM(${typed})`;
  const { ids, names, flags, first } = SCENARIO_LIST;
  const flagged = `ISNUMBER(FIND(", "&LOWER(${text})&",",", "&LOWER(${flags})&","))`;
  const byFlag = `XLOOKUP(TRUE,${flagged},${names})`;
  const found = `XLOOKUP(${text},${ids},${names},XLOOKUP(${text},${names},${names},${byFlag}))`;
  return `IF(${typed}="","",IF(${first}="",${typed},${found}))`;
}

/** Returns the note next to an input that finds nothing. */
function noteOf({ key, kind, source = "" }: Row, { cell, name, argument }: Places, lists: ChoiceLists): CellContent {
  switch (kind) {
    case "plan":
      return `=IF(ISNA($AE$2),"There is no such plan","")`;
    case "scenario":
      return `=IF(ISNA(${name(key)}),"Not in this plan: choose from the list","")`;
    case "choice":
      return `=IF(OR(${cell(key)}="",ISNUMBER(MATCH(${cell(key)},${lists.of(key).shown},0))),"","Choose from the list")`;
    case "currency":
      return `=IF(${cell(key)}="",${argument(key)}&" is the plan's own","")`;
    case "list":
      return `=IF(OR(${cell(key)}="",ISNUMBER(MATCH(${argument(key)},${source},0))),"","Not in this year: choose from the list")`;
    case "period":
      return "";
  }
}

interface Sources {
  readonly lists: ChoiceLists;
  readonly scenarios: { readonly source: string };
  readonly plans: string;
  readonly periods: { readonly source: string };
}

function listOf(
  { key, kind, label, source }: Row,
  at: string,
  sources: Sources,
  parameters: ReportParameters,
): ListSpec {
  const unknown = `This ${label.toLowerCase()} is not in the list. Use it anyway?`;
  switch (kind) {
    case "plan":
      return { cell: at, source: sources.plans, others: "asked", message: unknown };
    case "scenario":
      return { cell: at, source: sources.scenarios.source, others: "asked", message: unknown };
    case "period":
      return { cell: at, source: sources.periods.source, others: "taken", message: "" };
    case "currency":
      return { cell: at, source: currencyList(parameters), others: "taken", message: "" };
    case "list":
      return { cell: at, source: source ?? "", others: "asked", message: unknown };
    case "choice":
      return { cell: at, source: sources.lists.of(key).shown, others: "refused", message: "Choose from the list." };
  }
}
