import { makeStyles, tokens } from "@fluentui/react-components";
import type { BriefingStep } from "../../actions/briefing/briefing";
import { texts } from "../texts/texts";
import { waterfallColumns } from "../waterfall";

/** In pixels: the narrowest pane without its margins, and the room above and below the columns for their texts. */
const [WIDTH, HEIGHT, ABOVE, BELOW] = [288, 150, 14, 28];
/** The share of its place that a column fills. */
const FILLED = 0.72;
/** Letters of a line below a column. The outer ones may begin and end beside their column, in the pane's margin. */
const MOST_LETTERS = 9;
const MOST_OUTER_LETTERS = 10;

const FORCED = "@media (forced-colors: active)";

// In forced colours fills go: an outline, a dash and a sign tell the columns apart.
const useStyles = makeStyles({
  // The first label may be wider than its column.
  picture: { display: "block", height: "auto", maxWidth: "384px", overflow: "visible", width: "100%" },
  text: { fill: tokens.colorNeutralForeground1, fontSize: "9px", [FORCED]: { fill: "CanvasText" } },
  axis: { stroke: tokens.colorNeutralStroke1, [FORCED]: { stroke: "CanvasText" } },
  base: {
    fill: "transparent",
    stroke: tokens.colorNeutralForeground1,
    strokeWidth: "1.5px",
    [FORCED]: { stroke: "CanvasText" },
  },
  own: { fill: tokens.colorNeutralForeground1, [FORCED]: { fill: "CanvasText" } },
  better: {
    fill: tokens.colorStatusSuccessBackground3,
    [FORCED]: { fill: "Canvas", stroke: "CanvasText" },
  },
  worse: {
    fill: tokens.colorStatusDangerBackground3,
    [FORCED]: { fill: "Canvas", stroke: "CanvasText", strokeDasharray: "3 2" },
  },
});

/** The steps from the base to the scenario, as columns. A screen reader reads them as a sentence. */
export function Waterfall({ steps }: { steps: readonly BriefingStep[] }) {
  const styles = useStyles();
  const columns = waterfallColumns(steps.map(({ amount }) => amount));
  const room = HEIGHT - ABOVE - BELOW;
  const y = (share: number) => ABOVE + share * room;
  const place = WIDTH / steps.length;
  const width = place * FILLED;
  const kindOf = (at: number, amount: number) => {
    if (at === 0) return "base";
    if (at === steps.length - 1) return "own";
    return amount < 0 ? "worse" : "better";
  };
  return (
    <svg role="img" aria-label={inWords(steps)} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.picture}>
      {columns.map(({ top, bottom, end }, at) => {
        const step = steps[at];
        if (!step) return null;
        const left = at * place + (place - width) / 2;
        const middle = at * place + place / 2;
        const isLast = at === steps.length - 1;
        const isOuter = at === 0 || isLast;
        return (
          <g key={at}>
            <rect
              x={left}
              y={y(top)}
              width={width}
              height={Math.max(1, y(bottom) - y(top))}
              className={styles[kindOf(at, step.amount)]}
            />
            {!isLast && <line x1={left + width} x2={left + place} y1={y(end)} y2={y(end)} className={styles.axis} />}
            <text x={middle} y={y(top) - 4} textAnchor="middle" className={styles.text}>
              {step.spoken}
            </text>
            {linesOf(step.short, isOuter ? MOST_OUTER_LETTERS : MOST_LETTERS).map((line, row) => {
              const isWide = isOuter && line.length >= MOST_LETTERS;
              const anchor = isLast ? "start" : "end";
              return (
                <text
                  key={row}
                  x={!isWide ? middle : isLast ? at * place + 2 : place - 2}
                  y={HEIGHT - BELOW + 12 + 11 * row}
                  textAnchor={isWide ? anchor : "middle"}
                  className={styles.text}
                >
                  {line}
                </text>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

function inWords(steps: readonly BriefingStep[]): string {
  const spoken = steps.map(({ label, spoken }) => `${label} ${spoken}`);
  return texts.briefing.waterfall(spoken[0] ?? "", spoken.at(-1) ?? "", spoken.slice(1, -1));
}

/** Returns a label in two lines at most. */
function linesOf(label: string, most: number): string[] {
  const [first = "", ...rest] = label.split(" ");
  const lines = rest.length > 0 ? [first, rest.join(" ")] : [first];
  return lines.map((line) => (line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line));
}
