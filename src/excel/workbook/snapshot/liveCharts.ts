/** Finds charts of a copied sheet that read other sheets. Excel redirects a chart to the copy only if it reads its own sheet. */
import { parseAddress } from "../../../spreadsheet/cells/address";

/** Queues what tells the charts of a sheet, for the request after which their series are known. */
export function loadCharts(sheet: Excel.Worksheet): Excel.ChartCollection {
  return sheet.charts.load("items/name,items/series/items/name");
}

/** Returns the names of the charts that do not read the sheet of this name alone; "unknown" if this Excel cannot tell. */
export async function findLiveCharts(
  context: Excel.RequestContext,
  sheet: string,
  { items }: Excel.ChartCollection,
): Promise<readonly string[] | "unknown"> {
  if (items.length === 0) return [];
  if (!Office.context.requirements.isSetSupported("ExcelApi", "1.15")) return "unknown";
  const charts = items.map(({ name, series }) => ({
    name,
    sources: series.items.flatMap((each) => [
      each.getDimensionDataSourceString("Values"),
      each.getDimensionDataSourceString("Categories"),
    ]),
  }));
  try {
    await context.sync();
  } catch {
    // Some types of charts have no such dimensions.
    return "unknown";
  }
  const isLive = (source: string) => source !== "" && !isOn(sheet, source);
  return charts.filter(({ sources }) => sources.some(({ value }) => isLive(value))).map(({ name }) => name);
}

/** True for an address on the sheet, or numbers of the chart's own. A defined name leads to the live sheet. */
function isOn(sheet: string, source: string): boolean {
  const text = source.replace(/^=/, "");
  if (text.startsWith("{")) return true;
  const address = parseAddress(text);
  return address !== undefined && !address.isForeign && address.sheet.toLowerCase() === sheet.toLowerCase();
}
