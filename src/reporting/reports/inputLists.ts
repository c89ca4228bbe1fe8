/** The lists behind the inputs, in hidden columns. */
import { asText } from "../../spreadsheet/formulas/cellContent";
import type { Plan } from "../../insights";
import type { Choice, InputOptions } from "./inputOptions";
import { LIST_ROW, LISTS, PLAN_LIST, type SCENARIO_CHOICES, type ScenarioSpill } from "./hiddenColumns";
import type { CellBlock, CellContent } from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";
import { CURRENT, FULL_YEAR, monthCode, YEAR_FIRST, YEAR_NAME } from "./timeCells";

interface ListCells {
  readonly source: string;
  readonly blocks: readonly CellBlock[];
}

/** Rows for plans and scenarios that are added later. */
const SPARE = 3;
/** The flags that the service names (§2.2). A flag that two scenarios have means neither. */
const FLAGS = ["committed", "actual"] as const;

/** Returns the range of plan names: one row for each plan, and `SPARE` more. */
export function planRows({ plans }: ReportParameters): string {
  const last = LIST_ROW + plans.length + SPARE - 1;
  return PLAN_LIST.names.replace(/\d+$/, String(last));
}

/**
 * Lists the flags that one scenario has, then the names. A flag also finds the scenario of another plan. The two cells above the
 * list count the scenarios with each flag: 1, or 0 if the flag is not listed.
 * @param place Its first cell, above which the two counts stand.
 */
export function scenarioList(
  { plans }: ReportParameters,
  { names, flags }: ScenarioSpill,
  { column, row }: (typeof SCENARIO_CHOICES)[keyof typeof SCENARIO_CHOICES],
): ListCells {
  const most = Math.max(SPARE, ...plans.map(({ scenarios }) => scenarios.length));
  const count = most + FLAGS.length;
  const counts = FLAGS.map((flag) => `--(SUMPRODUCT(--ISNUMBER(FIND(", ${flag},",", "&LOWER(${flags})&",")))=1)`);
  const [hasFirst, hasSecond] = [`$${column}$${row - 2}`, `$${column}$${row - 1}`];
  const rows = Array.from({ length: count }, (_, at): CellContent[] => {
    const name = `INDEX(${names},${at + 1}-${hasFirst}-${hasSecond})&""`;
    const flag = `CHOOSE(${at + 2}-${hasFirst},"${FLAGS[0]}","${FLAGS[1]}")`;
    return [`=IFERROR(IF(${at}<${hasFirst}+${hasSecond},${flag},${name}),"")`];
  });
  return {
    source: `$${column}$${row}:$${column}$${row + count - 1}`,
    blocks: [{ at: `${column}${row - 2}`, rows: [...counts.map((count) => [`=IFERROR(${count},0)`]), ...rows] }],
  };
}

/** Lists periods of the report's fiscal year, or the years around it; and its months. Users can type others. */
export function periodList({ time }: InputOptions): ListCells & { readonly months: string } {
  const parts = ["H1", "H2", "Q1", "Q2", "Q3", "Q4"].map((part) => `${YEAR_NAME}&"-${part}"`);
  const months = Array.from({ length: 12 }, (_, at) => monthCode(`(${YEAR_FIRST}+${at})`));
  const years = [-1, 0, 1].map((by) => `(${YEAR_NAME}+${by})&""`);
  const shown = time === "period" ? [`${YEAR_NAME}&""`, ...parts] : years;
  const orBlank = (text: string) => [`=IFERROR(${text},"")`];
  const periods = [[FULL_YEAR], ...shown.map(orBlank)];
  const column = LISTS.periods;
  const place = (from: number, to: number) => `$${column}$${LIST_ROW + from}:$${column}$${LIST_ROW + to - 1}`;
  // An input of a period takes the months below, too; an input of a year does not.
  const rows = [...periods, [CURRENT], ...months.map(orBlank)];
  return {
    source: place(0, time === "period" ? rows.length : periods.length),
    months: place(periods.length, rows.length),
    blocks: [{ at: `${column}${LIST_ROW}`, rows }],
  };
}

export function currencyList(parameters: ReportParameters): string {
  const last = LIST_ROW + Math.max(1, currenciesOf(parameters).length) - 1;
  return `$${LISTS.currencies}$${LIST_ROW}:$${LISTS.currencies}$${last}`;
}

export function currencyCells(parameters: ReportParameters): CellBlock {
  const codes = currenciesOf(parameters);
  return {
    at: `${LISTS.currencies}${LIST_ROW}`,
    rows: (codes.length > 0 ? codes : [""]).map((code) => [asText(code)]),
  };
}

/** Returns ISO 4217 codes only, whatever the plans contain. */
function currenciesOf({ plans, currency }: ReportParameters): string[] {
  const codes = [...plans.map((plan: Plan) => plan.currency), currency];
  return [...new Set(codes)].filter((code) => /^[A-Z]{3}$/.test(code)).sort();
}

interface ChoiceList {
  readonly key: InputKey;
  readonly choices: readonly Choice[];
}

/** The cells of one list of choices. */
export interface ChoiceCells {
  /** The range of the shown texts, and of their arguments. */
  readonly shown: string;
  readonly meanings: string;
  /** The cell with the first text. */
  readonly first: string;
}

/** Writes the lists of choices, one below the other, with the argument of each choice. */
export function choiceLists(lists: readonly ChoiceList[]) {
  const starts = new Map<InputKey, number>();
  let row = LIST_ROW;
  for (const { key, choices } of lists) {
    starts.set(key, row);
    row += choices.length + 1;
  }
  const area = (column: string, key: InputKey) => {
    const start = starts.get(key) ?? LIST_ROW;
    const count = lists.find((list) => list.key === key)?.choices.length ?? 1;
    return `$${column}$${start}:$${column}$${start + count - 1}`;
  };
  return {
    blocks: lists.map(({ key, choices }): CellBlock => ({
      at: `${LISTS.choices}${starts.get(key) ?? LIST_ROW}`,
      rows: choices.map(([shown, argument]) => [asText(shown), asText(argument)]),
    })),
    of: (key: InputKey): ChoiceCells => ({
      shown: area(LISTS.choices, key),
      meanings: area(LISTS.meanings, key),
      first: `$${LISTS.choices}$${starts.get(key) ?? LIST_ROW}`,
    }),
  };
}
