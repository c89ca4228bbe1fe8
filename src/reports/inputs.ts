/** The input cells of a report, their drop-downs, and their values as arguments of functions. */
import { asText } from "../formulas/cellContent";
import { NAMESPACE } from "../grid/environment";
import { PROPER_BASES } from "../language/bases";
import { SCALES } from "./formats";
import { choiceLists, currencyCells, currencyList, periodList, planRows, scenarioList } from "./inputLists";
import type { Choice, InputCells, InputOptions } from "./inputOptions";
import { INPUT_KINDS, type PlacedInput, type SharedLists } from "./inputKinds";
import { PLAN_LIST, RESULTS, SCENARIO_LIST, TIMES } from "./hiddenColumns";
import { inputStyle, RED, type CellContent, type ListSpec, type ReportSection } from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";
import { timeSection } from "./reportTime";
import { CURRENT, FULL_YEAR } from "./timeCells";

export interface Inputs extends InputCells {
  readonly section: ReportSection;
  /** True if the report has the input. */
  readonly has: (key: InputKey) => boolean;
  /** Cells with the scenarios that were found, the base first; blank for an unknown one, so it does not hide the others. */
  readonly scenarios: readonly string[];
  /** The first row below the inputs. */
  readonly end: number;
}

const BASIS_CHOICES: readonly Choice[] = [["Period", ""], ...PROPER_BASES.map((basis) => [basis, basis] as const)];
/** Users can also type any period. */
const BASE_PERIOD_CHOICES: readonly Choice[] = [
  ["Same period", ""],
  ["Prior year", "PY"],
  ["Previous period", "PP"],
];
const SCALE_CHOICES: readonly Choice[] = SCALES.map((scale, at) => [scale, at === 0 ? "" : ` ${scale.toLowerCase()}`]);
/** The first row of inputs, below title, subtitle and age. */
const FIRST_ROW = 5;
/** The first row of results: a name and an argument for each input. The report's own results are above. */
const FIRST_RESULT = 12;
/** The first row of the scenarios that were found. */
const FIRST_SHOWN = 26;

interface InputRow {
  readonly key: InputKey;
  readonly label: string;
  readonly value: string;
  readonly kind: keyof typeof INPUT_KINDS;
  readonly choices?: readonly Choice[];
}

export function createInputs(parameters: ReportParameters, options: InputOptions): Inputs {
  const rows = inputRows(parameters, options);
  const rowOf = (key: InputKey) => rows.findIndex((row) => row.key === key);
  const cells: InputCells = {
    cell: (key) => `$B$${FIRST_ROW + rowOf(key)}`,
    name: (key) => `$${RESULTS}$${FIRST_RESULT + 2 * rowOf(key)}`,
    argument: (key) => `$${RESULTS}$${FIRST_RESULT + 2 * rowOf(key) + 1}`,
  };
  return {
    ...cells,
    has: (key) => rowOf(key) >= 0,
    scenarios: options.scenarios.map((_, at) => `$${TIMES}$${FIRST_SHOWN + at}`),
    end: FIRST_ROW + rows.length,
    section: inputSection(rows, cells, parameters, options),
  };
}

