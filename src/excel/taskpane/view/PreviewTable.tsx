import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { TablePreview } from "../../actions/tables/tableState";
import type { PartStyle } from "../../../reporting/reports/sheetSpec";
import { formatValue } from "../format";

const MOST_ROWS = 8;
const MOST_COLUMNS = 5;

const useStyles = makeStyles({
  scroll: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    maxWidth: "100%",
    maxHeight: "clamp(100px, 20vh, 160px)",
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
  heading: { fontWeight: tokens.fontWeightSemibold, textAlign: "right" },
  left: { textAlign: "left" },
  right: { textAlign: "right" },
  bold: { fontWeight: tokens.fontWeightSemibold },
  better: { color: tokens.colorPaletteGreenForeground1 },
  worse: { color: tokens.colorPaletteRedForeground1 },
  // The rules of reports: whose numbers a column has.
  own: { borderBottom: `3px solid ${tokens.colorNeutralForeground2}` },
  base: { borderBottom: `3px double ${tokens.colorNeutralForeground2}` },
  second: { borderBottom: `2px dashed ${tokens.colorNeutralForeground2}` },
  prior: { borderBottom: `3px solid ${tokens.colorNeutralStroke1}` },
});

interface PreviewTableProps {
  preview: Extract<TablePreview, { state: "done" }>;
  label: string;
  /** True to show all columns, which scroll. */
  hasAllColumns?: boolean;
}

/** The first rows and columns of a result. */
export function PreviewTable({ preview: { rows, formats, texts }, label, hasAllColumns }: PreviewTableProps) {
  const styles = useStyles();
  const mostColumns = hasAllColumns ? Infinity : MOST_COLUMNS;
  return (
    // A keyboard has to reach what can be scrolled.
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((cells, row) => (
            <tr key={row}>
              {cells.slice(0, mostColumns).map((value, column) => (
                <PreviewCell
                  key={column}
                  value={value}
                  text={texts?.[row]?.[column]}
                  isOfTexts={column === 0 || !rows.some((each) => typeof each[column] === "number")}
                  style={styleAt(formats, row, column)}
                />
              ))}
              {cells.length > mostColumns && <td className={styles.cell}>…</td>}
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

interface PreviewCellProps {
  value: unknown;
  /** A number as its cell will show it. */
  text: string | undefined;
  /** True for a column of texts, which is headed on the left. */
  isOfTexts: boolean;
  style: PartStyle | undefined;
}

function PreviewCell({ value, text, isOfTexts, style }: PreviewCellProps) {
  const styles = useStyles();
  const isSigned = style?.isVariance && typeof value === "number";
  return (
    <td
      title={String(value)}
      className={mergeClasses(
        styles.cell,
        typeof value === "number" && styles.number,
        style?.isHeading && styles.heading,
        isOfTexts && styles.left,
        style?.align === "Left" && styles.left,
        style?.align === "Right" && styles.right,
        (style?.isSum || style?.isBold) && styles.bold,
        isSigned && value > 0 && styles.better,
        isSigned && value < 0 && styles.worse,
        style?.role && styles[style.role],
      )}
    >
      {text ?? formatValue(value, style?.numberFormat)}
    </td>
  );
}

/** Returns all that the looks say of a cell. */
function styleAt(formats: readonly PartStyle[], row: number, column: number): PartStyle | undefined {
  const own = formats.filter((each) => within(row, each.row, each.rows) && within(column, each.column, each.columns));
  return own.length > 0 ? own.reduce<PartStyle>((all, each) => ({ ...all, ...each }), own[0] as PartStyle) : undefined;
}

function within(at: number, first: number, length: number): boolean {
  return at >= first && at < first + length;
}
