/** Small drawings of reports, for the width of a card and in the colours of the theme. */
import { makeStyles, tokens } from "@fluentui/react-components";
import type { ReportKind } from "../../../reporting/reports/reportParameters";

const useStyles = makeStyles({
  picture: { backgroundColor: tokens.colorNeutralBackground2, display: "block", width: "100%" },
  ink: { fill: tokens.colorNeutralForeground1 },
  quiet: { fill: tokens.colorNeutralForeground4 },
  worse: { fill: tokens.colorPaletteRedBackground3 },
  better: { fill: tokens.colorPaletteGreenBackground3 },
  outline: { fill: tokens.colorNeutralBackground2, stroke: tokens.colorNeutralForeground1 },
  dashed: {
    fill: tokens.colorNeutralBackground2,
    stroke: tokens.colorNeutralForeground1,
    strokeDasharray: "2 1.5",
  },
});

type Style = Exclude<keyof ReturnType<typeof useStyles>, "picture">;
type Box = readonly [look: Style, x: number, y: number, width: number, height: number];

const [WIDTH, HEIGHT] = [130, 80];
/** Where tables begin, and the distance of their lines. */
const [TOP, STEP] = [16, 7];
/** The title, which is the answer, above one line of context. */
const TITLE: readonly Box[] = [
  ["ink", 6, 5, 62, 4],
  ["quiet", 6, 11, 44, 1.5],
];

/**
 * The lines of a table: labels, two numbers, and bars of variances beside an axis. A bar below 0 is worse.
 * @param sums The places of lines that are sums, bold and below a rule.
 */
function tableLines(top: number, variances: readonly number[], sums: readonly number[] = [], axis = 108): Box[] {
  return variances.flatMap((variance, at): Box[] => {
    const y = top + at * STEP;
    const style = variance < 0 ? "worse" : "better";
    const isSum = sums.includes(at);
    const height = isSum ? 3 : 2;
    return [
      ...(isSum ? [["ink", 6, y - 2.5, 118, 0.75] as const] : []),
      [isSum ? "ink" : "quiet", 6, y, 30 - (at % 3) * 5, height],
      ["ink", 50, y, 13, height],
      ["quiet", 71, y, 13, height],
      [style, variance < 0 ? axis + variance : axis, y - 1, Math.abs(variance), 4],
    ];
  });
}

/** Columns that stand on a line, each in the look of its place. */
function columns(left: number, bottom: number, heights: readonly number[], styles: readonly Style[], width = 5): Box[] {
  return heights.map((height, at): Box => {
    const style = styles[at % styles.length] ?? "ink";
    return [style, left + at * (width + 2), bottom - height, width, height];
  });
}

const STATEMENT = tableLines(TOP + 4, [-18, 5, -14, 7, -10, 3, 5, -6, -4], [2, 4, 7]);

const MONTHS: readonly Box[] = [
  ...([6, 44, 60] as const).map((x, at): Box => [at === 0 ? "quiet" : "ink", x, TOP + 2, at === 0 ? 22 : 12, 2]),
  ...[76, 86, 96, 106, 116].map((x): Box => ["ink", x, TOP + 2, 8, 2]),
  ...[0, 1, 2, 3].flatMap((line): Box[] => [
    ["quiet", 6, TOP + 9 + line * STEP, 26 - line * 3, 2],
    [line % 2 ? "better" : "worse", 44, TOP + 9 + line * STEP, 12, 2],
    ...[60, 76, 86, 96, 106, 116].map((x): Box => ["quiet", x, TOP + 9 + line * STEP, 8, 2]),
  ]),
  ...columns(6, 75, [18, 15, 17, 16, 17, 16, 17, 16, 17, 18], ["ink"], 8),
  ...columns(106, 75, [18, 20], ["outline"], 8),
];

/** Demand, and what is not delivered of it. */
const DELIVERIES = [
  [26, 3],
  [22, 2],
  [25, 3],
  [23, 2],
  [26, 4],
  [25, 4],
  [27, 3],
  [26, 5],
  [25, 2],
  [26, 2],
] as const;
const DEMAND: readonly Box[] = [
  ...tableLines(TOP + 3, [-14, -8, -5, -3]),
  ...DELIVERIES.flatMap(([all, missing], at): Box[] => [
    ["ink", 6 + at * 11, 76 - all, 9, all],
    ["worse", 6 + at * 11, 76 - all, 9, missing],
  ]),
];

const COMPARISON: readonly Box[] = [
  ...tableLines(TOP + 3, [-12, 6, -8, -5], [3]),
  ...[34, 22, 13].flatMap((height, group) =>
    columns(10 + group * 38, 76, [height * 0.8, height * 0.72, height * 0.88], ["outline", "ink", "dashed"], 8),
  ),
];

const ONE_PAGE: readonly Box[] = [
  ...[0, 1, 2, 3].flatMap((card): Box[] => [
    ["ink", 6 + card * 30, TOP + 2, 20, 4],
    ["worse", 6 + card * 30, TOP + 8, 13, 1.5],
  ]),
  ...tableLines(TOP + 16, [-14, 4, -9], [2]),
  ...[24, 19, 10, 5].map((height, at): Box => ["ink", 6 + at * 13, 76 - height, 5, height]),
  ["quiet", 12.5, 52, 5, 5],
  ["quiet", 25.5, 57, 5, 9],
  ["quiet", 38.5, 66, 5, 5],
  ...columns(64, 76, [17, 15, 18, 16, 17, 18], ["ink"], 7),
  ...columns(118, 76, [19], ["outline"], 7),
];

const BRIDGE: readonly Box[] = [
  ["outline", 8, 26, 13, 48],
  ["worse", 26, 26, 13, 26],
  ["better", 44, 47, 13, 5],
  ["better", 62, 38, 13, 9],
  ["better", 80, 36, 13, 2],
  ["better", 98, 31, 13, 5],
  ["ink", 112, 31, 13, 43],
  ["quiet", 6, 74, 120, 1],
];

const COMMENTARY: readonly Box[] = [-14, -9, 7, -6, 5, -4, 3, -3].flatMap((variance, at): Box[] => [
  ["quiet", 6, TOP + 4 + at * STEP, 26 - (at % 3) * 5, 2],
  [variance < 0 ? "worse" : "better", 38, TOP + 4 + at * STEP, 14, 2],
  ["ink", 60, TOP + 4 + at * STEP, 62 - (at % 4) * 9, 2],
]);

const DRAWINGS: Readonly<Record<ReportKind, readonly Box[]>> = {
  statement: STATEMENT,
  months: MONTHS,
  demand: DEMAND,
  comparison: COMPARISON,
  onePage: ONE_PAGE,
  bridge: BRIDGE,
  commentary: COMMENTARY,
};

/** Says nothing to a screen reader: the card's title and text do. */
export function ReportPicture({ kind }: { kind: ReportKind }) {
  const styles = useStyles();
  return (
    <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {[...TITLE, ...DRAWINGS[kind]].map(([style, x, y, width, height], at) => (
        <rect key={at} className={styles[style]} x={x} y={y} width={width} height={height} />
      ))}
    </svg>
  );
}