function inputSection(
  rows: readonly InputRow[],
  cells: InputCells,
  parameters: ReportParameters,
  options: InputOptions,
): ReportSection {
  const choices = choiceLists(rows.flatMap(({ key, choices }) => (choices ? [{ key, choices }] : [])));
  const [periods, scenarios] = [periodList(options), scenarioList(parameters)];
  const lists: SharedLists = {
    plans: planRows(parameters),
    scenarios: scenarios.source,
    periods: periods.source,
    months: periods.months,
    currencies: currencyList(parameters),
  };
  const placed = rows.map((row): PlacedRow => {
    const { key } = row;
    const [typed, name, argument] = [cells.cell(key), cells.name(key), cells.argument(key)];
    const { hasBase = false } = options;
    return { ...row, input: { key, typed, name, argument, cells, hasBase, choices: choices.of(key) } };
  });
  const shown = options.scenarios.map(({ key }) => [`=IF(ISNA(${cells.name(key)}),"",${cells.cell(key)}&"")`]);
  return {
    blocks: [
      { at: `A${FIRST_ROW}`, rows: rows.map(({ label, value }) => [label, asText(value)]) },
      { at: `E${FIRST_ROW}`, rows: placed.map(({ kind, input }) => [`=${INPUT_KINDS[kind].note(input)}`]) },
      { at: `${RESULTS}${FIRST_RESULT}`, rows: placed.flatMap(resultCells) },
      { at: PLAN_LIST.cell, rows: [[`=${NAMESPACE}.PLANS()`]] },
      { at: SCENARIO_LIST.cell, rows: [[`=${NAMESPACE}.SCENARIOS(${cells.cell("plan")})`]] },
      ...choices.blocks,
      ...scenarios.blocks,
      ...periods.blocks,
      ...timeSection(cells, options).blocks,
      { at: `${TIMES}${FIRST_SHOWN}`, rows: shown },
      currencyCells(parameters),
    ],
    styles: [
      ...rows.map((_, row) => inputStyle(`B${FIRST_ROW + row}:D${FIRST_ROW + row}`)),
      { range: `E${FIRST_ROW}:E${FIRST_ROW + rows.length - 1}`, color: RED },
    ],
    lists: placed.flatMap((row, at) => dropDown(row, `B${FIRST_ROW + at}`, lists) ?? []),
  };
}

interface PlacedRow extends InputRow {
  readonly input: PlacedInput;
}

/** Returns the cells with an input's name and argument. */
function resultCells({ kind, input }: PlacedRow): CellContent[][] {
  const { name, argument } = INPUT_KINDS[kind];
  return [[name ? `=${name(input)}` : ""], [`=${argument(input)}`]];
}

/** Returns undefined for an input without a drop-down. */
function dropDown({ kind, label, input }: PlacedRow, cell: string, lists: SharedLists): ListSpec | undefined {
  const { source, others } = INPUT_KINDS[kind];
  const messages = {
    asked: `This ${label.toLowerCase()} is not in the list. Use it anyway?`,
    taken: "",
    refused: "Choose from the list.",
  };
  return source && { cell, source: source(input, lists), others, message: messages[others] };
}

function inputRows({ plan, scenarios, currency, inputs = {} }: ReportParameters, options: InputOptions): InputRow[] {
  const own = (options.own ?? []).map(({ key, label, choices, value = "" }): InputRow =>
    choices
      ? { key, label, value: choices[0]?.[0] ?? value, kind: "choice", choices }
      : { key, label, value, kind: key === "basePlan" ? key : "month" },
  );
  const isPeriod = options.time === "period";
  const basis: InputRow = {
    key: "basis",
    label: "Basis",
    value: isPeriod ? "YTD" : "Period",
    kind: "choice",
    choices: BASIS_CHOICES,
  };
  const period = { key: "period", kind: "period" } as const;
  const rows: InputRow[] = [
    { key: "plan", label: "Plan", value: plan, kind: "plan" },
    ...options.scenarios.map(({ key, label }, at): InputRow => ({
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
    { key: "scale", label: "Scale", value: SCALES[0], kind: "choice", choices: SCALE_CHOICES },
    ...(options.hasBars
      ? [{ key: "threshold", label: "Ignore variances below", value: "", kind: "threshold" } as const]
      : []),
  ];
  return rows.map((row) => ({ ...row, value: inputs[row.key] ?? row.value }));
}

/** Returns the inputs for a base of another period or plan. */
function baseRows({ hasBase }: InputOptions): InputRow[] {
  if (!hasBase) return [];
  return [
    { key: "basePeriod", label: "Base period", value: "Same period", kind: "basePeriod", choices: BASE_PERIOD_CHOICES },
    { key: "basePlan", label: "Base plan", value: "", kind: "basePlan" },
  ];
}
