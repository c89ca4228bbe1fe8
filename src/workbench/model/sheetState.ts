/** What a workbook has of a sheet besides its cells follows the sheet when that is copied or renamed. */
import type { FWorksheet } from "@univerjs/sheets/facade";
import { formatRange, parseAddress } from "../../grid/address";
import type { ChartState, ValidationState, WorkbookState } from "./state";

type Move = (address: string) => string;

/** Charts, lists and the way it is printed; they mean the copy's own cells. */
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
  const layout = state.layouts[from];
  if (layout) state.layouts[to] = structuredClone(layout);
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
    ...(each.categories && { categories: move(each.categories) }),
  }));
  return { ...chart, series };
}

function movedList(list: ValidationState, move: Move): ValidationState {
  return { ...list, address: move(list.address), source: move(list.source) };
}
