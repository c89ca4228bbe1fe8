import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { CellFormat } from "../../language/numberFormats";
import type { Preview } from "../../actions/storeState";
import { formatValue } from "../format";

const MOST_ROWS = 8;
const MOST_COLUMNS = 5;

const useStyles = makeStyles({
  scroll: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    maxWidth: "100%",
    maxHeight: "min(160px, 20vh)",
    overflow: "auto",
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

interface PreviewTableProps {
  preview: Extract<Preview, { state: "done" }>;
  label: string;
}

/** The first rows and columns of a result. */
export function PreviewTable({ preview: { rows, formats }, label }: PreviewTableProps) {
  const styles = useStyles();
  return (
    // A keyboard has to reach what can be scrolled.
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((cells, row) => (
            <tr key={row}>
              {cells.slice(0, MOST_COLUMNS).map((value, column) => (
                <PreviewCell key={column} value={value} format={formatAt(formats, row, column)} />
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

function PreviewCell({ value, format }: { value: unknown; format: CellFormat | undefined }) {
  const styles = useStyles();
  return (
    <td
      title={String(value)}
      className={mergeClasses(
        styles.cell,
        typeof value === "number" && styles.number,
        format?.isHeading && styles.heading,
      )}
    >
      {formatValue(value, format?.numberFormat)}
    </td>
  );
}

function formatAt(formats: readonly CellFormat[], row: number, column: number): CellFormat | undefined {
  return formats.find((each) => within(row, each.row, each.rows) && within(column, each.column, each.columns));
}

function within(at: number, first: number, length: number): boolean {
  return at >= first && at < first + length;
}
