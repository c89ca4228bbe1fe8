/** The input cells of a report, their drop-downs, and their values as arguments of functions. */
import { asText } from "../../spreadsheet/formulas/cellContent";
import { formatColumn, parseColumn } from "../../spreadsheet/cells/address";
import { NAMESPACE } from "../../numbers/language/environment";
import { PROPER_BASES } from "../../numbers/language/bases";
import { SCALES } from "./formats";
import { choiceLists, currencyCells, currencyList, periodList, planRows, scenarioList } from "./inputLists";
import type { Choice, InputCells, InputOptions } from "./inputOptions";
import { INPUT_KINDS, type PlacedInput, type SharedLists } from "./inputKinds";
import {
  BASE_SCENARIO_LIST,
  FIRST_NOTE,
  FIRST_RESULT,
  MESSAGE_COLUMN,
  NOTE_CELLS,
  PLAN_LIST,
  RESULT_COLUMN,
  SCENARIO_CHOICES,
  SCENARIO_LIST,
  TIMES,
} from "./hiddenColumns";
import {
  inputStyle,
  QUIET,
  ALERT,
  type CellContent,
  type ListSpec,
  type RangeStyle,
  type ReportSection,
} from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";
import { timeSection } from "./reportTime";
import { CURRENT, FULL_YEAR } from "./timeCells";

export interface Inputs extends InputCells {
  readonly section: ReportSection;
  /** True if the report has the input. */
  readonly has: (key: InputKey) => boolean;
  /** Cells with the scenarios that were found, the base first; blank for an unknown one, so it does not hide the others. */
  readonly scenarios: readonly string[];
}

const BASIS_CHOICES: readonly Choice[] = [["Period", ""], ...PROPER_BASES.map((basis) => [basis, basis] as const)];
/** Users can also type any period. */
const BASE_PERIOD_CHOICES: readonly Choice[] = [
  ["Same period", ""],
  ["Prior year", "PY"],
  ["Previous period", "PP"],
];
const SCALE_CHOICES: readonly Choice[] = SCALES.map((scale, at) => [scale, at === 0 ? "" : ` ${scale.toLowerCase()}`]);
/** The row that says what is wrong with inputs, and those of their labels. Inputs are below their labels, from `FIRST_COLUMN` on. */
const [NOTES_ROW, LABELS_ROW, RARE_LABELS_ROW] = [3, 4, 6];
const FIRST_COLUMN = "B";
/** In points: room for the button of a drop-down. */
export const INPUT_HEIGHT = 20;
/** Inputs that are rarely changed. */
export const FOLDED_ROWS = { first: RARE_LABELS_ROW, last: RARE_LABELS_ROW + 2 };
const MORE = `+ more in rows ${FOLDED_ROWS.first} to ${FOLDED_ROWS.last}`;
/** The first row of the scenarios that were found. */
const FIRST_SHOWN = 26;

interface InputRow {
  readonly key: InputKey;
  readonly label: string;
  readonly value: string;
  readonly kind: keyof typeof INPUT_KINDS;
  readonly choices?: readonly Choice[];
  readonly isRare?: boolean | undefined;
}

/** The inputs for a base of another period or plan. */
const BASE_ROWS: readonly InputRow[] = [
  {
    key: "basePeriod",
    label: "Base period",
    value: "Same period",
    kind: "basePeriod",
    choices: BASE_PERIOD_CHOICES,
    isRare: true,
  },
  { key: "basePlan", label: "Base plan", value: "", kind: "basePlan", isRare: true },
];

const THRESHOLD: InputRow = {
  key: "threshold",
  label: "Ignore variances below",
  value: "",
  kind: "threshold",
  isRare: true,
};

