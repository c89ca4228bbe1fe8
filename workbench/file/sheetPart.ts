/** A worksheet's part: cells, sizes, what is frozen, rules, lists, and how it is printed. */
import type { IRange, IWorksheetData } from "@univerjs/core";
import { formatArea, formatPosition } from "../../src/spreadsheet/cells/address";
import { isClassicErrorCode, isErrorCode } from "../../src/spreadsheet/cells/errorCodes";
import { escapeXml } from "../../src/spreadsheet/xlsx/xml";
import type { RowGroup, ValidationState } from "../model/state";
import { areaOfRange, PIXELS_PER_POINT } from "../univer/range";
import { conditionalFormatsXml, dataBarsXml, type FileRule } from "./fileRules";
import type { StoredCell, StoredRows } from "./sheetCells";
import type { StyleSheet } from "./styleSheet";

export interface SheetPart {
  readonly sheet: Partial<IWorksheetData>;
  readonly rows: StoredRows;
  readonly styles: StyleSheet;
  readonly rules: readonly FileRule[];
  readonly lists: readonly ValidationState[];
  readonly groups: readonly RowGroup[];
  /** In the names of `PageLayout`. */
  readonly layout: Readonly<Record<string, unknown>>;
  /** True if the part has a drawing, by the relationship rId1. */
  readonly isDrawn: boolean;
}

/** In pixels, of a character and of the space beside a column's text, by which Excel counts widths. */
const [CHARACTER, PADDING] = [7, 5];
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export function sheetPartXml(part: SheetPart): string {
  const { sheet, rules, styles, isDrawn } = part;
  const parts = [
    '<sheetPr><outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr>',
    viewXml(sheet),
    `<sheetFormatPr defaultRowHeight="${points(sheet.defaultRowHeight ?? 20)}"${part.groups.length > 0 ? ' outlineLevelRow="1"' : ""}/>`,
    columnsXml(sheet),
    `<sheetData>${rowsXml(part)}</sheetData>`,
    mergedXml(sheet.mergeData ?? []),
    conditionalFormatsXml(rules, styles),
    listsXml(part.lists),
    printXml(part.layout),
    isDrawn ? '<drawing r:id="rId1"/>' : "",
    dataBarsXml(rules),
  ];
  return `<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${parts.join("")}</worksheet>`;
}

const points = (pixels: number) => Number((pixels / PIXELS_PER_POINT).toFixed(2));

function viewXml({ freeze, showGridlines }: Partial<IWorksheetData>): string {
  const [rows, columns] = [Math.max(0, freeze?.ySplit ?? 0), Math.max(0, freeze?.xSplit ?? 0)];
  const side = columns === 0 ? "bottomLeft" : rows === 0 ? "topRight" : "bottomRight";
  const splits = `${columns ? ` xSplit="${columns}"` : ""}${rows ? ` ySplit="${rows}"` : ""}`;
  const pane =
    rows || columns
      ? `<pane${splits} topLeftCell="${formatPosition({ row: rows, column: columns })}" activePane="${side}" state="frozen"/>`
      : "";
  const lines = Number(showGridlines ?? 1) === 0 ? ' showGridLines="0"' : "";
  return `<sheetViews><sheetView${lines} workbookViewId="0">${pane}</sheetView></sheetViews>`;
}

function columnsXml({ columnData = {}, defaultColumnWidth = 88 }: Partial<IWorksheetData>): string {
  const columns = Object.entries(columnData).map(([at, { w = defaultColumnWidth, hd }]) => {
    const [number, width] = [Number(at) + 1, Math.max(0, (w - PADDING) / CHARACTER).toFixed(2)];
    return `<col min="${number}" max="${number}" width="${width}" customWidth="1"${hd ? ' hidden="1"' : ""}/>`;
  });
  return columns.length > 0 ? `<cols>${columns.join("")}</cols>` : "";
}

