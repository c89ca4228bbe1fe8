import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { formatValue } from "../format";
import { cellFormatsOf, type CellFormat } from "../../workbook/cellFormats";

const MOST_ROWS = 8;
const MOST_COLUMNS = 5;

const useStyles = makeStyles({
  scroll: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    maxWidth: "100%",
    overflowX: "auto",
  },
  table: { borderCollapse: "collapse", fontSize: tokens.fontSizeBase200, width: "100%" },
  cell: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    maxWidth: "12em",
    overflow: "hidden",
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  number: { fontVariantNumeric: "tabular-nums", textAlign: "right" },
  heading: { fontWeight: tokens.fontWeightSemibold },
});

type Rows = readonly (readonly unknown[])[];

/** The first rows and columns of a result. */
export function PreviewTable({ rows, label }: { rows: Rows; label: string }) {
  const styles = useStyles();
  const looks = cellFormatsOf(rows, undefined);
  return (
    // A keyboard has to reach what can be scrolled.
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((cells, row) => (
            <tr key={row}>
              {cells.slice(0, MOST_COLUMNS).map((value, column) => (
                <PreviewCell key={column} value={value} look={lookAt(looks, row, column)} />
              ))}
              {cells.length > MOST_COLUMNS && <td className={styles.cell}>…</td>}
            </tr>
          ))}
          {rows.length > MOST_ROWS && (
            <tr>
              <td className={styles.cell}>…</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function PreviewCell({ value, look }: { value: unknown; look: CellFormat | undefined }) {
  const styles = useStyles();
  return (
    <td
      title={String(value)}
      className={mergeClasses(
        styles.cell,
        typeof value === "number" && styles.number,
        look?.isHeading && styles.heading,
      )}
    >
      {formatValue(value, look?.numberFormat?.includes("%"))}
    </td>
  );
}

function lookAt(looks: readonly CellFormat[], row: number, column: number): CellFormat | undefined {
  return looks.find((look) => within(row, look.row, look.rows) && within(column, look.column, look.columns));
}

function within(at: number, first: number, length: number): boolean {
  return at >= first && at < first + length;
}
