/** Where the inputs of a report are on its sheet. */

export interface InputPlace {
  /** What it is called now, and in older reports. */
  readonly labels: readonly string[];
  /** From the report's first cell. */
  readonly row: number;
  readonly column: number;
}

/** The rows of labels, with inputs below them; and how many columns they take at most. Counted from the report's first cell. */
const [LABEL_ROWS, COLUMNS] = [[3, 5], 14];
/** Reports of releases before 1.1 have labels in the first column, and inputs right of them. */
const [OLD_FIRST, OLD_ROWS] = [4, 14];

/** What inputs were called in those releases. */
const FORMER: Readonly<Record<string, string>> = { "Compared with": "Base scenario" };

/** The rows and columns that may hold labels and inputs. */
export const INPUT_AREA = { rows: OLD_FIRST + OLD_ROWS, columns: COLUMNS + 1 };

/** @param read Returns what a cell shows; rows and columns count from the report's first cell. */
export function inputPlaces(read: (row: number, column: number) => unknown): InputPlace[] {
  const labelAt = (row: number, column: number) => {
    const label = read(row, column);
    return typeof label === "string" ? label : "";
  };
  const isOld = labelAt(OLD_FIRST, 0) !== "";
  const places = isOld
    ? range(OLD_ROWS).map((at) => ({ label: labelAt(OLD_FIRST + at, 0), row: OLD_FIRST + at, column: 1 }))
    : LABEL_ROWS.flatMap((row) =>
        range(COLUMNS).map((at) => ({ label: labelAt(row, at + 1), row: row + 1, column: at + 1 })),
      );
  const end = isOld ? places.findIndex(({ label }) => label === "") : -1;
  return places.slice(0, end < 0 ? places.length : end).flatMap(({ label, ...place }): InputPlace[] => {
    const former = FORMER[label];
    return label === "" ? [] : [{ labels: former === undefined ? [label] : [label, former], ...place }];
  });
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
