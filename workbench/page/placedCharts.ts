/** The workbook's charts over the cells, where they scroll with the sheet. */
import type { Serializable } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { createElement } from "react";
import { Chart } from "./chart";
import type { Picture } from "./chartOption";
import { CHART_COMPONENT } from "../univer/chartDrawings";
import { workbookOf, type Grid } from "../univer/grid";

/** A chart at its place; lengths in CSS pixels from the sheet's first cell. */
export interface PlacedChart {
  id: string;
  /** The sheet's id. */
  sheet: string;
  left: number;
  top: number;
  width: number;
  height: number;
  picture: Picture;
  /** True while one of its cells is pending. */
  isWaiting: boolean;
}

/** Milliseconds without a change after which charts are drawn again. */
const PAUSE = 100;

/**
 * Draws these charts once the grid is rendered. The returned function redraws them, soon after its last call. Univer draws and
 * removes charts on the active sheet only; other sheets follow when they are activated.
 */
export function showCharts(grid: Grid, charts: () => readonly PlacedChart[]): () => void {
  const { api } = grid;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let draw: ((charts: readonly PlacedChart[]) => void) | undefined;
  const redraw = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => draw?.(charts()), PAUSE);
  };
  api.addEvent(api.Event.ActiveSheetChanged, redraw);
  api.addEvent(api.Event.LifeCycleChanged, ({ stage }) => {
    if (stage !== api.Enum.LifecycleStages.Rendered) return;
    draw = createDrawing(grid);
    redraw();
  });
  return redraw;
}

/** Returns a function that draws these charts, and removes those of its last call that have changed or are gone. */
function createDrawing(grid: Grid): (charts: readonly PlacedChart[]) => void {
  grid.api.registerComponent(CHART_COMPONENT, ({ data }: { data: Picture }) => createElement(Chart, { picture: data }));
  const workbook = workbookOf(grid);
  const drawn = new Set<string>();
  const shown = new Map<string, { sheet: string; content: string; remove: () => void }>();
  return (charts) => {
    const active = workbook.getActiveSheet().getSheetId();
    const wanted = new Map(charts.map((chart) => [chart.id, { chart, content: JSON.stringify(chart) }]));
    for (const [id, { sheet, content, remove }] of shown) {
      const isElsewhere = sheet !== active && workbook.getSheetBySheetId(sheet) !== null;
      if (wanted.get(id)?.content === content || isElsewhere) continue;
      remove();
      shown.delete(id);
    }
    for (const [id, { chart, content }] of wanted) {
      // Drawing takes time in which the numbers of a new sheet could arrive. A chart that was drawn is drawn again all the same.
      const waits = chart.isWaiting && !drawn.has(id);
      if (shown.has(id) || chart.sheet !== active || waits) continue;
      drawn.add(id);
      const sheet = workbook.getSheetBySheetId(chart.sheet);
      const placed = sheet?.addFloatDomToPosition(floating(chart, sheet), id);
      if (placed) shown.set(id, { sheet: chart.sheet, content, remove: () => placed.dispose() });
    }
  };
}

/** Univer counts from where the headings of rows and columns begin. */
function floating({ left, top, width, height, picture }: PlacedChart, sheet: FWorksheet) {
  const { rowHeader, columnHeader } = sheet.getSheet().getConfig();
  const [startX, startY] = [left + rowHeader.width, top + columnHeader.height];
  return {
    componentKey: CHART_COMPONENT,
    initPosition: { startX, startY, endX: startX + width, endY: startY + height },
    allowTransform: false,
    data: JSON.parse(JSON.stringify(picture)) as Serializable,
  };
}
