/** The lists behind the inputs, in hidden columns. */
import type { Plan } from "../../insights";
import type { Choice, InputOptions } from "./inputOptions";
import { LIST_ROW, LISTS, RESULTS, SCENARIO_LIST } from "./hiddenColumns";
import { asText, type CellBlock, type CellContent } from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";

interface ListCells {
  readonly source: string;
  readonly blocks: readonly CellBlock[];
}

/** The cell with the as-of time of the numbers, in minutes. */
export const AGE_MINUTES = `$${RESULTS}$3`;
/** Room for plans and scenarios that come later. */
const SPARE = 3;
/** The flags that the service names (§2.2). A flag that two scenarios have means neither. */
const FLAGS = ["committed", "actual"] as const;

/** Returns the range of plan names, as many as there are now and `SPARE`. */
export function planRows({ plans }: ReportParameters): string {
  return `$AB$${LIST_ROW}:$AB$${LIST_ROW + plans.length + SPARE - 1}`;
}

/** Lists flags, then names: a flag also finds the scenario of another plan. */
export function scenarioList({ plans }: ReportParameters): ListCells {
  const most = Math.max(SPARE, ...plans.map(({ scenarios }) => scenarios.length));
  const count = most + FLAGS.length;
  const { names, flags } = SCENARIO_LIST;
  const counts = FLAGS.map((flag) => `--(SUMPRODUCT(--ISNUMBER(FIND(", ${flag},",", "&LOWER(${flags})&",")))=1)`);
  const [first, second] = [`$${LISTS.scenarios}$1`, `$${LISTS.scenarios}$2`];
  const rows = Array.from({ length: count }, (_, at): CellContent[] => {
    const name = `INDEX(${names},${at + 1}-${first}-${second})&""`;
    const flag = `CHOOSE(${at + 2}-${first},"${FLAGS[0]}","${FLAGS[1]}")`;
    return [`=IFERROR(${at < FLAGS.length ? `IF(${at}<${first}+${second},${flag},${name})` : name},"")`];
  });
  const column = LISTS.scenarios;
  return {
    source: `$${column}$${LIST_ROW}:$${column}$${LIST_ROW + count - 1}`,
    blocks: [{ at: `${column}1`, rows: [...counts.map((count) => [`=IFERROR(${count},0)`]), ...rows] }],
  };
}

/** Lists periods of the year in which the numbers were computed. Users can type others. */
export function periodList({ time }: InputOptions): ListCells {
  const year = `YEAR(INT(${AGE_MINUTES}/1440))`;
  const parts = [
    "H1",
    "H2",
    "Q1",
    "Q2",
    "Q3",
    "Q4",
    ...Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, "0")),
  ];
  const texts =
    time === "period" ? [`${year}&""`, ...parts.map((part) => `${year}&"-${part}"`)] : [`(${year}-1)&""`, `${year}&""`];
  const rows = [["Full year"], ...texts.map((text) => [`=IFERROR(${text},"")`])];
  const column = LISTS.periods;
  return {
    source: `$${column}$${LIST_ROW}:$${column}$${LIST_ROW + rows.length - 1}`,
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
    of: (key: InputKey) => ({
      shown: area(LISTS.choices, key),
      meanings: area(LISTS.meanings, key),
      first: `$${LISTS.choices}$${starts.get(key) ?? LIST_ROW}`,
    }),
  };
}
