/** What a workbook has besides the grid's cells. It is data, so that it can be stored with the document. */

export interface WorkbookState {
  /** Custom XML parts by id. */
  parts: Record<string, string>;
  /** The add-in's settings in the document, each value as JSON. */
  settings: Record<string, string>;
  charts: ChartState[];
  tables: ListTableState[];
  validations: ValidationState[];
  /** Defined names that people do not see. */
  hiddenNames: string[];
  /** The ids of protected sheets; `enforceProtection` of the host decides whether they can be written. */
  protectedSheets?: string[];
  /** The ids of hidden sheets that people cannot show. */
  veryHiddenSheets?: string[];
  /** The custom properties of sheets, by the sheet's id. Excel does not copy them with the sheet. */
  sheetProperties?: Record<string, Record<string, string>>;
  /** How sheets are printed, by the sheet's id, in the names of `PageLayout`. */
  layouts: Record<string, Record<string, unknown>>;
  /** Grouped rows, by the sheet's id. */
  rowGroups?: Record<string, RowGroup[]>;
  calculationMode: string;
}

/** Counted from 0. */
export interface RowGroup {
  readonly row: number;
  readonly rows: number;
}

export interface ChartState {
  readonly id: string;
  /** The id of the sheet that shows it. */
  readonly sheet: string;
  name: string;
  /** As in Excel's ChartType. */
  type: string;
  title: TitleState;
  legend: { visible: boolean; position: string };
  /** In points from the sheet's first cell, as Excel counts. */
  place: { left: number; top: number; width: number; height: number };
  series: SeriesState[];
  axes: Record<"category" | "value", AxisState>;
}

/** Its text, or that of a cell. */
export interface TitleState {
  text: string;
  visible: boolean;
  /** An address with its sheet. */
  formula?: string;
}

export interface SeriesState {
  name: string;
  /** The cell whose text is the name, where it was given by cells. */
  nameAt?: string;
  /** Where it differs from the chart's. */
  type?: string;
  /** Addresses with their sheet, such as "'P&L'!B3:B9". */
  values: string;
  categories?: string;
  /** Like #0f6b4f; "none" is not seen. */
  color?: string;
  hasDataLabels: boolean;
  labelFormat?: string;
  /** The colour behind labels. */
  labelFill?: string;
  /** The cells with the texts of points' labels, with their sheet. */
  labelTexts?: string[];
  /** True if its outline is dashed. */
  isDashed?: boolean;
  /** The colour of its outline, if it has no fill. */
  outline?: string;
  gapWidth: number;
  overlap: number;
}

export interface AxisState {
  title: TitleState;
  numberFormat: string;
  visible: boolean;
  /** @default true */
  hasGridlines?: boolean;
  /** 1 labels every category. */
  labelSpacing?: number;
  /** "None" draws no marks between categories. */
  tickMark?: string;
}

export interface ListTableState {
  readonly id: string;
  readonly sheet: string;
  name: string;
  /** Without its sheet. */
  address: string;
  style: string;
  showHeaders: boolean;
  showFilterButton: boolean;
  showBandedRows: boolean;
}

export interface ValidationState {
  readonly sheet: string;
  /** With its sheet. */
  readonly address: string;
  /** Items with commas between them, or "=" and a range. */
  source: string;
  ignoreBlanks: boolean;
  errorAlert?: Record<string, unknown>;
}

export function emptyState(): WorkbookState {
  return {
    parts: {},
    settings: {},
    charts: [],
    tables: [],
    validations: [],
    hiddenNames: [],
    layouts: {},
    calculationMode: "Automatic",
  };
}
