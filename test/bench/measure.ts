/** Figures that can be trusted on a machine whose speed changes: contestants take turns, and medians are compared. */

/** Gives its own milliseconds, so that what it prepares does not count. */
export type Contestant = () => Promise<number>;

/** The median of each contestant over so many rounds, after one that does not count. */
export async function sideBySide<Name extends string>(
  contestants: Readonly<Record<Name, Contestant>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      globalThis.gc?.();
      const milliseconds = await contestants[name]();
      if (round > 0 || rounds === 0) times.get(name)!.push(milliseconds);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<Name, number>;
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Does the work, and tells for how long at most nothing else had its turn meanwhile. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isDone = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) inNextTurn(tick);
  };
  inNextTurn(tick);
  await work();
  isDone = true;
  await new Promise<void>((resolve) => inNextTurn(resolve));
  return longest;
}

/** Does it once others had their turn. A browser has no `setImmediate`, and delays timers that follow each other. */
function inNextTurn(work: () => void): void {
  if (typeof setImmediate === "function") return void setImmediate(work);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = work;
  port2.postMessage(undefined);
}
