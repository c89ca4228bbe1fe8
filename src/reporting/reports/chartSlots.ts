/**
 * The slots of a chart. A chart's range always has the same number of slots, so the items that exist are spread over them
 * evenly: four quarters over twelve slots leave no empty half.
 */
import { chartColumn, chartUnit, ITEM_ROWS } from "./chartCells";
import type { CellBlock, CellContent } from "./sheetSpec";

/** Expressions, without "=". */
export interface ChartItem {
  readonly name: string;
  /** An item without a number does not exist. */
  readonly values: readonly string[];
}

export interface ChartSlots {
  /** The items, each slot's item, and its name and values. */
  readonly block: CellBlock;
  /** Returns the cell with the name in a slot; blank if the slot is empty. */
  readonly name: (slot: number) => string;
  /** Returns the cell with a value in a slot; #N/A if there is none, so a line has a gap there instead of a zero. */
  readonly value: (slot: number, value: number) => string;
  /** The cell with the number of items. */
  readonly count: string;
  /** Returns the cells with a value of all items, in their order; blank where there is none. */
  readonly listed: (value: number) => string;
}

/** @param top The first row of the chart's table, below which the items stand. */
export function createChartSlots(top: number, items: readonly ChartItem[]): ChartSlots {
  const [head, slots] = [top + ITEM_ROWS, items.length];
  const [first, last] = [head + 2, head + 1 + slots];
  const values = items[0]?.values.map((_, at) => at) ?? [];
  const column = (at: number) => `$${chartColumn(at)}`;
  const listed = (at: number) => `${column(at)}$${first}:${column(at)}$${last}`;
  // The columns: name, values, place among the items that exist, item of the slot, its name, its values.
  const [placed, item, name] = [1, 2, 3].map((at) => values.length + at) as [number, number, number];
  const [count, step, lead] = [0, 1, 2].map((at) => `${column(at)}$${head}`) as [string, string, string];
  const rows = items.map((each, at): CellContent[] => {
    const row = first + at;
    const own = `${column(1)}${row}:${column(values.length)}${row}`;
    const inSlot = (of: number) => `INDEX(${listed(of)},${column(item)}${row})`;
    return [
      `=${each.name}`,
      // A cell that asks the service and is in error would count as a fault of the sheet.
      ...each.values.map((value) => `=IFERROR(${value},"")`),
      `=IF(OR(${column(0)}${row}="",COUNT(${own})=0),"",MAX(${column(placed)}$${first - 1}:${column(placed)}${row - 1})+1)`,
      `=IFERROR(IF(MOD(${at}-${lead},${step})=0,MATCH((${at}-${lead})/${step}+1,${listed(placed)},0),""),"")`,
      `=IF(${column(item)}${row}="","",${inSlot(0)})`,
      ...values.map(
        (value) => `=IF(${column(item)}${row}="",NA(),IF(${inSlot(value + 1)}="",NA(),${inSlot(value + 1)}))`,
      ),
    ];
  });
  const width = name + values.length + 1;
  const spread = [
    `=COUNT(${listed(placed)})`,
    `=INT(${slots}/MAX(1,${count}))`,
    `=INT((${slots}-${count}*${step})/2)+INT((${step}-1)/2)`,
  ];
  return {
    block: { at: `${chartColumn(0)}${head}`, rows: [padded(spread, width), padded(["Items"], width), ...rows] },
    name: (slot) => `${column(name)}$${first + slot}`,
    value: (slot, value) => `${column(name + 1 + value)}$${first + slot}`,
    count,
    listed: (value) => listed(value + 1),
  };
}

/** Returns a number in the chart's unit, an error if the cell is blank. Without "=". */
export function valueInUnit(expression: string, number: number): string {
  return `IF((${expression})="",NA(),(${expression})/${chartUnit(number)})`;
}

function padded(cells: readonly CellContent[], length: number): CellContent[] {
  return Array.from({ length }, (_, at) => cells[at] ?? null);
}
