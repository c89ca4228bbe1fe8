/** The figures that have a size as curves over it, both axes logarithmic, as an SVG. */
import type { Figure } from "./figures";

const PANEL = { width: 420, height: 300, left: 64, top: 36, right: 130, bottom: 44 };
const COLORS = ["#0f6cbd", "#605e5c", "#c50f1f", "#8764b8", "#ca5010", "#107c10"];

interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [size: number, value: number])[];
}

/** A panel for each group that has more than one size: milliseconds over cells or rows. */
export function chartOf(figures: readonly Figure[]): string {
  const drawn = figures.filter(({ size, unit }) => size !== undefined && unit === "ms");
  const titleOf = ({ group, what }: Figure) => `${group}: ${what}`;
  const figuresOf = (title: string) => drawn.filter((figure) => titleOf(figure) === title);
  const groups = [...new Set(drawn.map(titleOf))].filter((title) => figuresOf(title).length > 1);
  const panels = groups.map((title, at) => {
    const own = figuresOf(title);
    return `<g transform="translate(${(at % 2) * PANEL.width} ${Math.floor(at / 2) * PANEL.height})">${panelOf(title, curvesOf(own))}</g>`;
  });
  const [width, height] = [2 * PANEL.width, Math.ceil(groups.length / 2) * PANEL.height];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11"><rect width="${width}" height="${height}" fill="#fff"/>${panels.join("")}</svg>\n`;
}

function curvesOf(figures: readonly Figure[]): Curve[] {
  const names = [...new Set(figures.flatMap(({ values }) => Object.keys(values)))];
  return names.map((name) => ({
    name,
    points: figures.flatMap(({ size, values }) => {
      const value = values[name];
      return size === undefined || value === undefined ? [] : [[size, value] as const];
    }),
  }));
}

function panelOf(title: string, curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const x = scaleOf(
    points.map(([size]) => size),
    PANEL.left,
    PANEL.width - PANEL.right,
  );
  const y = scaleOf(
    points.map(([, value]) => value),
    PANEL.height - PANEL.bottom,
    PANEL.top,
  );
  const lines = curves.map(({ name, points: own }, at) => {
    const color = COLORS[at % COLORS.length];
    const path = own.map(([size, value]) => `${x.at(size)},${y.at(value)}`).join(" ");
    const dots = own.map(([size, value]) => `<circle cx="${x.at(size)}" cy="${y.at(value)}" r="2.5" fill="${color}"/>`);
    const key = `<text x="${PANEL.width - PANEL.right + 10}" y="${PANEL.top + 14 * at + 8}" fill="${color}">${name}</text>`;
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.5"/>${dots.join("")}${key}`;
  });
  const down = x.ticks.map(
    (tick) =>
      `<line x1="${x.at(tick)}" x2="${x.at(tick)}" y1="${PANEL.top}" y2="${PANEL.height - PANEL.bottom}" stroke="#e1dfdd"/><text x="${x.at(tick)}" y="${PANEL.height - PANEL.bottom + 16}" text-anchor="middle">${tick.toLocaleString("en")}</text>`,
  );
  const across = y.ticks.map(
    (tick) =>
      `<line x1="${PANEL.left}" x2="${PANEL.width - PANEL.right}" y1="${y.at(tick)}" y2="${y.at(tick)}" stroke="#e1dfdd"/><text x="${PANEL.left - 6}" y="${y.at(tick) + 4}" text-anchor="end">${tick.toLocaleString("en")} ms</text>`,
  );
  return `<text x="${PANEL.left}" y="20" font-size="13">${title}</text>${down.join("")}${across.join("")}${lines.join("")}`;
}

/** Powers of ten around all values, from one place to another. */
function scaleOf(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const at = (value: number) => Math.round(from + ((Math.log10(value) - low) / (high - low)) * (to - from));
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) };
}
