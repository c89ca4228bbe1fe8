/** How the properties are checked, from the environment. fast-check prints the seed with each failure. */

/** Without FC_SEED. */
const SEED = 2026;

export interface PropertyOptions {
  seed: number;
  /** How many times the usual number of runs. */
  factor: number;
}

/**
 * FC_SEED is a whole number, or `random` for another in every file; FC_RUNS multiplies the runs.
 * @throws {Error} that names the variable and what it takes
 */
export function readPropertyOptions({ FC_SEED, FC_RUNS }: Record<string, string | undefined>): PropertyOptions {
  const seed = FC_SEED === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(FC_SEED || SEED);
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31)
    throw new Error(`FC_SEED takes a whole number of 32 bits, or "random"; it is "${FC_SEED}".`);
  const factor = Number(FC_RUNS || 1);
  if (!Number.isInteger(factor) || factor < 1)
    throw new Error(`FC_RUNS takes a whole number of at least 1; it is "${FC_RUNS}".`);
  return { seed, factor };
}

/** For a property that needs another number of runs than 100: that number, so that FC_RUNS multiplies it too. */
export function runs(usual: number): number {
  return usual * readPropertyOptions(process.env).factor;
}
