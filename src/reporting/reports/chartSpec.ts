/** A chart of a report, as data. */

export interface SeriesSpec {
  /** "none" for an invisible series. */
  readonly color: string;
  /** A thin line. One without a colour only carries labels. @default columns */
  readonly type?: "Line";
  /** True for columns without a fill, whose outline has the colour: numbers of a base, or of a plan. */
  readonly isOutlined?: boolean;
  /** True for an outline of dashes: a second scenario. */
  readonly isDashed?: boolean;
  /** The number format of data labels. @default no labels */
  readonly labels?: string;
  /** The column with the texts of data labels, in the rows of the data. */
  readonly labelsAt?: string;
}

export interface ChartSpec {
  readonly name: string;
  readonly type: "ColumnClustered" | "ColumnStacked";
  /** The cell with the chart's title, which names the unit and what the columns are. Labels take the place of an axis. */
  readonly title: string;
  /**
   * The range of the data: an empty first cell, categories below it, and names of series right of it, one series per column.
   */
  readonly data: string;
  /** The first and last cell that the chart covers. */
  readonly place: readonly [string, string];
  readonly series: readonly SeriesSpec[];
  /** The space between categories, in percent of a column's width. @default Excel's */
  readonly gap?: number;
  /** How far the columns of a category cover each other, in percent. @default Excel's */
  readonly overlap?: number;
}
