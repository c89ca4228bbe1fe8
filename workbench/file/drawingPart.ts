/** A sheet's drawing: where its charts are. */
import type { IWorksheetData } from "@univerjs/core";
import { escapeXml } from "../../src/spreadsheet/xlsx/xml";
import type { ChartState } from "../model/state";
import { PIXELS_PER_POINT } from "../univer/range";

/** EMU a pixel. */
const EMU = 9525;
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
const MAIN = "http://schemas.openxmlformats.org/drawingml/2006/main";
const CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The charts have the relationships rId1, rId2 and so on. */
export function drawingPartXml(charts: readonly ChartState[], sheet: Partial<IWorksheetData>): string {
  const anchors = charts.map((chart, at) => anchorXml(chart, at + 1, sheet));
  return `<xdr:wsDr xmlns:xdr="${DRAWING}" xmlns:a="${MAIN}">${anchors.join("")}</xdr:wsDr>`;
}

function anchorXml({ name, place }: ChartState, number: number, sheet: Partial<IWorksheetData>): string {
  const { rowData = {}, columnData = {}, defaultRowHeight = 20, defaultColumnWidth = 88 } = sheet;
  const width = (at: number) => columnData[at]?.w ?? defaultColumnWidth;
  const height = (at: number) => rowData[at]?.h ?? defaultRowHeight;
  const corner = (left: number, top: number) => {
    const [column, right] = cellAt(left * PIXELS_PER_POINT, width);
    const [row, down] = cellAt(top * PIXELS_PER_POINT, height);
    return `<xdr:col>${column}</xdr:col><xdr:colOff>${right}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${down}</xdr:rowOff>`;
  };
  const from = corner(place.left, place.top);
  const to = corner(place.left + place.width, place.top + place.height);
  const graphic = `<a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="${RELATIONSHIPS}" r:id="rId${number}"/></a:graphicData></a:graphic>`;
  const frame = `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${number + 1}" name="${escapeXml(name)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>${graphic}</xdr:graphicFrame>`;
  return `<xdr:twoCellAnchor><xdr:from>${from}</xdr:from><xdr:to>${to}</xdr:to>${frame}<xdr:clientData/></xdr:twoCellAnchor>`;
}

/** Returns the row or column at a distance from the sheet's edge in pixels, and the distance from its own edge in EMU. */
function cellAt(distance: number, size: (at: number) => number): [at: number, offset: number] {
  let [at, left] = [0, distance];
  // Sizes are fractions of pixels.
  while (left > size(at) - 0.01) left -= size(at++);
  return [at, Math.max(0, Math.round(left * EMU))];
}
