/** Univer's drawings of charts. They are no part of a stored workbook, which has the charts themselves. */
import type { IWorkbookData } from "@univerjs/core";

/** The component that draws a chart. */
export const CHART_COMPONENT = "workbench-chart";

/** Univer's name for the drawings of all sheets. */
const DRAWINGS = "SHEET_DRAWING_PLUGIN";

/** The drawings of a sheet by id, and their ids from back to front. */
interface SheetDrawings {
  readonly data?: Readonly<Record<string, { readonly componentKey?: string }>>;
  readonly order?: readonly string[];
}

/**
 * Returns the workbook without drawings of charts. Univer would show such a drawing when its sheet is activated, with the numbers
 * that it was stored with. Other drawings, such as pictures, stay.
 */
export function withoutChartDrawings(workbook: Partial<IWorkbookData>): Partial<IWorkbookData> {
  const resources = workbook.resources?.map((resource) =>
    resource.name === DRAWINGS && resource.data ? { ...resource, data: withoutCharts(resource.data) } : resource,
  );
  return { ...workbook, ...(resources && { resources }) };
}

function withoutCharts(json: string): string {
  const sheets = JSON.parse(json) as Readonly<Record<string, SheetDrawings>>;
  const left = Object.entries(sheets).map(([sheet, { data = {}, order = [], ...others }]) => {
    const isChart = (id: string) => data[id]?.componentKey === CHART_COMPONENT;
    const kept = Object.entries(data).filter(([id]) => !isChart(id));
    return [sheet, { ...others, data: Object.fromEntries(kept), order: order.filter((id) => !isChart(id)) }];
  });
  return JSON.stringify(Object.fromEntries(left));
}
