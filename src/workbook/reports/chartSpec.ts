/** A chart of a report, as data. */

export interface SeriesSpec {
  /** "none" is not seen. */
  readonly color: string;
  readonly type?: "LineMarkers";
  /** On an axis of its own, so that small numbers are no flat line beside large ones. */
  readonly secondary?: boolean;
  /** The format of the number at each value; none are written where it is left out. */
  readonly labels?: string;
}

export interface ChartSpec {
  readonly name: string;
  readonly type: "ColumnClustered" | "ColumnStacked";
  /** Cells whose texts are the titles. */
  readonly title: string;
  readonly axisTitle: string;
  readonly secondAxisTitle?: string;
  /**
   * From an empty cell on, with the categories below it and the names of the series right of it. There is a series for
   * each column.
   */
  readonly data: string;
  /** The format of the numbers at the axes. */
  readonly numbers: string;
  /** Its first and its last cell. */
  readonly place: readonly [string, string];
  readonly series: readonly SeriesSpec[];
  readonly legend: boolean;
}