export function createInputs(parameters: ReportParameters, options: InputOptions): Inputs {
  const rows = inputRows(parameters, options);
  const places = placesOf(rows);
  const rowOf = (key: InputKey) => rows.findIndex((row) => row.key === key);
  const cells: InputCells = {
    cell: (key) => absolute(places.get(key) ?? `${FIRST_COLUMN}${LABELS_ROW + 1}`),
    name: (key) => `$${RESULT_COLUMN}$${FIRST_RESULT + 2 * rowOf(key)}`,
    argument: (key) => `$${RESULT_COLUMN}$${FIRST_RESULT + 2 * rowOf(key) + 1}`,
  };
  return {
    ...cells,
    has: (key) => rowOf(key) >= 0,
    scenarios: options.scenarios.map((_, at) => `$${TIMES}$${FIRST_SHOWN + at}`),
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
  const periods = periodList(options);
  const hasBase = options.time === "period";
  const scenarios = scenarioList(parameters, SCENARIO_LIST, SCENARIO_CHOICES.own);
  const ofBase = hasBase ? scenarioList(parameters, BASE_SCENARIO_LIST, SCENARIO_CHOICES.base) : scenarios;
  const lists: SharedLists = {
    plans: planRows(parameters),
    scenarios: scenarios.source,
    baseScenarios: ofBase.source,
    periods: periods.source,
    months: periods.months,
    currencies: currencyList(parameters),
  };
  const placed = rows.map((row): PlacedRow => {
    const { key } = row;
    const [typed, name, argument] = [cells.cell(key), cells.name(key), cells.argument(key)];
    return { ...row, input: { key, typed, name, argument, cells, hasBase, choices: choices.of(key) } };
  });
  const strips = stripsOf(rows);
  const shown = options.scenarios.map(({ key }) => [`=IF(ISNA(${cells.name(key)}),"",${cells.cell(key)}&"")`]);
  return {
    blocks: [
      ...strips.map(({ row, inputs, after }) => ({
        at: `${FIRST_COLUMN}${row}`,
        rows: [
          [...inputs.map(({ label }) => label), ...after],
          [...inputs.map(({ value }) => asText(value)), ...after.map(() => null)],
        ],
      })),
      { at: `${FIRST_COLUMN}${NOTES_ROW}`, rows: [[`=IFERROR(TEXTJOIN(" · ",TRUE,${NOTE_CELLS}),"")`]] },
      { at: `${MESSAGE_COLUMN}${FIRST_NOTE.inputs}`, rows: placed.map((row) => [`=${noteOf(row)}`]) },
      { at: `${RESULT_COLUMN}${FIRST_RESULT}`, rows: placed.flatMap(resultCells) },
      { at: PLAN_LIST.cell, rows: [[`=${NAMESPACE}.PLANS()`]] },
      { at: SCENARIO_LIST.cell, rows: [[`=${NAMESPACE}.SCENARIOS(${cells.cell("plan")})`]] },
      ...choices.blocks,
      ...scenarios.blocks,
      ...(hasBase ? ofBase.blocks : []),
      ...periods.blocks,
      ...timeSection(cells, options).blocks,
      { at: `${TIMES}${FIRST_SHOWN}`, rows: shown },
      currencyCells(parameters),
    ],
    styles: [
      { range: `${FIRST_COLUMN}${NOTES_ROW}`, color: ALERT, size: 9 },
      ...strips.flatMap(({ row, inputs, after }): RangeStyle[] => [
        { range: stripRange(row, inputs.length + after.length), color: QUIET, size: 8 },
        inputStyle(stripRange(row + 1, inputs.length)),
      ]),
    ],
    heights: Object.fromEntries(strips.map(({ row }) => [`${row + 1}:${row + 1}`, INPUT_HEIGHT])),
    lists: placed.flatMap((row) => dropDown(row, row.input.typed.replaceAll("$", ""), lists) ?? []),
  };
}

interface InputStrip {
  /** The row of the labels. */
  readonly row: number;
  readonly inputs: readonly InputRow[];
  /** A text right of the labels. */
  readonly after: readonly string[];
}

function stripsOf(rows: readonly InputRow[]): InputStrip[] {
  return [
    { row: LABELS_ROW, inputs: rows.filter(({ isRare }) => !isRare), after: [MORE] },
    { row: RARE_LABELS_ROW, inputs: rows.filter(({ isRare }) => isRare), after: [] },
  ];
}

function stripRange(row: number, columns: number): string {
  return `${FIRST_COLUMN}${row}:${formatColumn(parseColumn(FIRST_COLUMN) + columns - 1)}${row}`;
}

/** Returns the addresses of inputs. */
function placesOf(rows: readonly InputRow[]): ReadonlyMap<InputKey, string> {
  const places = stripsOf(rows).flatMap(({ row, inputs }) =>
    inputs.map(({ key }, at) => [key, `${formatColumn(parseColumn(FIRST_COLUMN) + at)}${row + 1}`] as const),
  );
  return new Map(places);
}

function absolute(address: string): string {
  return address.replace(/^([A-Z]+)/, "$$$1$$");
}

/** Returns what is wrong with an input, behind its label; blank if nothing is. */
function noteOf({ kind, label, input }: PlacedRow): string {
  const { isWrong, hint, note } = INPUT_KINDS[kind];
  const [isNoted, text] = note?.(input) ?? [];
  const noted = isNoted ? `IFNA(IF(${isNoted},"${label}: ${text}",""),"")` : '""';
  return isWrong ? `IF(${isWrong(input)},"${label}: ${hint}",${noted})` : noted;
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
    asked: `${label}: this is not in the list. Use it anyway?`,
    taken: "",
    refused: "Choose from the list.",
  };
  return source && { cell, source: source(input, lists), others, message: messages[others] };
}

function inputRows({ plan, scenarios, currency, inputs = {} }: ReportParameters, options: InputOptions): InputRow[] {
  const own = (options.own ?? []).map(({ choices, value = "", kind, ...input }): InputRow =>
    choices
      ? { ...input, value: choices[0]?.[0] ?? value, kind: "choice", choices }
      : { ...input, value, kind: input.key === "basePlan" ? input.key : (kind ?? "month") },
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
  const [base, compared, ...others] = options.scenarios.map((input, at): InputRow => ({
    ...input,
    value: scenarios[at] ?? "",
    kind: "scenario",
  }));
  const rows: InputRow[] = [
    { key: "plan", label: "Plan", value: plan, kind: "plan" },
    ...[compared, base].flatMap((each) => each ?? []),
    isPeriod ? { ...period, label: "Period", value: CURRENT } : { ...period, label: "Year", value: FULL_YEAR },
    basis,
    { key: "currency", label: "Currency", value: currency, kind: "currency" },
    { key: "scale", label: "Scale", value: SCALES[1], kind: "choice", choices: SCALE_CHOICES },
    ...others,
    ...own,
    ...(isPeriod ? BASE_ROWS : []),
    ...(own.some(({ key }) => key === THRESHOLD.key) ? [] : [THRESHOLD]),
  ];
  return rows.map((row) => ({ ...row, value: inputs[row.key] ?? row.value }));
}
