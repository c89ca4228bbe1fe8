/** The workbook's charts over the cells, where they scroll with the sheet. */
import type { Serializable } from "@univerjs/core";
import { createElement } from "react";
import { Chart } from "./chart";
import type { Picture } from "./chartOption";
import type { Grid } from "./grid";

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
}

const COMPONENT = "workbench-chart";

/** For a workbook that is rendered. Gives a function that shows these charts, and takes away those that it showed before. */
export function createCharts({ api }: Grid): (charts: readonly PlacedChart[]) => void {
  api.registerComponent(COMPONENT, ({ data }: { data: Picture }) => createElement(Chart, { picture: data }));
  const workbook = api.getActiveWorkbook()!;
  // What the last visit showed has been kept with the sheets.
  for (const sheet of workbook.getSheets()) sheet.getAllFloatDoms().forEach(({ id }) => sheet.removeFloatDom(id));
  const shown = new Map<string, { content: string; remove: () => void }>();
  return (charts) => {
    const wanted = new Map(charts.map((chart) => [chart.id, { chart, content: JSON.stringify(chart) }]));
    for (const [id, { content, remove }] of shown) {
      if (wanted.get(id)?.content === content) continue;
      remove();
      shown.delete(id);
    }
    for (const [id, { chart, content }] of wanted) {
      if (shown.has(id)) continue;
      const placed = workbook.getSheetBySheetId(chart.sheet)?.addFloatDomToPosition(floating(chart), id);
      if (placed) shown.set(id, { content, remove: () => placed.dispose() });
    }
  };
}

function floating({ left, top, width, height, picture }: PlacedChart) {
  return {
    componentKey: COMPONENT,
    initPosition: { startX: left, startY: top, endX: left + width, endY: top + height },
    allowTransform: false,
    data: JSON.parse(JSON.stringify(picture)) as Serializable,
  };
}
