/** A chart of a report, as data. */

export interface SeriesSpec {
  /** "none" for an invisible series. */
  readonly color: string;
  readonly type?: "Line" | "LineMarkers";
  /** True for a second axis, so small numbers are not a flat line below large ones. */
  readonly secondary?: boolean;
  /** The number format of data labels. @default no labels */
  readonly labels?: string;
  /** The column with the texts of data labels, in the rows of the data. */
  readonly labelsAt?: string;
}

export interface ChartSpec {
  readonly name: string;
  readonly type: "ColumnClustered" | "ColumnStacked";
  /** The cell with the chart's title. Axis titles are cells too. */
  readonly title: string;
  readonly axisTitle: string;
  readonly secondAxisTitle?: string;
  /**
   * The range of the data: an empty first cell, categories below it, and names of series right of it, one series per column.
   */
  readonly data: string;
  /** The number format of the axes. */
  readonly numbers: string;
  /** The first and last cell that the chart covers. */
  readonly place: readonly [string, string];
  readonly series: readonly SeriesSpec[];
  readonly legend: boolean;
}