function rowsXml({ sheet, rows, styles, groups }: SheetPart): string {
  const { rowData = {} } = sheet;
  const grouped = new Set(groups.flatMap(({ row, rows: count }) => Array.from({ length: count }, (_, at) => row + at)));
  const all = new Set([...rows.keys(), ...grouped, ...Object.keys(rowData).map(Number)]);
  return [...all]
    .sort((one, other) => one - other)
    .map((row) => {
      const { h, ah, ia, hd } = rowData[row] ?? {};
      // A row without a height of its own is as high as its texts.
      const height = (ia ? ah : h) ?? ah;
      const attributes = [
        height === undefined ? "" : ` ht="${points(height)}" customHeight="1"`,
        hd ? ' hidden="1"' : "",
        grouped.has(row) ? ' outlineLevel="1"' : "",
      ].join("");
      const cells = [...(rows.get(row) ?? [])].map(([column, cell]) => cellXml({ row, column }, cell, styles));
      return `<row r="${row + 1}"${attributes}>${cells.join("")}</row>`;
    })
    .join("");
}

function cellXml(
  at: { readonly row: number; readonly column: number },
  { value, formula, spill, style }: StoredCell,
  styles: StyleSheet,
): string {
  const start = `<c r="${formatPosition(at)}" s="${styles.cell(style)}"`;
  const filled = spill ? ` t="array" ref="${formatArea(areaOfRange(spill))}"` : "";
  const calculated = formula === undefined ? "" : `<f${filled}>${escapeXml(formula)}</f>`;
  if (value === null || value === "") return calculated ? `${start}>${calculated}</c>` : `${start}/>`;
  if (typeof value === "number") return `${start}>${calculated}<v>${value}</v></c>`;
  if (typeof value === "boolean") return `${start} t="b">${calculated}<v>${Number(value)}</v></c>`;
  // Files have no errors of later versions of Excel, nor of a pending cell.
  if (isErrorCode(value)) {
    const error = isClassicErrorCode(value) ? value : "#VALUE!";
    return `${start} t="e">${calculated}<v>${error}</v></c>`;
  }
  const text = escapeXml(value);
  if (calculated) return `${start} t="str">${calculated}<v>${text}</v></c>`;
  return `${start} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function mergedXml(merged: readonly IRange[]): string {
  const cells = merged.map((range) => `<mergeCell ref="${formatArea(areaOfRange(range))}"/>`);
  return cells.length > 0 ? `<mergeCells count="${cells.length}">${cells.join("")}</mergeCells>` : "";
}

function listsXml(lists: readonly ValidationState[]): string {
  const validations = lists.map(({ address, source, ignoreBlanks, errorAlert = {} }) => {
    const cells = address.slice(address.lastIndexOf("!") + 1);
    const formula = source.startsWith("=") ? source.slice(1) : `"${source}"`;
    const alert = errorAlert.showAlert
      ? ` showErrorMessage="1" errorStyle="${String(errorAlert.style).toLowerCase()}" errorTitle="${escapeXml(String(errorAlert.title))}" error="${escapeXml(String(errorAlert.message))}"`
      : "";
    return `<dataValidation type="list" allowBlank="${Number(ignoreBlanks)}"${alert} sqref="${cells}"><formula1>${escapeXml(formula)}</formula1></dataValidation>`;
  });
  return validations.length > 0
    ? `<dataValidations count="${validations.length}">${validations.join("")}</dataValidations>`
    : "";
}

function printXml(layout: Readonly<Record<string, unknown>>): string {
  const { horizontalFitToPages: wide = 1, verticalFitToPages: high = 0 } = (layout.zoom ?? {}) as {
    horizontalFitToPages?: number;
    verticalFitToPages?: number;
  };
  const orientation = layout.orientation === "Landscape" ? "landscape" : "portrait";
  const side = (code: string, name: string) => {
    const text = layout[name];
    return typeof text === "string" && text ? `&${code}${text}` : "";
  };
  const band = (place: string) =>
    escapeXml(side("L", `left${place}`) + side("C", `center${place}`) + side("R", `right${place}`));
  return [
    layout.centerHorizontally ? '<printOptions horizontalCentered="1"/>' : "",
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
    `<pageSetup orientation="${orientation}" fitToWidth="${wide}" fitToHeight="${high}"/>`,
    `<headerFooter><oddHeader>${band("Header")}</oddHeader><oddFooter>${band("Footer")}</oddFooter></headerFooter>`,
  ].join("");
}
