/** What a run of the bench has measured. */

export interface Figure {
  readonly group: string;
  readonly what: string;
  /** How much of it, such as cells or rows; what a curve is drawn over. */
  readonly size?: number;
  /** Medians by contestant, in the unit. The first is ours. */
  readonly values: Readonly<Record<string, number>>;
  readonly unit: "ms" | "s" | "kB" | "MB" | "requests";
  /** Ours against one of the others. */
  readonly ratio?: { readonly to: string; readonly is: number };
  /** The most that ours may be: a ratio where there is one, else in the unit. */
  readonly goal?: number;
  readonly note?: string;
}

export function ratioOf(values: Readonly<Record<string, number>>, ours: string, to: string) {
  return { to, is: values[ours]! / values[to]! };
}

/** Undefined where there is no goal. */
export function isMet({ ratio, goal, values }: Figure): boolean | undefined {
  if (goal === undefined) return undefined;
  return (ratio ? ratio.is : Object.values(values)[0]!) <= goal;
}
