/** What a workbook has of a sheet besides its cells follows the sheet when that is copied or renamed. */
import type { FWorksheet } from "@univerjs/sheets/facade";
import { formatRange, parseAddress } from "../../src/spreadsheet/cells/address";
import type { ChartState, TitleState, ValidationState, WorkbookState } from "./state";

type Move = (address: string) => string;

/** Charts, lists, tables, groups of rows and the way it is printed; they mean the copy's own cells. */
export function copyState(state: WorkbookState, sheet: FWorksheet, copy: FWorksheet): void {
  const [from, to] = [sheet.getSheetId(), copy.getSheetId()];
  const move = moving(sheet.getSheetName(), copy.getSheetName());
  const charts = structuredClone(state.charts.filter((chart) => chart.sheet === from));
  state.charts.push(
    ...charts.map((chart) => ({
      ...movedChart(chart, move),
      id: `{${crypto.randomUUID().toUpperCase()}}`,
      sheet: to,
    })),
  );
  const lists = structuredClone(state.validations.filter((each) => each.sheet === from));
  state.validations = [...state.validations, ...lists.map((list) => ({ ...movedList(list, move), sheet: to }))];
  const tables = state.tables.filter((table) => table.sheet === from);
  const id = () => `{${crypto.randomUUID().toUpperCase()}}`;
  state.tables.push(...tables.map((table) => ({ ...table, id: id(), name: `${table.name}_${to}`, sheet: to })));
  const layout = state.layouts[from];
  if (layout) state.layouts[to] = structuredClone(layout);
  const groups = state.rowGroups?.[from];
  if (groups) state.rowGroups = { ...state.rowGroups, [to]: groups };
}

/** Charts and lists, of this sheet and of others, go on meaning its cells. */
export function renameState(state: WorkbookState, from: string, to: string): void {
  const move = moving(from, to);
  state.charts = state.charts.map((chart) => movedChart(chart, move));
  state.validations = state.validations.map((list) => movedList(list, move));
}

function moving(from: string, to: string): Move {
  return (address) => {
    const parsed = parseAddress(address.replace(/^=/, ""));
    if (parsed?.sheet !== from) return address;
    return `${address.startsWith("=") ? "=" : ""}${formatRange(to, parsed.range)}`;
  };
}

function movedChart(chart: ChartState, move: Move): ChartState {
  const series = chart.series.map((each) => ({
    ...each,
    values: move(each.values),
    ...(each.nameAt && { nameAt: move(each.nameAt) }),
    ...(each.categories && { categories: move(each.categories) }),
    ...(each.labelTexts && { labelTexts: each.labelTexts.map((cell) => cell && move(cell)) }),
  }));
  const { category, value } = chart.axes;
  const axis = <T extends { title: TitleState }>(each: T): T => ({ ...each, title: movedTitle(each.title, move) });
  const axes = { category: axis(category), value: axis(value) };
  return { ...chart, series, axes, title: movedTitle(chart.title, move) };
}

function movedTitle(title: TitleState, move: Move): TitleState {
  return { ...title, ...(title.formula && { formula: move(title.formula) }) };
}

function movedList(list: ValidationState, move: Move): ValidationState {
  return { ...list, address: move(list.address), source: move(list.source) };
}
