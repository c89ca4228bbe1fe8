/** Where the columns of a waterfall stand. Pure. */

/** A column's top and bottom, and the level at which it ends, as shares of the height from 0, the top, to 1. */
export interface WaterfallColumn {
  readonly top: number;
  readonly bottom: number;
  readonly end: number;
}

/**
 * Places the columns: the first and the last stand on the axis, the others float between them.
 * @param amounts The start, the steps, and the end.
 */
export function waterfallColumns(amounts: readonly number[]): readonly WaterfallColumn[] {
  const levels: { from: number; to: number }[] = [];
  for (const [at, amount] of amounts.entries()) {
    const from = at === 0 || at === amounts.length - 1 ? 0 : (levels[at - 1]?.to ?? 0);
    levels.push({ from, to: from + amount });
  }
  const all = [0, ...levels.map(({ to }) => to)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const span = most - least || 1;
  const place = (level: number) => (most - level) / span;
  return levels.map(({ from, to }) => ({
    top: place(Math.max(from, to)),
    bottom: place(Math.min(from, to)),
    end: place(to),
  }));
}
